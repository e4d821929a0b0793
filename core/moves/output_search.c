/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/cost.h>
#include <couplet/internal/lossy_walk.h>

#include "fees.h"
#include "output_letters.h"
#include "walk_search.h"

#include <string.h>

/* Beyond these the search does not begin, or ends with what it has. */
#define MOST_PLACES 300
#define MOST_SETS 2000
#define MOST_SETS_TO_GOAL 20000
#define MOST_MATRICES 400
/* So many turns of a loop at most until all free repeats are in step. */
#define MOST_TURNS 60
/* So many turns of a loop without bound are reckoned, to name a number. */
#define TOLD_TURNS 100

/* An element is a set of runs, those that may have shown some outputs: the least cost with which
 * they are at each place, and then, a byte for each state, whether one may be there. */
typedef struct {
  const CoupletAutomaton *automaton;
  CoupletContext *context;
  CoupletUnit *unit;
  OutputLetters *letters;
  CoupletSearch *search;
  GPtrArray *steps; /* per walk: the ways of its last letter and the loops after it */
  guint32 n_matrices;
  CoupletCost best; /* the largest cost met that is finite */
  gboolean unbounded;
  const CoupletRational *goal; /* outputs that cost more are looked for, and no loops; or NULL */
  guint most_steps;            /* of them */
} OutputSearch;

static const guint8 *
states_of (const OutputSearch *outputs, const CoupletCost *costs)
{
  return (const guint8 *)(costs + outputs->letters->n_places);
}

static const OutputLetter *
letter_at (const OutputSearch *outputs, guint32 i)
{
  return g_ptr_array_index (outputs->letters->letters, i);
}

/* ---- Comparing ------------------------------------------------------------------------------ */

static gboolean
costs_are_below (const OutputSearch *outputs, const CoupletCost *a, const CoupletCost *b)
{
  for (guint32 i = 0; i < outputs->letters->n_places; i++)
    if (couplet_cost_compare (a[i], b[i]) > 0)
      return FALSE;
  return TRUE;
}

static gboolean
states_are_among (const OutputSearch *outputs, const CoupletCost *a, const CoupletCost *b)
{
  const guint8 *few = states_of (outputs, a), *many = states_of (outputs, b);
  for (guint32 q = 0; q < outputs->automaton->n_states; q++)
    if (few[q] && !many[q])
      return FALSE;
  return TRUE;
}

/* Nothing that follows b can cost more than what follows a. */
static gboolean
covers (gpointer data, gconstpointer a, gconstpointer b)
{
  const OutputSearch *outputs = data;
  return states_are_among (outputs, b, a) && costs_are_below (outputs, b, a);
}

static CoupletCost
least_of (const OutputSearch *outputs, const CoupletCost *costs)
{
  CoupletCost least = COUPLET_COST_INFINITE;
  for (guint32 i = 0; i < outputs->letters->n_places; i++)
    least = couplet_cost_min (least, costs[i]);
  return least;
}

/* ---- Letters -------------------------------------------------------------------------------- */

/* Whether a run may be in state q at finite cost. */
static gboolean
counts (const OutputSearch *outputs, const CoupletCost *costs, guint32 q)
{
  for (guint32 p = outputs->letters->first[q]; p < outputs->letters->first[q + 1]; p++)
    if (costs[p] != COUPLET_COST_INFINITE)
      return TRUE;
  return FALSE;
}

/* Whether the input of state may differ by difference where it moves. */
static gboolean
can_differ (const GArray *moves, guint32 state, int difference)
{
  for (guint i = 0; i < moves->len; i++) {
    const OutputMove *move = &g_array_index (moves, OutputMove, i);
    if (move->from == state && couplet_shifts_have (move->differences, difference))
      return TRUE;
  }
  return FALSE;
}

/* Whether the letter can be seen after set, and all runs that count read its input there. Adds to
 * after the states that it leads to. Runs that count have read inputs of the same kinds so far, and
 * so are at one place of the inputs, with the same differences after them. */
static gboolean
follow_states (const OutputSearch *outputs, const CoupletCost *set, const OutputLetter *letter,
               guint8 *after)
{
  const CoupletAutomaton *a = outputs->automaton;
  const GArray *moves = g_ptr_array_index (outputs->letters->moves, letter->output);
  const guint8 *states = states_of (outputs, set);
  gboolean any = FALSE;
  for (guint i = 0; i < moves->len; i++) {
    const OutputMove *move = &g_array_index (moves, OutputMove, i);
    gboolean other = a->states[move->from].input != letter->input;
    if (!states[move->from])
      continue;
    if (other && counts (outputs, set, move->from))
      return FALSE;
    if (!other && !couplet_shifts_have (move->differences, letter->difference)) {
      if (counts (outputs, set, move->from) && !can_differ (moves, move->from, letter->difference))
        return FALSE;
      continue;
    }
    after[move->to] = 1;
    any = TRUE;
  }
  return any;
}

static Take
take (gpointer data, gconstpointer before, CoupletWalkEnd *end, gpointer after)
{
  const OutputSearch *outputs = data;
  const OutputLetter *letter = letter_at (outputs, end->transition);
  guint32 n = outputs->letters->n_places;
  CoupletCost *costs = after;
  guint8 *states = (guint8 *)(costs + n);
  memset (states, 0, outputs->automaton->n_states);
  if (!follow_states (outputs, before, letter, states))
    return TAKE_NOT;
  shift_vector_step (outputs->unit, before, n, letter->ways, costs);
  if (outputs->goal == NULL)
    return TAKE;
  CoupletCost least = least_of (outputs, costs);
  if (least == COUPLET_COST_INFINITE || /* of a draw without noise */
      (letter->input == COUPLET_PUBLIC) != (letter->difference == 0))
    return TAKE_NOT;
  if (couplet_cost_is_above (outputs->unit, least, outputs->goal))
    return TAKE_GOAL;
  return end->length < outputs->most_steps ? TAKE : TAKE_NOT;
}

/* ---- Limits --------------------------------------------------------------------------------- */

/* The matrix of the steps from walk ancestor to end, whose last one is the last of steps. */
static ShiftMatrix *
matrix_between (const OutputSearch *outputs, guint32 ancestor, const CoupletWalkEnd *end)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new ();
  g_ptr_array_add (path, g_ptr_array_index (outputs->steps, outputs->steps->len - 1));
  for (guint32 i = end->before; i != ancestor; i = couplet_search_walk (outputs->search, i)->before)
    g_ptr_array_add (path, g_ptr_array_index (outputs->steps, i));
  ShiftMatrix *matrix = shift_matrix_unit (outputs->letters->n_places);
  for (guint i = path->len; i-- > 0;) {
    g_autofree ShiftMatrix *before = matrix;
    matrix = shift_matrix_step (outputs->unit, before, g_ptr_array_index (path, i));
  }
  return matrix;
}

/* Takes note of what some outputs force. */
static void
note_cost (OutputSearch *outputs, const CoupletCost *costs)
{
  CoupletCost least = least_of (outputs, costs);
  if (least != COUPLET_COST_INFINITE)
    outputs->best = couplet_cost_max (outputs->best, least);
}

/* Takes note of what some turns of a loop force, one after the other. */
static void
note_turns (OutputSearch *outputs, const CoupletCost *costs, const ShiftMatrix *loop)
{
  gsize size = MAX (loop->n, 1) * sizeof *costs;
  g_autofree CoupletCost *before = g_memdup2 (costs, size), *after = g_malloc (size);
  g_autoptr (GArray) turn = shift_matrix_ways (loop);
  for (guint i = 0; i < TOLD_TURNS; i++) {
    shift_vector_step (outputs->unit, before, loop->n, turn, after);
    note_cost (outputs, after);
    memcpy (before, after, loop->n * sizeof *before);
  }
}

/* Takes costs, at end, through more and more of what led there from ancestor. FALSE when that
 * cannot be. */
static gboolean
repeat (OutputSearch *outputs, guint32 ancestor, const CoupletWalkEnd *end, CoupletCost *costs)
{
  g_autofree ShiftMatrix *loop = matrix_between (outputs, ancestor, end);
  g_autofree ShiftMatrix *limit = shift_matrix_limit (outputs->unit, loop, MOST_TURNS);
  if (limit == NULL)
    return FALSE;
  guint32 n = limit->n;
  GArray **last = (GArray **)&g_ptr_array_index (outputs->steps, outputs->steps->len - 1);
  g_autofree CoupletCost *before = g_memdup2 (costs, MAX (n, 1) * sizeof *costs);
  g_autoptr (GArray) repeated = shift_matrix_ways (limit), step = *last;
  shift_vector_step (outputs->unit, before, n, repeated, costs);
  if (least_of (outputs, costs) == COUPLET_COST_INFINITE)
    note_turns (outputs, before, loop);
  g_autofree ShiftMatrix *none = shift_matrix_unit (n);
  g_autofree ShiftMatrix *once = shift_matrix_step (outputs->unit, none, step);
  g_autofree ShiftMatrix *both = shift_matrix_step (outputs->unit, once, repeated);
  *last = shift_matrix_ways (both);
  outputs->n_matrices++;
  return TRUE;
}

/* Raises a set to its limits: the loops from sets before it with the same states. */
static void
raise_to_limits (gpointer data, const CoupletSearch *search, CoupletWalkEnd *end, gpointer set)
{
  OutputSearch *outputs = data;
  g_ptr_array_add (outputs->steps, g_array_ref (letter_at (outputs, end->transition)->ways));
  for (guint32 i = end->before; i != COUPLET_NONE && outputs->n_matrices < MOST_MATRICES;
       i = couplet_search_walk (search, i)->before) {
    const CoupletCost *ancestor = walk_search_element (search, i);
    if (!states_are_among (outputs, set, ancestor) || !covers (outputs, set, ancestor))
      continue;
    if (costs_are_below (outputs, set, ancestor) || !repeat (outputs, i, end, set))
      break;
  }
  note_cost (outputs, set);
  outputs->unbounded |= least_of (outputs, set) == COUPLET_COST_INFINITE;
}

/* ---- Searching ------------------------------------------------------------------------------ */

/* Letters have theirs. */
static guint32
any_difference (G_GNUC_UNUSED gpointer data, G_GNUC_UNUSED guint32 letter,
                gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  differences[0] = 0;
  return 1;
}

static gboolean
goes_on (gpointer data, const CoupletSearch *search)
{
  const OutputSearch *outputs = data;
  guint32 most = outputs->goal != NULL ? MOST_SETS_TO_GOAL : MOST_SETS;
  return !outputs->unbounded && search->walks->len < most &&
         !couplet_context_should_stop (outputs->context);
}

static void
outputs_clear (OutputSearch *outputs)
{
  couplet_unit_free (outputs->unit);
  output_letters_free (outputs->letters);
  couplet_search_free (outputs->search);
  if (outputs->steps != NULL)
    g_ptr_array_unref (outputs->steps);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OutputSearch, outputs_clear)

/* Looks at the automaton. FALSE when there are too many places, or context should stop. */
static gboolean
load_letters (OutputSearch *outputs)
{
  const CoupletAutomaton *automaton = outputs->automaton;
  outputs->unit = couplet_unit_new_within (automaton, outputs->context, NULL);
  g_autoptr (CoupletComponents) components =
      outputs->unit != NULL ? couplet_components_new_within (automaton, outputs->context) : NULL;
  g_autoptr (CoupletLive) live =
      components != NULL ? couplet_live_new_within (automaton, components, outputs->context) : NULL;
  if (live != NULL)
    outputs->letters = output_letters_new (automaton, live, outputs->unit, MOST_PLACES);
  return outputs->letters != NULL;
}

/* Follows all outputs of automaton, which is looked at, or some until they cost more than the goal.
 */
static WalkSearchEnd
run_search (OutputSearch *outputs)
{
  guint32 n = outputs->letters->n_places, initial = outputs->automaton->initial;
  gsize size = n * sizeof (CoupletCost) + outputs->automaton->n_states;
  const guint32 row[] = {0, outputs->letters->letters->len};
  g_autofree guint32 *target = g_new0 (guint32, row[1] + 1);
  const CoupletAutomaton letters = {.row = row, .target = target}; /* each leads from set to set */
  const WalkElements elements = {.take = take,
                                 .covers = covers,
                                 .raise = outputs->goal == NULL ? raise_to_limits : NULL,
                                 .differences = any_difference,
                                 .goes_on = goes_on};
  outputs->search = walk_search_new (1, size);
  outputs->steps = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  g_autofree CoupletCost *start = g_malloc0 (size + sizeof (CoupletCost));
  memset (start, 0xff, n * sizeof *start);
  start[outputs->letters->first[initial]] = 0;
  ((guint8 *)(start + n))[initial] = 1;
  walk_search_start (outputs->search, 0, start);
  g_ptr_array_add (outputs->steps, g_array_new (FALSE, FALSE, sizeof (CoupletArc)));
  return walk_search_run (outputs->search, &letters, &elements, outputs);
}

void
couplet_cost_by_outputs (const CoupletAutomaton *automaton, CoupletContext *context,
                         CoupletRational *cost, gboolean *unbounded)
{
  g_auto (OutputSearch) outputs = {.automaton = automaton, .context = context};
  *unbounded = FALSE;
  mpq_set_ui (cost->value, 0, 1);
  if (!load_letters (&outputs))
    return;
  run_search (&outputs);
  couplet_cost_to_rational (outputs.unit, outputs.best, cost);
  *unbounded = outputs.unbounded;
}

/* ---- A walk with these outputs --------------------------------------------------------------- */

/* The state where some run may be that pays least. */
static guint32
cheapest_state (const OutputSearch *outputs, const CoupletCost *costs)
{
  guint32 best = 0, state = 0;
  for (guint32 i = 1; i < outputs->letters->n_places; i++)
    if (couplet_cost_compare (costs[i], costs[best]) < 0)
      best = i;
  while (outputs->letters->first[state + 1] <= best)
    state++;
  return state;
}

/* A transition with what letter shows by which runs of before may come to state. */
static guint32
transition_to (const OutputSearch *outputs, const CoupletCost *before, const OutputLetter *letter,
               guint32 state)
{
  const CoupletAutomaton *a = outputs->automaton;
  guint32 t = a->n_transitions;
  do
    t--;
  while (a->target[t] != state || outputs->letters->seen[t] != letter->output ||
         a->states[a->source[t]].input != letter->input ||
         !counts (outputs, before, a->source[t]) ||
         !couplet_shifts_have (difference_set (a, t), letter->difference) ||
         couplet_guard_of (a, t)->n_alternatives == 0);
  return t;
}

/* A walk with the outputs that the search found, one of the cheapest at its end. */
static CoupletLossyWalk *
read_walk (const OutputSearch *outputs)
{
  const CoupletSearch *search = outputs->search;
  const CoupletWalkEnd *end = couplet_search_walk (search, search->walks->len - 1);
  const CoupletCost *costs = walk_search_element (search, search->walks->len - 1);
  guint32 state = cheapest_state (outputs, costs);
  CoupletLossyWalk *walk = g_new0 (CoupletLossyWalk, 1);
  walk->steps = g_array_sized_new (FALSE, FALSE, sizeof (CoupletWalkStep), end->length);
  g_array_set_size (walk->steps, end->length);
  couplet_rational_init (&walk->loss);
  couplet_cost_to_rational (outputs->unit, least_of (outputs, costs), &walk->loss);
  for (; end->before != COUPLET_NONE; end = couplet_search_walk (search, end->before)) {
    const OutputLetter *letter = letter_at (outputs, end->transition);
    guint32 t = transition_to (outputs, walk_search_element (search, end->before), letter, state);
    g_array_index (walk->steps, CoupletWalkStep, end->length - 1) =
        (CoupletWalkStep){t, (gint8)letter->difference, COUPLET_SHIFT_UNUSED};
    state = outputs->automaton->source[t];
  }
  return walk;
}

CoupletLossyWalk *
couplet_lossy_walk_by_outputs (const CoupletAutomaton *automaton, const CoupletRational *claim,
                               guint most_steps, CoupletContext *context)
{
  g_auto (OutputSearch) outputs = {
      .automaton = automaton, .context = context, .goal = claim, .most_steps = most_steps};
  gboolean found =
      automaton->silent == NULL && load_letters (&outputs) && run_search (&outputs) == SEARCH_GOAL;
  return found ? read_walk (&outputs) : NULL;
}
