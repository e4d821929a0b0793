/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thresholds whose shifts no sample ties fall into groups. Along a given walk
 * and given input differences the shifts of one group say nothing about those
 * of another, and costs add up over the groups, so that each may be minimised
 * by itself. With independent sampling every threshold is a group. */
#ifndef COUPLET_SHIFT_GROUPS_H
#define COUPLET_SHIFT_GROUPS_H

#include "macro_step.h"

typedef struct {
  guint32 n_groups;  /* at least 1 */
  guint32 *group_of; /* per threshold */
} ShiftGroups;

/* The groups that the samples of graph's edges leave. The caller frees them. */
ShiftGroups *shift_groups_new (const MacroGraph *graph);

/* All thresholds in one group. */
ShiftGroups *shift_groups_new_joint (guint32 n_thresholds);

void shift_groups_free (ShiftGroups *groups);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ShiftGroups, shift_groups_free)

/* The group that a sample of step belongs to. */
guint32 shift_groups_of_sample (const ShiftGroups *groups, const MacroStep *step,
                                const MacroSample *sample);

#endif
