/* SPDX-License-Identifier: Apache-2.0 */
/* Results as JSON (docs/formats.md), written, and read again from reports. */
#ifndef COUPLET_HOST_RESULT_JSON_H
#define COUPLET_HOST_RESULT_JSON_H

#include <couplet/host/result.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* All of result as one JSON object on one line, newline included, but the automata, and the
 * stages' evidence only when with_evidence. The caller frees it. */
char *couplet_result_to_json (const CoupletResult *result, gboolean with_evidence);

/* Reads a JSON report, one answer after the other. */
typedef struct CoupletReportReader CoupletReportReader;

/* Opens the report called name, `-` = standard input. NULL with error set (INPUT). The caller frees
 * it. */
CoupletReportReader *couplet_report_reader_new (const char *name, GError **error);
void couplet_report_reader_free (CoupletReportReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletReportReader, couplet_report_reader_free)

/* The next answer as it is told, though it may contradict itself; it belongs to reader until the
 * next call, and its evidence is text. NULL at the end, or with error set (INPUT), also where the
 * last line is cut off. */
const CoupletResult *couplet_report_reader_next (CoupletReportReader *reader, GError **error);

#pragma GCC visibility pop
G_END_DECLS

#endif
