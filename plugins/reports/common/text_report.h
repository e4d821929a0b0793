/* SPDX-License-Identifier: Apache-2.0 */
/* Reports that are a text for each file and, if it is asked for, one for the summary. */
#ifndef COUPLET_TEXT_REPORT_H
#define COUPLET_TEXT_REPORT_H

#include "summary.h"

#include <couplet/internal/plugin.h>

/* The option `summary` of such a report. */
#define SUMMARY_OPTION                                                                             \
  {                                                                                                \
    "summary", COUPLET_OPTION_BOOLEAN, "false", 0, 0, NULL,                                        \
        "end with what a comparison says of each method over all files"                            \
  }

/* The report's state is the summary that it collects; NULL when none is wanted. */
gpointer text_report_begin (CoupletContext *context);

/* Writes text, that of result, which it frees; NULL = it is not shown. */
void text_report_file (gpointer report, CoupletContext *context, const CoupletResult *result,
                       char *text);

/* Writes what to_text makes of the summary, if there is one, and frees the summary. */
void text_report_end (gpointer report, CoupletContext *context,
                      char *(*to_text) (const Summary *summary));

#endif
