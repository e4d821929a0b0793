/* SPDX-License-Identifier: Apache-2.0 */
/* Reading strategies, of one path or for classes: docs/evidence.md. */
#ifndef COUPLET_EVIDENCE_READ_STRATEGY_H
#define COUPLET_EVIDENCE_READ_STRATEGY_H

#include "reader.h"

/* Adds `path` or `classes`. FALSE with reader's error set. */
gboolean read_strategy (Reader *reader, CoupletEvidence *evidence, json_t *object);

#endif
