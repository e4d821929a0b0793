/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "fuzz_file.h"

#include <sys/mman.h>
#include <unistd.h>

void
fuzz_file_open (FuzzFile *file, gconstpointer data, gsize size)
{
  file->descriptor = memfd_create ("input", MFD_CLOEXEC);
  g_snprintf (file->name, sizeof file->name, "/proc/self/fd/%d", file->descriptor);
  if (file->descriptor < 0 || write (file->descriptor, data, size) != (gssize)size)
    g_error ("the machine has no room for a file in memory");
}

void
fuzz_file_close (FuzzFile *file)
{
  close (file->descriptor);
}
