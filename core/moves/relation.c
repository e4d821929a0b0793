/* SPDX-License-Identifier: Apache-2.0 */
#include "relation.h"

static inline guint64 *
row_of (RelationShape shape, guint64 *relation, guint32 node)
{
  return relation + (gsize)node * shape.words;
}

static inline void
put (RelationShape shape, guint64 *relation, guint32 a, guint32 b)
{
  row_of (shape, relation, a)[b / 64] |= (guint64)1 << (b % 64);
}

static inline void
drop (RelationShape shape, guint64 *relation, guint32 a, guint32 b)
{
  row_of (shape, relation, a)[b / 64] &= ~((guint64)1 << (b % 64));
}

void
relation_clear (RelationShape shape, guint64 *relation)
{
  for (gsize i = 0; i < relation_size (shape); i++)
    relation[i] = 0;
  for (guint32 node = 0; node < shape.n; node++) {
    put (shape, relation, node, node);
    put (shape, relation, NUMBER_NODE (-1), node);
    put (shape, relation, node, NUMBER_NODE (1));
  }
}

void
relation_add (RelationShape shape, guint64 *relation, guint32 a, guint32 b)
{
  if (relation_has (shape, relation, a, b))
    return;
  const guint64 *above = row_of (shape, relation, b);
  for (guint32 node = 0; node < shape.n; node++) {
    guint64 *row = row_of (shape, relation, node);
    for (guint32 i = 0; i < shape.words && relation_has (shape, relation, node, a); i++)
      row[i] |= above[i];
  }
}

/* Node takes the relations of from to the others, and these theirs to from. */
static void
copy_node (RelationShape shape, guint64 *relation, guint32 node, guint32 above, guint32 below)
{
  for (guint32 other = 0; other < shape.n; other++)
    drop (shape, relation, other, node);
  for (guint32 i = 0; i < shape.words; i++)
    row_of (shape, relation, node)[i] = row_of (shape, relation, above)[i];
  for (guint32 other = 0; other < shape.n; other++)
    if (relation_has (shape, relation, other, below))
      put (shape, relation, other, node);
  put (shape, relation, node, node);
}

void
relation_forget (RelationShape shape, guint64 *relation, guint32 node)
{
  copy_node (shape, relation, node, NUMBER_NODE (1), NUMBER_NODE (-1));
}

void
relation_assign (RelationShape shape, guint64 *relation, guint32 node, guint32 from)
{
  copy_node (shape, relation, node, from, from);
}

gboolean
relation_implies (RelationShape shape, const guint64 *strong, const guint64 *weak)
{
  for (gsize i = 0; i < relation_size (shape); i++)
    if ((weak[i] & ~strong[i]) != 0)
      return FALSE;
  return TRUE;
}

gboolean
relation_adds_nothing (RelationShape shape, const guint64 *strong, const guint64 *weak)
{
  guint32 last = shape.n - 1;
  for (guint32 node = 0; node < last; node++)
    for (guint32 i = 0; i < shape.words; i++) {
      guint64 mask = i == last / 64 ? ~((guint64)1 << (last % 64)) : ~(guint64)0;
      gsize at = (gsize)node * shape.words + i;
      if ((strong[at] & mask) != (weak[at] & mask))
        return FALSE;
    }
  return TRUE;
}

gboolean
relation_join (RelationShape shape, guint64 *relation, const guint64 *more)
{
  if (relation_implies (shape, relation, more))
    return FALSE;
  for (guint32 a = 0; a < shape.n; a++)
    for (guint32 b = 0; b < shape.n; b++)
      if (relation_has (shape, more, a, b))
        relation_add (shape, relation, a, b);
  return TRUE;
}
