/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/host.h>

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit.h"

#define MOST 1 /* MiB */

typedef struct {
  char *folder, *file;
} Fixture;

static int
set_up (void **state)
{
  Fixture *fixture = g_new (Fixture, 1);
  fixture->folder = g_dir_make_tmp ("source-XXXXXX", NULL);
  fixture->file = g_build_filename (fixture->folder, "file", NULL);
  *state = fixture;
  return 0;
}

static int
tear_down (void **state)
{
  Fixture *fixture = *state;
  g_remove (fixture->file);
  g_rmdir (fixture->folder);
  g_free (fixture->file);
  g_free (fixture->folder);
  g_free (fixture);
  return 0;
}

static void
expect_read (const char *file, const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;
  CoupletSource source;
  assert_true (couplet_source_read (&source, file, MOST, NULL, &error));
  assert_string_equal (source.name, file);
  assert_int_equal (source.length, length);
  assert_memory_equal (source.data, text, length);
  assert_int_equal (source.data[length], 0);
  g_free ((char *)source.data);
}

/* Bytes that are 0 stand in the file, beyond its first block. */
static void
expect_bytes (const char *file, gsize length)
{
  g_autofree char *bytes = g_malloc0 (length);
  CoupletSource source;
  assert_true (g_file_set_contents (file, bytes, (gssize)length, NULL));
  assert_true (couplet_source_read_bytes (&source, file, MOST, NULL, NULL));
  assert_int_equal (source.length, length);
  assert_memory_equal (source.data, bytes, length);
  g_free ((char *)source.data);
}

static void
expect_error (const char *file, const char *words)
{
  g_autoptr (GError) error = NULL;
  CoupletSource source;
  assert_false (couplet_source_read (&source, file, MOST, NULL, &error));
  assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_INPUT));
  assert_string_equal (error->message, words);
}

static void
test_a_file_is_read_whole (void **state)
{
  const Fixture *fixture = *state;
  g_file_set_contents (fixture->file, "a\0b", 3, NULL);
  expect_read (fixture->file, "a\0b", 3);
  g_file_set_contents (fixture->file, "", 0, NULL);
  expect_read (fixture->file, "", 0);
}

static void
test_a_file_may_be_as_large_as_the_limit_and_no_larger (void **state)
{
  const Fixture *fixture = *state;
  gsize most = (gsize)MOST << 20;
  g_autofree char *text = g_strnfill (most + 1, 'a');
  g_file_set_contents (fixture->file, text, (gssize)most, NULL);
  expect_read (fixture->file, text, most);
  g_file_set_contents (fixture->file, text, (gssize)most + 1, NULL);
  expect_error (fixture->file, "larger than 1 MiB");
}

static void
test_bytes_need_not_be_text (void **state)
{
  Fixture *fixture = *state;
  expect_bytes (fixture->file, 1);
  expect_bytes (fixture->file, 100000);
  expect_error (fixture->file, "it has a NUL byte, which no text has");
  g_autoptr (GError) error = NULL;
  CoupletSource source;
  assert_false (couplet_source_read_bytes (&source, "/dev/zero", MOST, NULL, &error));
  assert_string_equal (error->message, "larger than 1 MiB");
}

static void
test_a_device_without_end_is_told_by_its_first_block (void **state)
{
  (void)state;
  expect_error ("/dev/zero", "it has a NUL byte, which no text has");
}

/* Writes n letters into the FIFO in a process of its own. */
static pid_t
feed (const char *fifo, gsize n)
{
  assert_int_equal (mkfifo (fifo, 0600), 0);
  pid_t child = fork ();
  if (child != 0)
    return child;
  g_autofree char *text = g_strnfill (n, 'a');
  int descriptor = open (fifo, O_WRONLY);
  while (n > 0) {
    gssize written = write (descriptor, text, n);
    if (written <= 0)
      break;
    n -= (gsize)written;
  }
  _exit (0);
}

static void
test_what_goes_on_in_a_pipe_is_too_large (void **state)
{
  const Fixture *fixture = *state;
  pid_t child = feed (fixture->file, (gsize)4 << 20);
  expect_error (fixture->file, "larger than 1 MiB");
  assert_int_equal (waitpid (child, NULL, 0), child);
}

static void
test_what_cannot_be_read_says_why (void **state)
{
  const Fixture *fixture = *state;
  expect_error (fixture->file, "No such file or directory");
  expect_error (fixture->folder, "is a directory");
}

/* Its size is not known before; more comes than a first guess. */
static void
test_a_pipe_is_read_to_its_end (void **state)
{
  const Fixture *fixture = *state;
  enum { LENGTH = 200000 };
  g_autofree char *text = g_strnfill (LENGTH, 'a');
  pid_t child = feed (fixture->file, LENGTH);
  expect_read (fixture->file, text, LENGTH);
  assert_int_equal (waitpid (child, NULL, 0), child);
}

int
main (void)
{
#define CASE(function) cmocka_unit_test_setup_teardown (function, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      CASE (test_a_file_is_read_whole),
      CASE (test_a_file_may_be_as_large_as_the_limit_and_no_larger),
      CASE (test_bytes_need_not_be_text),
      CASE (test_a_device_without_end_is_told_by_its_first_block),
      CASE (test_what_goes_on_in_a_pipe_is_too_large),
      CASE (test_what_cannot_be_read_says_why),
      CASE (test_a_pipe_is_read_to_its_end),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
