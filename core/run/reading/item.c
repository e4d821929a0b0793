/* SPDX-License-Identifier: Apache-2.0 */
#include "item.h"

#include "command_reader.h"

#include <string.h>

GArray *
couplet_items_new (const char *const *files, guint n, const CoupletSweep *sweep, GError **error)
{
  guint n_points;
  const CoupletPoint *points = couplet_sweep_points (sweep, &n_points);
  gboolean again = n_points > 1 || points[0].goal != NULL; /* read more than once */
  if (n_points > 1 && (guint64)n * n_points > COUPLET_MOST_POINTS) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
                 "-D: %u files with %u values are more than %d runs", n, n_points,
                 COUPLET_MOST_POINTS);
    return NULL;
  }
  g_autoptr (GArray) items = g_array_sized_new (FALSE, FALSE, sizeof (CoupletItem), n);
  for (guint i = 0; i < n; i++) {
    if (again && g_str_equal (files[i], "-")) {
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
run_set_parameters (CoupletRun *run, const CoupletItem *item, const char *found)
{
  guint n = item->point != NULL ? item->point->n_parameters : 0;
  if (n == 0)
    return;
  g_return_if_fail (run->parameters != NULL && n == run->parameters->len);
  for (guint i = 0; i < n; i++)
    g_array_index (run->parameters, CoupletParameter, i).value = item->point->parameters[i].value;
  if (found != NULL)
    g_array_index (run->parameters, CoupletParameter, n - 1).value = found;
}

void
result_set_item (CoupletResult *result, const CoupletItem *item)
{
  const CoupletReading *reading = item->reading;
  result->file = item->file;
  if (reading != NULL && reading->name != NULL)
    result->function = item->file + strlen (item->file) - strlen (reading->name);
  /* what is looked for has no value yet, or another than when the item was read */
  guint looked_for = item->point != NULL && item->point->goal != NULL ? 1 : 0;
  if (reading != NULL && looked_for == 0) {
    result->understood = reading->understood;
    result->model = reading->model;
  }
  result->n_swept = item->point != NULL ? item->point->n_swept - looked_for : 0;
  result->swept = item->point != NULL ? item->point->swept : NULL;
  result->part = item->part.n_shards > 1 ? &item->part : NULL;
}

char *
couplet_items_digest (const CoupletItem *items, guint n)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  for (guint i = 0; i < n; i++) {
    const CoupletPoint *point = items[i].point;
    guint n_swept = point != NULL ? point->n_swept : 0;
    g_checksum_update (checksum, (const guchar *)items[i].file, (gssize)strlen (items[i].file) + 1);
    g_checksum_update (checksum, (const guchar *)&n_swept, sizeof n_swept);
    for (guint j = 0; j < n_swept; j++) {
      g_autofree char *text = g_strconcat (point->swept[j].name, "=", point->swept[j].value, NULL);
      g_checksum_update (checksum, (const guchar *)text, (gssize)strlen (text) + 1);
    }
  }
  return g_strdup (g_checksum_get_string (checksum));
}

void
result_set_swept (CoupletResult *result, const CoupletItem *item, CoupletArena *arena)
{
  guint n = item->point != NULL ? item->point->n_swept : 0;
  if (result->solution == NULL || n == 0)
    return;
  CoupletDefinition *swept = couplet_arena_new_array (arena, CoupletDefinition, n);
  memcpy (swept, item->point->swept, n * sizeof *swept);
  swept[n - 1].value = result->solution->at;
  result->n_swept = n;
  result->swept = swept;
}
