/* SPDX-License-Identifier: Apache-2.0 */
#include "antichain.h"

#include <string.h>

/* Below this many, comparing all pairs is quicker than sorting. */
#define FEW 16

static guint
reduce_few (Candidate *candidates, guint n)
{
  guint kept = 0;
  for (guint i = 0; i < n; i++) {
    gboolean below = FALSE;
    for (guint j = 0; j < kept && !below; j++)
      below = couplet_vector_below (&candidates[i].vector, &candidates[j].vector);
    if (below)
      continue;
    Candidate added = candidates[i];
    guint others = 0;
    for (guint j = 0; j < kept; j++)
      if (!couplet_vector_below (&candidates[j].vector, &added.vector))
        candidates[others++] = candidates[j];
    candidates[others] = added;
    kept = others + 1;
  }
  return kept;
}

/* Greatest first; equal vectors in the order of their tags. */
static int
compare_candidates (const void *a, const void *b)
{
  const Candidate *p = a, *q = b;
  for (int x = 0; x < 3; x++) {
    int order = couplet_cost_compare (q->vector.at[x], p->vector.at[x]);
    if (order != 0)
      return order;
  }
  return (p->tag > q->tag) - (p->tag < q->tag);
}

/* The pairs (at[1], at[2]) of what is kept, none below another: at[1] descends,
 * at[2] ascends. */
typedef struct {
  CoupletCost (*steps)[2];
  guint n;
} Staircase;

/* The first step whose at[1] is less than value. */
static guint
first_lower (const Staircase *stairs, CoupletCost value)
{
  guint low = 0, high = stairs->n;
  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (couplet_cost_compare (stairs->steps[middle][0], value) >= 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Adds (u, v) unless it is below a step; drops the steps below it. */
static gboolean
add_step (Staircase *stairs, CoupletCost u, CoupletCost v)
{
  guint end = first_lower (stairs, u); /* the steps before it have at[1] >= u */
  if (end > 0 && couplet_cost_compare (stairs->steps[end - 1][1], v) >= 0)
    return FALSE;
  guint begin = end;
  while (begin > 0 && couplet_cost_compare (stairs->steps[begin - 1][0], u) == 0)
    begin--; /* the same at[1] and a lower at[2] */
  guint rest = end;
  while (rest < stairs->n && couplet_cost_compare (stairs->steps[rest][1], v) <= 0)
    rest++;
  memmove (&stairs->steps[begin + 1], &stairs->steps[rest],
           (stairs->n - rest) * sizeof stairs->steps[0]);
  stairs->n = stairs->n - rest + begin + 1;
  stairs->steps[begin][0] = u;
  stairs->steps[begin][1] = v;
  return TRUE;
}

/* ---- Sorting that can be interrupted --------------------------------------------- */

/* So many candidates are merged between two looks at the clock. */
#define BLOCK 16384

/* Merges the sorted from[begin, middle) and from[middle, end) into to. */
static void
merge (const Candidate *from, Candidate *to, gsize begin, gsize middle, gsize end)
{
  gsize i = begin, j = middle;
  for (gsize k = begin; k < end; k++)
    to[k] = i < middle && (j == end || compare_candidates (&from[i], &from[j]) <= 0) ? from[i++]
                                                                                     : from[j++];
}

static gboolean
should_stop (CoupletContext *context)
{
  return context != NULL && couplet_context_should_stop (context);
}

/* Where the sorted candidates that begin at begin end. */
static gsize
end_of_run (const Candidate *candidates, gsize begin, gsize n)
{
  gsize end = MIN (begin + 1, n);
  while (end < n && compare_candidates (&candidates[end - 1], &candidates[end]) <= 0)
    end++;
  return end;
}

/* Merges pairs of sorted runs of from into to. Sets *n_runs to how many there are then. FALSE when
 * stopped. */
static gboolean
merge_runs (const Candidate *from, Candidate *to, gsize n, gsize *n_runs, CoupletContext *context)
{
  gsize looked = 0, end;
  *n_runs = 0;
  for (gsize begin = 0; begin < n; begin = end, (*n_runs)++) {
    gsize middle = end_of_run (from, begin, n);
    end = end_of_run (from, middle, n);
    merge (from, to, begin, middle, end);
    if (end < n && end - looked < BLOCK)
      continue;
    looked = end;
    if (should_stop (context))
      return FALSE;
  }
  return TRUE;
}

/* Sorts by merging what is sorted already: mostly there are few such runs, each from a set of its
 * own. FALSE when stopped; then all candidates are there. */
static gboolean
sort_candidates (Candidate *candidates, gsize n, CoupletContext *context)
{
  gsize n_runs = 2;
  if (end_of_run (candidates, 0, n) == n)
    return TRUE;
  g_autofree Candidate *other = g_new (Candidate, n);
  Candidate *from = candidates, *to = other;
  while (n_runs > 1) {
    if (!merge_runs (from, to, n, &n_runs, context))
      return FALSE;
    Candidate *swapped = from;
    from = to;
    to = swapped;
  }
  if (from != candidates)
    memcpy (candidates, from, n * sizeof (Candidate));
  return TRUE;
}

guint
antichain_reduce (Candidate *candidates, guint n, CoupletContext *context)
{
  if (n <= FEW)
    return reduce_few (candidates, n);
  if (!sort_candidates (candidates, n, context))
    return n;
  Staircase stairs = {g_malloc ((gsize)(n + 1) * sizeof *stairs.steps), 0};
  guint kept = 0;
  for (guint i = 0; i < n; i++)
    if (add_step (&stairs, candidates[i].vector.at[1], candidates[i].vector.at[2]))
      candidates[kept++] = candidates[i];
  g_free (stairs.steps);
  return kept;
}
