/* SPDX-License-Identifier: Apache-2.0 */
/* Several paths of a linear mechanism whose union is a polyhedron: evidence of one set of shifts
 * for all of them (docs/theory.md section 5, united paths). */
#ifndef COUPLET_CHECK_LINEAR_EVENT_H
#define COUPLET_CHECK_LINEAR_EVENT_H

#include "linear_rules.h"

typedef struct {
  LinearCheck *check;
  CoupletEvidencePath found;
  CoupletLinearList whole; /* the list with all its paths */
  GPtrArray *draws;        /* const CoupletLinearNode: those of each of its paths */
  GArray *rows; /* CoupletLinearRow: its decisions, then what each of its paths outputs */
  guint32 n_decisions;
  GArray *joined; /* CoupletLinearRow: what cannot hold together, scratch */
  CoupletLinearPath path;
  guint32 n_used; /* vectors of found that were looked at */
} LinearEvent;

/* Finds the paths of found, and notes their ENDs in covered. FALSE with a rejection where one is
 * there twice, or is none. Clear it in any case. */
gboolean linear_event_init (LinearEvent *event, LinearCheck *check,
                            const CoupletEvidencePath *found, GHashTable *covered);
void linear_event_clear (LinearEvent *event);

/* Whether the union of its paths is, almost surely, where its decisions are as said; its first
 * n_shifts vectors are shifts. Then check->path is the event, which lives as long as *event. */
gboolean linear_event_check (LinearEvent *event, guint n_shifts);

#endif
