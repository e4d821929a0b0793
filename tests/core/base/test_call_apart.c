/* SPDX-License-Identifier: Apache-2.0 */
/* A call in a process of its own: its answer, and how it can fail to give one. */
#include "unit.h"

#include <couplet/internal/context.h>
#include <couplet/host/apart.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *
repeat (gpointer data)
{
  return g_strnfill (*(const gsize *)data, 'x');
}

static void
test_answers_of_any_length (void **state)
{
  (void)state;
  static const gsize lengths[] = {1, 100, 65536, 3 << 20};
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++) {
    gsize length = lengths[i];
    g_autoptr (GError) error = NULL;
    g_autofree char *answer = couplet_call_apart (repeat, &length, NULL, &error);
    assert_null (error);
    assert_int_equal (strlen (answer), length);
  }
}

static char *
give_nothing (gpointer data)
{
  (void)data;
  return NULL;
}

static char *
leave (gpointer data)
{
  (void)data;
  exit (3);
}

static char *
die (gpointer data)
{
  (void)data;
  kill (getpid (), SIGKILL);
  return g_strdup ("never said");
}

static void
test_calls_without_an_answer (void **state)
{
  (void)state;
  static const struct {
    CoupletApartFunction function;
    const char *words;
  } rows[] = {{give_nothing, "its process ended with status 0 and no answer"},
              {leave, "its process ended with status 3 and no answer"},
              {die, "its process was ended by signal 9"}};
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    assert_null (couplet_call_apart (rows[i].function, NULL, NULL, &error));
    assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER));
    assert_non_null (strstr (error->message, rows[i].words));
  }
}

static char *
wait_for_ever (gpointer data)
{
  (void)data;
  while (pause () != 0)
    continue;
  return NULL;
}

static void
test_a_call_that_the_user_cancels (void **state)
{
  (void)state;
  const volatile int cancelled = 1;
  g_autoptr (GError) error = NULL;
  assert_null (couplet_call_apart (wait_for_ever, NULL, &cancelled, &error));
  assert_string_equal (error->message, "its process was cancelled");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_answers_of_any_length),
      cmocka_unit_test (test_calls_without_an_answer),
      cmocka_unit_test (test_a_call_that_the_user_cancels),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
