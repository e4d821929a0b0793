/* SPDX-License-Identifier: Apache-2.0 */
/* From the program's JSON report to what an editor shows. */
#ifndef COUPLET_CLI_LSP_FINDINGS_H
#define COUPLET_CLI_LSP_FINDINGS_H

#include "open_text.h"
#include "job.h"

#include <couplet/internal/json.h>

/* Severities of the protocol. */
enum { SEVERITY_ERROR = 1, SEVERITY_WARNING = 2, SEVERITY_INFORMATION = 3 };

/* Puts a part of the document, as the protocol has it. */
void put_range (const CoupletJson *json, const OpenText *document, Span span);

/* The messages about the document as it was read: diagnostics of the protocol, the elements of a
 * list of JSON, which the caller frees; *refused: it has errors. */
GString *findings_of_reading (const OpenText *document, const JobEnd *end, gboolean *refused);

/* What came of verifying it: sets its name and hover, and adds what the user should see at
 * once to diagnostics, which are elements of a list. */
void findings_of_verifying (OpenText *document, const JobEnd *end, GString *diagnostics);

#endif
