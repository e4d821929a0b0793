/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence about linear mechanisms: shifts and weights. */
#ifndef COUPLET_EVIDENCE_READ_LINEAR_H
#define COUPLET_EVIDENCE_READ_LINEAR_H

#include "reader.h"

/* Reads `answers`, `differences` and `paths` of object. FALSE with reader's error set. */
gboolean read_linear (Reader *reader, CoupletEvidence *evidence, json_t *object);

#endif
