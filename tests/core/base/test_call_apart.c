/* SPDX-License-Identifier: Apache-2.0 */
/* What is tried returns, ends its process or does not end. */
#include "child.h"

#include <couplet/host/apart.h>

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "unit.h"

#define NO_LIMITS ((CoupletApartLimits){0})

static void
set_to_one (gpointer data, GByteArray *answer)
{
  *(int *)data = 1;
  wire_put_text (answer, "it is one");
}

static void
leave (gpointer data, GByteArray *answer)
{
  (void)data;
  (void)answer;
  exit (3);
}

static void
crash (gpointer data, GByteArray *answer)
{
  (void)data;
  (void)answer;
  signal (SIGSEGV, SIG_DFL);
  raise (SIGSEGV);
}

static void
stay (gpointer data, GByteArray *answer)
{
  (void)data;
  (void)answer;
  for (;;)
    pause ();
}

static void
test_what_returns_may_be_done (void **state)
{
  (void)state;
  int number = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) answer = couplet_call_apart (set_to_one, &number, NO_LIMITS, &error);
  assert_null (error);
  Wire wire = wire_of_bytes (answer);
  assert_string_equal (wire_text (&wire), "it is one");
  assert_int_equal (number, 0); /* that was another process */
}

/* An answer of so many bytes. */
static void
repeat (gpointer data, GByteArray *answer)
{
  g_byte_array_set_size (answer, answer->len + *(const guint *)data);
}

static void
test_answers_of_any_length (void **state)
{
  (void)state;
  static const guint lengths[] = {1, 100, 65536, 3 << 20};
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++) {
    guint length = lengths[i];
    g_autoptr (GByteArray) answer = couplet_call_apart (repeat, &length, NO_LIMITS, NULL);
    assert_int_equal (answer->len, length);
  }
}

static void
give_nothing (gpointer data, GByteArray *answer)
{
  (void)data;
  (void)answer;
}

static void
test_what_ends_its_process (void **state)
{
  (void)state;
  g_autoptr (GError) silent = NULL, left = NULL, crashed = NULL;
  assert_null (couplet_call_apart (give_nothing, NULL, NO_LIMITS, &silent));
  assert_string_equal (silent->message, "its process ended with status 0 and no answer");
  assert_null (couplet_call_apart (leave, NULL, NO_LIMITS, &left));
  assert_string_equal (left->message, "its process ended with status 3 and no answer");
  assert_null (couplet_call_apart (crash, NULL, NO_LIMITS, &crashed));
  assert_string_equal (crashed->message, "its process was ended by signal 11 (Segmentation fault)");
}

/* Kills its process as often as data, which processes share, says. */
static void
be_killed (gpointer data, GByteArray *answer)
{
  int *times = data;
  if ((*times)-- > 0)
    kill (getpid (), SIGKILL);
  wire_put_number (answer, 0);
}

static void
test_what_is_killed_is_tried_again (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  int *times = child_share (sizeof *times);
  assert_non_null (times);
  *times = 2;
  g_autoptr (GByteArray) answer = couplet_call_apart (be_killed, times, NO_LIMITS, &error);
  assert_non_null (answer);
  assert_null (error);
  *times = 1000;
  assert_null (couplet_call_apart (be_killed, times, NO_LIMITS, &error));
  assert_string_equal (error->message, "its process was ended by signal 9 (Killed)");
  child_unshare (times, sizeof *times);
}

static void
test_what_does_not_end (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  assert_null (couplet_call_apart (stay, NULL, (CoupletApartLimits){.seconds = 1}, &error));
  assert_string_equal (error->message, "its process took more than 1 s and had to be ended");
}

static void
test_a_call_that_the_user_cancels (void **state)
{
  (void)state;
  const volatile int cancelled = 1;
  g_autoptr (GError) error = NULL;
  assert_null (couplet_call_apart (stay, NULL, (CoupletApartLimits){0, &cancelled}, &error));
  assert_string_equal (error->message, "its process was cancelled");
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
  g_autoptr (GByteArray) answer = couplet_call_apart (set_to_one, &number, NO_LIMITS, &error);
  assert_int_equal (setrlimit (RLIMIT_NOFILE, &before), 0);
  assert_null (answer);
  assert_string_equal (error->message, "no pipe to a process of its own: Too many open files");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_what_returns_may_be_done),
      cmocka_unit_test (test_answers_of_any_length),
      cmocka_unit_test (test_what_ends_its_process),
      cmocka_unit_test (test_what_is_killed_is_tried_again),
      cmocka_unit_test (test_what_does_not_end),
      cmocka_unit_test (test_a_call_that_the_user_cancels),
      cmocka_unit_test (test_without_a_process_nothing_is_tried),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
