/* SPDX-License-Identifier: Apache-2.0 */
#include "report_file.h"

#include <couplet/internal/context.h>
#include <couplet/host/source.h>

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#define LARGEST_IN_MEMORY 8192 /* MiB */
#define CHUNK 65536

struct ReportFile {
  char *name;
  FILE *stream;
  char *memory;  /* what stream reads from, NULL = a file */
  GString *line; /* the last one that was read, without its end */
  guint64 n_lines;
  gboolean as_told; /* answers may contradict themselves */
};

static gboolean
fail (const ReportFile *file, GError **error, const char *what)
{
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s: %s", file->name, what);
  return FALSE;
}

static gboolean
open_in_memory (ReportFile *file, GError **error)
{
  CoupletSource source;
  g_autoptr (GError) reason = NULL;
  if (!couplet_source_read (&source, file->name, LARGEST_IN_MEMORY, NULL, &reason))
    return fail (file, error, reason->message);
  file->memory = (char *)source.data;
  file->stream = fmemopen (file->memory, MAX (source.length, 1), "rb");
  if (file->stream == NULL)
    return fail (file, error, g_strerror (errno));
  if (source.length == 0) /* a stream of memory cannot be empty */
    (void)fgetc (file->stream);
  return TRUE;
}

static gboolean
open_stream (ReportFile *file, GError **error)
{
  struct stat status;
  if (g_str_equal (file->name, "-") ||
      (stat (file->name, &status) == 0 && !S_ISREG (status.st_mode)))
    return open_in_memory (file, error);
  file->stream = fopen (file->name, "rbe");
  return file->stream != NULL || fail (file, error, g_strerror (errno));
}

ReportFile *
report_file_open (const char *name, GError **error)
{
  g_autoptr (ReportFile) file = g_new0 (ReportFile, 1);
  file->name = g_strdup (name);
  file->line = g_string_new (NULL);
  return open_stream (file, error) ? g_steal_pointer (&file) : NULL;
}

void
report_file_free (ReportFile *file)
{
  if (file == NULL)
    return;
  if (file->stream != NULL)
    (void)fclose (file->stream); /* only read */
  g_string_free (file->line, TRUE);
  g_free (file->memory);
  g_free (file->name);
  g_free (file);
}

void
report_file_take_as_told (ReportFile *file)
{
  file->as_told = TRUE;
}

const char *
report_file_name (const ReportFile *file)
{
  return file->name;
}

/* ---- Lines ------------------------------------------------------------------------------ */

/* Reads a line; *ended: it has an end. FALSE with error set. */
static gboolean
read_line (ReportFile *file, gboolean *ended, GError **error)
{
  g_string_truncate (file->line, 0);
  *ended = FALSE;
  errno = 0;
  for (int c; (c = getc_unlocked (file->stream)) != EOF;) {
    if (c == '\n') {
      *ended = TRUE;
      return TRUE;
    }
    if (file->line->len >= RESULT_LINE_MOST)
      return fail (file, error, "a line is too long for a report");
    g_string_append_c (file->line, (char)c);
  }
  return ferror (file->stream) == 0 || fail (file, error, g_strerror (errno));
}

/* Whether the line, which stands at place, is an answer. */
static gboolean
parse (ReportFile *file, ReportPlace place, const CoupletAutomaton *automaton, ReadResult *read,
       GError **error)
{
  if (file->as_told)
    return read_result_as_told (read, file->name, place.number, file->line->str, file->line->len,
                                error);
  return read_result (read, file->name, place.number, file->line->str, file->line->len, automaton,
                      error);
}

/* Whether text may be the beginning of a report's line, which its writer did not end. */
static gboolean
is_beginning (const char *text)
{
  static const char *const beginnings[] = {"{\"file\":", "{\"summary\":"};
  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    if (g_str_has_prefix (text, beginnings[i]) || g_str_has_prefix (beginnings[i], text))
      return TRUE;
  return FALSE;
}

ReportStep
report_file_next (ReportFile *file, ReadResult *read, ReportPlace *place, GError **error)
{
  gboolean ended;
  do {
    *place = (ReportPlace){ftello (file->stream), ++file->n_lines};
    if (!read_line (file, &ended, error))
      return REPORT_WRONG;
    if (!ended && file->line->len == 0)
      return REPORT_END;
  } while (file->line->len == 0 || (ended && is_summary_line (file->line->str)));
  g_autoptr (GError) wrong = NULL;
  if (parse (file, *place, NULL, read, &wrong))
    return REPORT_ANSWER;
  read_result_clear (read);
  if (!ended && is_beginning (file->line->str))
    return REPORT_CUT_OFF;
  g_propagate_error (error, g_steal_pointer (&wrong));
  return REPORT_WRONG;
}

gboolean
report_file_read (ReportFile *file, ReportPlace place, const CoupletAutomaton *automaton,
                  ReadResult *read, GError **error)
{
  gboolean ended;
  *read = (ReadResult){0};
  if (fseeko (file->stream, place.at, SEEK_SET) != 0)
    return fail (file, error, g_strerror (errno));
  return read_line (file, &ended, error) && parse (file, place, automaton, read, error);
}
