/* SPDX-License-Identifier: Apache-2.0 */
/* Reading evidence from files. */
#ifndef COUPLET_HOST_EVIDENCE_READ_H
#define COUPLET_HOST_EVIDENCE_READ_H

#include <couplet/host/evidence.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Reads what stands in data (need not end in NUL): one piece of evidence, an array of
 * them, a line of the JSON report, or several of these. Returns an array of
 * CoupletEvidence about automaton that frees them; NULL with error set (INPUT),
 * naming file, line and entry. */
GPtrArray *couplet_evidence_read (const CoupletAutomaton *automaton, const char *file,
                                  const char *data, gsize length, GError **error);

#pragma GCC visibility pop
G_END_DECLS

#endif
