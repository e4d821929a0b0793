/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors with limits against a brute force that gives up shifts above a cap, on random
 * automata with loops that assign, of one to three thresholds and both samplings.
 * COUPLET_TEST_AUTOMATA and COUPLET_TEST_SEED make it longer. */
#include "ask_frontier.h"
#include "brute_many.h"
#include "environment.h"
#include "text_automaton.h"

#include <couplet/host.h>
#include <couplet/host/unfold.h>

#include <stdio.h>

#include "unit.h"

#define DEFAULT_AUTOMATA 2000 /* 5,000 against the brute force */
#define DEFAULT_SEED 20261123
/* In 1 / MANY_UNIT. A path of this size pays seven draws and more twice over. */
#define CAP 48

/* What frontier says, as a text: a cost, `infinite`, or a reason. */
static char *
cost_text (const CoupletAutomaton *original)
{
  const FrontierOptions options = {PRUNE_WHEN_LARGE, 1000000, NULL};
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (original, NULL, NULL);
  g_autoptr (CoupletOutcome) outcome =
      ask_frontier (unfolded != NULL ? unfolded : original, &options, 0);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  if (!result->has_cost)
    return g_strdup (result->reason);
  return result->cost_is_infinite ? g_strdup ("infinite")
                                  : couplet_rational_to_string (&result->cost);
}

static void
print_automaton (const CoupletAutomaton *a)
{
  for (guint32 q = 0; q < a->n_states; q++)
    for (guint32 v = 0; v < (a->sampling == COUPLET_SHARED ? 1 : a->n_thresholds); v++) {
      g_autofree char *d = couplet_number_to_string (a, a->noises[a->states[q].noise].d[v]);
      fprintf (stderr, "  state %s %s d[%u] %s %s\n", a->states[q].name,
               couplet_input_to_string (a->states[q].input), v, d,
               couplet_noise_kind_to_string (a->noise_kinds[a->states[q].noise].sample));
    }
  for (guint32 t = 0; t < a->n_transitions; t++) {
    g_autofree char *text = couplet_transition_to_string (a, t);
    fprintf (stderr, "  %s\n", text);
  }
}

static gboolean
is_above_cap (const char *cost)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (g_str_equal (cost, "infinite"))
    return TRUE;
  assert_true (couplet_rational_parse (&value, cost, strlen (cost), NULL));
  return mpq_cmp_si (value.value, CAP, MANY_UNIT) > 0;
}

static void
compare (const ManyAutomaton *many, guint number)
{
  g_autoptr (CoupletAutomaton) automaton = build_many (many);
  gint64 least = brute_many_least (many, CAP);
  g_autofree char *found = cost_text (automaton);
  g_auto (CoupletRational) expected;
  couplet_rational_init (&expected);
  mpq_set_si (expected.value, least == BRUTE_MANY_INFINITE ? -1 : least, MANY_UNIT);
  mpq_canonicalize (expected.value);
  g_autofree char *text = couplet_rational_to_string (&expected);
  if (least == BRUTE_MANY_INFINITE ? is_above_cap (found) : g_str_equal (found, text))
    return;
  fprintf (stderr, "automaton %u, %s: frontier says %s, brute force %s\n", number,
           couplet_adjacency_to_string (automaton->adjacency), found, text);
  print_automaton (automaton);
  fail ();
}

static guint
n_automata (void)
{
  return environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA);
}

static guint
seed (void)
{
  return environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED);
}

static void
test_against_capped_brute_force (void **state)
{
  (void)state;
  each_random_many (n_automata (), seed (), random_looping_plain, compare);
}

/* Adjacencies, kinds of noise, inputs that are read again, gaps, and all mixtures of them. */
static void
test_kinds_against_capped_brute_force (void **state)
{
  (void)state;
  each_random_many (n_automata (), seed () + 1, random_looping_kinds, compare);
}

/* Some draws have no noise, so that paths are impossible. */
static void
make_noiseless (ManyAutomaton *many, GRand *random, guint number)
{
  if (number % 3 != 0)
    random_looping_kinds (many, random, number);
  else
    random_looping_plain (many, random, number);
  random_noiseless (many, random, 2 + (int)(number % 4));
}

static void
test_draws_without_noise_against_capped_brute_force (void **state)
{
  (void)state;
  each_random_many (n_automata () / 2, seed () + 3, make_noiseless, compare);
}

/* Whether a costs no more than b. */
static gboolean
is_at_most (const ManyAutomaton *a, const ManyAutomaton *b)
{
  g_autoptr (CoupletAutomaton) first = build_many (a), second = build_many (b);
  g_autofree char *one = cost_text (first), *other = cost_text (second);
  g_auto (CoupletRational) p, q;
  couplet_rational_init (&p);
  couplet_rational_init (&q);
  if (g_str_equal (other, "infinite"))
    return TRUE;
  return couplet_rational_parse (&p, one, strlen (one), NULL) &&
         couplet_rational_parse (&q, other, strlen (other), NULL) &&
         couplet_rational_compare (&p, &q) <= 0;
}

/* Fewer ways to differ cost no more; exponential noise makes up for less than Laplace noise, and
 * discrete noise for as much. */
static void
test_how_kinds_compare (void **state)
{
  (void)state;
  guint n = n_automata () / 10;
  g_autoptr (GRand) random = g_rand_new_with_seed (seed () + 2);
  for (guint i = 0; i < n; i++) {
    ManyAutomaton many, less, more;
    random_looping_kinds (&many, random, i);
    many.adjacency = COUPLET_ADJACENT_ANY;
    for (int q = 0; q < many.n_states; q++) /* which is proven for Laplace noise only */
      if (many.states[q].snap == MANY_FLOATING)
        many.states[q].snap = MANY_SNAP;
    less = many;
    less.adjacency = i % 4 < 2 ? COUPLET_ADJACENT_ONE : COUPLET_ADJACENT_MONOTONIC;
    assert_true (is_at_most (&less, &many));
    less = more = many;
    many_set_noise (&less, COUPLET_LAPLACE);
    many_set_noise (&more, COUPLET_EXPONENTIAL);
    assert_true (is_at_most (&less, &more));
    many_set_noise (&more, COUPLET_DISCRETE_LAPLACE);
    assert_true (is_at_most (&less, &more));
    assert_true (is_at_most (&more, &less));
  }
}

/* The text of three times the cost. */
static char *
three_times (const char *cost)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (!couplet_rational_parse (&value, cost, strlen (cost), NULL))
    return g_strdup (cost);
  mpz_mul_ui (mpq_numref (value.value), mpq_numref (value.value), 3);
  mpq_canonicalize (value.value);
  return couplet_rational_to_string (&value);
}

/* Noise parameters three times as large cost three times as much, and copies of states nothing. */
static void
test_scale_and_copies (void **state)
{
  (void)state;
  guint n = n_automata () / 10;
  g_autoptr (GRand) random = g_rand_new_with_seed (seed () + 4);
  for (guint i = 0; i < n; i++) {
    ManyAutomaton many, large;
    random_looping_kinds (&many, random, i);
    random_no_snaps (&many);
    random_noiseless (&many, random, 6);
    large = many;
    many_scale (&large, 3);
    g_autoptr (CoupletAutomaton) one = build_many (&many), three = build_many (&large);
    g_autofree char *cost = cost_text (one), *of_large = cost_text (three);
    g_autofree char *expected = three_times (cost);
    assert_string_equal (of_large, expected);
    if (!many_copy_state (&many, i))
      continue;
    g_autoptr (CoupletAutomaton) copied = build_many (&many);
    g_autofree char *of_copied = cost_text (copied);
    assert_string_equal (of_copied, cost);
  }
}

/* docs/theory.md section 7: no strategy obeys the rule that cycles must be free. */
static void
test_a_loop_that_assigns_and_a_loop_that_compares (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a private 1", "state b private 1",
                                      "state c private 1", "state e private 1",
                                      "a b true s x",      "b c true s y",
                                      "c c <y low x",      "c e >=y high",
                                      "e e <x under",      NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x y", lines);
  g_autofree char *found = cost_text (automaton);
  assert_string_equal (found, "6");
}

/* With one threshold and public comparisons alike: the last turn alone has to raise x. */
static void
test_a_public_loop_that_assigns (void **state)
{
  (void)state;
  static const char *const lines[] = {
      "state a private 1", "state b public 1", "state c private 1", "a b true s x",
      "b b >=x high x",    "b c <x low",       "c c <x under",      NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", lines);
  g_autofree char *found = cost_text (automaton);
  assert_string_equal (found, "2");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_against_capped_brute_force),
      cmocka_unit_test (test_kinds_against_capped_brute_force),
      cmocka_unit_test (test_draws_without_noise_against_capped_brute_force),
      cmocka_unit_test (test_how_kinds_compare),
      cmocka_unit_test (test_scale_and_copies),
      cmocka_unit_test (test_a_loop_that_assigns_and_a_loop_that_compares),
      cmocka_unit_test (test_a_public_loop_that_assigns),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
