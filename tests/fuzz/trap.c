/* SPDX-License-Identifier: Apache-2.0 */
/* GLib ends a program at an error, a critical included, by a trap, which libFuzzer does not know:
 * it becomes the end that makes libFuzzer keep the input. */
#include <signal.h>
#include <stdlib.h>

static void
end (int number)
{
  (void)number;
  abort ();
}

__attribute__ ((constructor)) static void
end_at_traps (void)
{
  signal (SIGTRAP, end);
}
