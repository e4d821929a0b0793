/* SPDX-License-Identifier: Apache-2.0 */
/* What the cheapest shifts of a walk cost where cycles are paid for like other steps. */
#ifndef COUPLET_TESTS_WALK_COST_H
#define COUPLET_TESTS_WALK_COST_H

#include <couplet/internal/place_vectors.h>

/* FALSE when there are none. */
static inline gboolean
walk_cost (const CoupletAutomaton *a, const CoupletWalkStep *steps, guint n, CoupletRational *cost)
{
  CoupletPace pace = {.context = NULL};
  CoupletCost sum;
  g_autofree gint8 *shifts = g_new (gint8, (gsize)n * couplet_n_slots (a) + 1);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (a, NULL);
  g_autoptr (CoupletVectors) vectors = couplet_vectors_new (a, NULL, unit, &pace);
  gboolean found = couplet_walk_shifts (vectors, steps, n, &pace, shifts, &sum);
  if (found)
    couplet_cost_to_rational (unit, sum, cost);
  return found;
}

#endif
