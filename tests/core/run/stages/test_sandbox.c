/* SPDX-License-Identifier: Apache-2.0 */
/* What a process may do after the filter of the sandbox. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#include "sandbox.h"

#include "unit.h"

#define FAULT 100 /* the status of a process that could not be locked */

static const char *file; /* that may be read */

/* ---- What is tried: 0, or errno --------------------------------------------------------- */

static int
said (long result)
{
  return result < 0 ? errno : 0;
}

static int
try_socket (void)
{
  return said (socket (AF_UNIX, SOCK_STREAM, 0));
}

static int
try_write (void)
{
  return said (open (file, O_WRONLY));
}

static int
try_read_and_write (void)
{
  return said (open (file, O_RDWR));
}

static int
try_create (void)
{
  return said (open ("made", O_RDONLY | O_CREAT, 0600));
}

static int
try_truncate (void)
{
  return said (open (file, O_RDONLY | O_TRUNC));
}

static int
try_fork (void)
{
  return said (syscall (SYS_clone, SIGCHLD, 0, 0, 0, 0));
}

static int
try_new_fork (void)
{
  return said (syscall (SYS_clone3, NULL, 0));
}

static int
try_exec (void)
{
  char *words[] = {(char *)"true", NULL};
  return said (execv ("/bin/true", words));
}

static int
try_kill (void)
{
  return said (kill (getppid (), 0));
}

static int
try_mkdir (void)
{
  return said (mkdir ("made", 0700));
}

static int
try_unlink (void)
{
  return said (unlink ("made"));
}

static int
try_other_descriptor (void)
{
  return said (write (9, "x", 1));
}

static int
try_limit (void)
{
  const guint64 limit[] = {1, 1};
  return said (syscall (SYS_prlimit64, 0, 7, limit, NULL));
}

static int
try_reading (void)
{
  char block[8];
  int descriptor = open (file, O_RDONLY);
  if (descriptor < 0 || read (descriptor, block, sizeof block) <= 0)
    return errno;
  struct stat about;
  return said (fstat (descriptor, &about));
}

static int
try_results (void)
{
  return said (write (3, "x", 1));
}

static int
try_memory (void)
{
  g_autofree char *room = g_try_malloc (16u << 20);
  return room == NULL ? ENOMEM : 0;
}

/* ---- The process --------------------------------------------------------------------------- */

/* FALSE with errno set. */
static gboolean
lock (int descriptor)
{
  static struct sock_filter instructions[4096];
  ssize_t n = pread (descriptor, instructions, sizeof instructions, 0);
  const struct sock_fprog program = {(unsigned short)(n / (ssize_t)sizeof *instructions),
                                     instructions};
  return n > 0 && prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

/* What attempt comes to in a process that is locked. */
static int
behind_filter (int descriptor, int (*attempt) (void))
{
  int status;
  pid_t child = fork ();
  assert_true (child >= 0);
  if (child == 0) {
    int null = open ("/dev/null", O_WRONLY);
    dup2 (null, 9);
    descriptor = dup2 (descriptor, 10);
    dup2 (null, 3);
    _exit (lock (descriptor) ? attempt () : FAULT);
  }
  assert_int_equal (waitpid (child, &status, 0), child);
  assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

static void
tells_what_is_allowed (void **state)
{
  static const struct {
    const char *name;
    int (*attempt) (void);
    int expected;
  } CASES[] = {
      {"socket", try_socket, EPERM},
      {"open for writing", try_write, EPERM},
      {"open for both", try_read_and_write, EPERM},
      {"create", try_create, EPERM},
      {"truncate", try_truncate, EPERM},
      {"fork", try_fork, EPERM},
      {"clone3", try_new_fork, ENOSYS},
      {"execve", try_exec, EPERM},
      {"kill", try_kill, EPERM},
      {"mkdir", try_mkdir, EPERM},
      {"unlink", try_unlink, EPERM},
      {"write elsewhere", try_other_descriptor, EPERM},
      {"a new limit", try_limit, EPERM},
      {"reading", try_reading, 0},
      {"results", try_results, 0},
      {"memory", try_memory, 0},
  };
  (void)state;
  g_autoptr (GError) error = NULL;
  int descriptor = sandbox_open_filter (&error);
  assert_null (error);
  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++) {
    int found = behind_filter (descriptor, CASES[i].attempt);
    if (found != CASES[i].expected)
      fail_msg ("%s: %s", CASES[i].name, found == FAULT ? "not locked" : g_strerror (found));
  }
  close (descriptor);
}

static void
filter_is_sealed (void **state)
{
  (void)state;
  int descriptor = sandbox_open_filter (NULL);
  assert_true (descriptor >= 0);
  assert_int_equal (pwrite (descriptor, "x", 1, 0), -1);
  assert_int_equal (errno, EPERM);
  assert_int_equal (ftruncate (descriptor, 0), -1);
  close (descriptor);
}

int
main (int n_arguments, char **arguments)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test (tells_what_is_allowed),
                                     cmocka_unit_test (filter_is_sealed)};
  (void)n_arguments;
  file = arguments[0];
  return cmocka_run_group_tests (tests, NULL, NULL);
}
