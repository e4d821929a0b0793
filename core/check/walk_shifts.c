/* SPDX-License-Identifier: Apache-2.0 */
#include "walk_shifts.h"

#include <couplet/host/evidence.h>

#include "costs.h"
#include "graph.h"

/* Whether the walk comes with shifts. */
static gboolean
has_shifts (const Check *check)
{
  guint n;
  gboolean any = FALSE;
  couplet_evidence_walk (check->evidence, &n);
  for (guint i = 0; i < n && !any; i++)
    for (guint32 slot = 0; slot < check->n_slots; slot++)
      any |= couplet_evidence_shift (check->evidence, i, slot) != COUPLET_SHIFT_UNUSED;
  return any;
}

/* Checks the shifts of the present step, number step, x being those of the thresholds so far.
 * Adds what they cost to sum. */
static gboolean
follow_shifts (Check *check, guint step, gint8 *x, Cost *sum)
{
  Sample sample;
  for (guint32 slot = 0; slot <= check->n_slots; slot++) {
    if (!check_sample (check, slot, &sample))
      continue;
    gint8 g = 0;
    if (slot < check->n_slots)
      g = couplet_evidence_shift (check->evidence, step, slot);
    const char *why = g == COUPLET_SHIFT_UNUSED ? "a shift is missing, though others are given"
                                                : check_forbids (check, &sample, g, x);
    if (why != NULL)
      return check_reject (check, "%s", why);
    cost_add_price (sum, check, &sample, g);
    for (guint32 i = 0; i < sample.n_assigned; i++)
      x[sample.assigned[i]] = g;
  }
  return TRUE;
}

gboolean
check_walk_shifts (Check *check)
{
  guint n, n_loops;
  guint32 node = check->start;
  g_autofree gint8 *x = g_new0 (gint8, check->a->n_thresholds);
  g_auto (Cost) sum = {.small = 0};
  couplet_evidence_walk (check->evidence, &n);
  if (!has_shifts (check))
    return TRUE;
  couplet_evidence_loops (check->evidence, &n_loops);
  if (n_loops > 0)
    return check_reject (check, "shifts are given, but a loop has others on each turn");
  for (guint i = 0; i < n; i++)
    if (!check_follow (check, &node, i) || !follow_shifts (check, i, x, &sum))
      return FALSE;
  check_stand_at (check, NULL, 0, COUPLET_NONE, COUPLET_NONE, NO_DIFFERENCE);
  g_autofree char *text = cost_to_string (check, &sum);
  return cost_compare_with_claim (check, &sum) == 0 ||
         check_reject (check, "the shifts given cost %s", text);
}
