/* SPDX-License-Identifier: Apache-2.0 */
/* Results as JSON (docs/formats.md). */
#ifndef COUPLET_HOST_RESULT_JSON_H
#define COUPLET_HOST_RESULT_JSON_H

#include <couplet/host/result.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* All of result as one JSON object on one line, newline included, but the automata, and the
 * stages' evidence only when with_evidence. The caller frees it. */
char *couplet_result_to_json (const CoupletResult *result, gboolean with_evidence);

#pragma GCC visibility pop
G_END_DECLS

#endif
