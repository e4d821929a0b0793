/* SPDX-License-Identifier: Apache-2.0 */
/* JSON reports, read again: the answers one after the other. */
#ifndef COUPLET_HOST_REPORT_READER_H
#define COUPLET_HOST_REPORT_READER_H

#include <couplet/host/result.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

typedef struct CoupletReportReader CoupletReportReader;

/* Opens the report called name, `-` = standard input. NULL with error set (INPUT). The caller frees
 * it. */
CoupletReportReader *couplet_report_reader_new (const char *name, GError **error);
void couplet_report_reader_free (CoupletReportReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletReportReader, couplet_report_reader_free)

/* The next answer as it is told, though it may contradict itself; it belongs to reader until the
 * next call, and its evidence is text. NULL at the
 * end, or with error set (INPUT), also where the last line is cut off. */
const CoupletResult *couplet_report_reader_next (CoupletReportReader *reader, GError **error);

#pragma GCC visibility pop
G_END_DECLS

#endif
