/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/ties.h>

/* Disjoint sets. A root, which is its own parent, is the least of its set. */
struct CoupletTies {
  guint32 n;
  guint32 parent[];
};

CoupletTies *
couplet_ties_new (guint32 n_thresholds)
{
  CoupletTies *ties = g_malloc (sizeof *ties + n_thresholds * sizeof ties->parent[0]);
  ties->n = n_thresholds;
  for (guint32 v = 0; v < n_thresholds; v++)
    ties->parent[v] = v;
  return ties;
}

void
couplet_ties_free (CoupletTies *ties)
{
  g_free (ties);
}

static guint32
root_of (CoupletTies *ties, guint32 v)
{
  while (ties->parent[v] != v)
    v = ties->parent[v] = ties->parent[ties->parent[v]];
  return v;
}

static void
join (CoupletTies *ties, guint32 u, guint32 v)
{
  guint32 a = root_of (ties, u), b = root_of (ties, v);
  ties->parent[MAX (a, b)] = MIN (a, b);
}

void
couplet_ties_add (CoupletTies *ties, const CoupletLiteral *literals, guint32 n_literals,
                  const guint32 *assigned, guint32 n_assigned)
{
  for (guint32 i = 1; i < n_literals; i++)
    join (ties, literals[0].threshold, literals[i].threshold);
  for (guint32 i = 1; i < n_assigned; i++)
    join (ties, assigned[0], assigned[i]);
  if (n_literals > 0 && n_assigned > 0)
    join (ties, literals[0].threshold, assigned[0]);
}

guint32
couplet_ties_number (CoupletTies *ties, guint32 *group_of)
{
  guint32 n = 0;
  for (guint32 v = 0; v < ties->n; v++) {
    guint32 root = root_of (ties, v);
    group_of[v] = root == v ? n++ : group_of[root];
  }
  return n;
}
