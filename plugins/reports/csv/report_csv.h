/* SPDX-License-Identifier: Apache-2.0 */
/* Results as comma-separated values (RFC 4180): a row per file and stage. */
#ifndef COUPLET_REPORT_CSV_H
#define COUPLET_REPORT_CSV_H

#include "summary.h"

/* The line of column names, newline included: those of all reports, and after them those of the
 * sweep or search that first, the first result, is of (NULL = there is no result). The caller frees
 * it. */
char *csv_header (const CoupletResult *first);

/* What a report has said already: what the answers are made by stands in the first row, and again
 * where it differs; what a file was read from in the file's first row. The caller frees it. */
typedef struct CsvSaid CsvSaid;
CsvSaid *csv_said_new (void);
void csv_said_free (CsvSaid *said);

/* The rows of result, newlines included: one per stage, or a single one when no
 * stage was run, without what said has. A field that a spreadsheet would take for a formula is led
 * by a single quote (docs/formats.md). The caller frees it. */
char *result_to_csv (const CoupletResult *result, CsvSaid *said);

/* summary with a header of its own, after an empty line. The caller frees it. */
char *summary_to_csv (const Summary *summary);

#endif
