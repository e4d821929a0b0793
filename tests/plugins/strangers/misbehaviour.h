/* SPDX-License-Identifier: Apache-2.0 */
/* What several strangers do. Each is a file with a NAME and a function misbehave(), which
 * stranger_optimizer.h or stranger_frontend.h calls. */
#ifndef COUPLET_TESTS_MISBEHAVIOUR_H
#define COUPLET_TESTS_MISBEHAVIOUR_H

#include <couplet/internal/plugin.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Descriptors that the program may have open; more are not looked at. */
#define MOST_FILES 64

/* Ends the process by a signal, be there a sanitizer or not. */
static inline void
crash (void)
{
  signal (SIGSEGV, SIG_DFL);
  raise (SIGSEGV);
}

/* Goes on for ever and heeds no signal that can be left unheeded. */
static inline void
go_on_deaf (void)
{
  sigset_t all;
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, NULL);
  for (;;)
    pause ();
}

/* Writes bytes to every file but the standard ones. */
static inline void
write_to_all (gconstpointer bytes, gsize length)
{
  for (int i = STDERR_FILENO + 1; i < MOST_FILES; i++)
    if (write (i, bytes, length) < 0)
      continue;
}

#endif
