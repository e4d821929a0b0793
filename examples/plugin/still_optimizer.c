/* SPDX-License-Identifier: Apache-2.0 */
/* An optimizer: the cost of the strategy that never shifts a sample. It keeps every order
 * between samples and thresholds, and pays d for each private draw, so that the dearest
 * path is an upper bound of the least cost; without noise, or on a cycle, it does not work. */
#include <couplet/graph.h>
#include <couplet/plugin.h>
#include <couplet/sample.h>

/* One run: the dearest path to each component, in the unit. */
typedef struct {
  const CoupletAutomaton *automaton;
  CoupletUnit *unit;
  CoupletComponents *components;
  CoupletSample *samples; /* room for those of a transition */
  CoupletCost *dearest;
} Work;

/* What transition pays when no sample shifts and its inputs differ. */
static CoupletCost
pay (Work *work, guint32 transition)
{
  const CoupletAutomaton *a = work->automaton;
  if (couplet_source_state (a, transition)->input == COUPLET_PUBLIC)
    return 0;
  guint32 n = couplet_samples_load (work->samples, a, NULL, work->unit, transition);
  CoupletCost cost = couplet_fresh_cost (a, NULL, work->unit, transition, 1);
  for (guint32 i = 0; i < n; i++)
    cost = couplet_cost_add (work->unit, cost,
                             couplet_sample_cost (&work->samples[i], work->unit, 1, 0));
  return cost;
}

/* The first transition that would have to be paid for on a cycle, or COUPLET_NONE. */
static guint32
add_up (Work *work)
{
  const CoupletAutomaton *a = work->automaton;
  const CoupletComponents *parts = work->components;
  for (guint32 c = parts->n_components; c-- > 0;) /* a topological order */
    for (guint32 m = parts->first[c]; m < parts->first[c + 1]; m++)
      for (guint32 q = parts->members[m], t = a->row[q]; t < a->row[q + 1]; t++) {
        CoupletCost cost = pay (work, t), *to = &work->dearest[parts->component[a->target[t]]];
        if (couplet_on_cycle (a, parts, t) && couplet_cost_compare (cost, 0) > 0)
          return t;
        *to = couplet_cost_max (*to, couplet_cost_add (work->unit, work->dearest[c], cost));
      }
  return COUPLET_NONE;
}

/* Marks the states that a run reaches before it assigns the threshold. */
static void
mark_unassigned (const CoupletAutomaton *a, guint8 *unassigned, guint32 *stack)
{
  guint32 n = 0;
  unassigned[a->initial] = 1;
  stack[n++] = a->initial;
  while (n > 0) {
    guint32 q = stack[--n];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (!couplet_assigns (a, t, 0) && !unassigned[a->target[t]]) {
        unassigned[a->target[t]] = 1;
        stack[n++] = a->target[t];
      }
  }
}

/* At each state one vector: the cost of getting there, with shift 0 once the threshold is
 * assigned; before that nothing is said of its shift. */
static CoupletEvidence *
make_evidence (const Work *work, CoupletCost total)
{
  const CoupletAutomaton *a = work->automaton;
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_BOUND, a);
  g_autofree guint8 *unassigned = g_new0 (guint8, a->n_states);
  g_autofree guint32 *stack = g_new (guint32, a->n_states);
  mark_unassigned (a, unassigned, stack);
  couplet_evidence_set_unit_cost (evidence, work->unit, total);
  for (guint32 q = 0; q < a->n_states; q++) {
    if (!a->reachable[q])
      continue;
    CoupletCost cost = work->dearest[work->components->component[q]];
    guint32 open = COUPLET_NUMBER_INFINITE, x = 0;
    guint32 paid = couplet_evidence_add_cost (evidence, work->unit, cost);
    const guint32 shifts[] = {open, paid, open};
    couplet_evidence_begin_entry (evidence, q);
    couplet_evidence_begin_vector (evidence);
    couplet_evidence_add_factor (evidence, unassigned[q] ? &(CoupletEvidenceFactor){0, NULL, &paid}
                                                         : &(CoupletEvidenceFactor){1, &x, shifts});
  }
  return evidence;
}

static void
answer (Work *work, CoupletContext *context, CoupletOutcome *outcome)
{
  const CoupletAutomaton *a = work->automaton;
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  guint32 loop = add_up (work);
  if (loop != COUPLET_NONE) {
    g_autofree char *where = couplet_transition_to_string (a, loop);
    couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_UPPER_BOUND);
    couplet_outcome_set_reason (outcome, "without a shift each turn of a loop pays: %s", where);
    return;
  }
  CoupletCost total = 0;
  for (guint32 c = 0; c < work->components->n_components; c++)
    total = couplet_cost_max (total, work->dearest[c]);
  couplet_cost_to_rational (work->unit, total, &cost);
  couplet_outcome_set_cost (outcome, &cost, COUPLET_GUARANTEE_UPPER_BOUND);
  if (a->n_states <= couplet_context_evidence_limit (context))
    couplet_outcome_take_evidence (outcome, make_evidence (work, total));
  else
    couplet_outcome_leave_out_evidence (outcome, a->n_states);
}

/* The instance: what the options say, looked up once for all files. */
static gboolean
create (CoupletContext *context, gpointer *instance, GError **error)
{
  (void)error;
  gint64 *most = g_new (gint64, 1);
  *most = couplet_context_option_integer (context, "most-transitions");
  *instance = most;
  return TRUE;
}

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  const gint64 *most = instance;
  if (automaton->n_transitions > *most) {
    couplet_outcome_set_reason (outcome, "it has more than %" G_GINT64_FORMAT " transitions",
                                *most);
    return TRUE;
  }
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, error);
  if (unit == NULL)
    return FALSE;
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  CoupletArena *arena = couplet_context_arena (context); /* the host frees it */
  Work work = {automaton, unit, components,
               couplet_arena_new_array (arena, CoupletSample, couplet_n_slots (automaton)),
               couplet_arena_new_array (arena, CoupletCost, components->n_components)};
  for (guint32 c = 0; c < components->n_components; c++)
    work.dearest[c] = 0;
  couplet_context_log (context, "%u components", components->n_components);
  answer (&work, context, outcome);
  return TRUE;
}

static const CoupletOption OPTIONS[] = {
    {"most-transitions", COUPLET_OPTION_INTEGER, "1000000", 0, G_MAXUINT32, NULL,
     "larger automata are left unanswered"},
};

static const CoupletSolver SOLVER = {.create = create, .run = run, .destroy = g_free};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_OPTIMIZER,
    .name = "still",
    .version = "1.0",
    .summary = "an upper bound: the strategy that never shifts",
    .capabilities = {0, 1},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .solver = &SOLVER,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
