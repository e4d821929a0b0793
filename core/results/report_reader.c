/* SPDX-License-Identifier: Apache-2.0 */
#include "report_reader.h"

#include <couplet/internal/context.h>

#include <errno.h>
#include <stdio.h>

struct CoupletReportReader {
  char *name;
  FILE *stream;
  GString *line; /* the last one that was read, without its end */
  guint64 n_lines;
  gboolean as_told; /* answers may contradict themselves */
  ReadResult read;  /* the last one that was told */
};

static gboolean
fail (const CoupletReportReader *reader, GError **error, const char *what)
{
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s: %s", reader->name, what);
  return FALSE;
}

CoupletReportReader *
report_open (const char *name, GError **error)
{
  g_autoptr (CoupletReportReader) reader = g_new0 (CoupletReportReader, 1);
  reader->name = g_strdup (name);
  reader->line = g_string_new (NULL);
  reader->stream = g_str_equal (name, "-") ? stdin : fopen (name, "rbe");
  if (reader->stream == NULL && !fail (reader, error, g_strerror (errno)))
    return NULL;
  return g_steal_pointer (&reader);
}

CoupletReportReader *
couplet_report_reader_new (const char *name, GError **error)
{
  CoupletReportReader *reader = report_open (name, error);
  if (reader != NULL)
    reader->as_told = TRUE;
  return reader;
}

void
couplet_report_reader_free (CoupletReportReader *reader)
{
  if (reader == NULL)
    return;
  read_result_clear (&reader->read);
  if (reader->stream != NULL && reader->stream != stdin)
    (void)fclose (reader->stream); /* only read */
  g_string_free (reader->line, TRUE);
  g_free (reader->name);
  g_free (reader);
}

const char *
report_line (const CoupletReportReader *reader)
{
  return reader->line->str;
}

guint64
report_number (const CoupletReportReader *reader)
{
  return reader->n_lines;
}

/* Reads a line; *ended: it has an end. FALSE with error set. */
static gboolean
read_line (CoupletReportReader *reader, gboolean *ended, GError **error)
{
  g_string_truncate (reader->line, 0);
  *ended = FALSE;
  errno = 0;
  for (int c; (c = getc_unlocked (reader->stream)) != EOF;) {
    if (c == '\n') {
      *ended = TRUE;
      return TRUE;
    }
    if (reader->line->len >= RESULT_LINE_MOST)
      return fail (reader, error, "a line is too long for a report");
    g_string_append_c (reader->line, (char)c);
  }
  return ferror (reader->stream) == 0 || fail (reader, error, g_strerror (errno));
}

/* Whether the line is an answer. */
static gboolean
parse (const CoupletReportReader *reader, ReadResult *read, GError **error)
{
  const GString *line = reader->line;
  if (reader->as_told)
    return read_result_as_told (read, reader->name, reader->n_lines, line->str, line->len, error);
  return read_result (read, reader->name, reader->n_lines, line->str, line->len, NULL, error);
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
report_next (CoupletReportReader *reader, ReadResult *read, GError **error)
{
  gboolean ended;
  do {
    reader->n_lines++;
    if (!read_line (reader, &ended, error))
      return REPORT_WRONG;
    if (!ended && reader->line->len == 0)
      return REPORT_END;
  } while (reader->line->len == 0 || (ended && is_summary_line (reader->line->str)));
  g_autoptr (GError) wrong = NULL;
  if (parse (reader, read, &wrong))
    return REPORT_ANSWER;
  read_result_clear (read);
  if (!ended && is_beginning (reader->line->str))
    return REPORT_CUT_OFF;
  g_propagate_error (error, g_steal_pointer (&wrong));
  return REPORT_WRONG;
}

const CoupletResult *
couplet_report_reader_next (CoupletReportReader *reader, GError **error)
{
  read_result_clear (&reader->read);
  ReportStep step = report_next (reader, &reader->read, error);
  if (step == REPORT_CUT_OFF)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
                 "%s:%" G_GUINT64_FORMAT ": the line is cut off: the run that wrote it did not end",
                 reader->name, reader->n_lines);
  return step == REPORT_ANSWER ? &reader->read.result : NULL;
}
