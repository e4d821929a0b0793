/* SPDX-License-Identifier: Apache-2.0 */
#include "class_lists.h"

/* ---- Adding ------------------------------------------------------------------------------- */

/* Of two that cost the same, every list must keep the same one. */
static gboolean
comes_before (const Best *a, const Best *b)
{
  if (b->end == COUPLET_NONE)
    return TRUE;
  int order = couplet_cost_compare (a->cost, b->cost);
  return order != 0 ? order > 0 : a->end < b->end;
}

gboolean
best_add (Best *list, guint32 length, Best new)
{
  if (!comes_before (&new, &list[length - 1]))
    return FALSE;
  guint32 at = 0;
  while (at < length && list[at].end != new.end &&list[at].end != COUPLET_NONE)
    at++;
  if (at == length)
    at--; /* the last one drops out */
  else if (list[at].end == new.end && !comes_before (&new, &list[at]))
    return FALSE;
  for (; at > 0 && comes_before (&new, &list[at - 1]); at--)
    list[at] = list[at - 1];
  list[at] = new;
  return TRUE;
}

gboolean
best_add_all (CoupletUnit *unit, Best *to, const Best *more, guint32 after, const CoupletCost *pay)
{
  guint32 length = best_length (after);
  gboolean changed = FALSE;
  for (guint32 x = 0; x < 3; x++) {
    if ((after >> x & 1) == 0)
      continue;
    for (guint32 i = 0; i < length && more[i].end != COUPLET_NONE; i++) {
      Best new = {couplet_cost_add (unit, more[i].cost, pay[x]), more[i].end};
      changed |= best_add (to, length, new);
    }
    to += length;
    more += length;
  }
  return changed;
}

static CoupletCost
least_of (const CoupletVector *cost, guint32 shifts)
{
  CoupletCost least = COUPLET_COST_INFINITE;
  for (guint32 x = 0; x < 3; x++)
    if ((shifts >> x & 1) != 0)
      least = couplet_cost_min (least, cost->at[x]);
  return least;
}

static gboolean
likelier (const Likely *a, const Likely *b)
{
  if (b->end == COUPLET_NONE)
    return TRUE;
  int order = couplet_cost_compare (a->least, b->least);
  return order != 0 ? order > 0 : a->end < b->end;
}

void
likely_add (Likely *list, guint32 shifts, guint32 end, const CoupletVector *cost)
{
  Likely new = {*cost, 0, end};
  guint32 at = 0;
  while (at < MOST_LIKELY && list[at].end != end && list[at].end != COUPLET_NONE)
    at++;
  if (at == MOST_LIKELY)
    at--; /* the last one drops out */
  else if (list[at].end == end)
    for (int x = 0; x < 3; x++)
      new.cost.at[x] = couplet_cost_max (new.cost.at[x], list[at].cost.at[x]);
  new.least = least_of (&new.cost, shifts);
  if (list[at].end != end && !likelier (&new, &list[at]))
    return;
  for (; at > 0 && likelier (&new, &list[at - 1]); at--)
    list[at] = list[at - 1];
  list[at] = new;
}

void
likely_add_all (CoupletUnit *unit, Likely *to, const Likely *more, guint32 after,
                const CoupletCost *pay)
{
  for (guint32 i = 0; i < MOST_LIKELY && more[i].end != COUPLET_NONE; i++) {
    CoupletVector cost = {{0, 0, 0}};
    for (guint32 x = 0; x < 3; x++)
      if ((after >> x & 1) != 0)
        cost.at[x] = couplet_cost_add (unit, more[i].cost.at[x], pay[x]);
    likely_add (to, after, more[i].end, &cost);
  }
}

/* ---- Classes ------------------------------------------------------------------------------ */

static void
append (GArray *vectors, const CoupletVector *vector, guint32 shifts)
{
  Candidate candidate = {*vector, shifts};
  g_array_append_val (vectors, candidate);
}

/* The class that leads to end, or the bound for all that are in no list (end =
 * COUPLET_NONE); where it is in no list, it is at most the last of the list. TRUE
 * when it is in all. */
static gboolean
class_of (const Best *list, guint32 shifts, guint32 end, CoupletVector *vector)
{
  guint32 length = best_length (shifts);
  gboolean exact = TRUE;
  for (guint32 x = 0; x < 3; x++) {
    vector->at[x] = COUPLET_COST_INFINITE;
    if ((shifts >> x & 1) == 0)
      continue;
    guint32 i = 0;
    while (i < length && list[i].end != end)
      i++;
    exact = exact && i < length;
    vector->at[x] = list[MIN (i, length - 1)].cost;
    list += length;
  }
  return exact;
}

/* Each class when the first list that it is in comes. */
void
best_append (const Best *all, guint32 shifts, GArray *known, GArray *possible)
{
  guint32 n = best_length (shifts) * (guint32)__builtin_popcount (shifts);
  CoupletVector vector;
  for (guint32 i = 0; i < n; i++) {
    guint32 seen = 0;
    while (all[seen].end != all[i].end)
      seen++;
    if (seen < i || all[i].end == COUPLET_NONE)
      continue;
    append (class_of (all, shifts, all[i].end, &vector) ? known : possible, &vector, shifts);
  }
  /* a list that is not full has all classes in it; with one shift left, the first one
   * is above all others */
  if (all[n - 1].end == COUPLET_NONE || n == 1)
    return;
  class_of (all, shifts, COUPLET_NONE, &vector);
  append (possible, &vector, shifts);
}

void
likely_append (const Likely *list, guint32 shifts, GArray *known)
{
  for (guint32 i = 0; i < MOST_LIKELY && list[i].end != COUPLET_NONE; i++) {
    CoupletVector vector = list[i].cost;
    for (guint32 x = 0; x < 3; x++)
      if ((shifts >> x & 1) == 0)
        vector.at[x] = COUPLET_COST_INFINITE;
    append (known, &vector, shifts);
  }
}
