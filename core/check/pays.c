/* SPDX-License-Identifier: Apache-2.0 */
#include "pays.h"

/* Per node and threshold, whether a walk from the node may compare with it before it is
 * assigned. */
typedef struct {
  const Check *check;
  guint32 *order; /* nodes, those of the last component first */
  guint8 *at;
} Live;

static guint8 *
row_of (const Live *live, guint32 node)
{
  return &live->at[(gsize)node * live->check->a->n_thresholds];
}

/* Whether transition compares an input whose difference need not be the worst, with exponential
 * noise, or for a gap. */
static gboolean
compares_otherwise (const CoupletAutomaton *a, guint32 transition)
{
  const CoupletState *source = couplet_source_state (a, transition);
  if (couplet_guard_of (a, transition)->n_literals == 0)
    return FALSE;
  return source->input != COUPLET_PRIVATE || a->adjacency != COUPLET_ADJACENT_ANY ||
         couplet_noise_is_one_sided (a->noise_kinds[source->noise].sample) ||
         couplet_output_of (a, transition)->kind == COUPLET_GAP;
}

/* With one threshold that is never compared otherwise no loop pays that is ever left. */
static gboolean
may_pay (const CoupletAutomaton *a)
{
  gboolean may = a->n_thresholds > 1;
  for (guint32 t = 0; t < a->n_transitions && !may; t++)
    may = a->reachable[a->source[t]] != 0 && compares_otherwise (a, t);
  return may;
}

/* Components are numbered from the ends of walks on. */
static void
sort_nodes (const Live *live)
{
  const Check *check = live->check;
  guint32 n = check->nodes->len;
  g_autofree guint32 *next = g_new0 (guint32, (gsize)n + 1);
  for (guint32 v = 0; v < n; v++)
    next[check->component[v] + 1]++;
  for (guint32 c = 0; c < n; c++)
    next[c + 1] += next[c];
  for (guint32 v = 0; v < n; v++)
    live->order[next[check->component[v]]++] = v;
}

/* Adds what an edge of node makes live there. */
static gboolean
enliven (const Live *live, guint32 node, const Edge *edge)
{
  const CoupletAutomaton *a = live->check->a;
  const CoupletGuard *guard = couplet_guard_of (a, edge->transition);
  gboolean changed = FALSE;
  for (guint32 v = 0; v < a->n_thresholds; v++) {
    gboolean read =
        couplet_guard_comparisons (guard, v) != 0 ||
        (row_of (live, edge->target)[v] != 0 && !couplet_assigns (a, edge->transition, v));
    changed |= read && row_of (live, node)[v] == 0;
    row_of (live, node)[v] |= read;
  }
  return changed;
}

/* The nodes of a component, first .. end - 1 of the order, until nothing changes. */
static void
settle (const Live *live, guint32 first, guint32 end)
{
  const Check *check = live->check;
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint32 i = end; i-- > first;)
      for (guint e = FIRST (check, live->order[i]); e < FIRST (check, live->order[i] + 1); e++)
        changed |= enliven (live, live->order[i], EDGE (check, e));
  }
}

static gboolean
assigns_live (const Live *live, const Edge *edge)
{
  const CoupletAssignment *assignment = couplet_assignment_of (live->check->a, edge->transition);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    if (row_of (live, edge->target)[assignment->thresholds[i]] != 0)
      return TRUE;
  return FALSE;
}

static void
mark_components (Check *check, const Live *live)
{
  for (guint32 v = 0; v < check->nodes->len; v++)
    for (guint e = FIRST (check, v); e < FIRST (check, v + 1); e++)
      if (check->component[v] == check->component[EDGE (check, e)->target] &&
          assigns_live (live, EDGE (check, e)))
        check->pays[check->component[v]] = 1;
}

void
check_find_pays (Check *check)
{
  guint32 n = check->nodes->len;
  check->pays = g_new0 (guint8, (gsize)n + 1);
  if (!may_pay (check->a))
    return;
  Live live = {check, g_new0 (guint32, (gsize)n + 1),
               g_new0 (guint8, (gsize)n * check->a->n_thresholds + 1)};
  sort_nodes (&live);
  for (guint32 first = 0, end = 0; first < n; first = end) {
    while (end < n && check->component[live.order[end]] == check->component[live.order[first]])
      end++;
    settle (&live, first, end);
  }
  mark_components (check, &live);
  g_free (live.order);
  g_free (live.at);
}
