/* SPDX-License-Identifier: Apache-2.0 */
/* Results as JSON Lines (docs/formats.md). */
#ifndef COUPLET_REPORT_JSON_H
#define COUPLET_REPORT_JSON_H

#include "summary.h"

/* result as one JSON object on one line, newline included; the stages' evidence
 * too when with_evidence. The caller frees it. */
char *result_to_json (const CoupletFileResult *result, gboolean with_evidence);

/* summary as one JSON object on one line, newline included. The caller frees it. */
char *summary_to_json (const Summary *summary);

#endif
