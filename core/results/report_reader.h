/* SPDX-License-Identifier: Apache-2.0 */
/* JSON reports from inside: answers with their lines. */
#ifndef COUPLET_CORE_REPORT_READER_H
#define COUPLET_CORE_REPORT_READER_H

#include "read_result.h"

#include <couplet/host/result_json.h>

/* Opens the report called name, `-` = standard input. NULL with error set (INPUT). */
CoupletReportReader *report_open (const char *name, GError **error);

typedef enum {
  REPORT_ANSWER,
  REPORT_CUT_OFF, /* the last line has no end, and is not whole: its writer was ended */
  REPORT_END,
  REPORT_WRONG /* error is set (INPUT) */
} ReportStep;

/* Reads the next answer, passing over summaries and empty lines. Clear read after REPORT_ANSWER. */
ReportStep report_next (CoupletReportReader *reader, ReadResult *read, GError **error);

/* The last line, without its end, and its number, from 1. */
const char *report_line (const CoupletReportReader *reader);
guint64 report_number (const CoupletReportReader *reader);

#endif
