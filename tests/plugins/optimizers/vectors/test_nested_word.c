/* SPDX-License-Identifier: Apache-2.0 */
#include "nested_word.h"

#include "random_many.h"
#include "text_automaton.h"

#include "factoring.h"
#include "shift_matrix.h"

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
  guint32 live[MOST_LIVE], n_live, n_points;
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

/* Zero at point, infinite elsewhere. */
static const Factored *
vector_at (const Loop *loop, guint32 point)
{
  CoupletCost constant = 0;
  loop->turns.factoring->n_factors = 0;
  for (guint32 i = 0; i < loop->n_live; i++) {
    CoupletCost values[] = {COUPLET_COST_INFINITE, COUPLET_COST_INFINITE, COUPLET_COST_INFINITE};
    values[shift_at (loop, point, i) + 1] = 0;
    add_factor (loop->turns.factoring, &loop->live[i], 1, values, &constant);
  }
  return finish_vector (loop->turns.factoring, constant);
}

static CoupletCost
entry_of (const Loop *loop, const Factored *vector, guint32 point)
{
  CoupletCost cost = vector->constant;
  for (guint32 f = 0; f < vector->n_factors; f++) {
    const Factor *factor = vector->factors[f];
    guint32 index = 0, found = 0;
    for (guint32 i = 0; i < loop->n_live; i++)
      if (found < factor->n_thresholds && factor->thresholds[found] == loop->live[i]) {
        index = 3 * index + (guint32)(shift_at (loop, point, i) + 1);
        found++;
      }
    assert_int_equal (found, factor->n_thresholds);
    cost = couplet_cost_add (loop->unit, cost, factor->values[index]);
  }
  return cost;
}

static void
compare_limits (Loop *loop)
{
  const NestedToken *letters = (const NestedToken *)(gpointer)loop->word->data;
  g_autofree ShiftMatrix *turn = shift_matrix_unit (loop->n_points);
  for (guint32 x = 0; x < loop->n_points; x++) {
    const Factored *vector =
        nested_apply (&loop->turns, vector_at (loop, x), letters, loop->word->len);
    for (guint32 y = 0; y < loop->n_points; y++)
      turn->at[x * loop->n_points + y] = entry_of (loop, vector, y);
  }
  g_autofree ShiftMatrix *limit = shift_matrix_limit (loop->unit, turn, MANY_TURNS);
  assert_non_null (limit);
  for (guint32 x = 0; x < loop->n_points; x++) {
    const Factored *vector =
        nested_limit (&loop->turns, vector_at (loop, x), letters, loop->word->len);
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
  g_autoptr (Factoring) factoring = factoring_new (automaton, components, live, unit);
  g_autoptr (GArray) word = word_new ();
  Loop loop = {.automaton = automaton,
               .unit = unit,
               .turns = {.factoring = factoring, .most_turns = most_turns (automaton)},
               .word = word};
  factoring_ask_free_cycles (factoring, FALSE);
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

/* `below` asks that all thresholds shift by 1, `above` that the first shifts by -1: no turn is
 * free, whatever a turn that is paid for would tie. */
static void
test_a_loop_that_nothing_repeats_freely_needs_no_turn (void **state)
{
  (void)state;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) names = g_string_new ("v0");
  g_autoptr (GString) guard = g_string_new ("<v0");
  for (guint v = 1; v <= MOST_TIED; v++) {
    g_string_append_printf (names, " v%u", v);
    g_string_append_printf (guard, "&<v%u", v);
  }
  for (guint v = 0; v <= MOST_TIED; v++) {
    g_ptr_array_add (lines, g_strdup_printf ("state q%u public 1", v));
    g_ptr_array_add (lines, g_strdup_printf ("q%u q%u true s%u v%u", v, v + 1, v, v));
  }
  g_ptr_array_add (lines, g_strdup_printf ("state q%u private 1", MOST_TIED + 1));
  g_ptr_array_add (lines, g_strdup ("state r private 1"));
  g_ptr_array_add (lines, g_strdup_printf ("q%u r %s below", MOST_TIED + 1, guard->str));
  g_ptr_array_add (lines, g_strdup_printf ("r q%u >=v0 above", MOST_TIED + 1));
  g_ptr_array_add (lines, NULL);
  g_autoptr (CoupletAutomaton) automaton =
      text_automaton (COUPLET_SHARED, names->str, (const char *const *)lines->pdata);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (CoupletLive) live = couplet_live_new (automaton, components);
  g_autoptr (Factoring) factoring = factoring_new (automaton, components, live, unit);
  g_autoptr (GArray) loop = word_new ();
  NestedTurns turns = {.factoring = factoring, .most_turns = MANY_TURNS};
  const gint8 none = 0;
  const Factored *vector = factoring_start (factoring);
  for (guint32 t = 0; t <= MOST_TIED; t++)
    vector = factored_apply (factoring, vector, t, &none, 1);
  nested_add_letter (loop, transition_with_output (automaton, "below"), 1);
  nested_add_letter (loop, transition_with_output (automaton, "above"), -1);
  factoring_ask_free_cycles (factoring, FALSE);
  const Factored *limit =
      nested_limit (&turns, vector, (const NestedToken *)(gpointer)loop->data, loop->len);
  assert_non_null (limit);
  assert_true (limit->constant == COUPLET_COST_INFINITE);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_letters_have_no_depth),
      cmocka_unit_test (test_each_loop_around_a_word_adds_one),
      cmocka_unit_test (test_loops_behind_each_other_add_nothing),
      cmocka_unit_test (test_limits_are_those_of_matrices),
      cmocka_unit_test (test_a_loop_that_nothing_repeats_freely_needs_no_turn),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
