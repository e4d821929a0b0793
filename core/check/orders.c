/* SPDX-License-Identifier: Apache-2.0 */
#include "orders.h"

void
check_order_close (char *order, guint32 n)
{
  for (guint32 v = 0; v < n; v++)
    for (guint32 u = 0; u < n; u++)
      for (guint32 w = 0; w < n && order[u * n + v] != UNRELATED; w++)
        if (u != w && order[v * n + w] != UNRELATED)
          order[u * n + w] = MAX (order[u * n + w], MAX (order[u * n + v], order[v * n + w]));
}

static void
forget (char *order, guint32 n, guint32 threshold)
{
  for (guint32 v = 0; v < n; v++)
    order[v * n + threshold] = order[threshold * n + v] = UNRELATED;
}

gboolean
check_order_advance (const CoupletAutomaton *a, char *order, guint32 transition)
{
  const CoupletGuard *guard = couplet_guard_of (a, transition);
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  guint32 noise = couplet_source_state (a, transition)->noise;
  gboolean noisy = a->noises[noise].d[0] != COUPLET_NO_NOISE &&
                   a->noise_kinds[noise].sample != COUPLET_DISCRETE_LAPLACE;
  guint32 s = a->n_thresholds, n = s + 1; /* the sample joins the thresholds as number s */
  for (guint32 i = 0; i < guard->alternatives[0].n_literals; i++) {
    const CoupletLiteral *literal = &guard->alternatives[0].literals[i];
    if (literal->comparison == COUPLET_LESS)
      order[s * n + literal->threshold] = LESS;
    else
      order[literal->threshold * n + s] = noisy ? LESS : AT_MOST;
  }
  check_order_close (order, n);
  for (guint32 v = 0; v < s; v++)
    if (order[s * n + v] != UNRELATED && order[v * n + s] != UNRELATED)
      return FALSE;
  for (guint32 v = 0; v < s; v++)
    if (order[v * n + s] == AT_MOST)
      order[v * n + s] = UNRELATED;
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    forget (order, n, assignment->thresholds[i]);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    order[assignment->thresholds[i] * n + s] = order[s * n + assignment->thresholds[i]] = EQUAL;
  if (assignment->n_thresholds > 0)
    check_order_close (order, n);
  forget (order, n, s);
  return TRUE;
}

gboolean
check_order_implies (const char *strong, const char *weak)
{
  for (gsize i = 0; weak[i] != '\0'; i++)
    if (weak[i] != UNRELATED && weak[i] != strong[i])
      return FALSE;
  return TRUE;
}
