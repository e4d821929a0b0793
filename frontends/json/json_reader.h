/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON automaton of docs/formats.md. */
#ifndef COUPLET_JSON_READER_H
#define COUPLET_JSON_READER_H

#include <couplet/internal/plugin.h>

/* Reads source into builder, reporting to diagnostics. FALSE when the document
 * itself is malformed, or context told to stop, so that what was read is incomplete.
 * context may be NULL. */
gboolean json_read_automaton (CoupletContext *context, const CoupletSource *source,
                              CoupletBuilder *builder, CoupletDiagnostics *diagnostics);

#endif
