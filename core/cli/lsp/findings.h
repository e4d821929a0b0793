/* SPDX-License-Identifier: Apache-2.0 */
/* From the program's JSON report to what an editor shows. */
#ifndef COUPLET_CLI_LSP_FINDINGS_H
#define COUPLET_CLI_LSP_FINDINGS_H

#include "open_text.h"
#include "job.h"

/* Severities of the protocol. */
enum { SEVERITY_ERROR = 1, SEVERITY_WARNING = 2, SEVERITY_INFORMATION = 3 };

/* A part of the document, as the protocol has it. */
json_t *range_of (const OpenText *document, Span span);

/* Adds a diagnostic about a part of the document to diagnostics. */
void add_diagnostic (json_t *diagnostics, const OpenText *document, Span span, int severity,
                     const char *message);

/* The messages about the document as it was read, a new list; *refused: it has errors. */
json_t *findings_of_reading (const OpenText *document, const JobEnd *end, gboolean *refused);

/* What came of verifying it: sets its name and hover, and adds what the user should see at
 * once to diagnostics. */
void findings_of_verifying (OpenText *document, const JobEnd *end, json_t *diagnostics);

#endif
