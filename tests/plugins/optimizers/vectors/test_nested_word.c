/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_limits.h"

#include "random_many.h"
#include "text_automaton.h"

#include <couplet/internal/arena.h>
#include "output_letters.h"

#include "unit.h"

#define N_AUTOMATA 2000
#define MOST_LIVE 3
#define MANY_TURNS 100

static GArray *
word_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (NestedToken));
}

static guint
depth_of (const GArray *word)
{
  return nested_depth ((const NestedToken *)(gpointer)word->data, word->len);
}

/* A word that is one loop, which takes word over. */
static GArray *
loop_of (GArray *word)
{
  GArray *loop = word_new ();
  nested_add_loop (loop, (const NestedToken *)(gpointer)word->data, word->len);
  g_array_unref (word);
  return loop;
}

static void
test_letters_have_no_depth (void **state)
{
  (void)state;
  g_autoptr (GArray) word = word_new ();
  assert_int_equal (depth_of (word), 0);
  nested_add_letter (word, 0, 1);
  nested_add_letter (word, 1, 0);
  assert_int_equal (depth_of (word), 0);
}

static void
test_each_loop_around_a_word_adds_one (void **state)
{
  (void)state;
  g_autoptr (GArray) word = word_new ();
  nested_add_letter (word, 0, 1);
  for (guint depth = 1; depth <= NESTED_MOST_DEPTH; depth++) {
    word = loop_of (g_steal_pointer (&word));
    assert_int_equal (depth_of (word), depth);
  }
}

static void
test_loops_behind_each_other_add_nothing (void **state)
{
  (void)state;
  g_autoptr (GArray) word = word_new ();
  const NestedToken letter = {0, 1, 0};
  for (guint i = 0; i < 2 * NESTED_MOST_DEPTH; i++) {
    nested_add_loop (word, &letter, 1);
    assert_int_equal (depth_of (word), 1);
  }
  word = loop_of (g_steal_pointer (&word));
  assert_int_equal (depth_of (word), 2);
}

/* ---- Limits, against those of matrices ---------------------------------------------------------
 */

/* A loop of random letters at a state, and the thresholds that are live there. */
typedef struct {
  const CoupletAutomaton *automaton;
  CoupletUnit *unit;
  NestedTurns turns;
  GArray *word; /* NestedToken */
  guint32 state, live[MOST_LIVE], n_live, n_points;
} Loop;

/* Walks from the first state of automaton by chance until a state comes again; what is between are
 * the loop's letters. FALSE: the walk ends before. */
static gboolean
find_loop (Loop *loop, const CoupletLive *live, GRand *random)
{
  const CoupletAutomaton *a = loop->automaton;
  g_autofree gint *visited = g_new (gint, a->n_states);
  memset (visited, 0xff, a->n_states * sizeof *visited);
  guint32 state = a->initial;
  while (visited[state] < 0 && a->row[state] < a->row[state + 1]) {
    gint8 differences[COUPLET_MOST_DIFFERENCES];
    visited[state] = (gint)loop->word->len;
    guint32 t =
        (guint32)g_rand_int_range (random, (gint32)a->row[state], (gint32)a->row[state + 1]);
    guint32 n = couplet_differences (a, t, differences);
    nested_add_letter (loop->word, t, differences[g_rand_int_range (random, 0, (gint32)n)]);
    state = a->target[t];
  }
  if (visited[state] < 0)
    return FALSE;
  g_array_remove_range (loop->word, 0, (guint)visited[state]);
  loop->state = state;
  loop->n_live = 0;
  for (guint32 v = 0; v < a->n_thresholds; v++)
    if (couplet_is_live (live, state, v))
      loop->live[loop->n_live++] = v;
  loop->n_points = 1;
  for (guint32 i = 0; i < loop->n_live; i++)
    loop->n_points *= 3;
  return TRUE;
}

/* The shift of the i-th live threshold at a point. */
static int
shift_at (const Loop *loop, guint32 point, guint32 i)
{
  for (guint32 behind = i + 1; behind < loop->n_live; behind++)
    point /= 3;
  return (int)(point % 3) - 1;
}

/* The number of the entry of factor with the shifts of point. */
static gsize
index_in (const Loop *loop, const CoupletVectorFactor *factor, guint32 point)
{
  gsize index = 0;
  for (guint32 f = 0; f < factor->n; f++)
    for (guint32 i = 0; i < loop->n_live; i++)
      if (factor->thresholds[f] == loop->live[i])
        index = 3 * index + (gsize)(shift_at (loop, point, i) + 1);
  return index;
}

/* Zero at point, infinite elsewhere. */
static const CoupletCost *
vector_at (const Loop *loop, guint32 point)
{
  const CoupletVectorLayout *layout = vector_table_layout (loop->turns.tables, loop->state);
  CoupletCost *vector = couplet_arena_new_array (loop->turns.arena, CoupletCost, layout->size);
  vector[0] = 0;
  for (guint32 c = 0; c < layout->n_factors; c++) {
    const CoupletVectorFactor *factor = &layout->factors[c];
    for (gsize i = 0; i < factor->size; i++)
      vector[factor->first + i] = i == index_in (loop, factor, point) ? 0 : COUPLET_COST_INFINITE;
  }
  return vector;
}

static CoupletCost
entry_of (const Loop *loop, const CoupletCost *vector, guint32 point)
{
  const CoupletVectorLayout *layout = vector_table_layout (loop->turns.tables, loop->state);
  CoupletCost cost = vector[0];
  for (guint32 c = 0; c < layout->n_factors && cost != COUPLET_COST_INFINITE; c++) {
    const CoupletVectorFactor *factor = &layout->factors[c];
    cost =
        couplet_cost_add (loop->unit, cost, vector[factor->first + index_in (loop, factor, point)]);
  }
  return cost;
}

static void
compare_limits (Loop *loop)
{
  const NestedToken *letters = (const NestedToken *)(gpointer)loop->word->data;
  g_autofree ShiftMatrix *turn = shift_matrix_unit (loop->n_points);
  for (guint32 x = 0; x < loop->n_points; x++) {
    const CoupletCost *vector =
        nested_apply (&loop->turns, vector_at (loop, x), letters, loop->word->len);
    for (guint32 y = 0; y < loop->n_points; y++)
      turn->at[x * loop->n_points + y] = entry_of (loop, vector, y);
  }
  g_autofree ShiftMatrix *limit = shift_matrix_limit (loop->unit, turn, MANY_TURNS);
  assert_non_null (limit);
  for (guint32 x = 0; x < loop->n_points; x++) {
    const CoupletCost *vector =
        nested_limit (&loop->turns, loop->state, vector_at (loop, x), letters, loop->word->len);
    for (guint32 y = 0; y < loop->n_points; y++)
      assert_int_equal (
          couplet_cost_compare (limit->at[x * loop->n_points + y], entry_of (loop, vector, y)), 0);
  }
}

/* With independent sampling each threshold goes its own way. */
static guint32
most_turns (const CoupletAutomaton *automaton)
{
  guint32 turns = 3;
  for (guint32 v = 1; v < automaton->n_thresholds && automaton->sampling == COUPLET_SHARED; v++)
    turns *= 3;
  return turns;
}

static gboolean
check_loop (const ManyAutomaton *many, GRand *random)
{
  g_autoptr (CoupletAutomaton) automaton = build_many (many);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (CoupletLive) live = couplet_live_new (automaton, components);
  CoupletPace pace = {0};
  g_autoptr (VectorTables) tables = vector_tables_new (automaton, components, TRUE, unit, &pace);
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autoptr (GArray) word = word_new ();
  Loop loop = {.automaton = automaton,
               .unit = unit,
               .turns = {.tables = tables, .arena = arena, .most_turns = most_turns (automaton)},
               .word = word};
  if (!find_loop (&loop, live, random))
    return FALSE;
  compare_limits (&loop);
  return TRUE;
}

static void
test_limits_are_those_of_matrices (void **state)
{
  (void)state;
  guint found = 0;
  g_autoptr (GRand) random = g_rand_new_with_seed (21);
  for (guint i = 0; i < N_AUTOMATA; i++) {
    ManyAutomaton many;
    random_looping (&many, random, i % 2 == 0, 1 + (int)(i % MOST_LIVE));
    found += check_loop (&many, random) ? 1 : 0;
  }
  assert_true (found > N_AUTOMATA / 4);
}

/* `below` asks that the threshold shifts by 1, `above` that it shifts by -1: no turn is free. */
static void
test_a_loop_that_nothing_repeats_freely_leaves_no_shift (void **state)
{
  (void)state;
  const char *const lines[] = {"state a public 1",  "state b public 1", "state c private 1",
                               "state e private 1", "a b true first u", "b c true second v",
                               "c e <u&<v below",   "e c >=u above v",  NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v", lines);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  CoupletPace pace = {0};
  g_autoptr (VectorTables) tables = vector_tables_new (automaton, components, TRUE, unit, &pace);
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autoptr (GArray) loop = word_new ();
  NestedTurns turns = {.tables = tables, .arena = arena, .most_turns = MANY_TURNS};
  nested_add_letter (loop, transition_with_output (automaton, "below"), 1);
  nested_add_letter (loop, transition_with_output (automaton, "above"), -1);
  const NestedToken *letters = (const NestedToken *)(gpointer)loop->data;
  guint32 state_of_loop = nested_source (automaton, letters);
  gsize size = vector_table_layout (tables, state_of_loop)->size;
  g_autofree CoupletCost *zeros = g_new0 (CoupletCost, size);
  const CoupletCost *limit = nested_limit (&turns, state_of_loop, zeros, letters, loop->len);
  assert_non_null (limit);
  assert_true (limit[0] == COUPLET_COST_INFINITE);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_letters_have_no_depth),
      cmocka_unit_test (test_each_loop_around_a_word_adds_one),
      cmocka_unit_test (test_loops_behind_each_other_add_nothing),
      cmocka_unit_test (test_limits_are_those_of_matrices),
      cmocka_unit_test (test_a_loop_that_nothing_repeats_freely_leaves_no_shift),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
