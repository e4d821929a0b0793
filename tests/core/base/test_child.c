/* SPDX-License-Identifier: Apache-2.0 */
/* A child that ends at each point, in each way: what it sent before is there, how it ended is
 * told, and the parent's output is its own. */
#include "child.h"

#include <glib/gstdio.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "unit.h"

enum { BY_RETURN, BY_EXIT, BY_EXIT_AT_ONCE, BY_ABORT, BY_KILL, N_WAYS };

typedef struct {
  gsize length; /* bytes of two messages that it sends first */
  int way;
} Plan;

static GByteArray *
two_messages (void)
{
  GByteArray *out = g_byte_array_new ();
  for (guint i = 0; i < 2; i++) {
    gsize start = message_begin (out);
    wire_put_number (out, i);
    message_end (out, start);
  }
  return out;
}

static void
follow_plan (gpointer data, int in, int out)
{
  const Plan *plan = data;
  g_autoptr (GByteArray) bytes = two_messages ();
  (void)in;
  write_all (out, bytes->data, plan->length);
  if (plan->way == BY_EXIT)
    exit (3);
  else if (plan->way == BY_EXIT_AT_ONCE)
    _exit (4);
  else if (plan->way == BY_ABORT)
    abort ();
  else if (plan->way == BY_KILL)
    kill (getpid (), SIGKILL);
}

/* Hears child until it ends and reaps it; the number of messages. */
static guint
hear (Child *child)
{
  Wire content;
  guint n = 0;
  for (gboolean ended = FALSE; !ended;)
    children_wait (&child, 1, 1000, &ended);
  g_auto (Inbox) said = child_reap (child);
  for (; inbox_next (&said, &content); n++)
    assert_int_equal (wire_number (&content), n);
  assert_int_equal (child->pid, 0);
  return n;
}

static void
test_ends_at_each_byte_in_each_way (void **state)
{
  (void)state;
  static const char *const ends[N_WAYS] = {
      "ended with status 0 and no answer", "ended with status 3 and no answer",
      "ended with status 4 and no answer", "was ended by signal 6 (Aborted)",
      "was ended by signal 9 (Killed)"};
  g_autoptr (GByteArray) bytes = two_messages ();
  for (gsize length = 0; length <= bytes->len; length++) {
    Plan plan = {length, (int)(length % N_WAYS)};
    Child child = {0};
    assert_true (child_start (&child, follow_plan, &plan, NULL));
    assert_int_equal (hear (&child), length / (bytes->len / 2));
    g_autofree char *end = child_end_text (&child);
    assert_string_equal (end, ends[plan.way]);
  }
}

static void
answer_twice_the_number (gpointer data, int in, int out)
{
  (void)data;
  for (guint64 number; read (in, &number, sizeof number) == sizeof number;) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    gsize start = message_begin (bytes);
    wire_put_number (bytes, 2 * number);
    message_end (bytes, start);
    write_all (out, bytes->data, bytes->len);
  }
}

static void
test_several_are_heard_until_nothing_more_is_sent (void **state)
{
  (void)state;
  Child children[3] = {{0}};
  Child *all[] = {&children[0], &children[1], NULL, &children[2]}; /* the last is not started */
  gboolean ended[G_N_ELEMENTS (all)];
  for (guint64 i = 0; i < 2; i++) {
    assert_true (child_start (&children[i], answer_twice_the_number, NULL, NULL));
    assert_true (child_send (&children[i], &i, sizeof i));
  }
  child_close (&children[1]);
  for (guint heard = 0; heard < 2;) {
    Wire content;
    children_wait (all, G_N_ELEMENTS (all), 1000, ended);
    for (guint64 i = 0; i < 2; i++)
      if (inbox_next (&children[i].inbox, &content)) {
        assert_int_equal (wire_number (&content), 2 * i);
        heard++;
      }
    assert_false (ended[0] || ended[2] || ended[3]);
  }
  child_close (&children[0]);
  hear (&children[0]);
  hear (&children[1]);
}

/* Whether it has noticed or not, and though this program does not heed SIGPIPE. */
static void
test_sending_to_one_that_is_gone (void **state)
{
  (void)state;
  Plan plan = {0, BY_KILL};
  Child child = {0};
  gboolean ended = FALSE;
  Child *all = &child;
  assert_true (child_start (&child, follow_plan, &plan, NULL));
  while (!ended)
    children_wait (&all, 1, 1000, &ended);
  guint64 number = 1;
  while (child_send (&child, &number, sizeof number)) /* until it is quite gone */
    continue;
  assert_true (child.to < 0);
  hear (&child);
}

static void
wait_for_ever (gpointer data, int in, int out)
{
  (void)data;
  (void)in;
  (void)out;
  raise (SIGINT); /* is the parent's to notice */
  for (;;)
    pause ();
}

static void
test_is_killed_for_the_first_reason (void **state)
{
  (void)state;
  Child child = {0};
  child_kill (&child, CHILD_OVERRAN); /* there is none */
  assert_true (child_start (&child, wait_for_ever, NULL, NULL));
  assert_int_equal (child.kill, CHILD_NOT_KILLED);
  child_kill (&child, CHILD_GARBLED);
  child_kill (&child, CHILD_OVERRAN);
  hear (&child);
  assert_int_equal (child.kill, CHILD_GARBLED);
  g_autofree char *end = child_end_text (&child);
  assert_string_equal (end, "sent no sensible answer, or more than it may");
}

static void
want_memory (gpointer data, int in, int out)
{
  (void)data;
  (void)in;
  (void)out;
  child_limit_memory (1 << 10);
  void *much =
      mmap (NULL, (gsize)2 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  _exit (much == MAP_FAILED ? 5 : 6);
}

static void
test_has_no_more_memory_than_it_may (void **state)
{
  (void)state;
  Child child = {0};
  assert_true (child_start (&child, want_memory, NULL, NULL));
  hear (&child);
  g_autofree char *end = child_end_text (&child);
  assert_string_equal (end, "ended with status 5 and no answer");
}

static void
print_and_exit (gpointer data, int in, int out)
{
  (void)data;
  (void)in;
  (void)out;
  fprintf (stdout, "a library's word\n");
  exit (0); /* writes what streams hold back */
}

static void
test_standard_output_is_the_parents (void **state)
{
  (void)state;
  g_autofree char *text = NULL;
  char path[] = "/tmp/couplet-child-XXXXXX";
  int file = g_mkstemp (path), saved = dup (STDOUT_FILENO);
  Child child = {0};
  fflush (stdout);
  dup2 (file, STDOUT_FILENO);
  printf ("once ");
  gboolean started = child_start (&child, print_and_exit, NULL, NULL);
  hear (&child);
  printf ("only");
  fflush (stdout);
  dup2 (saved, STDOUT_FILENO);
  close (saved);
  close (file);
  assert_true (started);
  assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_unlink (path);
  assert_string_equal (text, "once only");
}

static void
set_to_seven (gpointer data, int in, int out)
{
  volatile int *shared = data;
  (void)in;
  (void)out;
  *shared = 7;
}

static void
test_memory_is_shared (void **state)
{
  (void)state;
  Child child = {0};
  volatile int *shared = child_share (sizeof *shared);
  assert_non_null (shared);
  assert_int_equal (*shared, 0);
  assert_true (child_start (&child, set_to_seven, (gpointer)shared, NULL));
  hear (&child);
  assert_int_equal (*shared, 7);
  child_unshare ((gpointer)shared, sizeof *shared);
}

static void
close_and_stay (gpointer data, int in, int out)
{
  (void)data;
  close (in);
  close (out);
  for (;;)
    pause ();
}

static void
test_one_that_sends_no_more_and_stays_is_killed (void **state)
{
  (void)state;
  Child child = {0};
  assert_true (child_start (&child, close_and_stay, NULL, NULL));
  assert_int_equal (hear (&child), 0);
  assert_int_equal (child.kill, CHILD_SILENT);
  g_autofree char *end = child_end_text (&child);
  assert_string_equal (end, "closed its connection without an answer and had to be ended");
}

/* Starts a process that lives on; its id is sent. */
static void
leave_a_process (gpointer data, int in, int out)
{
  (void)in;
  if (data != NULL)
    child_lead_group ();
  pid_t pid = fork ();
  if (pid == 0)
    for (;;)
      pause ();
  write_all (out, &pid, sizeof pid);
}

static pid_t
process_left_by (gpointer data)
{
  pid_t left;
  Child child = {0}, *all = &child;
  gboolean ended = FALSE;
  assert_true (child_start (&child, leave_a_process, data, NULL));
  while (!ended)
    children_wait (&all, 1, 1000, &ended);
  g_auto (Inbox) said = child_reap (&child);
  assert_int_equal (child.status, 0);
  assert_int_equal (said.bytes->len, sizeof left);
  memcpy (&left, said.bytes->data, sizeof left);
  return left;
}

/* It holds the pipe that the child sends by. */
static void
test_a_process_that_it_leaves_is_not_waited_for (void **state)
{
  (void)state;
  pid_t left = process_left_by (NULL);
  assert_int_equal (kill (left, SIGKILL), 0);
}

/* Gone, or waiting for whoever took it over to notice. */
static gboolean
is_over (pid_t process)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", process), *text = NULL;
  return !g_file_get_contents (path, &text, NULL, NULL) || strstr (text, ") Z ") != NULL;
}

static void
test_a_process_of_its_group_ends_with_it (void **state)
{
  (void)state;
  pid_t left = process_left_by (&left);
  while (!is_over (left))
    g_usleep (1000);
}

static void
count_files (gpointer data, int in, int out)
{
  guint open = 0;
  (void)data;
  child_keep_only (in, out);
  for (int i = 0; i < 1000; i++)
    open += fcntl (i, F_GETFD) >= 0 && i != in && i != out && i > STDERR_FILENO;
  _exit (open == 0 && fcntl (in, F_GETFD) >= 0 && fcntl (out, F_GETFD) >= 0 ? 0 : 1);
}

static void
test_it_keeps_its_connections_only (void **state)
{
  (void)state;
  Child child = {0};
  int before = dup (STDERR_FILENO);
  assert_true (child_start (&child, count_files, NULL, NULL));
  hear (&child);
  close (before);
  assert_int_equal (child.status, 0);
}

static void
send_without_end (gpointer data, int in, int out)
{
  static const char zeros[1 << 12] = {0};
  (void)data;
  (void)in;
  while (write_all (out, zeros, sizeof zeros))
    continue;
}

static void
test_no_more_is_kept_than_may_be (void **state)
{
  (void)state;
  Child child = {0}, *all = &child;
  gboolean ended;
  assert_true (child_start (&child, send_without_end, NULL, NULL));
  child.inbox.most = 100000;
  while (!child.inbox.broken)
    children_wait (&all, 1, 1000, &ended);
  assert_true (child.inbox.bytes->len < 300000);
  child_kill (&child, CHILD_GARBLED);
  hear (&child);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_ends_at_each_byte_in_each_way),
      cmocka_unit_test (test_several_are_heard_until_nothing_more_is_sent),
      cmocka_unit_test (test_sending_to_one_that_is_gone),
      cmocka_unit_test (test_is_killed_for_the_first_reason),
      cmocka_unit_test (test_has_no_more_memory_than_it_may),
      cmocka_unit_test (test_standard_output_is_the_parents),
      cmocka_unit_test (test_memory_is_shared),
      cmocka_unit_test (test_one_that_sends_no_more_and_stays_is_killed),
      cmocka_unit_test (test_a_process_that_it_leaves_is_not_waited_for),
      cmocka_unit_test (test_a_process_of_its_group_ends_with_it),
      cmocka_unit_test (test_it_keeps_its_connections_only),
      cmocka_unit_test (test_no_more_is_kept_than_may_be),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
