/* SPDX-License-Identifier: Apache-2.0 */
/* Reading walks: docs/evidence.md. */
#ifndef COUPLET_EVIDENCE_READ_WALK_H
#define COUPLET_EVIDENCE_READ_WALK_H

#include "reader.h"

/* Calls read for the shift of each sample that object names: `shift` when a state has one,
 * `shifts` by threshold when it has several. FALSE with reader's error set. */
gboolean read_shifts (Reader *reader, CoupletEvidence *evidence, guint step, json_t *object,
                      gboolean (*read) (Reader *, CoupletEvidence *, guint, guint32, json_t *));

/* Adds the steps of `walk`, and its loops if it may have some. FALSE with reader's error set. */
gboolean read_walk (Reader *reader, CoupletEvidence *evidence, json_t *object, gboolean may_loop);

#endif
