/* SPDX-License-Identifier: Apache-2.0 */
#include "output_search.h"

#include "output_word.h"

#include <string.h>

/* Beyond these the search does not begin, or ends with what it has. */
#define MOST_PLACES 300
#define MOST_SETS 2000
#define MOST_MATRICES 400
/* So many turns of a loop at most until all free repeats are in step. */
#define MOST_TURNS 60
/* So many turns of a loop without bound are reckoned, to name a number. */
#define TOLD_TURNS 100

/* What outputs may have led to: the least costs of all places that the runs may be at. */
typedef struct {
  OutputLink link;
  gboolean dropped;
  ShiftMatrix *step; /* the letter and the loops that followed; NULL = the letter alone */
  guint8 *states;    /* per state: whether a run may be there */
  CoupletCost *cost; /* per place */
} OutputSet;

typedef struct {
  CoupletContext *context;
  CoupletUnit *unit;
  OutputLetters *letters;
  GPtrArray *sets; /* OutputSet */
  guint32 n_matrices;
  CoupletCost best; /* the largest cost met that is finite */
  gboolean unbounded;
  const CoupletRational *goal; /* stop at a set that costs more; NULL = go on */
  guint32 found;               /* that set; NO_SET = none */
} OutputSearch;

#define NO_SET OUTPUT_WORD_START

static const CoupletAutomaton *
automaton_of (const OutputSearch *search)
{
  return search->letters->automaton;
}

static OutputSet *
set_at (const OutputSearch *search, guint32 i)
{
  return g_ptr_array_index (search->sets, i);
}

static const OutputLetter *
letter_at (const OutputSearch *search, guint32 i)
{
  return g_ptr_array_index (search->letters->letters, i);
}

static OutputSet *
set_new (const OutputSearch *search)
{
  OutputSet *set = g_new0 (OutputSet, 1);
  set->link = (OutputLink){NO_SET, 0, g_array_new (FALSE, FALSE, sizeof (guint32))};
  set->states = g_new0 (guint8, automaton_of (search)->n_states);
  set->cost = g_new (CoupletCost, MAX (search->letters->n_places, 1));
  memset (set->cost, 0xff, search->letters->n_places * sizeof *set->cost);
  return set;
}

static void
set_free (gpointer data)
{
  OutputSet *set = data;
  g_array_unref (set->link.loops);
  g_free (set->step);
  g_free (set->states);
  g_free (set->cost);
  g_free (set);
}

/* ---- Comparing ------------------------------------------------------------------------------ */

static gboolean
costs_are_below (const OutputSearch *search, const OutputSet *a, const OutputSet *b)
{
  for (guint32 i = 0; i < search->letters->n_places; i++)
    if (couplet_cost_compare (a->cost[i], b->cost[i]) > 0)
      return FALSE;
  return TRUE;
}

static gboolean
states_are_among (const OutputSearch *search, const OutputSet *a, const OutputSet *b)
{
  for (guint32 q = 0; q < automaton_of (search)->n_states; q++)
    if (a->states[q] && !b->states[q])
      return FALSE;
  return TRUE;
}

/* Whether nothing that follows a can cost more than what follows b. */
static gboolean
is_below (const OutputSearch *search, const OutputSet *a, const OutputSet *b)
{
  return states_are_among (search, a, b) && costs_are_below (search, a, b);
}

/* Drops those below set; FALSE, and nothing dropped, when it is itself below one. */
static gboolean
is_new (OutputSearch *search, const OutputSet *set)
{
  for (guint i = 0; i < search->sets->len; i++)
    if (!set_at (search, i)->dropped && is_below (search, set, set_at (search, i)))
      return FALSE;
  for (guint i = 0; i < search->sets->len; i++)
    set_at (search, i)->dropped |= is_below (search, set_at (search, i), set);
  return TRUE;
}

/* ---- Letters -------------------------------------------------------------------------------- */

/* Whether a run in state q at finite cost may be behind set. */
static gboolean
counts (const OutputSearch *search, const OutputSet *set, guint32 q)
{
  for (guint32 p = search->letters->first[q]; p < search->letters->first[q + 1]; p++)
    if (set->cost[p] != COUPLET_COST_INFINITE)
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

/* Whether the letter can be seen behind set, and all runs that count read its input there.
 * Sets the states of *after. Runs that count have read inputs of the same kinds so far, and so
 * are at one place of the inputs, with the same differences behind them. */
static gboolean
follow_states (const OutputSearch *search, const OutputSet *set, const OutputLetter *letter,
               OutputSet *after)
{
  const CoupletAutomaton *a = automaton_of (search);
  const GArray *moves = g_ptr_array_index (search->letters->moves, letter->output);
  gboolean any = FALSE;
  for (guint i = 0; i < moves->len; i++) {
    const OutputMove *move = &g_array_index (moves, OutputMove, i);
    gboolean other = a->states[move->from].input != letter->input;
    if (!set->states[move->from])
      continue;
    if (other && counts (search, set, move->from))
      return FALSE;
    if (!other && !couplet_shifts_have (move->differences, letter->difference)) {
      if (counts (search, set, move->from) && !can_differ (moves, move->from, letter->difference))
        return FALSE;
      continue;
    }
    after->states[move->to] = 1;
    any = TRUE;
  }
  return any;
}

static void
apply_letter (const OutputSearch *search, const OutputSet *set, const OutputLetter *letter,
              OutputSet *after)
{
  shift_vector_step (search->unit, set->cost, search->letters->n_places,
                     (const ShiftWay *)(gpointer)letter->ways->data, letter->ways->len,
                     after->cost);
}

/* ---- Limits --------------------------------------------------------------------------------- */

static ShiftMatrix *
then_step (const OutputSearch *search, ShiftMatrix *before, const OutputSet *set)
{
  const GArray *ways = letter_at (search, set->link.letter)->ways;
  g_autofree ShiftMatrix *first = before;
  return set->step != NULL ? shift_matrix_times (search->unit, first, set->step)
                           : shift_matrix_step (search->unit, first,
                                                (const ShiftWay *)(gpointer)ways->data, ways->len);
}

/* The matrix of all steps from ancestor to set. */
static ShiftMatrix *
matrix_between (const OutputSearch *search, guint32 ancestor, const OutputSet *set)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new ();
  for (const OutputSet *s = set;; s = set_at (search, s->link.parent)) {
    g_ptr_array_add (path, (gpointer)s);
    if (s->link.parent == ancestor)
      break;
  }
  ShiftMatrix *matrix = shift_matrix_unit (search->letters->n_places);
  for (guint i = path->len; i-- > 0;)
    matrix = then_step (search, matrix, g_ptr_array_index (path, i));
  return matrix;
}

static CoupletCost
least_of (const OutputSearch *search, const CoupletCost *cost)
{
  CoupletCost least = COUPLET_COST_INFINITE;
  for (guint32 i = 0; i < search->letters->n_places; i++)
    least = couplet_cost_min (least, cost[i]);
  return least;
}

/* Takes note of what the outputs that led to vector force. */
static void
note_cost (OutputSearch *search, const CoupletCost *cost)
{
  CoupletCost least = least_of (search, cost);
  if (least != COUPLET_COST_INFINITE)
    search->best = couplet_cost_max (search->best, least);
}

/* Takes note of what some turns of a loop force, one after the other. */
static void
note_turns (OutputSearch *search, const CoupletCost *cost, const ShiftMatrix *loop)
{
  g_autofree CoupletCost *before = g_memdup2 (cost, MAX (loop->n, 1) * sizeof *cost);
  g_autofree CoupletCost *after = g_new (CoupletCost, MAX (loop->n, 1));
  for (guint turn = 0; turn < TOLD_TURNS; turn++) {
    shift_vector_times (search->unit, before, loop, after);
    note_cost (search, after);
    memcpy (before, after, loop->n * sizeof *before);
  }
}

static gboolean
is_impossible (const OutputSearch *search, const CoupletCost *cost)
{
  return least_of (search, cost) == COUPLET_COST_INFINITE;
}

/* Takes set through more and more of what led to it from ancestor. FALSE when that cannot be. */
static gboolean
repeat (OutputSearch *search, guint32 ancestor, OutputSet *set)
{
  g_autofree ShiftMatrix *loop = matrix_between (search, ancestor, set);
  g_autofree ShiftMatrix *limit = shift_matrix_limit (search->unit, loop, MOST_TURNS);
  if (limit == NULL)
    return FALSE;
  CoupletCost *raised = g_new (CoupletCost, MAX (limit->n, 1));
  shift_vector_times (search->unit, set->cost, limit, raised);
  if (is_impossible (search, raised))
    note_turns (search, set->cost, loop);
  g_free (set->cost);
  set->cost = raised;
  g_autofree ShiftMatrix *step =
      then_step (search, shift_matrix_unit (search->letters->n_places), set);
  g_free (set->step);
  set->step = shift_matrix_times (search->unit, step, limit);
  g_array_append_val (set->link.loops, ancestor);
  search->n_matrices++;
  return TRUE;
}

/* Raises set to its limits: the loops from sets before it with the same states. */
static void
raise_to_limits (OutputSearch *search, OutputSet *set)
{
  for (guint32 i = set->link.parent; i != NO_SET && search->n_matrices < MOST_MATRICES;
       i = set_at (search, i)->link.parent) {
    const OutputSet *ancestor = set_at (search, i);
    if (!states_are_among (search, set, ancestor) || !is_below (search, ancestor, set))
      continue;
    if (costs_are_below (search, set, ancestor) || !repeat (search, i, set))
      return;
  }
}

/* ---- Searching ------------------------------------------------------------------------------ */

/* Whether cost is above the goal. */
static gboolean
is_above_goal (const OutputSearch *search, CoupletCost cost)
{
  if (search->goal == NULL || cost == COUPLET_COST_INFINITE)
    return search->goal != NULL;
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (search->unit, cost, &value);
  return couplet_rational_compare (&value, search->goal) > 0;
}

/* Keeps set, unless it is below another. */
static void
keep (OutputSearch *search, OutputSet *set, GArray *waiting)
{
  if (is_new (search, set))
    raise_to_limits (search, set);
  else {
    set_free (set);
    return;
  }
  note_cost (search, set->cost);
  search->unbounded |= is_impossible (search, set->cost);
  guint32 index = search->sets->len;
  if (is_above_goal (search, least_of (search, set->cost)))
    search->found = index;
  g_ptr_array_add (search->sets, set);
  g_array_append_val (waiting, index);
}

static gboolean
is_over (const OutputSearch *search)
{
  return search->unbounded || search->found != NO_SET || search->sets->len >= MOST_SETS ||
         couplet_context_should_stop (search->context);
}

static void
follow (OutputSearch *search, guint32 index, GArray *waiting)
{
  for (guint32 l = 0; l < search->letters->letters->len && !is_over (search); l++) {
    const OutputSet *set = set_at (search, index);
    OutputSet *after = set_new (search);
    after->link.parent = index;
    after->link.letter = l;
    if (!follow_states (search, set, letter_at (search, l), after)) {
      set_free (after);
      continue;
    }
    apply_letter (search, set, letter_at (search, l), after);
    keep (search, after, waiting);
  }
}

/* Searches with the letters and sets of search, which are empty. */
static void
run_search (OutputSearch *search)
{
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 initial = automaton_of (search)->initial;
  OutputSet *start = set_new (search);
  start->states[initial] = 1;
  start->cost[search->letters->first[initial]] = 0;
  keep (search, start, waiting);
  while (waiting->len > 0 && !is_over (search)) {
    guint32 index = g_array_index (waiting, guint32, waiting->len - 1);
    g_array_set_size (waiting, waiting->len - 1);
    if (!set_at (search, index)->dropped)
      follow (search, index, waiting);
  }
}

CoupletCost
output_search (CoupletContext *context, const CoupletAutomaton *automaton, const CoupletLive *live,
               CoupletUnit *unit, gboolean *unbounded)
{
  *unbounded = FALSE;
  g_autoptr (OutputLetters) letters = output_letters_new (automaton, live, unit, MOST_PLACES);
  if (letters == NULL)
    return 0;
  g_autoptr (GPtrArray) sets = g_ptr_array_new_with_free_func (set_free);
  OutputSearch search = {
      .context = context, .unit = unit, .letters = letters, .sets = sets, .found = NO_SET};
  run_search (&search);
  *unbounded = search.unbounded;
  return search.best;
}

/* The path that search found, with as few turns of its loops as are enough for the goal. */
static GArray *
write_found (const OutputSearch *search, guint most, CoupletRational *loss)
{
  g_autoptr (GPtrArray) links = g_ptr_array_new ();
  for (guint32 i = 0; i < search->sets->len; i++)
    g_ptr_array_add (links, &set_at (search, i)->link);
  for (guint turns = 0; turns <= most; turns = turns == 0 ? 1 : 2 * turns) {
    CoupletCost cost;
    g_autoptr (GArray) word =
        output_word_write ((const OutputLink *const *)links->pdata, search->found, turns, most);
    g_autoptr (GArray) path =
        word != NULL ? output_word_path (search->letters, search->unit, word, &cost) : NULL;
    if (word == NULL || (path != NULL && is_above_goal (search, cost))) {
      if (path == NULL || cost == COUPLET_COST_INFINITE) /* of a draw without noise */
        return NULL;
      couplet_cost_to_rational (search->unit, cost, loss);
      return g_steal_pointer (&path);
    }
  }
  return NULL;
}

GArray *
output_search_path (CoupletContext *context, const CoupletAutomaton *automaton,
                    const CoupletLive *live, CoupletUnit *unit, const CoupletRational *goal,
                    guint most, CoupletRational *loss)
{
  g_autoptr (OutputLetters) letters = output_letters_new (automaton, live, unit, MOST_PLACES);
  if (letters == NULL)
    return NULL;
  g_autoptr (GPtrArray) sets = g_ptr_array_new_with_free_func (set_free);
  OutputSearch search = {.context = context,
                         .unit = unit,
                         .letters = letters,
                         .sets = sets,
                         .goal = goal,
                         .found = NO_SET};
  run_search (&search);
  return search.found != NO_SET ? write_found (&search, most, loss) : NULL;
}
