/* SPDX-License-Identifier: Apache-2.0 */
/* JSON reports as files of lines, each of which can be read again. */
#ifndef COUPLET_CORE_REPORT_FILE_H
#define COUPLET_CORE_REPORT_FILE_H

#include "read_result.h"

typedef struct ReportFile ReportFile;

/* Where a line begins. */
typedef struct {
  gint64 at;      /* bytes from the beginning */
  guint64 number; /* of the line, from 1 */
} ReportPlace;

/* Opens the report called name, `-` = standard input. NULL with error set (INPUT). What is no
 * regular file is read whole into memory. */
ReportFile *report_file_open (const char *name, GError **error);
void report_file_free (ReportFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ReportFile, report_file_free)

/* Takes answers from now on as they are told, and their evidence as text. */
void report_file_take_as_told (ReportFile *file);

const char *report_file_name (const ReportFile *file);

typedef enum {
  REPORT_ANSWER,
  REPORT_CUT_OFF, /* the last line has no end, and is not whole: its writer was ended */
  REPORT_END,
  REPORT_WRONG /* error is set (INPUT) */
} ReportStep;

/* Reads the next answer, passing over summaries and empty lines. Clear read after REPORT_ANSWER. */
ReportStep report_file_next (ReportFile *file, ReadResult *read, ReportPlace *place,
                             GError **error);

/* Reads the answer at place once more; automaton as in read_result(). Clear read in both cases. */
gboolean report_file_read (ReportFile *file, ReportPlace place, const CoupletAutomaton *automaton,
                           ReadResult *read, GError **error);

#endif
