/* SPDX-License-Identifier: Apache-2.0 */
/* Why a walk leaves its samples no valid shifts: the conditions that contradict
 * each other, in a chain. */
#ifndef COUPLET_EXPLAIN_CONFLICT_H
#define COUPLET_EXPLAIN_CONFLICT_H

#include "walk_samples.h"

/* The shift of the first sample is at least `least`; each is at most the next;
 * the last is at most `greatest`, which is below `least`. One sample alone: it is
 * output, so that its shift is 0, and must shift by D, which is not. */
typedef struct {
  GArray *samples; /* guint, indices of samples */
  GArray *orders;  /* guint: orders[i] links samples[i] and samples[i + 1] */
  int least, greatest;
} ShiftConflict;

/* The shortest chain of the strongest demands; NULL when there is none. The
 * caller frees it. */
ShiftConflict *shift_conflict_find (const WalkSamples *samples);
void shift_conflict_free (ShiftConflict *conflict);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ShiftConflict, shift_conflict_free)

static inline guint
shift_conflict_sample (const ShiftConflict *conflict, guint index)
{
  return g_array_index (conflict->samples, guint, index);
}

#endif
