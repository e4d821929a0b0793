/* SPDX-License-Identifier: Apache-2.0 */
/* Where the sampling makes a difference. */
#include <couplet/sample.h>

#include "text_automaton.h"

#include "unit.h"

/* x and y are drawn, then lines, which begin in state `ask`, are added. */
static gboolean
matters (CoupletSampling sampling, const char *line, const char *other)
{
  const char *const lines[] = {"state first public 1",
                               "state second public 1",
                               "state ask private 1",
                               "state next private 1",
                               "first second true a x",
                               "second ask true b y",
                               line,
                               other,
                               NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (sampling, "x y", lines);
  return couplet_sampling_matters (automaton);
}

static void
test_one_threshold_for_each_reading (void **state)
{
  (void)state;
  assert_false (matters (COUPLET_INDEPENDENT, "ask next >=x c", "next next >=y d"));
  assert_false (matters (COUPLET_SHARED, "ask next >=x c x", "ask ask <x d"));
  assert_false (matters (COUPLET_INDEPENDENT, "ask next true c", NULL));
}

static void
test_two_thresholds_in_a_guard (void **state)
{
  (void)state;
  assert_true (matters (COUPLET_INDEPENDENT, "ask next >=x&<y c", NULL));
  assert_true (matters (COUPLET_SHARED, "ask next >=x&<y c", NULL));
  assert_true (matters (COUPLET_INDEPENDENT, "ask next <x|>=y c", NULL));
}

static void
test_compared_with_one_and_stored_in_another (void **state)
{
  (void)state;
  assert_true (matters (COUPLET_INDEPENDENT, "ask next >=x c y", NULL));
  assert_true (matters (COUPLET_SHARED, "ask next true c x,y", NULL));
}

static void
test_the_copy_of_another_threshold_is_output (void **state)
{
  (void)state;
  assert_true (matters (COUPLET_INDEPENDENT, "ask next >=x insample(y)", NULL));
  assert_false (matters (COUPLET_INDEPENDENT, "ask next >=x insample(x)", NULL));
}

static void
test_two_transitions_of_one_state (void **state)
{
  (void)state;
  assert_true (matters (COUPLET_INDEPENDENT, "ask next >=x c y", "ask ask <x d"));
}

static void
test_what_no_run_reaches (void **state)
{
  (void)state;
  assert_false (matters (COUPLET_INDEPENDENT, "next next >=x&<y c", NULL));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_one_threshold_for_each_reading),
      cmocka_unit_test (test_two_thresholds_in_a_guard),
      cmocka_unit_test (test_compared_with_one_and_stored_in_another),
      cmocka_unit_test (test_the_copy_of_another_threshold_is_output),
      cmocka_unit_test (test_two_transitions_of_one_state),
      cmocka_unit_test (test_what_no_run_reaches),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
