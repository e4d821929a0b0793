/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/path.h>

#include <string.h>

CoupletPath *
couplet_path_new (guint32 n_thresholds)
{
  CoupletPath *path = g_new (CoupletPath, 1);
  path->draws = g_array_new (FALSE, FALSE, sizeof (CoupletPathDraw));
  path->rows = g_array_new (FALSE, FALSE, sizeof (CoupletPathRow));
  path->value = g_new (guint32, MAX (n_thresholds, 1));
  memset (path->value, 0xff, n_thresholds * sizeof *path->value); /* COUPLET_NONE */
  return path;
}

void
couplet_path_free (CoupletPath *path)
{
  if (path == NULL)
    return;
  g_array_unref (path->draws);
  g_array_unref (path->rows);
  g_free (path->value);
  g_free (path);
}

static guint32
add_draw (CoupletPath *path, const CoupletLetterPart *part, CoupletShifts shifts)
{
  CoupletPathDraw draw = {part, shifts};
  g_array_append_val (path->draws, draw);
  return path->draws->len - 1;
}

guint32
couplet_path_set (CoupletPath *path, guint32 threshold, CoupletShifts shifts)
{
  return path->value[threshold] = add_draw (path, NULL, shifts);
}

/* Adds what literal says of sample. */
static void
add_rows (CoupletPath *path, guint32 sample, const CoupletLiteral *literal)
{
  CoupletPathRow row = {.sample = sample,
                        .value = path->value[literal->threshold],
                        .threshold = literal->threshold,
                        .at_most = TRUE};
  if (row.value == COUPLET_NONE)
    row.value = couplet_path_set (path, literal->threshold, COUPLET_ALL_SHIFTS);
  if (couplet_asks_at_most (literal->comparison))
    g_array_append_val (path->rows, row);
  row.at_most = FALSE;
  if (couplet_asks_at_least (literal->comparison))
    g_array_append_val (path->rows, row);
}

guint32
couplet_path_take (CoupletPath *path, const CoupletLetterPart *part, CoupletShifts shifts)
{
  guint32 draw = add_draw (path, part, shifts);
  for (guint32 i = 0; i < part->sample.n_literals; i++)
    add_rows (path, draw, &part->sample.literals[i]);
  for (guint32 i = 0; i < part->sample.n_assigned; i++)
    path->value[part->sample.assigned[i]] = draw;
  return draw;
}
