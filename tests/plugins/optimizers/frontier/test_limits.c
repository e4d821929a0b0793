/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors with limits against a brute force that gives up shifts above a cap, on random
 * automata with loops that assign, of one to three thresholds and both samplings.
 * COUPLET_TEST_AUTOMATA and COUPLET_TEST_SEED make it longer. */
#include "environment.h"
#include "brute_many.h"
#include "frontier.h"
#include "text_automaton.h"

#include <couplet/host.h>
#include <couplet/unfold.h>

#include <stdio.h>

#include "unit.h"

#define DEFAULT_AUTOMATA 2000
#define DEFAULT_SEED 20261123
/* In 1 / MANY_UNIT. A path of this size pays seven draws and more twice over. */
#define CAP 48

static const CoupletPlugin PLUGIN = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};
static const CoupletHost HOST = {0};

/* What frontier says, as a text: a cost, `infinite`, or a reason. */
static char *
ask_frontier (const CoupletAutomaton *original)
{
  const CoupletFrontierOptions options = {COUPLET_PRUNE_WHEN_LARGE, 1000000, NULL};
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (original, NULL, NULL);
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &HOST, "test");
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("test", &PLUGIN);
  couplet_context_start (context, 0);
  assert_true (couplet_frontier_run (context, unfolded != NULL ? unfolded : original, &options,
                                     outcome, NULL));
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
      fprintf (stderr, "  state %s %s d[%u] %s\n", a->states[q].name,
               a->states[q].input == COUPLET_PUBLIC ? "public" : "private", v, d);
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
  g_autofree char *found = ask_frontier (automaton);
  g_auto (CoupletRational) expected;
  couplet_rational_init (&expected);
  mpq_set_si (expected.value, least == BRUTE_MANY_INFINITE ? -1 : least, MANY_UNIT);
  mpq_canonicalize (expected.value);
  g_autofree char *text = couplet_rational_to_string (&expected);
  if (least == BRUTE_MANY_INFINITE ? is_above_cap (found) : g_str_equal (found, text))
    return;
  fprintf (stderr, "automaton %u: frontier says %s, brute force %s\n", number, found, text);
  print_automaton (automaton);
  fail ();
}

static void
test_against_capped_brute_force (void **state)
{
  (void)state;
  guint n = environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA);
  g_autoptr (GRand) random =
      g_rand_new_with_seed (environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED));
  for (guint i = 0; i < n; i++) {
    ManyAutomaton many;
    random_looping (&many, random, i % 2 == 0, 1 + (int)(i / 2 % 3));
    compare (&many, i);
  }
}

/* docs/theory.md section 7: no strategy obeys the rule that cycles must be free. */
static void
test_a_loop_that_assigns_and_a_loop_that_compares (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a private 1",
                                      "state b private 1",
                                      "state c private 1",
                                      "state e private 1",
                                      "a b true s x",
                                      "b c true s y",
                                      "c c <y low x",
                                      "c e >=y high",
                                      "e e <x under",
                                      NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x y", lines);
  g_autofree char *found = ask_frontier (automaton);
  assert_string_equal (found, "6");
}

/* With one threshold and public comparisons alike: the last turn alone has to raise x. */
static void
test_a_public_loop_that_assigns (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a private 1", "state b public 1", "state c private 1",
                                      "a b true s x",      "b b >=x high x",   "b c <x low",
                                      "c c <x under",      NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", lines);
  g_autofree char *found = ask_frontier (automaton);
  assert_string_equal (found, "2");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_against_capped_brute_force),
      cmocka_unit_test (test_a_loop_that_assigns_and_a_loop_that_compares),
      cmocka_unit_test (test_a_public_loop_that_assigns),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
