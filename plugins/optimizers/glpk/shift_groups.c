/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shift_groups.h"

#include <couplet/ties.h>

static guint32
any_threshold (const MacroStep *step, const MacroSample *sample)
{
  return sample->n_literals > 0 ? macro_sample_literals (step, sample)[0].threshold
                                : macro_sample_assigned (step, sample)[0];
}

ShiftGroups *
shift_groups_new (const MacroGraph *graph)
{
  guint32 k = graph->automaton->n_thresholds;
  g_autoptr (MacroStep) step = macro_step_new (graph->automaton);
  g_autoptr (CoupletTies) ties = couplet_ties_new (k);
  ShiftGroups *groups = shift_groups_new_joint (k);
  for (guint32 e = 0; e < graph->edges->len; e++) {
    macro_step_load_edge (step, graph, e);
    for (guint i = 0; i < step->samples->len; i++) {
      const MacroSample *sample = macro_step_sample (step, i);
      couplet_ties_add (ties, macro_sample_literals (step, sample), sample->n_literals,
                        macro_sample_assigned (step, sample), sample->n_assigned);
    }
  }
  groups->n_groups = couplet_ties_number (ties, groups->group_of);
  return groups;
}

ShiftGroups *
shift_groups_new_joint (guint32 n_thresholds)
{
  ShiftGroups *groups = g_new0 (ShiftGroups, 1);
  groups->n_groups = 1;
  groups->group_of = g_new0 (guint32, n_thresholds);
  return groups;
}

void
shift_groups_free (ShiftGroups *groups)
{
  if (groups == NULL)
    return;
  g_free (groups->group_of);
  g_free (groups);
}

guint32
shift_groups_of_sample (const ShiftGroups *groups, const MacroStep *step, const MacroSample *sample)
{
  return groups->group_of[any_threshold (step, sample)];
}
