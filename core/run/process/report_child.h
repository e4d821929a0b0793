/* SPDX-License-Identifier: Apache-2.0 */
/* A stranger's report, which runs in a process of its own: results go there as JSON lines, and text
 * comes back. */
#ifndef COUPLET_CORE_REPORT_CHILD_H
#define COUPLET_CORE_REPORT_CHILD_H

#include "run.h"

/* Starts the process for the report of run and begins the report there. compare: as
 * couplet_run_begin(). The caller ends it. */
ReportChild *report_child_begin (CoupletRun *run, gboolean compare);

/* Reports result; a linear mechanism, and an automaton of more than 1 GiB, stay here. */
void report_child_file (ReportChild *report, const CoupletResult *result);

/* Ends the report and its process. What ended the process earlier, as a sentence that names the
 * plugin and its file; NULL = nothing. The caller frees it. */
char *report_child_end (ReportChild *report);

#endif
