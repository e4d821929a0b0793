/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence as JSON. */
#ifndef COUPLET_EVIDENCE_JSON_H
#define COUPLET_EVIDENCE_JSON_H

#include <couplet/evidence.h>

/* Appends evidence to out as one JSON object: kind, cost, and the walk as an
 * array of steps (from, to, transition, difference, shift). */
void couplet_append_evidence_json (GString *out, const CoupletEvidence *evidence);

#endif
