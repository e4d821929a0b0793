/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of several thresholds, against tables over all shifts of all of them. */
#include "random_many.h"
#include "text_automaton.h"

#include "vector_space.h"

#include <couplet/internal/arena.h>

#include "unit.h"

typedef struct {
  CoupletAutomaton *automaton;
  CoupletUnit *unit;
  CoupletComponents *components;
  CoupletLive *live;
  VectorTables *tables;
} Made;

static void
made_init (Made *made, CoupletAutomaton *automaton, gboolean pay)
{
  CoupletPace pace = {0};
  made->automaton = automaton;
  made->unit = couplet_unit_new (automaton, NULL);
  made->components = couplet_components_new (automaton);
  made->live = couplet_live_new (automaton, made->components);
  made->tables = vector_tables_new (automaton, made->components, pay, made->unit, &pace);
}

static void
made_clear (Made *made)
{
  vector_tables_free (made->tables);
  couplet_live_free (made->live);
  couplet_components_free (made->components);
  couplet_unit_free (made->unit);
  couplet_automaton_free (made->automaton);
}

static char *
cost_text (const Made *made, CoupletCost cost)
{
  if (cost == COUPLET_COST_INFINITE)
    return g_strdup ("-");
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (made->unit, cost, &value);
  return couplet_rational_to_string (&value);
}

/* A vector and its state. */
typedef struct {
  guint32 state;
  const CoupletCost *costs;
} At;

/* `constant + v0(a b c) + v0v1(...)`, without what is free. */
static char *
vector_text (const Made *made, At at)
{
  const CoupletVectorLayout *layout = vector_table_layout (made->tables, at.state);
  g_autofree char *constant = cost_text (made, at.costs[0]);
  GString *text = g_string_new (constant);
  for (guint32 c = 0; c < layout->n_factors && at.costs[0] != COUPLET_COST_INFINITE; c++) {
    const CoupletVectorFactor *factor = &layout->factors[c];
    if (factor->n == 0)
      continue;
    g_string_append (text, " + ");
    for (guint32 i = 0; i < factor->n; i++)
      g_string_append (text, made->automaton->thresholds[factor->thresholds[i]]);
    for (gsize i = 0; i < factor->size; i++) {
      g_autofree char *value = cost_text (made, at.costs[factor->first + i]);
      g_string_append_printf (text, "%s%s", i == 0 ? "(" : " ", value);
    }
    g_string_append_c (text, ')');
  }
  return g_string_free (text, FALSE);
}

static void
expect_vector (const Made *made, At at, const char *expected)
{
  g_autofree char *text = vector_text (made, at);
  assert_string_equal (text, expected);
}

static At
start_of (const Made *made)
{
  guint32 q = made->automaton->initial;
  gsize size = vector_table_layout (made->tables, q)->size;
  CoupletCost *costs = couplet_arena_new_array (made->tables->arena, CoupletCost, size);
  return (At){q, memset (costs, 0, size * sizeof *costs)};
}

/* at taken through transition by rule, for the worse of n differences. */
static At
take_worst (const Made *made, int rule, At at, guint32 transition, const gint8 *differences,
            guint32 n)
{
  assert_int_equal (made->automaton->source[transition], at.state);
  guint32 target = made->automaton->target[transition];
  assert_true (vector_table_take (made->tables, rule, transition, differences, n, at.costs,
                                  made->tables->room));
  return (At){target,
              vector_table_copy (made->tables, target, made->tables->room, made->tables->arena)};
}

/* The same through the transition that outputs symbol, with one difference, where cycles are free.
 */
static At
take (const Made *made, At at, const char *symbol, gint8 difference)
{
  return take_worst (made, FALSE, at, transition_with_output (made->automaton, symbol), &difference,
                     1);
}

static gboolean
is_below (const Made *made, At a, At b)
{
  assert_int_equal (a.state, b.state);
  return vector_table_below (made->tables, a.state, a.costs, b.costs);
}

/* ---- Cases --------------------------------------------------------------------------- */

static const char *const TWO[] = {"state a public 1/2", "state b private 1/3", "state c private 1",
                                  "state e private 1",  "state end private 1", "a b true first u",
                                  "b c true second v",  "c e >=u&<v inside",   "c e <u&<v below",
                                  "e end <u low",       "e end >=u high",      NULL};

static void
test_what_is_not_read_again_is_minimised_out (void **state)
{
  (void)state;
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", TWO), FALSE);
  At at = start_of (&made);
  expect_vector (&made, at, "0");
  at = take (&made, at, "first", 0);
  expect_vector (&made, at, "0 + u(1/2 0 1/2)");
  at = take (&made, at, "second", -1);
  expect_vector (&made, at, "0 + u(1/2 0 1/2) + v(0 1/3 2/3)");
  /* g = 1 is wanted, u <= g <= v: u is free, v = 1 for 2/3, or g below 1 */
  at = take (&made, at, "inside", 1);
  expect_vector (&made, at, "2/3 + u(1/2 0 1/2)");
  expect_vector (&made, take (&made, at, "low", 1), "7/6"); /* u = 1 for 1/2 */
  made_clear (&made);
}

static const char *const LOOPS[] = {"state a public 1/2",
                                    "state b private 1/3",
                                    "state c public 1",
                                    "state e private 1",
                                    "state end private 1",
                                    "a b true first u",
                                    "b c true second v",
                                    "c c >=u&<v inside",
                                    "c e <u&<v leaves",
                                    "e end <u&>=v low",
                                    NULL};

/* On a cycle a sample has one shift, which asks something of each threshold by itself. */
static void
test_a_sample_with_one_shift_is_free_beside_each_threshold (void **state)
{
  (void)state;
  Made made;
  made_init (&made, text_automaton (COUPLET_INDEPENDENT, "u v", LOOPS), FALSE);
  At at = take (&made, take (&made, start_of (&made), "first", 0), "second", -1);
  expect_vector (&made, at, "0 + u(1/2 0 1/2) + v(0 1/3 2/3)");
  At inside = take (&made, at, "inside", 0);
  expect_vector (&made, inside, "1/3 + u(1/2 0 -) + v(- 0 1/3)");
  expect_vector (&made, take (&made, inside, "inside", 0), "1/3 + u(1/2 0 -) + v(- 0 1/3)");
  made_clear (&made);
}

static const char *const TIED[] = {"state a public 1",
                                   "state b public 1",
                                   "state c private 1",
                                   "state e private 1",
                                   "state f private 1",
                                   "a b true first u",
                                   "b c true second v",
                                   "c e >=u&<v inside",
                                   "e f >=u&<v again",
                                   "e f <u below",
                                   NULL};

static void
test_a_shared_sample_ties_what_it_is_compared_with (void **state)
{
  (void)state;
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", TIED), FALSE);
  At at = take (&made, take (&made, start_of (&made), "first", 0), "second", 0);
  expect_vector (&made, take (&made, at, "inside", 1), "1 + uv(3 1 1 - 0 0 - - 1)");
  made_clear (&made);
}

static void
test_independent_samples_tie_nothing (void **state)
{
  (void)state;
  Made made;
  made_init (&made, text_automaton (COUPLET_INDEPENDENT, "u v", TIED), FALSE);
  At at = take (&made, take (&made, start_of (&made), "first", 0), "second", 0);
  expect_vector (&made, take (&made, at, "inside", 1), "1 + u(1 0 1) + v(2 0 0)");
  made_clear (&made);
}

static void
test_thresholds_assigned_together_shift_alike (void **state)
{
  (void)state;
  const char *const lines[] = {"state a public 1/2",
                               "state b private 1",
                               "state end private 1",
                               "a b true first u,v",
                               "b end <u&<v below",
                               "b end >=u&>=v above",
                               NULL};
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", lines), FALSE);
  At at = take (&made, start_of (&made), "first", 0);
  expect_vector (&made, at, "0 + uv(1/2 - - - 0 - - - 1/2)");
  expect_vector (&made, take (&made, at, "below", 1), "1/2");
  made_clear (&made);
}

static void
test_no_shift_is_left_where_a_loop_asks_for_two (void **state)
{
  (void)state;
  const char *const lines[] = {"state a public 1", "state b private 1", "a b true first u",
                               "b b <u below",     "b b >=u above",     NULL};
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", lines), FALSE);
  At at = take (&made, take (&made, start_of (&made), "first", 0), "below", 1);
  expect_vector (&made, at, "1 + u(- - 0)");
  At impossible = take (&made, at, "above", -1);
  expect_vector (&made, impossible, "-");
  assert_true (is_below (&made, at, impossible));
  assert_true (is_below (&made, impossible, impossible));
  assert_false (is_below (&made, impossible, at));
  made_clear (&made);
}

/* n thresholds compared with one sample, on a cycle if loop. */
static CoupletAutomaton *
tie_many (int n, const char *d, gboolean loop)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GString) guard = g_string_new (NULL);
  for (int v = 0; v < n; v++) {
    g_string_append_printf (names, "%sv%d", v > 0 ? " " : "", v);
    g_string_append_printf (guard, "%s<v%d", v > 0 ? "&" : "", v);
    g_ptr_array_add (lines, g_strdup_printf ("state q%d public %s", v, d));
    g_ptr_array_add (lines, g_strdup_printf ("q%d q%d true s%d v%d", v, v + 1, v, v));
  }
  g_ptr_array_add (lines, g_strdup_printf ("state q%d private %s", n, d));
  g_ptr_array_add (lines, g_strdup_printf ("state r private %s", d));
  g_ptr_array_add (lines, g_strdup_printf ("q%d r %s below", n, guard->str));
  g_ptr_array_add (lines, g_strdup_printf ("r %c%d %s again", loop ? 'q' : 'e', n, guard->str));
  g_ptr_array_add (lines, g_strdup_printf ("state e%d private %s", n, d));
  g_ptr_array_add (lines, NULL);
  return text_automaton (COUPLET_SHARED, names->str, (const char *const *)lines->pdata);
}

static At
assign_many (const Made *made)
{
  At at = start_of (made);
  for (guint32 v = 0; v < made->automaton->n_thresholds; v++) {
    g_autofree char *symbol = g_strdup_printf ("s%u", v);
    at = take (made, at, symbol, 0);
  }
  return at;
}

static void
test_ten_thresholds_may_be_tied_and_eleven_not (void **state)
{
  (void)state;
  Made made;
  made_init (&made, tie_many (COUPLET_VECTOR_THRESHOLDS, "1", FALSE), FALSE);
  At tied = take (&made, assign_many (&made), "below", 1);
  assert_int_equal (vector_table_layout (made.tables, tied.state)->size, 59050);
  made_clear (&made);
  made_init (&made, tie_many (COUPLET_VECTOR_THRESHOLDS + 1, "1", FALSE), FALSE);
  const gint8 one = 1;
  tied = assign_many (&made);
  assert_int_equal (vector_table_layout (made.tables, tied.state)->size, 34);
  assert_false (vector_table_take (made.tables, FALSE,
                                   transition_with_output (made.automaton, "below"), &one, 1,
                                   tied.costs, made.tables->room));
  made_clear (&made);
  made_init (&made, tie_many (COUPLET_VECTOR_THRESHOLDS + 1, "1", TRUE), FALSE);
  At at = take (&made, assign_many (&made), "below", 1); /* with one shift, on a cycle */
  assert_int_equal (vector_table_layout (made.tables, at.state)->size, 34);
  made_clear (&made);
}

static void
test_costs_beyond_a_word_are_exact (void **state)
{
  (void)state;
  Made made;
  made_init (&made, tie_many (2, "1000000000000000000000000000001/7", TRUE), FALSE);
  At at = take (&made, assign_many (&made), "below", 1);
  /* the sample is on a cycle: it shifts by 1, and both thresholds do */
  expect_vector (&made, at, "2000000000000000000000000000002/7 + v0(- - 0) + v1(- - 0)");
  assert_true (couplet_unit_used (made.unit) > 0);
  made_clear (&made);
}

/* ---- Joining ---------------------------------------------------------------------------- */

static At
join (const Made *made, At a, At b)
{
  const CoupletCost *const both[] = {a.costs, b.costs};
  return (At){a.state, vector_table_join (made->tables, a.state, both, 2)};
}

/* Both have the same entries of u; those of v differ, and the constant. */
static void
test_a_join_keeps_what_one_costs_more (void **state)
{
  (void)state;
  const char *const lines[] = {"state a public 1",    "state b public 1", "state c private 1",
                               "state end private 1", "a b true first u", "b c true second v",
                               "c c <v less",         "c end >=v&<u low", NULL};
  Made made;
  made_init (&made, text_automaton (COUPLET_INDEPENDENT, "u v", lines), FALSE);
  At plain = take (&made, take (&made, start_of (&made), "first", 0), "second", 0);
  expect_vector (&made, plain, "0 + u(1 0 1) + v(1 0 1)");
  At less = take (&made, plain, "less", 1);
  expect_vector (&made, less, "1 + u(1 0 1) + v(- - 0)");
  assert_false (vector_table_same_support (made.tables, plain.state, plain.costs, less.costs));
  assert_true (is_below (&made, plain, less));
  expect_vector (&made, join (&made, less, less), "1 + u(1 0 1) + v(- - 0)");
  made_clear (&made);
}

/* For the worse of both differences at once: max (|D - g|) for what is assigned. */
static void
test_both_differences_at_once_cost_the_worse (void **state)
{
  (void)state;
  const char *const lines[] = {"state a private 1",
                               "state b private 1",
                               "state end private 1",
                               "a b true first u",
                               "b end <u below",
                               "b end >=u above",
                               NULL};
  const gint8 both[] = {-1, 1};
  Made made;
  made_init (&made, text_automaton (COUPLET_INDEPENDENT, "u v", lines), FALSE);
  At at = take_worst (&made, FALSE, start_of (&made),
                      transition_with_output (made.automaton, "first"), both, 2);
  expect_vector (&made, at, "1 + u(1 0 1)");
  for (int i = 0; i < 2; i++) /* u = 0: 1 + 1; u shifted as the worse D asks: 2 + 0 */
    expect_vector (&made,
                   take_worst (&made, FALSE, at,
                               transition_with_output (made.automaton, i == 0 ? "below" : "above"),
                               both, 2),
                   "2");
  made_clear (&made);
}

/* ---- Random walks, against tables ---------------------------------------------------------- */

#define MOST_POINTS 27
#define MOST_STEPS 10

/* F by all shift vectors of all thresholds; those not live are minimised out by
 * giving every shift of them the least entry. */
typedef struct {
  CoupletCost at[MOST_POINTS];
} Table;

static int
shift_at (guint32 point, guint32 threshold)
{
  while (threshold-- > 0)
    point /= 3;
  return (int)(point % 3) - 1;
}

static guint32
with_shift (guint32 point, guint32 threshold, int shift)
{
  guint32 power = 1;
  for (guint32 i = 0; i < threshold; i++)
    power *= 3;
  return point + (guint32)(shift - shift_at (point, threshold)) * power;
}

static guint32
points_of (const Made *made)
{
  return made->automaton->n_thresholds == 2 ? 9 : MOST_POINTS;
}

static gboolean
allows (const CoupletSample *sample, guint32 point, int g)
{
  for (guint32 i = 0; i < sample->n_literals; i++) {
    int x = shift_at (point, sample->literals[i].threshold);
    if (((sample->literals[i].comparison & COUPLET_LESS) != 0 && g > x) ||
        ((sample->literals[i].comparison & COUPLET_GREATER_EQUAL) != 0 && g < x))
      return FALSE;
  }
  return TRUE;
}

static void
table_sample (const Made *made, Table *table, const CoupletSample *sample, int difference)
{
  Table after;
  for (guint32 p = 0; p < MOST_POINTS; p++)
    after.at[p] = COUPLET_COST_INFINITE;
  for (guint32 p = 0; p < points_of (made); p++)
    for (int g = -1; g <= 1; g++) {
      guint32 target = p;
      if (!allows (sample, p, g))
        continue;
      for (guint32 i = 0; i < sample->n_assigned; i++)
        target = with_shift (target, sample->assigned[i], g);
      CoupletCost cost = couplet_cost_add (made->unit, table->at[p],
                                           couplet_sample_cost (sample, made->unit, difference, g));
      after.at[target] = couplet_cost_min (after.at[target], cost);
    }
  *table = after;
}

static void
table_project (const Made *made, Table *table, guint32 state)
{
  for (guint32 v = 0; v < made->automaton->n_thresholds; v++)
    for (guint32 p = 0; p < points_of (made); p++) {
      if (couplet_is_live (made->live, state, v) || shift_at (p, v) != -1)
        continue;
      guint32 zero = with_shift (p, v, 0), one = with_shift (p, v, 1);
      CoupletCost least =
          couplet_cost_min (table->at[p], couplet_cost_min (table->at[zero], table->at[one]));
      table->at[p] = table->at[zero] = table->at[one] = least;
    }
}

static void
table_apply (const Made *made, int rule, Table *table, guint32 transition, int difference)
{
  CoupletSample samples[MANY_THRESHOLDS];
  const CoupletComponents *free_cycles = made->tables->free_cycles[rule];
  guint32 n = couplet_samples_load (samples, made->automaton, free_cycles, made->unit, transition);
  CoupletCost fresh =
      couplet_fresh_cost (made->automaton, free_cycles, made->unit, transition, difference);
  for (guint32 i = 0; i < n; i++)
    table_sample (made, table, &samples[i], difference);
  for (guint32 p = 0; p < MOST_POINTS; p++)
    table->at[p] = couplet_cost_add (made->unit, table->at[p], fresh);
  table_project (made, table, made->automaton->target[transition]);
}

static CoupletCost
value_at (const Made *made, At at, guint32 point)
{
  const CoupletVectorLayout *layout = vector_table_layout (made->tables, at.state);
  CoupletCost sum = at.costs[0];
  for (guint32 c = 0; c < layout->n_factors && sum != COUPLET_COST_INFINITE; c++) {
    const CoupletVectorFactor *factor = &layout->factors[c];
    gsize index = 0;
    for (guint32 i = 0; i < factor->n; i++)
      index = 3 * index + (gsize)(shift_at (point, factor->thresholds[i]) + 1);
    sum = couplet_cost_add (made->unit, sum, at.costs[factor->first + index]);
  }
  return sum;
}

typedef struct {
  At at;
  Table table;
} Walk;

static void
random_walk (const Made *made, int rule, Walk *walk, GRand *random)
{
  const CoupletAutomaton *a = made->automaton;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  *walk = (Walk){.at = start_of (made)};
  for (int i = 0; i < MOST_STEPS && walk->at.costs[0] != COUPLET_COST_INFINITE; i++) {
    guint32 first = a->row[walk->at.state], n = a->row[walk->at.state + 1] - first;
    if (n == 0)
      return;
    guint32 t = first + (guint32)g_rand_int_range (random, 0, (gint32)n);
    guint32 m = couplet_differences (a, t, differences);
    gint8 difference = differences[g_rand_int_range (random, 0, (gint32)m)];
    walk->at = take_worst (made, rule, walk->at, t, &difference, 1);
    table_apply (made, rule, &walk->table, t, difference);
    for (guint32 p = 0; p < points_of (made); p++)
      assert_int_equal (couplet_cost_compare (value_at (made, walk->at, p), walk->table.at[p]), 0);
  }
}

static void
compare_pair (const Made *made, At a, At b)
{
  gboolean below = TRUE, same_support = TRUE;
  for (guint32 p = 0; p < points_of (made); p++) {
    CoupletCost x = value_at (made, a, p), y = value_at (made, b, p);
    below &= couplet_cost_compare (x, y) <= 0;
    same_support &= (x == COUPLET_COST_INFINITE) == (y == COUPLET_COST_INFINITE);
  }
  assert_int_equal (is_below (made, a, b), below);
  assert_int_equal (vector_table_same_support (made->tables, a.state, a.costs, b.costs),
                    same_support);
  if (!same_support)
    return;
  At joined = join (made, a, b);
  for (guint32 p = 0; p < points_of (made); p++) {
    CoupletCost most = couplet_cost_max (value_at (made, a, p), value_at (made, b, p));
    CoupletCost value = value_at (made, joined, p);
    assert_true (couplet_cost_compare (most, value) <= 0);
    assert_int_equal (value == COUPLET_COST_INFINITE, most == COUPLET_COST_INFINITE);
  }
}

static void
walk_randomly (GRand *random, const ManyAutomaton *many, int rule)
{
  Made made;
  Walk walks[2];
  made_init (&made, build_many (many), rule);
  for (int i = 0; i < 6; i++) {
    random_walk (&made, rule, &walks[i % 2], random);
    if (i > 0 && walks[0].at.state == walks[1].at.state)
      compare_pair (&made, walks[0].at, walks[1].at);
  }
  made_clear (&made);
}

static void
test_random_walks_agree_with_tables (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (311);
  for (guint i = 0; i < 4000; i++) {
    ManyAutomaton many;
    random_many (&many, random, i % 2 == 0, i % 3 == 0);
    walk_randomly (random, &many, FALSE);
  }
}

static void
test_random_walks_on_cycles_that_are_paid_for_agree_with_tables (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (312);
  for (guint i = 0; i < 2000; i++) {
    ManyAutomaton many;
    random_looping (&many, random, i % 2 == 0, 2 + (int)(i % 2));
    walk_randomly (random, &many, (int)(i / 2 % 2));
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_what_is_not_read_again_is_minimised_out),
      cmocka_unit_test (test_a_sample_with_one_shift_is_free_beside_each_threshold),
      cmocka_unit_test (test_a_shared_sample_ties_what_it_is_compared_with),
      cmocka_unit_test (test_independent_samples_tie_nothing),
      cmocka_unit_test (test_thresholds_assigned_together_shift_alike),
      cmocka_unit_test (test_no_shift_is_left_where_a_loop_asks_for_two),
      cmocka_unit_test (test_ten_thresholds_may_be_tied_and_eleven_not),
      cmocka_unit_test (test_costs_beyond_a_word_are_exact),
      cmocka_unit_test (test_a_join_keeps_what_one_costs_more),
      cmocka_unit_test (test_both_differences_at_once_cost_the_worse),
      cmocka_unit_test (test_random_walks_agree_with_tables),
      cmocka_unit_test (test_random_walks_on_cycles_that_are_paid_for_agree_with_tables),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
