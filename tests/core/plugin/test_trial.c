/* SPDX-License-Identifier: Apache-2.0 */
/* What is tried returns, ends its process or does not end. */
#include "trial.h"

#include "child.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "unit.h"

static void
set_to_one (gpointer data)
{
  *(int *)data = 1;
}

static void
leave (gpointer data)
{
  (void)data;
  exit (3);
}

static void
crash (gpointer data)
{
  (void)data;
  signal (SIGSEGV, SIG_DFL);
  raise (SIGSEGV);
}

static void
stay (gpointer data)
{
  (void)data;
  for (;;)
    pause ();
}

static void
test_what_returns_may_be_done (void **state)
{
  (void)state;
  int number = 0;
  g_autoptr (GError) error = NULL;
  assert_true (trial_run (set_to_one, &number, 0, &error));
  assert_null (error);
  assert_int_equal (number, 0); /* that was another process */
}

static void
test_what_ends_its_process (void **state)
{
  (void)state;
  g_autoptr (GError) left = NULL, crashed = NULL;
  assert_false (trial_run (leave, NULL, 0, &left));
  assert_string_equal (left->message, "its process ended with status 3 and no answer");
  assert_false (trial_run (crash, NULL, 0, &crashed));
  assert_string_equal (crashed->message, "its process was ended by signal 11 (Segmentation fault)");
}

/* Kills its process as often as data, which processes share, says. */
static void
be_killed (gpointer data)
{
  int *times = data;
  if ((*times)-- > 0)
    kill (getpid (), SIGKILL);
}

static void
test_what_is_killed_is_tried_again (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  int *times = child_share (sizeof *times);
  assert_non_null (times);
  *times = 2;
  assert_true (trial_run (be_killed, times, 0, &error));
  assert_null (error);
  *times = 1000;
  assert_false (trial_run (be_killed, times, 0, &error));
  assert_string_equal (error->message, "its process was ended by signal 9 (Killed)");
  child_unshare (times, sizeof *times);
}

static void
test_what_does_not_end (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  assert_false (trial_run (stay, NULL, 1, &error));
  assert_string_equal (error->message, "its process took more than 1 s and had to be ended");
}

/* Where no file can be opened any more, there is no pipe either. */
static void
test_without_a_process_nothing_is_tried (void **state)
{
  (void)state;
  struct rlimit before;
  g_autoptr (GError) error = NULL;
  int number = 0;
  assert_int_equal (getrlimit (RLIMIT_NOFILE, &before), 0);
  const struct rlimit none = {0, before.rlim_max};
  assert_int_equal (setrlimit (RLIMIT_NOFILE, &none), 0);
  gboolean returned = trial_run (set_to_one, &number, 0, &error);
  assert_int_equal (setrlimit (RLIMIT_NOFILE, &before), 0);
  assert_false (returned);
  assert_string_equal (error->message, "no pipe to a process of its own: Too many open files");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_what_returns_may_be_done),
      cmocka_unit_test (test_what_ends_its_process),
      cmocka_unit_test (test_what_is_killed_is_tried_again),
      cmocka_unit_test (test_what_does_not_end),
      cmocka_unit_test (test_without_a_process_nothing_is_tried),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
