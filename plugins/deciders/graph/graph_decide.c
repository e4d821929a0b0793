/* SPDX-License-Identifier: Apache-2.0 */
#include "graph_decide.h"

#include "flow.h"

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletOutcome *outcome;
} Work;

/* ---- A walk for the evidence ------------------------------------------------------ */

/* The transitions of a shortest walk from the initial state to state. */
static GArray *
shortest_walk (const CoupletAutomaton *a, guint32 state)
{
  g_autofree guint32 *via = g_new (guint32, a->n_states);
  g_autofree guint32 *queue = g_new (guint32, a->n_states);
  guint32 begin = 0, end = 0;
  for (guint32 q = 0; q < a->n_states; q++)
    via[q] = COUPLET_NONE;
  queue[end++] = a->initial;
  while (begin < end && via[state] == COUPLET_NONE && queue[begin] != state) {
    guint32 q = queue[begin++];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++) {
      guint32 target = a->target[t];
      if (target != a->initial && via[target] == COUPLET_NONE) {
        via[target] = t;
        queue[end++] = target;
      }
    }
  }
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 q = state; q != a->initial; q = a->source[via[q]])
    g_array_prepend_val (walk, via[q]);
  return walk;
}

/* The difference that makes a transition demand most: up for `<`, down for `>=`. */
static gint8
telling_difference (const Work *work, guint32 transition)
{
  const CoupletAutomaton *a = work->automaton;
  if (couplet_source_state (a, transition)->input == COUPLET_PUBLIC)
    return 0;
  guint32 comparisons = couplet_guard_comparisons (couplet_guard_of (a, transition), 0);
  return (comparisons & COUPLET_GREATER_EQUAL) != 0 ? -1 : 1;
}

static void
add_steps (CoupletEvidence *evidence, const Work *work, const GArray *transitions, guint from)
{
  for (guint i = from; i < transitions->len; i++) {
    guint32 t = g_array_index (transitions, guint32, i);
    couplet_evidence_add_step (
        evidence, (CoupletWalkStep){t, telling_difference (work, t), COUPLET_SHIFT_UNUSED});
  }
}

/* Evidence: a walk to the first of the transitions, then these. first: the
 * difference at the first one, when the conflict is about the shift it gives. */
static void
give_walk (Work *work, const GArray *transitions, const gint8 *first)
{
  guint32 start = g_array_index (transitions, guint32, 0);
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, work->automaton);
  g_autoptr (GArray) before = shortest_walk (work->automaton, work->automaton->source[start]);
  add_steps (evidence, work, before, 0);
  if (first != NULL)
    couplet_evidence_add_step (evidence, (CoupletWalkStep){start, *first, COUPLET_SHIFT_UNUSED});
  add_steps (evidence, work, transitions, first != NULL ? 1 : 0);
  couplet_outcome_take_evidence (work->outcome, evidence);
}

/* ---- Words -------------------------------------------------------------------------- */

static gboolean
is_on_cycle (const Work *work, guint32 transition)
{
  return couplet_on_cycle (work->automaton, work->components, transition);
}

static gboolean
shows_sample (const Work *work, guint32 transition)
{
  return couplet_output_of (work->automaton, transition)->kind == COUPLET_INSAMPLE;
}

static gboolean
is_private (const Work *work, guint32 transition)
{
  return couplet_source_state (work->automaton, transition)->input == COUPLET_PRIVATE;
}

/* Why the sample of transition has to shift as it does. */
static const char *
cause_of (const Work *work, guint32 transition)
{
  gboolean tight = demand_is_tight (work->automaton, work->components, transition);
  if (tight && is_on_cycle (work, transition))
    return "can repeat";
  if (tight)
    return "has no noise";
  return "outputs its sample";
}

/* `q1 -> q1 on insample < x, output bot can repeat, so the shift of x must be 1`,
 * about the shift before the transition or (new) the one it assigns. */
static char *
demand_words (const Work *work, guint32 transition, gboolean lower, gboolean new)
{
  const char *x = work->automaton->thresholds[0];
  g_autofree char *text = couplet_transition_to_string (work->automaton, transition);
  gboolean strong = is_private (work, transition) &&
                    demand_is_tight (work->automaton, work->components, transition);
  const char *cause = cause_of (work, transition);
  if (new &&strong)
    return g_strdup_printf ("'%s' %s, so the new shift of %s is whatever the inputs differ by, "
                            "such as %s",
                            text, cause, x, lower ? "1" : "-1");
  if (new)
    return g_strdup_printf ("'%s' %s, so the new shift of %s is 0", text, cause, x);
  return g_strdup_printf ("'%s' %s, so the shift of %s must be %s", text, cause, x,
                          strong  ? (lower ? "1" : "-1")
                          : lower ? "at least 0"
                                  : "at most 0");
}

/* How the demand comes from the first to the last transition. */
static char *
flow_words (const Work *work, const Conflict *conflict)
{
  const char *x = work->automaton->thresholds[0];
  gboolean assigns = FALSE;
  for (guint i = conflict->from_new ? 1 : 0; i + 1 < conflict->transitions->len; i++)
    assigns |= work->automaton->assignment[g_array_index (conflict->transitions, guint32, i)] != 0;
  if (!assigns)
    return g_strdup_printf ("%s is not re-assigned between them", x);
  return g_strdup_printf ("between them %s is re-assigned only where insample %s %s, so that its "
                          "shift cannot %s",
                          x, conflict->lower ? ">=" : "<", x, conflict->lower ? "fall" : "rise");
}

/* The name of the structure that ends in last. */
static const char *
structure_name (const Work *work, const Conflict *conflict, guint32 first, guint32 last)
{
  const CoupletAutomaton *a = work->automaton;
  gboolean cycles = is_on_cycle (work, first) && is_on_cycle (work, last);
  gboolean same =
      work->components->component[a->source[first]] == work->components->component[a->source[last]];
  gboolean assigns = conflict->from_new || a->assignment[last] != 0;
  gboolean shows = shows_sample (work, first), ends_showing = shows_sample (work, last);
  if (cycles && same && assigns)
    return "leaking cycle";
  if (cycles && !shows && !ends_showing && !conflict->from_new)
    return "leaking pair";
  if (shows && conflict->from_new && is_on_cycle (work, last))
    return "privacy violating path (a)";
  if (shows && !conflict->from_new && is_on_cycle (work, last))
    return "privacy violating path (b)";
  if (ends_showing && is_on_cycle (work, first) && !conflict->from_new)
    return "privacy violating path (c)";
  return "conflicting demands";
}

static void
report_conflict (Work *work, const Conflict *conflict)
{
  guint32 first = g_array_index (conflict->transitions, guint32, 0);
  guint32 last = g_array_index (conflict->transitions, guint32, conflict->transitions->len - 1);
  const char *name = structure_name (work, conflict, first, last);
  g_autofree char *start = demand_words (work, first, conflict->lower, conflict->from_new);
  g_autofree char *stop = demand_words (work, last, !conflict->lower, FALSE);
  g_autofree char *flow = flow_words (work, conflict);
  couplet_outcome_set_structure (work->outcome, name);
  couplet_outcome_set_reason (work->outcome, "%s: %s; %s; %s", name, start, stop, flow);
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_NO_STRATEGY);
  gint8 difference = is_private (work, first) ? (conflict->lower ? 1 : -1) : 0;
  give_walk (work, conflict->transitions, conflict->from_new ? &difference : NULL);
}

static void
report_impossible (Work *work, guint32 transition)
{
  g_autofree char *text = couplet_transition_to_string (work->automaton, transition);
  gboolean fresh = couplet_output_of (work->automaton, transition)->kind == COUPLET_FRESH;
  gboolean cycle = is_on_cycle (work, transition);
  const char *name = cycle ? "disclosing cycle" : "output without noise";
  g_autoptr (GArray) alone = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (alone, transition);
  couplet_outcome_set_structure (work->outcome, name);
  couplet_outcome_set_reason (work->outcome, "%s: '%s' outputs a %s of a private input%s", name,
                              text, fresh ? "fresh sample" : "sample",
                              cycle ? " each time, and can repeat without end" : " without noise");
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_NO_STRATEGY);
  give_walk (work, alone, NULL);
}

/* ---- Comparisons without noise ---------------------------------------------------------- */

/* The comparisons without noise that transition makes of a private input. */
static guint32
bare_comparisons (const CoupletAutomaton *a, guint32 transition)
{
  const CoupletState *state = couplet_source_state (a, transition);
  if (state->input == COUPLET_PUBLIC || a->noises[state->noise].d[0] != COUPLET_NO_NOISE)
    return 0;
  return couplet_guard_comparisons (couplet_guard_of (a, transition), 0);
}

/* Two comparisons without noise of the same value of the threshold, one for each
 * side: with inputs 0 and 1 the answers occur, with 1 and 0 they cannot
 * (docs/theory.md section 10). Sets *first and *last to their transitions. */
static gboolean
find_bare_pair (const CoupletAutomaton *a, guint32 *first, guint32 *last)
{
  g_autofree guint8 *seen = g_malloc0 (a->n_states); /* comparisons since the last assignment */
  g_autofree guint32 *origin = g_new (guint32, (gsize)a->n_states * 2);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 q = 0; q < a->n_states; q++)
    if (a->reachable[q])
      g_array_append_val (stack, q);
  while (stack->len > 0) {
    guint32 q = g_array_index (stack, guint32, stack->len - 1);
    g_array_set_size (stack, stack->len - 1);
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++) {
      guint32 own = bare_comparisons (a, t);
      for (guint32 c = COUPLET_LESS; c <= COUPLET_GREATER_EQUAL; c <<= 1)
        if ((own & c) != 0 && (seen[q] & ~c) != 0) {
          *first = origin[(gsize)q * 2 + (c == COUPLET_LESS)];
          *last = t;
          return TRUE;
        }
      guint8 carried = a->assignment[t] != 0 ? 0 : (guint8)(seen[q] | own);
      guint32 target = a->target[t];
      guint8 new = carried &(guint8)~seen[target];
      for (guint32 c = COUPLET_LESS; c <= COUPLET_GREATER_EQUAL; c <<= 1)
        if ((new &c) != 0)
          origin[(gsize)target * 2 + (c != COUPLET_LESS)] =
              (own & c) != 0 ? t : origin[(gsize)q * 2 + (c != COUPLET_LESS)];
      seen[target] |= new;
      if (new != 0)
        g_array_append_val (stack, target);
    }
  }
  return FALSE;
}

static gboolean
report_bare_pair (Work *work)
{
  guint32 first, last;
  if (work->automaton->all_noise_finite || !work->automaton->output_distinct ||
      !find_bare_pair (work->automaton, &first, &last))
    return FALSE;
  g_autofree char *one = couplet_transition_to_string (work->automaton, first);
  g_autofree char *two = couplet_transition_to_string (work->automaton, last);
  couplet_outcome_set_structure (work->outcome, "comparisons without noise");
  couplet_outcome_set_reason (work->outcome,
                              "comparisons without noise: '%s' and '%s' compare private inputs "
                              "with the same %s on both sides; both answers can occur for some "
                              "inputs, and cannot for an adjacent pair that swaps them",
                              one, two, work->automaton->thresholds[0]);
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_DISTINGUISHER);
  return TRUE;
}

/* ---- All of it ------------------------------------------------------------------------------ */

void
couplet_graph_decide (const CoupletAutomaton *automaton, CoupletOutcome *outcome)
{
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  Work work = {automaton, components, outcome};
  guint32 impossible;
  g_autofree guint8 *codes = flow_codes (automaton, components, &impossible);
  Conflict conflict = {0};
  if (report_bare_pair (&work))
    return;
  if (impossible != COUPLET_NONE)
    report_impossible (&work, impossible);
  else if (flow_find (automaton, codes, TRUE, &conflict) ||
           flow_find (automaton, codes, FALSE, &conflict))
    report_conflict (&work, &conflict);
  else
    couplet_outcome_set_found (outcome, COUPLET_FOUND_STRATEGY);
  conflict_clear (&conflict);
}
