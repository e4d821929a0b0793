/* SPDX-License-Identifier: Apache-2.0 */
#include "report_file.h"

#include <couplet/internal/context.h>
#include <couplet/host/result_json.h>

struct CoupletReportReader {
  ReportFile *file;
  ReadResult read; /* the last answer */
};

CoupletReportReader *
couplet_report_reader_new (const char *name, GError **error)
{
  ReportFile *file = report_file_open (name, error);
  if (file == NULL)
    return NULL;
  CoupletReportReader *reader = g_new0 (CoupletReportReader, 1);
  reader->file = file;
  report_file_take_as_told (file);
  return reader;
}

void
couplet_report_reader_free (CoupletReportReader *reader)
{
  if (reader == NULL)
    return;
  read_result_clear (&reader->read);
  report_file_free (reader->file);
  g_free (reader);
}

const CoupletResult *
couplet_report_reader_next (CoupletReportReader *reader, GError **error)
{
  ReportPlace place;
  read_result_clear (&reader->read);
  switch (report_file_next (reader->file, &reader->read, &place, error)) {
  case REPORT_ANSWER:
    return &reader->read.result;
  case REPORT_CUT_OFF:
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
                 "%s:%" G_GUINT64_FORMAT ": the line is cut off: the run that wrote it did not end",
                 report_file_name (reader->file), place.number);
    return NULL;
  case REPORT_END:
  case REPORT_WRONG:
    break;
  }
  return NULL;
}
