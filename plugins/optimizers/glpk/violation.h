/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks on which no strategy is valid: follows the sets of shifts that are left
 * along the walks, group by group. */
#ifndef COUPLET_VIOLATION_H
#define COUPLET_VIOLATION_H

#include "shift_tables.h"

typedef enum {
  VIOLATION_NONE,   /* every walk has a valid strategy */
  VIOLATION_FOUND,  /* no strategy is valid on the walk */
  VIOLATION_STOPPED /* the pace is over, or there are more sets than limit */
} Violation;

/* Looks for one. walk: when one is found, its edges (guint32) are appended. If
 * the last one's target has an edge or intervals that are impossible, going
 * round there is what no strategy survives. */
Violation violation_search (const MacroGraph *graph, const ShiftGroups *groups, guint64 limit,
                            CoupletPace *pace, GArray *walk);

#endif
