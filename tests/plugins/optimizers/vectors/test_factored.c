/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors in factors, against tables over all shifts of all thresholds. */
#include "random_many.h"
#include "text_automaton.h"

#include "factored_compare.h"
#include "factored_join.h"
#include "factored_merge.h"
#include "factoring.h"
#include <couplet/host/unfold.h>

#include "unit.h"

static const gint8 PUBLIC_ONLY[] = {0};

typedef struct {
  CoupletAutomaton *automaton;
  CoupletUnit *unit;
  CoupletComponents *components;
  CoupletLive *live;
  Factoring *factoring;
} Made;

static void
made_init (Made *made, CoupletAutomaton *automaton)
{
  made->automaton = automaton;
  made->unit = couplet_unit_new (automaton, NULL);
  made->components = couplet_components_new (automaton);
  made->live = couplet_live_new (automaton, made->components);
  made->factoring = factoring_new (automaton, made->components, made->live, made->unit);
}

static void
made_clear (Made *made)
{
  factoring_free (made->factoring);
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

/* `constant + v0(a b c) + v0v1(...)`. */
static char *
vector_text (const Made *made, const Factored *vector)
{
  g_autofree char *constant = cost_text (made, vector->constant);
  GString *text = g_string_new (constant);
  for (guint32 f = 0; f < vector->n_factors; f++) {
    const Factor *factor = vector->factors[f];
    g_string_append (text, " + ");
    for (guint32 i = 0; i < factor->n_thresholds; i++)
      g_string_append (text, made->automaton->thresholds[factor->thresholds[i]]);
    for (guint32 i = 0; i < factor->n_values; i++) {
      g_autofree char *value = cost_text (made, factor->values[i]);
      g_string_append_printf (text, "%s%s", i == 0 ? "(" : " ", value);
    }
    g_string_append_c (text, ')');
  }
  return g_string_free (text, FALSE);
}

static void
expect_vector (const Made *made, const Factored *vector, const char *expected)
{
  assert_non_null (vector);
  g_autofree char *text = vector_text (made, vector);
  assert_string_equal (text, expected);
}

/* vector taken through the transition that outputs symbol, with one difference. */
static const Factored *
take (const Made *made, const Factored *vector, const char *symbol, gint8 difference)
{
  return factored_apply (made->factoring, vector, transition_with_output (made->automaton, symbol),
                         &difference, 1);
}

/* ---- Cases --------------------------------------------------------------------------- */

static const char *const TWO[] = {"state a public 1/2", "state b private 1/3", "state c private 1",
                                  "state e private 1",  "state end private 1", "a b true first u",
                                  "b c true second v",  "c e >=u&<v inside",   "c e <u&<v below",
                                  "e end <u low",       "e end >=u high",      NULL};

static void
test_an_assignment_makes_a_factor (void **state)
{
  (void)state;
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", TWO));
  const Factored *vector = factoring_start (made.factoring);
  expect_vector (&made, vector, "0");
  vector = take (&made, vector, "first", 0);
  expect_vector (&made, vector, "0 + u(1/2 0 1/2)");
  vector = take (&made, vector, "second", -1);
  expect_vector (&made, vector, "0 + u(1/2 0 1/2) + v(0 1/3 2/3)");
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
test_a_given_shift_ties_nothing (void **state)
{
  (void)state;
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", LOOPS));
  const Factored *vector = factoring_start (made.factoring);
  vector = take (&made, vector, "first", 0);
  vector = take (&made, vector, "second", -1);
  const Factored *inside = take (&made, vector, "inside", 0);
  expect_vector (&made, inside, "1/3 + u(1/2 0 -) + v(- 0 1/3)");
  expect_vector (&made, take (&made, inside, "inside", 0), "1/3 + u(1/2 0 -) + v(- 0 1/3)");
  factoring_ask_free_cycles (made.factoring, FALSE);
  expect_vector (&made, take (&made, vector, "inside", 0),
                 "1/3 + uv(7/6 1/2 5/6 - 0 1/3 - - 11/6)");
  made_clear (&made);
}

/* v is read nowhere after `inside`, so that a table over u is left. */
static void
test_what_is_not_read_again_is_minimised_out (void **state)
{
  (void)state;
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", TWO));
  assert_true (factoring_is_live (made.factoring, 2, 1));
  assert_false (factoring_is_live (made.factoring, 3, 1));
  const Factored *vector = factoring_start (made.factoring);
  vector = take (&made, take (&made, vector, "first", 0), "second", -1);
  /* g = 1 is wanted, u <= g <= v: u is free, v = 1 for 2/3, or g below 1 */
  vector = take (&made, vector, "inside", 1);
  expect_vector (&made, vector, "2/3 + u(1/2 0 1/2)");
  vector = take (&made, vector, "low", 1);
  expect_vector (&made, vector, "7/6"); /* u = 1 for 1/2 */
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
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", TIED));
  const Factored *vector = factoring_start (made.factoring);
  vector = take (&made, take (&made, vector, "first", 0), "second", 0);
  expect_vector (&made, take (&made, vector, "inside", 1), "1 + uv(3 1 1 - 0 0 - - 1)");
  made_clear (&made);
}

static void
test_independent_samples_tie_nothing (void **state)
{
  (void)state;
  Made made;
  made_init (&made, text_automaton (COUPLET_INDEPENDENT, "u v", TIED));
  const Factored *vector = factoring_start (made.factoring);
  vector = take (&made, take (&made, vector, "first", 0), "second", 0);
  expect_vector (&made, take (&made, vector, "inside", 1), "1 + u(1 0 1) + v(2 0 0)");
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
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", lines));
  const Factored *vector = factoring_start (made.factoring);
  vector = take (&made, vector, "first", 0);
  expect_vector (&made, vector, "0 + uv(1/2 - - - 0 - - - 1/2)");
  expect_vector (&made, take (&made, vector, "below", 1), "1/2");
  made_clear (&made);
}

static void
test_each_entry_above_a_cap_is_infinite (void **state)
{
  (void)state;
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", TWO));
  const Factored *vector = take (&made, factoring_start (made.factoring), "first", 0);
  vector = take (&made, vector, "second", -1);
  expect_vector (&made, vector, "0 + u(1/2 0 1/2) + v(0 1/3 2/3)");
  CoupletCost cap = vector->factors[0]->values[0];
  expect_vector (&made, factored_cap (made.factoring, vector, cap),
                 "0 + u(1/2 0 1/2) + v(0 1/3 -)");
  cap = vector->factors[1]->values[1];
  expect_vector (&made, factored_cap (made.factoring, vector, cap), "0 + u(- 0 -) + v(0 1/3 -)");
  made_clear (&made);
}

/* A vector of two factors over three of six thresholds each: 0 where all shifts are 0, else what
 * is given. */
static const Factored *
two_of_three (const Made *made, const guint32 *first, const guint32 *second, CoupletCost other)
{
  CoupletCost constant = 0;
  made->factoring->n_factors = 0;
  for (int f = 0; f < 2; f++) {
    CoupletCost values[27];
    for (int i = 0; i < 27; i++)
      values[i] = i == 13 ? 0 : other;
    add_factor (made->factoring, f == 0 ? first : second, 3, values, &constant);
  }
  return finish_vector (made->factoring, constant);
}

/* Only the last threshold of each factor differs: where three of one factor shift, two factors of
 * the other vector pay. */
static void
test_factors_are_alike_only_when_all_their_thresholds_are (void **state)
{
  (void)state;
  static const guint32 first[] = {0, 2, 4}, second[] = {1, 3, 5}, other_first[] = {0, 2, 5},
                       other_second[] = {1, 3, 4};
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", TWO));
  const Factored *one = two_of_three (&made, first, second, 1);
  const Factored *other = two_of_three (&made, other_first, other_second, 1);
  assert_true (factored_below (made.factoring, one, one));
  assert_false (factored_below (made.factoring, other, one));
  assert_false (factored_below (made.factoring, one, other));
  made_clear (&made);
}

static void
test_no_shift_is_left_where_a_loop_asks_for_two (void **state)
{
  (void)state;
  const char *const lines[] = {"state a public 1", "state b private 1", "a b true first u",
                               "b b <u below",     "b b >=u above",     NULL};
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", lines));
  const Factored *vector = factoring_start (made.factoring);
  vector = take (&made, take (&made, vector, "first", 0), "below", 1);
  expect_vector (&made, vector, "1 + u(- - 0)");
  vector = take (&made, vector, "above", -1);
  assert_true (vector->constant == COUPLET_COST_INFINITE);
  assert_int_equal (vector->n_factors, 0);
  made_clear (&made);
}

/* n thresholds compared with one sample. */
static CoupletAutomaton *
tie_many (int n, const char *d)
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
  g_ptr_array_add (lines, g_strdup_printf ("r q%d %s again", n, guard->str));
  g_ptr_array_add (lines, NULL);
  return text_automaton (COUPLET_SHARED, names->str, (const char *const *)lines->pdata);
}

static const Factored *
assign_many (const Made *made)
{
  const Factored *vector = factoring_start (made->factoring);
  for (guint32 v = 0; v < made->automaton->n_thresholds; v++)
    vector = factored_apply (made->factoring, vector, v, PUBLIC_ONLY, 1);
  return vector;
}

static void
test_ten_thresholds_may_be_tied_and_eleven_not (void **state)
{
  (void)state;
  Made made;
  made_init (&made, tie_many (MOST_TIED, "1"));
  factoring_ask_free_cycles (made.factoring, FALSE); /* else the sample, on a cycle, is given */
  const Factored *vector = take (&made, assign_many (&made), "below", 1);
  assert_int_equal (vector->n_factors, 1);
  assert_int_equal (vector->factors[0]->n_values, 59049);
  assert_int_equal (factored_size (vector), 59050);
  made_clear (&made);
  made_init (&made, tie_many (MOST_TIED + 1, "1"));
  factoring_ask_free_cycles (made.factoring, FALSE);
  assert_null (take (&made, assign_many (&made), "below", 1));
  factoring_ask_free_cycles (made.factoring, TRUE);
  const Factored *free = take (&made, assign_many (&made), "below", 1);
  assert_int_equal (free->n_factors, MOST_TIED + 1);
  made_clear (&made);
}

/* Nothing ties them, so that a vector has one factor for each. */
static void
test_many_thresholds_that_never_meet_stay_small (void **state)
{
  (void)state;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) names = g_string_new (NULL);
  for (int v = 0; v < 65; v++) {
    g_string_append_printf (names, "%sv%d", v > 0 ? " " : "", v);
    g_ptr_array_add (lines, g_strdup_printf ("state a%d public 1/2", v));
    g_ptr_array_add (lines, g_strdup_printf ("state b%d private 1", v));
    g_ptr_array_add (lines, v < 64 ? g_strdup_printf ("a%d a%d true s%d v%d", v, v + 1, v, v)
                                   : g_strdup ("a64 b0 true s64 v64"));
    g_ptr_array_add (lines, g_strdup_printf ("b%d b%d <v%d t%d", v, v + 1, v, v));
  }
  g_ptr_array_add (lines, g_strdup ("state b65 private 1"));
  g_ptr_array_add (lines, NULL);
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, names->str, (const char *const *)lines->pdata));
  const Factored *vector = factoring_start (made.factoring);
  for (int v = 0; v < 65; v++) {
    g_autofree char *symbol = g_strdup_printf ("s%d", v);
    vector = take (&made, vector, symbol, 0);
  }
  assert_int_equal (vector->n_factors, 65);
  for (int v = 0; v < 65; v++) {
    g_autofree char *symbol = g_strdup_printf ("t%d", v);
    vector = take (&made, vector, symbol, 1);
    assert_int_equal (vector->n_factors, 64 - v);
  }
  expect_vector (&made, vector, "65/2");
  made_clear (&made);
}

static void
test_costs_beyond_a_word_are_exact (void **state)
{
  (void)state;
  Made made;
  made_init (&made, tie_many (2, "1000000000000000000000000000001/7"));
  const Factored *vector = take (&made, assign_many (&made), "below", 1);
  /* the sample is on a cycle: it shifts by 1, and both thresholds do */
  expect_vector (&made, vector, "2000000000000000000000000000002/7 + v0(- - 0) + v1(- - 0)");
  assert_true (couplet_unit_used (made.unit) > 0);
  made_clear (&made);
}

/* ---- Comparing and joining ------------------------------------------------------------- */

/* A vector of the thresholds u and v: from a walk that ties them, or not. */
static const char *const WAYS[] = {"state a public 1",
                                   "state b public 1",
                                   "state c private 1",
                                   "state e private 1",
                                   "state end private 1",
                                   "a b true first u",
                                   "b c true second v",
                                   "c e <u one",
                                   "c e >=u&<v both",
                                   "c e >=u&>=v above",
                                   "e end <u low",
                                   "e end >=u&<v in",
                                   NULL};

static void
test_below_with_the_same_partition (void **state)
{
  (void)state;
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", WAYS));
  const Factored *start = factoring_start (made.factoring);
  const Factored *vector = take (&made, take (&made, start, "first", 0), "second", 0);
  const Factored *dearer = take (&made, vector, "one", 1);
  expect_vector (&made, dearer, "1 + u(2 0 0) + v(1 0 1)");
  assert_true (factored_below (made.factoring, vector, dearer));
  assert_false (factored_below (made.factoring, dearer, vector));
  assert_true (factored_below (made.factoring, dearer, dearer));
  made_clear (&made);
}

static void
test_below_with_different_partitions (void **state)
{
  (void)state;
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", WAYS));
  const Factored *start = factoring_start (made.factoring);
  const Factored *apart = take (&made, take (&made, start, "first", 0), "second", 0);
  const Factored *tied = take (&made, apart, "both", 1);
  assert_int_equal (apart->n_factors, 2);
  assert_int_equal (tied->n_factors, 1);
  assert_true (factored_below (made.factoring, apart, tied));
  assert_false (factored_below (made.factoring, tied, apart));
  made_clear (&made);
}

/* Factors over threshold first and the next, and so on by twos, each 1 where both shift by -1. */
static const Factored *
chain (const Made *made, guint32 first)
{
  CoupletCost constant = 0, zeros[3] = {0, 0, 0};
  guint32 n = made->automaton->n_thresholds;
  made->factoring->n_factors = 0;
  for (guint32 v = 0; v < n; v++)
    if (v < first || v + 1 == n)
      add_factor (made->factoring, &v, 1, zeros, &constant);
    else {
      const guint32 pair[] = {v, v + 1};
      CoupletCost values[9] = {1};
      add_factor (made->factoring, pair, 2, values, &constant);
      v++;
    }
  return finish_vector (made->factoring, constant);
}

/* The even one is 6 where all shift by -1, the odd one is 5; to see that takes a table over twelve
 * thresholds. */
static void
test_none_is_known_to_be_below_where_too_many_are_tied_together (void **state)
{
  (void)state;
  Made made;
  made_init (&made, tie_many (MOST_TIED + 2, "1"));
  const Factored *even = chain (&made, 0), *odd = chain (&made, 1);
  assert_int_equal (even->n_factors, 6);
  assert_int_equal (odd->n_factors, 7);
  assert_false (factored_below (made.factoring, even, odd));
  assert_true (factored_below (made.factoring, even, even));
  made_clear (&made);
}

static void
test_entries_above_a_cap_are_given_up (void **state)
{
  (void)state;
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", TWO));
  const Factored *vector = factoring_start (made.factoring);
  vector = take (&made, take (&made, vector, "first", 0), "second", -1);
  expect_vector (&made, vector, "0 + u(1/2 0 1/2) + v(0 1/3 2/3)");
  CoupletCost third = vector->factors[1]->values[1];
  expect_vector (&made, factored_cap (made.factoring, vector, third), "0 + u(- 0 -) + v(0 1/3 -)");
  made_clear (&made);
}

static void
test_everything_is_below_the_impossible (void **state)
{
  (void)state;
  const Factored impossible = {COUPLET_COST_INFINITE, 0, NULL};
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", WAYS));
  const Factored *start = factoring_start (made.factoring);
  const Factored *vector = take (&made, start, "first", 0);
  assert_true (factored_below (made.factoring, vector, &impossible));
  assert_true (factored_below (made.factoring, &impossible, &impossible));
  assert_false (factored_below (made.factoring, &impossible, vector));
  made_clear (&made);
}

static const Factored *
join (const Made *made, const Factored *a, const Factored *b)
{
  const Factored *const both[] = {a, b};
  return factored_join (made->factoring, both, 2);
}

static void
test_a_join_is_above_both (void **state)
{
  (void)state;
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", WAYS));
  const Factored *start = factoring_start (made.factoring);
  const Factored *plain = take (&made, take (&made, start, "first", 0), "second", 0);
  const Factored *one = take (&made, plain, "one", 1);
  const Factored *other = take (&made, plain, "one", -1);
  assert_true (factored_same_support (one, other));
  assert_false (factored_same_support (one, take (&made, plain, "both", 1)));
  const Factored *joined = join (&made, one, other);
  assert_true (factored_below (made.factoring, one, joined));
  assert_true (factored_below (made.factoring, other, joined));
  made_clear (&made);
}

/* Both have the same factor of u; that of v differs, and the constant. */
static void
test_a_join_keeps_what_one_costs_more (void **state)
{
  (void)state;
  const char *const lines[] = {"state a public 1",  "state b public 1",    "state c private 1",
                               "state e private 1", "state end private 1", "a b true first u",
                               "b c true second v", "c e <v less",         "c e >=v greater",
                               "e end <u&<v low",   "e end >=u&>=v high",  NULL};
  Made made;
  made_init (&made, text_automaton (COUPLET_SHARED, "u v", lines));
  const Factored *start = factoring_start (made.factoring);
  const Factored *plain = take (&made, take (&made, start, "first", 0), "second", 0);
  const Factored *less = take (&made, plain, "less", 1);
  expect_vector (&made, plain, "0 + u(1 0 1) + v(1 0 1)");
  expect_vector (&made, less, "1 + u(1 0 1) + v(2 0 0)");
  assert_ptr_equal (plain->factors[0], less->factors[0]);
  expect_vector (&made, join (&made, plain, less), "1 + u(1 0 1) + v(2 0 0)");
  expect_vector (&made, join (&made, less, plain), "1 + u(1 0 1) + v(2 0 0)");
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
  made_init (&made, text_automaton (COUPLET_INDEPENDENT, "u v", lines));
  const Factored *vector = factoring_start (made.factoring);
  vector = factored_apply (made.factoring, vector, transition_with_output (made.automaton, "first"),
                           both, 2);
  expect_vector (&made, vector, "1 + u(1 0 1)");
  for (int i = 0; i < 2; i++) /* u = 0: 1 + 1; u shifted as the worse D asks: 2 + 0 */
    expect_vector (
        &made,
        factored_apply (made.factoring, vector,
                        transition_with_output (made.automaton, i == 0 ? "below" : "above"), both,
                        2),
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
      if (factoring_is_live (made->factoring, state, v) || shift_at (p, v) != -1)
        continue;
      guint32 zero = with_shift (p, v, 0), one = with_shift (p, v, 1);
      CoupletCost least =
          couplet_cost_min (table->at[p], couplet_cost_min (table->at[zero], table->at[one]));
      table->at[p] = table->at[zero] = table->at[one] = least;
    }
}

static void
table_apply (const Made *made, Table *table, guint32 transition, int difference)
{
  CoupletSample samples[MANY_THRESHOLDS];
  guint32 n =
      couplet_samples_load (samples, made->automaton, made->components, made->unit, transition);
  CoupletCost fresh =
      couplet_fresh_cost (made->automaton, made->components, made->unit, transition, difference);
  for (guint32 i = 0; i < n; i++)
    table_sample (made, table, &samples[i], difference);
  for (guint32 p = 0; p < MOST_POINTS; p++)
    table->at[p] = couplet_cost_add (made->unit, table->at[p], fresh);
  table_project (made, table, made->automaton->target[transition]);
}

static CoupletCost
value_at (const Made *made, const Factored *vector, guint32 point)
{
  CoupletCost sum = vector->constant;
  for (guint32 f = 0; f < vector->n_factors; f++) {
    guint32 index = 0;
    for (guint32 i = 0; i < vector->factors[f]->n_thresholds; i++)
      index = 3 * index + (guint32)(shift_at (point, vector->factors[f]->thresholds[i]) + 1);
    sum = couplet_cost_add (made->unit, sum, vector->factors[f]->values[index]);
  }
  return sum;
}

static void
compare_table (const Made *made, const Factored *vector, const Table *table)
{
  for (guint32 p = 0; p < points_of (made); p++)
    assert_int_equal (couplet_cost_compare (value_at (made, vector, p), table->at[p]), 0);
}

typedef struct {
  guint n;
  guint32 transition[MOST_STEPS];
  gint8 difference[MOST_STEPS];
  const Factored *vector[MOST_STEPS + 1]; /* before each step, and at the end */
  Table table;
  guint32 end;
} Walk;

static void
random_walk (const Made *made, Walk *walk, GRand *random)
{
  const CoupletAutomaton *a = made->automaton;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  walk->end = a->initial;
  walk->vector[0] = factoring_start (made->factoring);
  walk->table = (Table){{0}};
  for (walk->n = 0; walk->n < MOST_STEPS;) {
    guint32 first = a->row[walk->end], n = a->row[walk->end + 1] - first;
    if (n == 0)
      return;
    guint32 t = first + (guint32)g_rand_int_range (random, 0, (gint32)n);
    guint32 m = couplet_differences (a, t, differences);
    gint8 difference = differences[g_rand_int_range (random, 0, (gint32)m)];
    walk->transition[walk->n] = t;
    walk->difference[walk->n] = difference;
    walk->vector[walk->n + 1] =
        factored_apply (made->factoring, walk->vector[walk->n], t, &difference, 1);
    table_apply (made, &walk->table, t, difference);
    walk->n++;
    walk->end = a->target[t];
    compare_table (made, walk->vector[walk->n], &walk->table);
    if (walk->vector[walk->n]->constant == COUPLET_COST_INFINITE)
      return;
  }
}

static void
compare_pair (const Made *made, const Factored *a, const Factored *b)
{
  gboolean below = TRUE, same_support = TRUE;
  for (guint32 p = 0; p < points_of (made); p++) {
    CoupletCost x = value_at (made, a, p), y = value_at (made, b, p);
    below &= couplet_cost_compare (x, y) <= 0;
    same_support &= (x == COUPLET_COST_INFINITE) == (y == COUPLET_COST_INFINITE);
  }
  assert_int_equal (factored_below (made->factoring, a, b), below);
  if (!factored_same_support (a, b))
    return;
  assert_true (same_support);
  const Factored *joined = join (made, a, b);
  for (guint32 p = 0; p < points_of (made); p++) {
    CoupletCost most = couplet_cost_max (value_at (made, a, p), value_at (made, b, p));
    CoupletCost value = value_at (made, joined, p);
    assert_true (couplet_cost_compare (most, value) <= 0);
    assert_int_equal (value == COUPLET_COST_INFINITE, most == COUPLET_COST_INFINITE);
  }
}

static void
walk_randomly (GRand *random, gboolean shared, gboolean no_noise)
{
  ManyAutomaton many;
  Made made;
  Walk walks[2];
  random_many (&many, random, shared, no_noise);
  made_init (&made, build_many (&many));
  for (int i = 0; i < 6; i++) {
    Walk *walk = &walks[i % 2];
    random_walk (&made, walk, random);
    if (i > 0 && walks[0].end == walks[1].end)
      compare_pair (&made, walks[0].vector[walks[0].n], walks[1].vector[walks[1].n]);
  }
  made_clear (&made);
}

static void
test_random_walks_agree_with_tables (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (311);
  for (guint i = 0; i < 4000; i++)
    walk_randomly (random, i % 2 == 0, i % 3 == 0);
}

/* ---- Random partitions ---------------------------------------------------------------------- */

#define N_PAIRS 20000

/* Where a table over the thresholds that are in group g has the value for point. */
static guint32
index_at (const int *group, int g, guint32 point)
{
  guint32 index = 0;
  for (guint32 v = 0; v < MANY_FEW_THRESHOLDS; v++)
    if (group[v] == g)
      index = 3 * index + (guint32)(shift_at (point, v) + 1);
  return index;
}

/* A vector of all thresholds, as at one state, which are tied by chance, with small values by
 * chance; it has those of the tables that it is made of. */
static const Factored *
random_vector (const Made *made, GRand *random)
{
  CoupletCost constant = (CoupletCost)g_rand_int_range (random, 0, 3);
  gint32 most = g_rand_int_range (random, 1, 5);
  int group[MANY_FEW_THRESHOLDS];
  Table table;
  made->factoring->n_factors = 0;
  for (guint32 p = 0; p < MOST_POINTS; p++)
    table.at[p] = constant;
  for (int v = 0; v < MANY_FEW_THRESHOLDS; v++)
    group[v] = g_rand_int_range (random, 0, MANY_FEW_THRESHOLDS);
  for (int g = 0; g < MANY_FEW_THRESHOLDS; g++) {
    guint32 thresholds[MANY_FEW_THRESHOLDS], n = 0, n_values = 1;
    CoupletCost values[MOST_POINTS];
    for (guint32 v = 0; v < MANY_FEW_THRESHOLDS; v++)
      if (group[v] == g) {
        thresholds[n++] = v;
        n_values *= 3;
      }
    for (guint32 i = 0; i < n_values; i++) {
      gint32 value = n > 0 ? g_rand_int_range (random, 0, most) : 0;
      values[i] = i > 0 && value == 3 ? COUPLET_COST_INFINITE : (CoupletCost)value;
    }
    for (guint32 p = 0; p < MOST_POINTS; p++)
      table.at[p] = couplet_cost_add (made->unit, table.at[p], values[index_at (group, g, p)]);
    if (n > 0)
      add_factor (made->factoring, thresholds, n, values, &constant);
  }
  const Factored *vector = finish_vector (made->factoring, constant);
  compare_table (made, vector, &table);
  return vector;
}

static void
compare_sum (const Made *made, const Factored *a, const Factored *b)
{
  const Factored *sum = factored_plus (made->factoring, a, b);
  for (guint32 p = 0; p < MOST_POINTS; p++) {
    CoupletCost cost = couplet_cost_add (made->unit, value_at (made, a, p), value_at (made, b, p));
    assert_int_equal (couplet_cost_compare (value_at (made, sum, p), cost), 0);
  }
}

/* Sums, comparisons and joins of vectors that tie thresholds in different ways. */
static void
test_random_partitions_agree_with_tables (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (312);
  ManyAutomaton many;
  Made made;
  random_looping (&many, random, TRUE, MANY_FEW_THRESHOLDS);
  made_init (&made, build_many (&many));
  for (guint i = 0; i < N_PAIRS; i++) {
    const Factored *a = random_vector (&made, random), *b = random_vector (&made, random);
    compare_pair (&made, a, b);
    compare_pair (&made, b, a);
    compare_sum (&made, a, b);
  }
  made_clear (&made);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_an_assignment_makes_a_factor),
      cmocka_unit_test (test_a_given_shift_ties_nothing),
      cmocka_unit_test (test_what_is_not_read_again_is_minimised_out),
      cmocka_unit_test (test_a_shared_sample_ties_what_it_is_compared_with),
      cmocka_unit_test (test_independent_samples_tie_nothing),
      cmocka_unit_test (test_thresholds_assigned_together_shift_alike),
      cmocka_unit_test (test_each_entry_above_a_cap_is_infinite),
      cmocka_unit_test (test_factors_are_alike_only_when_all_their_thresholds_are),
      cmocka_unit_test (test_no_shift_is_left_where_a_loop_asks_for_two),
      cmocka_unit_test (test_ten_thresholds_may_be_tied_and_eleven_not),
      cmocka_unit_test (test_many_thresholds_that_never_meet_stay_small),
      cmocka_unit_test (test_costs_beyond_a_word_are_exact),
      cmocka_unit_test (test_below_with_the_same_partition),
      cmocka_unit_test (test_below_with_different_partitions),
      cmocka_unit_test (test_none_is_known_to_be_below_where_too_many_are_tied_together),
      cmocka_unit_test (test_entries_above_a_cap_are_given_up),
      cmocka_unit_test (test_everything_is_below_the_impossible),
      cmocka_unit_test (test_a_join_is_above_both),
      cmocka_unit_test (test_a_join_keeps_what_one_costs_more),
      cmocka_unit_test (test_both_differences_at_once_cost_the_worse),
      cmocka_unit_test (test_random_walks_agree_with_tables),
      cmocka_unit_test (test_random_partitions_agree_with_tables),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
