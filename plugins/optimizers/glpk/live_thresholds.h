/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which thresholds a walk may still read: the shift of any other is forgotten. */
#ifndef COUPLET_LIVE_THRESHOLDS_H
#define COUPLET_LIVE_THRESHOLDS_H

#include <couplet/model.h>

typedef struct {
  guint32 n_thresholds;
  guint8 *live; /* n_thresholds bytes per state */
} LiveThresholds;

/* The caller frees it. */
LiveThresholds *live_thresholds_new (const CoupletAutomaton *automaton);
void live_thresholds_free (LiveThresholds *live);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LiveThresholds, live_thresholds_free)

/* Whether a walk from state may compare with threshold before it is assigned. */
static inline gboolean
live_thresholds_has (const LiveThresholds *live, guint32 state, guint32 threshold)
{
  return live->live[(gsize)state * live->n_thresholds + threshold];
}

#endif
