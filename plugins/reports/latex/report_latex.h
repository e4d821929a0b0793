/* SPDX-License-Identifier: Apache-2.0 */
/* The summary of a comparison as a table of LaTeX, for a paper. */
#ifndef COUPLET_REPORT_LATEX_H
#define COUPLET_REPORT_LATEX_H

#include "summary.h"

/* A tabular, with booktabs' rules, of a finished summary: a row for each method. The caller frees
 * it. */
char *summary_to_latex (const Summary *summary);

#endif
