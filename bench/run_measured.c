/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a command and writes to a file descriptor its status, processor seconds and
 * peak memory in KiB. A small process between: the peak that Linux reports for a
 * child begins at what its parent had in use, which for an interpreter is more than
 * many a verification takes.
 *
 * usage: run_measured DESCRIPTOR COMMAND [ARGUMENT...] */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double
seconds (struct timeval time)
{
  return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int
main (int argc, char **argv)
{
  int status;
  struct rusage usage;
  if (argc < 3)
    return 2;
  int descriptor = atoi (argv[1]);
  pid_t child = fork ();
  if (child == 0) {
    close (descriptor);
    execvp (argv[2], argv + 2);
    _exit (127);
  }
  if (child < 0 || waitpid (child, &status, 0) != child || getrusage (RUSAGE_CHILDREN, &usage) != 0)
    return 2;
  dprintf (descriptor, "%d %.6f %ld\n", WIFEXITED (status) ? WEXITSTATUS (status) : 255,
           seconds (usage.ru_utime) + seconds (usage.ru_stime), usage.ru_maxrss);
  return 0;
}
