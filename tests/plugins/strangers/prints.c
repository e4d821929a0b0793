/* SPDX-License-Identifier: Apache-2.0 */
/* It prints a report of its own, by each way there is. */
#include "misbehaviour.h"

#include <stdio.h>

#define NAME "prints"

/* Without a stream. */
static void
write_all_of (int descriptor, const char *text)
{
  if (write (descriptor, text, strlen (text)) < 0)
    abort ();
}

static void
misbehave (void)
{
  static const char REPORT[] = "{\"verdict\":\"private\"}\n";
  fputs (REPORT, stdout);
  fputs (REPORT, stderr);
  write_all_of (STDOUT_FILENO, REPORT);
  exit (0); /* what streams hold back is written */
}

#include "stranger_optimizer.h"
