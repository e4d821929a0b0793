/* SPDX-License-Identifier: Apache-2.0 */
/* What the checker knows of the order of thresholds after a transition. */
#include "orders.h"

#include <string.h>

#include "remember.h"
#include "text_automaton.h"

#include "unit.h"

#define X 0u
#define Y 1u
#define N 5u /* two thresholds, the input, what is read and the draw */

static CoupletAutomaton *
make (const char *d)
{
  g_autofree char *q = g_strdup_printf ("state q private %s", d);
  const char *const lines[] = {"state i public 1",
                               q,
                               "state e private 1",
                               "i q true s x,y",
                               "q q >=x&<y rise y",
                               "q q <x&>=y fall x",
                               "q q >=x&>=y above y",
                               "q e <x&<y below",
                               NULL};
  return text_automaton (COUPLET_SHARED, "x y", lines);
}

static const Check *
check_of (const CoupletAutomaton *a, Check *check)
{
  static guint8 recalls[4];
  *check = (Check){.a = a, .recalls = recalls};
  return check;
}

/* Makes order what is known of x and y where nothing but relation holds of them. */
static void
know (char order[N * N + 1], char x_to_y, char y_to_x)
{
  memset (order, UNRELATED, N * N);
  order[N * N] = '\0';
  order[X * N + Y] = x_to_y;
  order[Y * N + X] = y_to_x;
}

static void
test_a_guard_that_contradicts_the_order_is_found (void **state)
{
  (void)state;
  Check check;
  g_autoptr (CoupletAutomaton) a = make ("1");
  char order[N * N + 1];
  guint32 rise = transition_with_output (a, "rise"), fall = transition_with_output (a, "fall");
  know (order, LESS, UNRELATED);
  assert_true (check_order_advance (check_of (a, &check), order, rise));
  know (order, LESS, UNRELATED);
  assert_false (check_order_advance (check_of (a, &check), order, fall));
  know (order, EQUAL, EQUAL);
  assert_false (check_order_advance (check_of (a, &check), order, rise));
}

static void
test_an_assigned_threshold_takes_the_place_of_the_sample (void **state)
{
  (void)state;
  Check check;
  g_autoptr (CoupletAutomaton) a = make ("1");
  char order[N * N + 1];
  know (order, UNRELATED, UNRELATED);
  assert_true (
      check_order_advance (check_of (a, &check), order, transition_with_output (a, "above")));
  assert_int_equal (order[X * N + Y], LESS);
  assert_int_equal (order[Y * N + X], UNRELATED);
  assert_true (
      check_order_advance (check_of (a, &check), order, transition_with_output (a, "rise")));
  assert_int_equal (order[X * N + Y], LESS);
}

static void
test_a_draw_without_noise_may_equal_what_it_is_not_below (void **state)
{
  (void)state;
  Check check;
  g_autoptr (CoupletAutomaton) a = make ("none");
  char order[N * N + 1];
  know (order, UNRELATED, UNRELATED);
  assert_true (
      check_order_advance (check_of (a, &check), order, transition_with_output (a, "above")));
  assert_int_equal (order[X * N + Y], AT_MOST);
  know (order, UNRELATED, AT_MOST);
  assert_false (
      check_order_advance (check_of (a, &check), order, transition_with_output (a, "rise")));
}

/* With independent sampling a draw that is compared with one threshold is not what another
 * takes. */
static void
test_an_assigned_threshold_takes_its_own_draw_only (void **state)
{
  (void)state;
  static const char *const lines[] = {"state i public none",
                                      "state q private 1 exponential",
                                      "i j true s x",
                                      "state j public none",
                                      "j q true t y",
                                      "q q >=y beside x",
                                      NULL};
  Check check;
  g_autoptr (CoupletAutomaton) a = text_automaton (COUPLET_INDEPENDENT, "x y", lines);
  char order[N * N + 1];
  know (order, UNRELATED, UNRELATED);
  assert_true (
      check_order_advance (check_of (a, &check), order, transition_with_output (a, "beside")));
  assert_int_equal (order[X * N + Y], UNRELATED);
  assert_int_equal (order[Y * N + X], UNRELATED);
}

static void
test_thresholds_assigned_together_are_equal (void **state)
{
  (void)state;
  Check check;
  g_autoptr (CoupletAutomaton) a = make ("1");
  char order[N * N + 1];
  know (order, UNRELATED, UNRELATED);
  assert_true (check_order_advance (check_of (a, &check), order, transition_with_output (a, "s")));
  assert_int_equal (order[X * N + Y], EQUAL);
  assert_int_equal (order[Y * N + X], EQUAL);
}

static void
test_what_follows_by_transitivity_is_known (void **state)
{
  (void)state;
  Check check;
  g_autoptr (CoupletAutomaton) a = make ("1");
  char order[N * N + 1];
  know (order, EQUAL, EQUAL);
  order[Y * N + 2] = LESS;
  check_order_close (check_of (a, &check), order);
  assert_int_equal (order[X * N + 2], LESS);
}

static void
test_two_that_are_at_most_each_other_are_equal (void **state)
{
  (void)state;
  Check check;
  g_autoptr (CoupletAutomaton) a = make ("1");
  char order[N * N + 1];
  know (order, AT_MOST, AT_MOST);
  check_order_close (check_of (a, &check), order);
  assert_int_equal (order[X * N + Y], EQUAL);
}

static void
test_an_order_implies_what_says_less (void **state)
{
  (void)state;
  char strong[N * N + 1], weak[N * N + 1];
  know (strong, LESS, UNRELATED);
  know (weak, UNRELATED, UNRELATED);
  assert_true (check_order_implies (strong, weak));
  assert_false (check_order_implies (weak, strong));
  assert_true (check_order_implies (strong, strong));
  know (weak, AT_MOST, UNRELATED);
  assert_true (check_order_implies (strong, weak));
  assert_false (check_order_implies (weak, strong));
}

/* Whether the checker takes inputs for values that draws are compared with. */
static gboolean
keeps_input (const char *const *lines)
{
  g_autoptr (CoupletAutomaton) a = text_automaton (COUPLET_INDEPENDENT, "x", lines);
  g_autoptr (CoupletEvidence) evidence = couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, a);
  Check check;
  check_init (&check, evidence);
  check_find_memory (&check);
  check_find_orders (&check);
  gboolean keeps = check.keeps_input;
  check_clear (&check);
  return keeps;
}

/* The first draw from an input counts as those that read it again do. */
static void
test_an_input_is_a_value_where_all_draws_have_one_mean (void **state)
{
  (void)state;
  for (guint mean = 0; mean <= 1; mean++) {
    g_autofree char *first = g_strdup_printf ("state i private none laplace %u", mean);
    const char *const lines[] = {first,
                                 "state q again none laplace 0",
                                 "state e private 1",
                                 "i q true first x",
                                 "q e <x again",
                                 NULL};
    assert_int_equal (keeps_input (lines), mean == 0);
  }
}

static void
test_a_state_without_transitions_reads_nothing_again (void **state)
{
  (void)state;
  const char *const lines[] = {"state i private none", "state e again none", "i e true first x",
                               NULL};
  assert_false (keeps_input (lines));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_guard_that_contradicts_the_order_is_found),
      cmocka_unit_test (test_an_assigned_threshold_takes_the_place_of_the_sample),
      cmocka_unit_test (test_a_draw_without_noise_may_equal_what_it_is_not_below),
      cmocka_unit_test (test_an_assigned_threshold_takes_its_own_draw_only),
      cmocka_unit_test (test_thresholds_assigned_together_are_equal),
      cmocka_unit_test (test_what_follows_by_transitivity_is_known),
      cmocka_unit_test (test_two_that_are_at_most_each_other_are_equal),
      cmocka_unit_test (test_an_order_implies_what_says_less),
      cmocka_unit_test (test_an_input_is_a_value_where_all_draws_have_one_mean),
      cmocka_unit_test (test_a_state_without_transitions_reads_nothing_again),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
