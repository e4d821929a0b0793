/* SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include "graph.h"
#include "take.h"

/* Whether a step behind number step compares with threshold before one assigns it. */
static gboolean
is_read_later (const Check *check, guint step, guint32 threshold)
{
  guint n;
  const CoupletWalkStep *walk = couplet_evidence_walk (check->evidence, &n);
  for (guint i = step + 1; i < n; i++) {
    if (couplet_guard_comparisons (couplet_guard_of (check->a, walk[i].transition), threshold) != 0)
      return TRUE;
    if (couplet_assigns (check->a, walk[i].transition, threshold))
      return FALSE;
  }
  return FALSE;
}

/* Takes vector through the present step, number step; minimises out what it is the last one to
 * read or assign. */
static gboolean
take_step (Check *check, GPtrArray *vector, guint step)
{
  const CoupletGuard *guard = couplet_guard_of (check->a, check->transition);
  if (!check_take (check, vector))
    return FALSE;
  for (guint32 v = 0; v < check->a->n_thresholds; v++)
    if ((couplet_guard_comparisons (guard, v) != 0 ||
         couplet_assigns (check->a, check->transition, v)) &&
        !is_read_later (check, step, v))
      vector_drop (vector, check, v, -1);
  return TRUE;
}

gboolean
check_walk (Check *check)
{
  guint n;
  guint32 node = check->start;
  g_autoptr (GPtrArray) vector = vector_new ();
  couplet_evidence_walk (check->evidence, &n);
  for (guint i = 0; i < n; i++)
    if (!check_follow (check, &node, i) || !take_step (check, vector, i))
      return FALSE;
  check_stand_at (check, NULL, 0, COUPLET_NONE, COUPLET_NONE, NO_DIFFERENCE);
  const Cost *least = vector_extreme (vector, check, -1);
  g_autofree char *text = cost_to_string (check, least);
  return cost_compare_with_claim (check, least) == 0 ||
         check_reject (check, "%s %s",
                       check->kind == COUPLET_EVIDENCE_ATTAINED
                           ? "the least cost on this walk is"
                           : "a strategy is left on this walk; the least cost is",
                       text);
}
