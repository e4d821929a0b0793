/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shift_groups.h"

static guint32
find_root (guint32 *parent, guint32 v)
{
  while (parent[v] != v)
    v = parent[v] = parent[parent[v]];
  return v;
}

static guint32
any_threshold (const MacroStep *step, const MacroSample *sample)
{
  return sample->n_literals > 0 ? macro_sample_literals (step, sample)[0].threshold
                                : macro_sample_assigned (step, sample)[0];
}

static void
tie (guint32 *parent, const MacroStep *step, const MacroSample *sample)
{
  guint32 root = find_root (parent, any_threshold (step, sample));
  for (guint32 i = 0; i < sample->n_literals; i++)
    parent[find_root (parent, macro_sample_literals (step, sample)[i].threshold)] = root;
  for (guint32 i = 0; i < sample->n_assigned; i++)
    parent[find_root (parent, macro_sample_assigned (step, sample)[i])] = root;
}

ShiftGroups *
shift_groups_new (const MacroGraph *graph)
{
  guint32 k = graph->automaton->n_thresholds;
  g_autoptr (MacroStep) step = macro_step_new (graph->automaton);
  g_autofree guint32 *parent = g_new (guint32, k);
  ShiftGroups *groups = shift_groups_new_joint (k);
  for (guint32 v = 0; v < k; v++)
    parent[v] = v;
  for (guint32 e = 0; e < graph->edges->len; e++) {
    macro_step_load_edge (step, graph, e);
    for (guint i = 0; i < step->samples->len; i++)
      tie (parent, step, macro_step_sample (step, i));
  }
  groups->n_groups = 0;
  for (guint32 v = 0; v < k; v++)
    if (find_root (parent, v) == v)
      groups->group_of[v] = groups->n_groups++;
  for (guint32 v = 0; v < k; v++)
    groups->group_of[v] = groups->group_of[find_root (parent, v)];
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
