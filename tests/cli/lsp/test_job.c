/* SPDX-License-Identifier: Apache-2.0 */
/* Runs of this program beside the loop: whole ones, and those that fail, say too much or never end.
 * The test is its own child. */
#include "job.h"

#include "unit.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define CHILD "a child"
#define PLENTY 100000 /* milliseconds */
#define LARGE (1 << 20)

/* ---- What children do ------------------------------------------------------------------ */

static void
write_times (int file, guint times)
{
  static char block[LARGE];
  memset (block, 'm', LARGE);
  for (guint i = 0; i < times; i++)
    if (write (file, block, LARGE) < 0)
      _exit (9);
}

static int
echo (void)
{
  char text[64];
  gssize n = read (STDIN_FILENO, text, sizeof text);
  return n > 0 && write (STDOUT_FILENO, text, (gsize)n) == n && write (STDERR_FILENO, "why", 3) == 3
             ? 7
             : 8;
}

/* It closes what it writes to, and goes on. */
static int
close_and_stay (void)
{
  close (STDOUT_FILENO);
  close (STDERR_FILENO);
  for (;;)
    pause ();
  return 0;
}

/* It says more than any file of it may hold. */
static int
say_much (void)
{
  const struct rlimit limit = {LARGE, LARGE};
  setrlimit (RLIMIT_FSIZE, &limit);
  write_times (STDERR_FILENO, 8);
  return 0;
}

static int
write_much (void)
{
  write_times (STDOUT_FILENO, JOB_MOST_OUTPUT / LARGE + 1);
  return 0;
}

static int
be_killed (void)
{
  return raise (SIGKILL);
}

static const struct {
  const char *name;
  int (*run) (void);
} CHILDREN[] = {{"echo", echo},
                {"close-and-stay", close_and_stay},
                {"say-much", say_much},
                {"write-much", write_much},
                {"be-killed", be_killed}};

static int
run_child (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (CHILDREN); i++)
    if (g_str_equal (CHILDREN[i].name, name))
      return CHILDREN[i].run ();
  return 1;
}

/* ---- The other side -------------------------------------------------------------------- */

typedef struct {
  GMainLoop *loop;
  gboolean ended, whole;
  int status;
  char *output, *messages;
  guint turns; /* that the loop took meanwhile */
} Run;

static void
take (gpointer data, const JobEnd *end)
{
  Run *run = data;
  assert_false (run->ended);
  *run = (Run){.loop = run->loop,
               .ended = TRUE,
               .whole = end->whole,
               .status = end->status,
               .output = g_strndup (end->output->str, end->output->len),
               .messages = g_strdup (end->messages),
               .turns = run->turns};
  g_main_loop_quit (run->loop);
}

static gboolean
on_turn (gpointer data)
{
  Run *run = data;
  run->turns++;
  return G_SOURCE_CONTINUE;
}

static Run
run_job (const char *child, guint milliseconds)
{
  const char *const words[] = {CHILD, child, NULL};
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Run run = {.loop = loop};
  guint turns = g_timeout_add (10, on_turn, &run);
  Job *job = job_start (words, (Text){"text", 4}, milliseconds, take, &run, NULL);
  assert_non_null (job);
  g_main_loop_run (loop);
  job_free (job);
  g_source_remove (turns);
  return run;
}

static void
run_clear (Run *run)
{
  g_free (run->output);
  g_free (run->messages);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static void
test_a_job_reads_the_text_and_its_output_messages_and_status_are_told (void **state)
{
  (void)state;
  g_auto (Run) run = run_job ("echo", PLENTY);
  assert_true (run.whole);
  assert_int_equal (run.status, 7);
  assert_string_equal (run.output, "text");
  assert_string_equal (run.messages, "why");
}

static void
test_a_job_that_closes_its_output_and_stays_stops_nothing (void **state)
{
  (void)state;
  g_auto (Run) run = run_job ("close-and-stay", 300);
  assert_false (run.whole);
  assert_true (run.turns > 0);
}

static void
test_messages_without_end_fill_no_file_and_are_cut (void **state)
{
  (void)state;
  g_auto (Run) run = run_job ("say-much", PLENTY);
  assert_true (run.whole);
  assert_int_equal (run.status, 0);
  assert_int_equal (strlen (run.messages), JOB_MOST_MESSAGES);
}

static void
test_output_without_end_ends_the_job (void **state)
{
  (void)state;
  g_auto (Run) run = run_job ("write-much", PLENTY);
  assert_false (run.whole);
}

static void
test_a_job_that_is_killed_is_not_whole (void **state)
{
  (void)state;
  g_auto (Run) run = run_job ("be-killed", PLENTY);
  assert_false (run.whole);
}

static void
on_no_end (gpointer data, const JobEnd *end)
{
  (void)data;
  (void)end;
  fail ();
}

static void
test_a_job_that_is_freed_tells_nothing (void **state)
{
  (void)state;
  const char *const words[] = {CHILD, "echo", NULL};
  Job *job = job_start (words, (Text){"", 0}, PLENTY, on_no_end, NULL, NULL);
  assert_non_null (job);
  job_free (job);
  g_auto (Run) after = run_job ("echo", PLENTY);
  assert_true (after.whole);
}

static void
test_a_text_that_no_file_takes_is_an_error_that_says_why (void **state)
{
  (void)state;
  struct rlimit before, none = {0, 0};
  const char *const words[] = {CHILD, "echo", NULL};
  g_autoptr (GError) error = NULL;
  getrlimit (RLIMIT_FSIZE, &before);
  none.rlim_max = before.rlim_max;
  signal (SIGXFSZ, SIG_IGN);
  setrlimit (RLIMIT_FSIZE, &none);
  Job *job = job_start (words, (Text){"text", 4}, PLENTY, on_no_end, NULL, &error);
  setrlimit (RLIMIT_FSIZE, &before);
  assert_null (job);
  assert_string_equal (error->message, g_strerror (EFBIG));
}

int
main (int n_arguments, char **arguments)
{
  if (n_arguments == 3 && g_str_equal (arguments[1], CHILD))
    return run_child (arguments[2]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_job_reads_the_text_and_its_output_messages_and_status_are_told),
      cmocka_unit_test (test_a_job_that_closes_its_output_and_stays_stops_nothing),
      cmocka_unit_test (test_messages_without_end_fill_no_file_and_are_cut),
      cmocka_unit_test (test_output_without_end_ends_the_job),
      cmocka_unit_test (test_a_job_that_is_killed_is_not_whole),
      cmocka_unit_test (test_a_job_that_is_freed_tells_nothing),
      cmocka_unit_test (test_a_text_that_no_file_takes_is_an_error_that_says_why),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
