/* SPDX-License-Identifier: Apache-2.0 */
#include "probe_event.h"

#include "linear_probability.h"
#include "path_probability.h"
#include "probe_numbers.h"

/* ---- Walks -------------------------------------------------------------------------------- */

static gboolean
shows_real (const CoupletAutomaton *automaton, guint32 transition)
{
  return couplet_output_of (automaton, transition)->kind != COUPLET_SYMBOL;
}

ProbeEvent *
probe_event_of_walk (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
                     const char **obstacle)
{
  PathDraws *draws = path_draws_new (automaton, transitions, n, obstacle);
  if (draws == NULL)
    return NULL;
  ProbeEvent *event = g_new0 (ProbeEvent, 1);
  event->n_inputs = event->n_values = n;
  event->automaton = automaton;
  event->transitions = g_memdup2 (transitions, n * sizeof *transitions);
  event->draws = draws;
  for (guint i = 0; i < n; i++)
    event->is_density |= shows_real (automaton, transitions[i]);
  return event;
}

static ProbabilityStatus
walk_chance (const ProbeEvent *event, const fmpq *inputs, const fmpq *values, const fmpq_t epsilon,
             CoupletContext *context, arb_t value)
{
  path_draws_read (event->draws, inputs);
  if (values != NULL)
    path_draws_show (event->draws, values);
  for (slong precision = PROBABILITY_FIRST_BITS; precision <= PROBABILITY_MOST_BITS;
       precision *= 2) {
    ProbabilityStatus status = path_probability (value, event->draws, epsilon, precision, context);
    if (status != PROBABILITY_FOUND || probability_is_known (value))
      return status;
  }
  return PROBABILITY_TOO_SMALL;
}

/* ---- Trees -------------------------------------------------------------------------------- */

static ProbeEvent *
tree_event_new (const CoupletLinearList *list)
{
  ProbeEvent *event = g_new0 (ProbeEvent, 1);
  event->n_inputs = list->n_answers;
  event->list = list;
  event->ends = g_array_new (FALSE, FALSE, sizeof (guint32));
  event->reals = g_array_new (FALSE, FALSE, sizeof (guint32));
  return event;
}

/* Adds a path to those with its outputs. */
static void
add_path (const CoupletLinearPath *path, ProbeEvent *event)
{
  const CoupletLinearList *list = event->list;
  for (guint32 r = 0; r < path->n_rows; r++) {
    guint32 node = (guint32)(path->rows[r].node - list->nodes);
    if (list->nodes[node].kind != COUPLET_LINEAR_REAL)
      continue;
    event->has_reals = TRUE;
    event->is_density |= couplet_linear_is_continuous (list, path, &list->nodes[node].form);
    if (event->ends->len == 0)
      g_array_append_val (event->reals, node);
  }
  event->n_values = event->reals->len;
  g_array_append_val (event->ends, path->end);
}

GPtrArray *
probe_events_of_list (const CoupletLinearList *list, guint most)
{
  GPtrArray *events = g_ptr_array_new_with_free_func ((GDestroyNotify)probe_event_free);
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (list);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  CoupletLinearPath path;
  while (events->len <= most && couplet_linear_walk_next (walk, &path)) {
    ProbeEvent *event = g_hash_table_lookup (known, path.outputs);
    if (event == NULL) {
      event = tree_event_new (list);
      g_ptr_array_add (events, event);
      g_hash_table_insert (known, g_strdup (path.outputs), event);
    }
    add_path (&path, event);
  }
  return events;
}

static ProbabilityStatus
tree_chance (const ProbeEvent *event, const fmpq *inputs, const fmpq *values, const fmpq_t epsilon,
             CoupletContext *context, arb_t sum)
{
  arb_t one;
  ProbabilityStatus status = PROBABILITY_FOUND;
  arb_init (one);
  arb_zero (sum);
  for (guint i = 0; i < event->ends->len && status == PROBABILITY_FOUND; i++) {
    status = couplet_context_should_stop (context)
                 ? PROBABILITY_STOPPED
                 : linear_probability (one, event->list, g_array_index (event->ends, guint32, i),
                                       inputs, values, epsilon);
    arb_add (sum, sum, one, PROBABILITY_FIRST_BITS);
  }
  arb_clear (one);
  return status;
}

/* ---- Both --------------------------------------------------------------------------------- */

void
probe_event_free (ProbeEvent *event)
{
  if (event == NULL)
    return;
  g_free (event->transitions);
  path_draws_free (event->draws);
  g_clear_pointer (&event->ends, g_array_unref);
  g_clear_pointer (&event->reals, g_array_unref);
  g_free (event);
}

ProbabilityStatus
probe_event_chance (const ProbeEvent *event, const fmpq *inputs, const fmpq *values,
                    const fmpq_t epsilon, CoupletContext *context, arb_t value)
{
  return (event->automaton != NULL ? walk_chance : tree_chance) (event, inputs, values, epsilon,
                                                                 context, value);
}

/* The transition of the automaton that was read. */
static guint32
read_transition (const CoupletAutomaton *automaton, guint32 transition)
{
  return automaton->folded != NULL ? automaton->folded_transition[transition] : transition;
}

/* A step for each answer, then one for each real output (counterexample.h). */
static void
fill_tree_steps (const ProbeEvent *event, const fmpq *values, CoupletCounterexampleStep *steps)
{
  for (guint i = 0; i < event->n_inputs; i++)
    steps[i].transition = g_array_index (event->ends, guint32, 0);
  for (guint k = 0; k < event->n_values; k++) {
    CoupletCounterexampleStep *step = &steps[event->n_inputs + k];
    step->transition = g_array_index (event->reals, guint32, k);
    step->input = probe_print_exactly (&values[k]);
    step->adjacent = probe_print_exactly (&values[k]);
    step->output = probe_print_exactly (&values[k]);
  }
}

CoupletCounterexampleStep *
probe_event_steps (const ProbeEvent *event, const fmpq *inputs, const fmpq *adjacent,
                   const fmpq *values, guint32 *n)
{
  *n = event->n_inputs + (event->automaton == NULL ? event->n_values : 0);
  CoupletCounterexampleStep *steps = g_new0 (CoupletCounterexampleStep, *n + 1);
  for (guint i = 0; i < event->n_inputs; i++) {
    steps[i].input = probe_print_exactly (&inputs[i]);
    steps[i].adjacent = probe_print_exactly (&adjacent[i]);
    if (event->automaton == NULL)
      continue;
    steps[i].transition = read_transition (event->automaton, event->transitions[i]);
    if (shows_real (event->automaton, event->transitions[i]))
      steps[i].output = probe_print_exactly (&values[i]);
  }
  if (event->automaton == NULL)
    fill_tree_steps (event, values, steps);
  return steps;
}
