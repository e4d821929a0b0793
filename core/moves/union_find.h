/* SPDX-License-Identifier: Apache-2.0 */
/* Disjoint sets of numbers: parent has for each one of the same set; a root, which is its own
 * parent, is the least of its set. */
#ifndef COUPLET_UNION_FIND_H
#define COUPLET_UNION_FIND_H

#include <couplet/solve.h>

static inline guint32
union_find_root (guint32 *parent, guint32 i)
{
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

static inline void
union_find_join (guint32 *parent, guint32 i, guint32 j)
{
  guint32 a = union_find_root (parent, i), b = union_find_root (parent, j);
  parent[MAX (a, b)] = MIN (a, b);
}

/* Joins all thresholds that sample has to do with; those that it assigns are numbered from assigned
 * on. */
static inline void
union_find_join_sample (guint32 *parent, const CoupletSample *sample, guint32 assigned)
{
  guint32 n = sample->n_literals, first = COUPLET_NONE;
  for (guint32 i = 0; i < n + sample->n_assigned; i++) {
    guint32 v = i < n ? sample->literals[i].threshold : assigned + sample->assigned[i - n];
    if (first != COUPLET_NONE)
      union_find_join (parent, first, v);
    first = v;
  }
}

#endif
