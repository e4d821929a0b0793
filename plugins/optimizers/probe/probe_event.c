/* SPDX-License-Identifier: Apache-2.0 */
#include "probe_event.h"

#include "probe_numbers.h"
#include "walks.h"

#include <couplet/internal/path_inputs.h>

#include <string.h>

/* ---- Walks -------------------------------------------------------------------------------- */

static gboolean
shows_real (const CoupletAutomaton *automaton, guint32 transition)
{
  return couplet_output_of (automaton, transition)->kind != COUPLET_SYMBOL;
}

/* Whether an output of discrete noise is snapped. */
static gboolean
snaps_whole (const Line *line)
{
  for (guint i = 0; i < line->rows->len; i++) {
    const LineRow *row = line_row (line, i);
    guint atom = g_array_index (row->form.terms, LineTerm, 0).atom;
    if (row->kind == LINE_SNAPPED && atom >= line->n_inputs &&
        couplet_noise_is_whole (line_draw (line, atom - line->n_inputs)->noise))
      return TRUE;
  }
  return FALSE;
}

/* Why the probability of the walk is not computed; NULL = it is. */
static const char *
find_obstacle (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
               const Line *line)
{
  for (guint i = 0; i < n; i++)
    if (couplet_guard_of (automaton, transitions[i])->n_alternatives > 1)
      return "a guard on the path has several alternatives";
  return snaps_whole (line)
             ? "an output of discrete noise is snapped, which may be rounded either way"
             : NULL;
}

/* Adds the path of n transitions, which reads inputs and shows values of the walk; NULL = its own.
 * Returns its line, or NULL with *obstacle set. */
static const Line *
add_walk (ProbeEvent *event, const guint32 *transitions, guint n, const guint *reads,
          const guint *shows, const char **obstacle)
{
  Line *line = line_of_walk (event->automaton, transitions, n, reads, shows, event->n_inputs);
  g_ptr_array_add (event->lines, line);
  *obstacle = find_obstacle (event->automaton, transitions, n, line);
  return *obstacle == NULL ? line : NULL;
}

static ProbeEvent *
event_new (guint n_inputs, guint n_values)
{
  ProbeEvent *event = g_new0 (ProbeEvent, 1);
  event->n_inputs = n_inputs;
  event->n_values = n_values;
  event->lines = g_ptr_array_new_with_free_func ((GDestroyNotify)line_free);
  event->bits = PROBABILITY_FIRST_BITS;
  return event;
}

/* Which outputs of the first path have a density: a mark for each. The caller frees them. */
static guint8 *
mark_first (const ProbeEvent *event, gboolean *good)
{
  guint8 *marks = g_new0 (guint8, MAX (event->n_values, 1));
  *good = line_mark_densities (g_ptr_array_index (event->lines, 0), marks, 1);
  return marks;
}

ProbeEvent *
probe_event_of_walk (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
                     const char **obstacle)
{
  gboolean good;
  g_autoptr (ProbeEvent) event = event_new (n, n);
  event->automaton = automaton;
  event->transitions = g_memdup2 (transitions, n * sizeof *transitions);
  if (add_walk (event, transitions, n, NULL, NULL, obstacle) == NULL)
    return NULL;
  g_autofree guint8 *marks = mark_first (event, &good);
  event->is_density = memchr (marks, 1, MAX (n, 1)) != NULL;
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
match_steps (const ProbeEvent *event, const GArray *path, guint *reads, guint *shows)
{
  const CoupletAutomaton *a = event->automaton;
  guint n_read[] = {[COUPLET_PRIVATE] = 0, [COUPLET_PUBLIC] = 0}, n_seen = 0, last = 0;
  for (guint i = 0; i < path->len; i++) {
    guint32 transition = g_array_index (path, guint32, i);
    CoupletInput input = couplet_source_state (a, transition)->input;
    reads[i] = input == COUPLET_AGAIN ? last : find_step (event, input, n_read[input]++);
    if (input == COUPLET_PRIVATE)
      last = reads[i];
    shows[i] = couplet_is_silent (a, transition) ? 0 : find_step (event, COUPLET_AGAIN, n_seen++);
    if (reads[i] == event->n_inputs)
      return FALSE;
  }
  return TRUE;
}

/* Whether what the walk and line output has densities at the same places. */
static gboolean
have_same_densities (const ProbeEvent *event, const Line *line)
{
  gboolean good;
  g_autofree guint8 *marks = mark_first (event, &good);
  good = line_mark_densities (line, marks, 2) && good;
  for (guint i = 0; i < event->n_values; i++)
    good = good && (marks[i] == 0 || marks[i] == 3);
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
  g_autofree guint *reads = g_new (guint, MAX (path->len, 1));
  g_autofree guint *shows = g_new (guint, MAX (path->len, 1));
  if (!match_steps (event, path, reads, shows)) {
    *obstacle = "another path with the same outputs reads more inputs";
    return FALSE;
  }
  const Line *line = add_walk (event, transitions, path->len, reads, shows, obstacle);
  if (line != NULL && !have_same_densities (event, line))
    *obstacle = "paths with the same outputs show numbers of different kinds";
  return *obstacle == NULL;
}

ProbeEvent *
probe_event_of_outputs (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
                        const char **obstacle)
{
  g_autoptr (ProbeEvent) event = probe_event_of_walk (automaton, transitions, n, obstacle);
  if (event == NULL)
    return NULL;
  g_autoptr (GPtrArray) paths = walks_with_outputs (automaton, transitions, n);
  if (paths == NULL) {
    *obstacle = "too many paths have the same outputs";
    return NULL;
  }
  for (guint i = 0; i < paths->len; i++)
    if (!add_other (event, g_ptr_array_index (paths, i), obstacle))
      return NULL;
  return g_steal_pointer (&event);
}

/* ---- Trees -------------------------------------------------------------------------------- */

static ProbeEvent *
tree_event_new (const CoupletLinearList *list, guint32 end)
{
  ProbeEvent *event = event_new (list->n_answers, 0);
  event->list = list;
  event->end = end;
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
    if (event->lines->len == 0)
      g_array_append_val (event->reals, node);
  }
  event->n_values = event->reals->len;
  g_ptr_array_add (event->lines, line_of_node (list, path->end));
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
      event = tree_event_new (list, path.end);
      g_ptr_array_add (events, event);
      g_hash_table_insert (known, g_strdup (path.outputs), event);
    }
    add_path (&path, event);
  }
  return events;
}

/* ---- Both --------------------------------------------------------------------------------- */

void
probe_event_free (ProbeEvent *event)
{
  if (event == NULL)
    return;
  g_free (event->transitions);
  g_ptr_array_unref (event->lines);
  g_clear_pointer (&event->reals, g_array_unref);
  g_free (event);
}

ProbabilityStatus
probe_event_chance (ProbeEvent *event, const fmpq *inputs, const fmpq *values, const fmpq_t epsilon,
                    CoupletContext *context, arb_t value)
{
  g_auto (arb_t) one;
  ProbabilityStatus status = PROBABILITY_FOUND;
  arb_init (one);
  arb_zero (value);
  for (guint i = 0; i < event->lines->len && status == PROBABILITY_FOUND; i++) {
    status = line_probability (one, g_ptr_array_index (event->lines, i), inputs, values, epsilon,
                               &event->bits, context);
    arb_add (value, value, one, PROBABILITY_FIRST_BITS);
  }
  return status;
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
    steps[i].transition = event->end;
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

/* ---- Inputs --------------------------------------------------------------------------------- */

gboolean
inputs_are_whole (const CoupletAutomaton *automaton)
{
  for (guint32 i = 0; i < automaton->n_noises; i++)
    if (couplet_noise_is_whole (automaton->noise_kinds[i].sample) ||
        couplet_noise_is_whole (automaton->noise_kinds[i].fresh))
      return TRUE;
  return FALSE;
}

gboolean
path_place (const CoupletAutomaton *automaton, const guint32 *transitions, guint n, fmpq *inputs,
            fmpq *values)
{
  g_autoptr (GArray) numbers = couplet_path_inputs (automaton, transitions, n);
  for (guint i = 0; numbers != NULL && i < n; i++) {
    fmpq_set_mpq (&inputs[i], g_array_index (numbers, CoupletRational, i).value);
    fmpq_set_mpq (&values[i], g_array_index (numbers, CoupletRational, n + i).value);
  }
  return numbers != NULL;
}
