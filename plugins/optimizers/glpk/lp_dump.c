/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memfd_create */
#include "lp_dump.h"

#include "dump.h"
#include "exact_text.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

gboolean
lp_dump_open (LpDump *dump, const GlpkWork *work, GError **error)
{
  *dump = (LpDump){.file = -1};
  if (*work->options->dump_folder == '\0')
    return TRUE;
  dump->file = memfd_create ("program", MFD_CLOEXEC);
  g_snprintf (dump->path, sizeof dump->path, "/proc/self/fd/%d", dump->file);
  if (dump->file >= 0)
    return TRUE;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "there is no memory for a dump");
  return FALSE;
}

const char *
lp_dump_path (const LpDump *dump)
{
  return dump->file >= 0 ? dump->path : NULL;
}

/* What is in file; NULL when it is no whole text. The caller frees it. */
static char *
read_all (int file)
{
  off_t size = lseek (file, 0, SEEK_END);
  if (size <= 0)
    return NULL;
  g_autofree char *text = g_malloc0 ((gsize)size + 1);
  for (off_t at = 0; at < size;) {
    gssize n = pread (file, text + at, (gsize)(size - at), at);
    if (n <= 0)
      return NULL;
    at += n;
  }
  return g_str_has_suffix (text, "\nEnd\n") ? g_steal_pointer (&text) : NULL;
}

gboolean
lp_dump_close (LpDump *dump, const GlpkWork *work, char *exact, guint64 number, GError **error)
{
  g_autofree char *numbers = exact;
  if (dump->file < 0)
    return TRUE;
  g_autofree char *program = read_all (dump->file);
  g_autofree char *problem =
      number == 0 ? g_strdup ("milp") : g_strdup_printf ("lp-%" G_GUINT64_FORMAT, number);
  close (dump->file);
  dump->file = -1;
  if (program != NULL) {
    g_autofree char *text = exact_text_insert (program, numbers);
    return dump_write (work->context, work->automaton, work->options->dump_folder, problem, "lp",
                       text, strlen (text), error);
  }
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
               "the dump cannot be written: GLPK gives no text for %s", problem);
  return FALSE;
}
