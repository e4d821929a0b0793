/* SPDX-License-Identifier: Apache-2.0 */
/* When work should end, why, and how long it may still go on. */
#include "clock.h"

#include <math.h>

#include "unit.h"

/* Longer than any test takes, so that nothing here waits or is timed. */
#define LONG_MS (10 * 60 * 1000)

/* Data: minus the number of looks until the user cancels. */
static gboolean
count_and_tell (gpointer data)
{
  int *looks = data;
  return ++*looks == 0;
}

static void
test_without_a_limit_work_goes_on (void **state)
{
  (void)state;
  Clock clock = {0};
  clock_start (&clock, 0);
  assert_false (clock_should_stop (&clock));
  assert_false (clock_is_overdue (&clock, CLOCK_GRACE_WORK));
  assert_null (clock_stop_reason (&clock));
  assert_true (isinf (clock_seconds_left (&clock)));
}

static void
test_a_limit_that_is_far_leaves_time (void **state)
{
  (void)state;
  Clock clock = {0};
  clock_start (&clock, LONG_MS);
  assert_false (clock_should_stop (&clock));
  assert_true (clock_seconds_left (&clock) > 1 && clock_seconds_left (&clock) <= LONG_MS / 1000.0);
}

/* Sets back when clock was started. */
static void
let_pass (Clock *clock, gint64 microseconds)
{
  clock->deadline -= microseconds;
}

static void
test_a_limit_stops_and_says_so (void **state)
{
  (void)state;
  Clock clock = {0};
  clock_start (&clock, LONG_MS);
  let_pass (&clock, LONG_MS * G_GINT64_CONSTANT (1000));
  assert_true (clock_should_stop (&clock));
  assert_string_equal (clock_stop_reason (&clock), "stopped after the time limit of 600 s");
  assert_false (clock_is_cancelled (&clock));
  assert_true (clock_seconds_left (&clock) == 0);
  clock_clear (&clock);
}

static void
test_each_has_its_grace (void **state)
{
  (void)state;
  static const struct {
    ClockGrace grace;
    gint64 seconds;
  } cases[] = {{CLOCK_GRACE_WORK, 15}, {CLOCK_GRACE_PROCESS, 24}, {CLOCK_GRACE_WORKER, 120}};
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int late = 0; late < 2; late++) {
      Clock clock = {0};
      clock_start (&clock, LONG_MS);
      let_pass (&clock, LONG_MS * G_GINT64_CONSTANT (1000) +
                            (cases[i].seconds + (late ? 0 : -5)) * G_USEC_PER_SEC);
      assert_int_equal (clock_is_overdue (&clock, cases[i].grace), late);
      assert_int_equal (clock_most (LONG_MS, cases[i].grace),
                        LONG_MS * G_GINT64_CONSTANT (1000) + cases[i].seconds * G_USEC_PER_SEC);
      clock_clear (&clock);
    }
}

static void
test_short_limits_have_a_least_grace (void **state)
{
  (void)state;
  assert_int_equal (clock_most (1, CLOCK_GRACE_WORK), 1025);
  assert_int_equal (clock_most (1, CLOCK_GRACE_PROCESS), 3000);
  assert_int_equal (clock_most (1, CLOCK_GRACE_WORKER), 2001000);
}

static void
test_the_user_cancels (void **state)
{
  (void)state;
  int looks = -2;
  Clock clock = {.cancelled = count_and_tell, .data = &looks};
  clock_start (&clock, LONG_MS);
  assert_false (clock_should_stop (&clock));
  assert_true (clock_should_stop (&clock));
  assert_true (clock_should_stop (&clock));
  assert_int_equal (looks, 0); /* who cancelled is not asked again */
  assert_true (clock_is_cancelled (&clock));
  assert_string_equal (clock_stop_reason (&clock), "cancelled");
  clock.ended -= G_USEC_PER_SEC;
  assert_true (clock_is_overdue (&clock, CLOCK_GRACE_PROCESS));
  assert_false (clock_is_overdue (&clock, CLOCK_GRACE_WORKER));
  clock_clear (&clock);
}

static void
count (gpointer data)
{
  ++*(int *)data;
}

static void
test_every_look_is_a_sign_of_life (void **state)
{
  (void)state;
  int signs = 0;
  Clock clock = {.alive = count, .data = &signs};
  clock_start (&clock, LONG_MS);
  clock_should_stop (&clock);
  let_pass (&clock, LONG_MS * G_GINT64_CONSTANT (1000));
  clock_should_stop (&clock);
  clock_should_stop (&clock);
  assert_int_equal (signs, 3);
}

static void
test_a_new_start_forgets (void **state)
{
  (void)state;
  int looks = -1;
  Clock clock = {.cancelled = count_and_tell, .data = &looks};
  clock_start (&clock, 0);
  assert_true (clock_should_stop (&clock));
  clock_start (&clock, 0);
  assert_false (clock_should_stop (&clock));
  assert_null (clock_stop_reason (&clock));
}

static void
test_patience_is_short_and_never_none (void **state)
{
  (void)state;
  Clock clock = {0};
  clock_start (&clock, 0);
  int longest = clock_patience (&clock, CLOCK_GRACE_PROCESS);
  assert_in_range (longest, 1, 1000);
  clock_start (&clock, LONG_MS);
  assert_int_equal (clock_patience (&clock, CLOCK_GRACE_PROCESS), longest);
  let_pass (&clock, 10 * LONG_MS * G_GINT64_CONSTANT (1000));
  assert_int_equal (clock_patience (&clock, CLOCK_GRACE_PROCESS), 1);
  assert_true (clock_should_stop (&clock));
  assert_int_equal (clock_patience (&clock, CLOCK_GRACE_PROCESS), 1);
  clock_clear (&clock);
}

static void
test_a_pace_looks_now_and_then (void **state)
{
  (void)state;
  int looks = -3;
  Clock clock = {.cancelled = count_and_tell, .data = &looks};
  Pace pace = {.clock = &clock};
  clock_start (&clock, 0);
  guint64 steps = 0;
  while (!pace_over (&pace, 1))
    steps++;
  assert_int_equal (looks, 0);
  assert_int_equal (steps, 2 * (guint64)CLOCK_PACE);
  assert_true (pace_over (&pace, 1)); /* from then on */
  assert_false (pace_over (&(Pace){0}, G_MAXUINT64));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_without_a_limit_work_goes_on),
      cmocka_unit_test (test_a_limit_that_is_far_leaves_time),
      cmocka_unit_test (test_a_limit_stops_and_says_so),
      cmocka_unit_test (test_each_has_its_grace),
      cmocka_unit_test (test_short_limits_have_a_least_grace),
      cmocka_unit_test (test_the_user_cancels),
      cmocka_unit_test (test_every_look_is_a_sign_of_life),
      cmocka_unit_test (test_a_new_start_forgets),
      cmocka_unit_test (test_patience_is_short_and_never_none),
      cmocka_unit_test (test_a_pace_looks_now_and_then),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
