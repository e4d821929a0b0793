/* SPDX-License-Identifier: Apache-2.0 */
#include "probe_event.h"

#include "linear_probability.h"
#include "path_probability.h"
#include "probe_numbers.h"
#include "same_outputs.h"

#include <string.h>

/* ---- Walks -------------------------------------------------------------------------------- */

static gboolean
shows_real (const CoupletAutomaton *automaton, guint32 transition)
{
  return couplet_output_of (automaton, transition)->kind != COUPLET_SYMBOL;
}

static void
walk_free (gpointer data)
{
  ProbeWalk *walk = data;
  path_draws_free (walk->draws);
  g_free (walk->reads);
  g_free (walk->shows);
  g_free (walk);
}

/* Whether an output of discrete noise is snapped. */
static gboolean
snaps_whole (const PathDraws *draws)
{
  gboolean snaps = FALSE;
  for (guint i = 0; i < draws->draws->len; i++) {
    const PathDraw *draw = g_ptr_array_index (draws->draws, i);
    snaps |= draw->output == PATH_DRAW_SNAPPED && couplet_noise_is_whole (draw->noise);
  }
  return snaps;
}

/* Adds the path of n transitions, which reads and shows what the walk does at the same steps. NULL
 * with *obstacle set. */
static ProbeWalk *
add_walk (ProbeEvent *event, const guint32 *transitions, guint n, const char **obstacle)
{
  g_autoptr (PathDraws) draws = path_draws_new (event->automaton, transitions, n, obstacle);
  if (draws != NULL && snaps_whole (draws)) {
    *obstacle = "an output of discrete noise is snapped, which may be rounded either way";
    return NULL;
  }
  if (draws == NULL)
    return NULL;
  ProbeWalk *walk = g_new0 (ProbeWalk, 1);
  walk->draws = g_steal_pointer (&draws);
  walk->bits = PROBABILITY_FIRST_BITS;
  walk->reads = g_new (guint, MAX (n, 1));
  walk->shows = g_new (guint, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    walk->reads[i] = walk->shows[i] = i;
  g_ptr_array_add (event->walks, walk);
  return walk;
}

const PathDraws *
probe_event_draws (const ProbeEvent *event)
{
  return ((const ProbeWalk *)g_ptr_array_index (event->walks, 0))->draws;
}

ProbeEvent *
probe_event_of_walk (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
                     const char **obstacle)
{
  g_autoptr (ProbeEvent) event = g_new0 (ProbeEvent, 1);
  event->n_inputs = event->n_values = n;
  event->automaton = automaton;
  event->transitions = g_memdup2 (transitions, n * sizeof *transitions);
  event->walks = g_ptr_array_new_with_free_func (walk_free);
  const ProbeWalk *walk = add_walk (event, transitions, n, obstacle);
  if (walk == NULL)
    return NULL;
  event->is_density = path_draws_have_density (walk->draws);
  return g_steal_pointer (&event);
}

/* The step of the walk that is number index of those that transitions are alike at: of those that
 * read a new input of that kind, or of those that are seen (input: COUPLET_AGAIN). n = none. */
static guint
find_step (const ProbeEvent *event, CoupletInput input, guint index)
{
  const CoupletAutomaton *a = event->automaton;
  guint i = 0;
  for (; i < event->n_inputs; i++) {
    guint32 t = event->transitions[i];
    gboolean counts = input == COUPLET_AGAIN ? !couplet_is_silent (a, t)
                                             : couplet_source_state (a, t)->input == input;
    if (counts && index-- == 0)
      break;
  }
  return i;
}

/* Lets a path read the inputs of the walk, and show what it does, in the same order. FALSE: it
 * reads more inputs. */
static gboolean
match_steps (const ProbeEvent *event, const GArray *path, ProbeWalk *walk)
{
  const CoupletAutomaton *a = event->automaton;
  guint n_read[] = {[COUPLET_PRIVATE] = 0, [COUPLET_PUBLIC] = 0}, n_seen = 0, last = 0;
  for (guint i = 0; i < path->len; i++) {
    guint32 transition = g_array_index (path, guint32, i);
    CoupletInput input = couplet_source_state (a, transition)->input;
    walk->reads[i] = input == COUPLET_AGAIN ? last : find_step (event, input, n_read[input]++);
    if (input == COUPLET_PRIVATE)
      last = walk->reads[i];
    walk->shows[i] =
        couplet_is_silent (a, transition) ? 0 : find_step (event, COUPLET_AGAIN, n_seen++);
    if (walk->reads[i] == event->n_inputs)
      return FALSE;
  }
  return TRUE;
}

/* Whether what both paths output has densities at the same places. */
static gboolean
have_same_densities (const ProbeWalk *walk, const ProbeWalk *other, guint n)
{
  g_autofree guint8 *ours = g_new0 (guint8, MAX (n, 1));
  gboolean good = path_draws_mark_densities (walk->draws, walk->shows, ours, 1) &&
                  path_draws_mark_densities (other->draws, other->shows, ours, 2);
  for (guint i = 0; i < n; i++)
    good = good && (ours[i] == 0 || ours[i] == 3);
  return good;
}

/* Adds a path other than the walk. */
static gboolean
add_other (ProbeEvent *event, const GArray *path, const char **obstacle)
{
  const guint32 *transitions = (const guint32 *)(gconstpointer)path->data;
  if (path->len == event->n_inputs &&
      memcmp (transitions, event->transitions, path->len * sizeof *transitions) == 0)
    return TRUE;
  ProbeWalk *walk = add_walk (event, transitions, path->len, obstacle);
  if (walk == NULL)
    return FALSE;
  if (!match_steps (event, path, walk)) {
    *obstacle = "another path with the same outputs reads more inputs";
    return FALSE;
  }
  *obstacle = "paths with the same outputs show numbers of different kinds";
  return have_same_densities (g_ptr_array_index (event->walks, 0), walk, event->n_values);
}

ProbeEvent *
probe_event_of_outputs (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
                        const char **obstacle)
{
  g_autoptr (ProbeEvent) event = probe_event_of_walk (automaton, transitions, n, obstacle);
  if (event == NULL)
    return NULL;
  g_autoptr (GPtrArray) paths = same_outputs_paths (automaton, transitions, n);
  if (paths == NULL) {
    *obstacle = "too many paths have the same outputs";
    return NULL;
  }
  for (guint i = 0; i < paths->len; i++)
    if (!add_other (event, g_ptr_array_index (paths, i), obstacle))
      return NULL;
  *obstacle = NULL;
  return g_steal_pointer (&event);
}

/* Lets walk read inputs, and show values, of the steps of the event. */
static void
read_walk (const ProbeWalk *walk, const fmpq *inputs, const fmpq *values)
{
  guint n = MAX (walk->draws->n_steps, 1);
  fmpq *own = _fmpq_vec_init (n);
  for (guint i = 0; i < walk->draws->n_steps; i++)
    fmpq_set (&own[i], &inputs[walk->reads[i]]);
  path_draws_read (walk->draws, own);
  for (guint i = 0; i < walk->draws->n_steps && values != NULL; i++)
    fmpq_set (&own[i], &values[walk->shows[i]]);
  if (values != NULL)
    path_draws_show (walk->draws, own);
  _fmpq_vec_clear (own, n);
}

/* value += the probability of walk, which has been read. */
static ProbabilityStatus
add_chance (ProbeWalk *walk, const fmpq_t epsilon, CoupletContext *context, arb_t value)
{
  arb_t one;
  ProbabilityStatus status = PROBABILITY_TOO_SMALL;
  arb_init (one);
  for (slong precision = walk->bits; precision <= PROBABILITY_MOST_BITS; precision *= 2) {
    status = path_probability (one, walk->draws, epsilon, precision, context);
    gboolean known = status == PROBABILITY_FOUND && probability_is_known (one);
    if (known)
      walk->bits = precision;
    if (known || status != PROBABILITY_FOUND)
      break;
    status = PROBABILITY_TOO_SMALL;
  }
  arb_add (value, value, one, PROBABILITY_FIRST_BITS);
  arb_clear (one);
  return status;
}

static ProbabilityStatus
walk_chance (const ProbeEvent *event, const fmpq *inputs, const fmpq *values, const fmpq_t epsilon,
             CoupletContext *context, arb_t value)
{
  ProbabilityStatus status = PROBABILITY_FOUND;
  arb_zero (value);
  for (guint i = 0; i < event->walks->len && status == PROBABILITY_FOUND; i++) {
    ProbeWalk *walk = g_ptr_array_index (event->walks, i);
    read_walk (walk, inputs, values);
    status = add_chance (walk, epsilon, context, value);
  }
  return status;
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
  g_clear_pointer (&event->walks, g_ptr_array_unref);
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
