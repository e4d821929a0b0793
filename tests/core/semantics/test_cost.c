/* SPDX-License-Identifier: Apache-2.0 */
#include "small_automata.h"
#include "text_automaton.h"

#include <couplet/internal/cost.h>
#include <couplet/host.h>

#include <string.h>

#include "unit.h"

static const char *const CHAIN[] = {"a b true start assign", "b c < bot", NULL};

static char *
cost_text (const CoupletUnit *unit, CoupletCost cost)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (unit, cost, &value);
  return couplet_rational_to_string (&value);
}

static void
test_small_costs_are_words (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("3/7", CHAIN);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  CoupletCost d = couplet_unit_cost (unit, automaton->noises[0].d[0]);
  assert_true (d < COUPLET_COST_SMALL_END);
  g_autofree char *twice = cost_text (unit, couplet_cost_add (unit, d, d));
  assert_string_equal (twice, "6/7");
}

/* A parameter that is a mean, too, is a cost: the first number that the automaton has. */
static void
test_a_parameter_that_is_a_mean_is_exact (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public 1/2 laplace 1/2", "state b private 3",
                                      "a b true start x", "b b <x bot", NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", lines);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  guint32 noise = automaton->states[automaton->initial].noise;
  assert_int_equal (automaton->noises[noise].mu, 0);
  g_autofree char *d = cost_text (unit, couplet_unit_cost (unit, automaton->noises[noise].d[0]));
  assert_string_equal (d, "1/2");
}

static void
test_costs_beyond_a_word_are_exact (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton =
      small_automaton ("1000000000000000000000000000001/7", CHAIN);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  CoupletCost d = couplet_unit_cost (unit, automaton->noises[0].d[0]);
  assert_false (d < COUPLET_COST_SMALL_END);
  CoupletCost twice = couplet_cost_add (unit, d, d);
  g_autofree char *text = cost_text (unit, twice);
  assert_string_equal (text, "2000000000000000000000000000002/7");
  assert_true (couplet_cost_compare (d, twice) < 0);
  assert_true (couplet_cost_compare (twice, d) > 0);
  assert_int_equal (couplet_cost_compare (twice, couplet_cost_add (unit, d, d)), 0);
  assert_true (couplet_cost_compare (5, d) < 0);
}

/* Those of 64 bits: a word that is as large is no cost, and one with all bits set is infinite. */
static void
test_parameters_around_the_end_of_a_word (void **state)
{
  (void)state;
  static const char *const values[] = {"9223372036854775807", "9223372036854775808",
                                       "18446744073709551615", "18446744073709551616"};
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autoptr (CoupletAutomaton) automaton = small_automaton (values[i], CHAIN);
    g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
    CoupletCost d = couplet_unit_cost (unit, automaton->noises[0].d[0]);
    g_autofree char *text = cost_text (unit, d);
    assert_string_equal (text, values[i]);
    assert_int_equal (d < COUPLET_COST_SMALL_END, i == 0);
    assert_true (couplet_cost_compare (d, COUPLET_COST_INFINITE) < 0);
    assert_true (couplet_cost_compare (d, couplet_cost_add (unit, d, 1)) < 0);
  }
}

/* Sums that leave the word just where it ends. */
static void
test_sums_cross_the_end_of_a_word (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("1", CHAIN);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  CoupletCost last = COUPLET_COST_SMALL_END - 1;
  CoupletCost over = couplet_cost_add (unit, last, 1);
  g_autofree char *text = cost_text (unit, over);
  assert_string_equal (text, "9223372036854775808");
  CoupletCost much = couplet_cost_add (unit, over, over);
  g_autofree char *more = cost_text (unit, couplet_cost_add (unit, much, 5));
  assert_string_equal (more, "18446744073709551621");
  assert_true (couplet_cost_compare (last, over) < 0);
  assert_true (couplet_cost_compare (over, much) < 0);
}

static void
test_infinite_is_above_all_and_absorbs (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("1", CHAIN);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  CoupletCost large = couplet_cost_add (unit, COUPLET_COST_SMALL_END - 1, 7);
  assert_true (couplet_cost_add (unit, 3, COUPLET_COST_INFINITE) == COUPLET_COST_INFINITE);
  assert_true (couplet_cost_add (unit, COUPLET_COST_INFINITE, large) == COUPLET_COST_INFINITE);
  assert_true (couplet_cost_compare (large, COUPLET_COST_INFINITE) < 0);
  assert_int_equal (couplet_cost_compare (COUPLET_COST_INFINITE, COUPLET_COST_INFINITE), 0);
  assert_true (couplet_cost_min (COUPLET_COST_INFINITE, 4) == 4);
}

/* ---- Many numbers without a common factor ------------------------------------------- */

static gboolean
is_prime (guint n)
{
  for (guint i = 2; i * i <= n; i++)
    if (n % i == 0)
      return FALSE;
  return n > 1;
}

/* Adds state number i of a chain of n and what leads from it; d is its noise parameter. */
static void
add_link (CoupletBuilder *builder, guint i, guint n, const char *d)
{
  CoupletText x = COUPLET_TEXT ("x");
  char from[16], to[16];
  g_snprintf (from, sizeof from, "%u", i);
  g_snprintf (to, sizeof to, "%u", MIN (i + 1, n - 1));
  CoupletNoiseSpec noise = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT (d)};
  couplet_builder_add_state (
      builder, &(CoupletStateSpec){.name = COUPLET_TEXT (from), .d = &noise, .n_d = 1});
  couplet_builder_add_transition (
      builder, &(CoupletTransitionSpec){.from = COUPLET_TEXT (from),
                                        .to = COUPLET_TEXT (to),
                                        .guard = COUPLET_TEXT (i == 0 ? "true" : "insample < x"),
                                        .output = COUPLET_TEXT ("s"),
                                        .assign = &x,
                                        .n_assign = i == 0 ? 1 : 0});
}

/* A chain of states whose noise parameters are 1 / p, p the first n primes. */
static CoupletAutomaton *
chain_of_primes (guint n)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("primes");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  couplet_builder_set_initial (builder, COUPLET_TEXT ("0"), (CoupletPlace){0, 0});
  for (guint i = 0, p = 2; i < n; i++, p++) {
    char d[16];
    while (!is_prime (p))
      p++;
    g_snprintf (d, sizeof d, "1/%u", p);
    add_link (builder, i, n, d);
  }
  return couplet_builder_finish (builder);
}

/* The same with denominators of 9,990 digits, which have little in common: 10^9989 + 2 i + 1. */
static CoupletAutomaton *
chain_of_long_denominators (guint n)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("long");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  couplet_builder_set_initial (builder, COUPLET_TEXT ("0"), (CoupletPlace){0, 0});
  for (guint i = 0; i < n; i++) {
    g_autofree char *d = g_strdup_printf ("1/1%09989u", 2 * i + 1);
    add_link (builder, i, n, d);
  }
  return couplet_builder_finish (builder);
}

static void
test_a_common_denominator_of_too_many_bits_is_refused (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) few = chain_of_long_denominators (20);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (few, &error);
  assert_non_null (unit);
  g_autoptr (CoupletAutomaton) many = chain_of_long_denominators (40);
  assert_null (couplet_unit_new (many, &error));
  assert_string_equal (error->message, "the common denominator of the noise parameters has more "
                                       "than 1000000 bits");
}

static void
test_costs_that_would_fill_the_memory_are_refused (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) few = chain_of_primes (1000);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (few, &error);
  assert_non_null (unit);
  assert_true (couplet_unit_steps (unit) > 1);
  g_autoptr (CoupletAutomaton) many = chain_of_primes (20000);
  assert_null (couplet_unit_new (many, &error));
  assert_non_null (strstr (error->message, "take too much memory over their common denominator"));
}

static void
test_a_unit_is_not_made_once_the_user_cancelled (void **state)
{
  (void)state;
  static const CoupletPlugin plugin = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};
  static const volatile int yes = 1;
  const CoupletHost host = {.cancelled = &yes};
  g_autoptr (CoupletContext) context = couplet_context_new (&plugin, NULL, &host, "test");
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("1", CHAIN);
  g_autoptr (GError) error = NULL;
  assert_null (couplet_unit_new_within (automaton, context, &error));
  assert_null (error);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_small_costs_are_words),
      cmocka_unit_test (test_a_parameter_that_is_a_mean_is_exact),
      cmocka_unit_test (test_costs_beyond_a_word_are_exact),
      cmocka_unit_test (test_parameters_around_the_end_of_a_word),
      cmocka_unit_test (test_sums_cross_the_end_of_a_word),
      cmocka_unit_test (test_infinite_is_above_all_and_absorbs),
      cmocka_unit_test (test_a_common_denominator_of_too_many_bits_is_refused),
      cmocka_unit_test (test_costs_that_would_fill_the_memory_are_refused),
      cmocka_unit_test (test_a_unit_is_not_made_once_the_user_cancelled),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
