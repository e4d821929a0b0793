/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shift_set.h"

void
shift_set_fill (ShiftSet *set, guint n)
{
  for (guint i = 0; i <= n; i++)
    for (guint j = 0; j <= n; j++)
      set[i * (n + 1) + j] = i == j ? 0 : i == 0 || j == 0 ? 1 : 2;
}

void
shift_set_require (ShiftSet *set, guint n, guint i, guint j, int most)
{
  ShiftSet *entry = &set[i * (n + 1) + j];
  *entry = (ShiftSet)MIN (*entry, most);
}

gboolean
shift_set_close (ShiftSet *set, guint n)
{
  guint m = n + 1;
  for (guint k = 0; k < m; k++)
    for (guint i = 0; i < m; i++)
      for (guint j = 0; j < m; j++)
        /* below -2 nothing is left anyway */
        shift_set_require (set, n, i, j, MAX (set[i * m + k] + set[k * m + j], -4));
  for (guint i = 0; i < m; i++)
    if (set[i * m + i] < 0)
      return FALSE;
  return TRUE;
}

gboolean
shift_set_within (const ShiftSet *a, const ShiftSet *b, guint n)
{
  for (gsize i = 0; i < shift_set_size (n); i++)
    if (a[i] > b[i])
      return FALSE;
  return TRUE;
}
