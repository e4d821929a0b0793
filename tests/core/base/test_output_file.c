/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/host/output_file.h>

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit.h"

/* A folder of its own for each test, which runs in it. */
static int
set_up (void **state)
{
  char *folder = g_dir_make_tmp ("output-file-XXXXXX", NULL);
  *state = folder;
  return folder != NULL && g_chdir (folder) == 0 ? 0 : -1;
}

static guint
count_files (void)
{
  guint n = 0;
  g_autoptr (GDir) dir = g_dir_open (".", 0, NULL);
  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static int
tear_down (void **state)
{
  g_autofree char *folder = *state;
  g_autoptr (GDir) dir = g_dir_open (".", 0, NULL);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    g_remove (name);
  g_chdir ("/");
  return g_rmdir (folder);
}

static int
put (const char *path, const char *text)
{
  return couplet_write_file (path, text, strlen (text));
}

static void
assert_content (const char *path, const char *expected)
{
  g_autofree char *text = NULL;
  assert_true (g_file_get_contents (path, &text, NULL, NULL));
  assert_string_equal (text, expected);
}

static guint
mode_of (const char *path)
{
  struct stat status;
  assert_int_equal (lstat (path, &status), 0);
  return status.st_mode;
}

static void
test_a_new_file_has_the_usual_mode (void **state)
{
  (void)state;
  mode_t mask = umask (027);
  assert_int_equal (put ("new", "one"), 0);
  umask (mask);
  assert_content ("new", "one");
  assert_int_equal (mode_of ("new") & 0777, 0640);
  assert_int_equal (count_files (), 1);
}

static void
test_a_file_is_replaced_and_keeps_its_mode (void **state)
{
  (void)state;
  struct stat before, after;
  put ("old", "a longer text");
  g_chmod ("old", 0604);
  assert_int_equal (stat ("old", &before), 0);
  assert_int_equal (put ("old", "two"), 0);
  assert_int_equal (stat ("old", &after), 0);
  assert_content ("old", "two");
  assert_int_equal (after.st_mode & 0777, 0604);
  assert_true (before.st_ino != after.st_ino); /* never half of it */
  assert_int_equal (count_files (), 1);
}

static void
test_a_link_stays_and_what_it_leads_to_is_written (void **state)
{
  (void)state;
  put ("file", "one");
  assert_int_equal (symlink ("file", "link"), 0);
  assert_int_equal (symlink ("link", "link-to-link"), 0);
  assert_int_equal (put ("link-to-link", "two"), 0);
  assert_true (S_ISLNK (mode_of ("link")) && S_ISLNK (mode_of ("link-to-link")));
  assert_content ("file", "two");
}

static void
test_a_link_to_nothing_gets_its_file (void **state)
{
  (void)state;
  g_autofree char *target = g_build_filename (*state, "file", NULL);
  assert_int_equal (symlink (target, "link"), 0);
  assert_int_equal (put ("link", "one"), 0);
  assert_true (S_ISLNK (mode_of ("link")));
  assert_content ("file", "one");
}

static void
test_links_in_a_circle_are_an_error (void **state)
{
  (void)state;
  assert_int_equal (symlink ("a", "b"), 0);
  assert_int_equal (symlink ("b", "a"), 0);
  assert_int_equal (put ("a", "one"), ELOOP);
}

static void
test_a_file_that_nobody_may_write_stays (void **state)
{
  (void)state;
  put ("file", "one");
  g_chmod ("file", 0444);
  assert_int_equal (symlink ("file", "link"), 0);
  assert_int_equal (put ("file", "two"), EACCES);
  assert_int_equal (put ("link", "two"), EACCES);
  assert_content ("file", "one");
}

static void
test_a_fifo_is_written_to (void **state)
{
  (void)state;
  char got[8] = "";
  assert_int_equal (mkfifo ("fifo", 0600), 0);
  int reader = open ("fifo", O_RDONLY | O_NONBLOCK);
  assert_int_equal (put ("fifo", "one"), 0);
  assert_int_equal (read (reader, got, sizeof got), 3);
  close (reader);
  assert_string_equal (got, "one");
  assert_true (S_ISFIFO (mode_of ("fifo")));
}

static void
test_a_device_is_written_to (void **state)
{
  (void)state;
  assert_int_equal (put ("/dev/null", "one"), 0);
  assert_true (S_ISCHR (mode_of ("/dev/null")));
  assert_int_equal (put ("/dev/full", "one"), ENOSPC);
}

static void
test_what_is_no_file_is_an_error (void **state)
{
  (void)state;
  assert_int_equal (put (".", "one"), EISDIR);
  assert_int_equal (put ("no/such/folder", "one"), ENOENT);
  assert_int_equal (count_files (), 0);
}

static void
test_creating_takes_no_name_that_is_taken (void **state)
{
  (void)state;
  assert_int_equal (couplet_create_file ("file", "one", 3), 0);
  assert_content ("file", "one");
  assert_int_equal (couplet_create_file ("file", "two", 3), EEXIST);
  assert_content ("file", "one");
  assert_int_equal (symlink ("nothing", "link"), 0);
  assert_int_equal (couplet_create_file ("link", "two", 3), EEXIST);
  assert_int_equal (couplet_create_file ("no/such/folder", "two", 3), ENOENT);
  assert_int_equal (count_files (), 2);
}

/* ---- A signal that ends the process -------------------------------------------------------- */

/* Instead of the system's, also for libraries: with a signal before it. */
static gboolean is_ended;

__attribute__ ((visibility ("default"))) int
rename (const char *from, const char *to)
{
  if (is_ended)
    raise (SIGTERM);
  return renameat (AT_FDCWD, from, AT_FDCWD, to);
}

static void
test_a_signal_waits_until_the_file_is_there (void **state)
{
  (void)state;
  int status;
  put ("file", "one");
  pid_t child = fork ();
  if (child == 0) {
    is_ended = TRUE;
    put ("file", "two");
    _exit (0);
  }
  assert_int_equal (waitpid (child, &status, 0), child);
  assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGTERM);
  assert_content ("file", "two");
  assert_int_equal (count_files (), 1);
}

int
main (void)
{
#define CASE(function) cmocka_unit_test_setup_teardown (function, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      CASE (test_a_new_file_has_the_usual_mode),
      CASE (test_a_file_is_replaced_and_keeps_its_mode),
      CASE (test_a_link_stays_and_what_it_leads_to_is_written),
      CASE (test_a_link_to_nothing_gets_its_file),
      CASE (test_links_in_a_circle_are_an_error),
      CASE (test_a_file_that_nobody_may_write_stays),
      CASE (test_a_fifo_is_written_to),
      CASE (test_a_device_is_written_to),
      CASE (test_what_is_no_file_is_an_error),
      CASE (test_creating_takes_no_name_that_is_taken),
      CASE (test_a_signal_waits_until_the_file_is_there),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
