/* SPDX-License-Identifier: Apache-2.0 */
/* What an automaton was read from; evidence names it. */
#ifndef COUPLET_CORE_ORIGIN_H
#define COUPLET_CORE_ORIGIN_H

#include "record_fields.h"

#include <couplet/internal/arena.h>
#include <couplet/internal/automaton.h>

/* The fields of CoupletProvenance. */
extern const RecordKind PROVENANCE_RECORD;

/* A copy of origin and all that it points to, in arena, but for what repeats the run. */
const CoupletOrigin *origin_copy (CoupletArena *arena, const CoupletOrigin *origin);

/* Gives automaton, just built, a copy of origin. */
void automaton_set_origin (CoupletAutomaton *automaton, const CoupletOrigin *origin);

/* Says that all of automaton, just built, stands at place. */
void automaton_set_place (CoupletAutomaton *automaton, CoupletPlace place);

/* Whether both are of the same content and the same parameters; the names of the files
 * do not matter. */
gboolean origin_equal (const CoupletOrigin *a, const CoupletOrigin *b);

/* `'svt.svt' with -D k=3 (sha256 0123456789ab...)`; without the last part unless
 * with_content. The caller frees it. */
char *origin_to_string (const CoupletOrigin *origin, gboolean with_content);

#endif
