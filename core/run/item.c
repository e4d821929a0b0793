/* SPDX-License-Identifier: Apache-2.0 */
#include "item.h"

GArray *
couplet_items_new (const char *const *files, guint n, const CoupletSweep *sweep, GError **error)
{
  guint n_points;
  const CoupletPoint *points = couplet_sweep_points (sweep, &n_points);
  if (n_points > 1 && (guint64)n * n_points > COUPLET_MOST_POINTS) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
                 "-D: %u files with %u values are more than %d runs", n, n_points,
                 COUPLET_MOST_POINTS);
    return NULL;
  }
  g_autoptr (GArray) items = g_array_sized_new (FALSE, FALSE, sizeof (CoupletItem), n);
  for (guint i = 0; i < n; i++) {
    if (n_points > 1 && g_str_equal (files[i], "-")) {
      g_set_error_literal (
          error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
          "-D: standard input can be read once only; expected a file, or one value "
          "for each parameter");
      return NULL;
    }
    for (guint j = 0; j < n_points; j++) {
      CoupletItem item = {.file = files[i], .point = &points[j]};
      g_array_append_val (items, item);
    }
  }
  return g_steal_pointer (&items);
}

void
run_set_parameters (CoupletRun *run, const CoupletItem *item)
{
  if (item->point == NULL)
    return;
  g_return_if_fail (item->point->n_parameters ==
                    (run->parameters != NULL ? run->parameters->len : 0));
  for (guint i = 0; i < item->point->n_parameters; i++)
    g_array_index (run->parameters, CoupletParameter, i).value = item->point->parameters[i].value;
}

void
result_set_item (CoupletFileResult *result, const CoupletItem *item)
{
  result->file = item->file;
  result->n_swept = item->point != NULL ? item->point->n_swept : 0;
  result->swept = item->point != NULL ? item->point->swept : NULL;
  result->part = item->part.n_shards > 0 ? &item->part : NULL;
}
