/* SPDX-License-Identifier: Apache-2.0 */
/* The summary of a report as JSON (docs/formats.md). */
#ifndef COUPLET_REPORT_JSON_H
#define COUPLET_REPORT_JSON_H

#include "summary.h"

/* summary as one JSON object on one line, newline included. The caller frees it. */
char *summary_to_json (const Summary *summary);

#endif
