/* SPDX-License-Identifier: Apache-2.0 */
/* Reading the entries of a bound: docs/evidence.md. */
#ifndef COUPLET_EVIDENCE_READ_BOUND_H
#define COUPLET_EVIDENCE_READ_BOUND_H

#include "reader.h"

/* Adds `entries`. FALSE with reader's error set. */
gboolean read_entries (Reader *reader, CoupletEvidence *evidence, json_t *object);

#endif
