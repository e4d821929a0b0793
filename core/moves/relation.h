/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of shift vectors: what is known of the order of some shifts in [-1, 1], as a relation
 * "is at most" between nodes, reflexive and transitive (docs/theory.md section 5). The nodes
 * are the numbers -1, 0, 1, some thresholds, and the sample of the transition at hand. Two
 * relations that are not empty are equal exactly if the same shifts meet them. */
#ifndef COUPLET_RELATION_H
#define COUPLET_RELATION_H

#include <couplet/internal/automaton.h>

/* The node of the number x in {-1, 0, 1}, of the i-th threshold, and of
 * the sample, which comes last. */
#define NUMBER_NODE(x) ((guint32)((x) + 1))
#define THRESHOLD_NODE(i) ((guint32)(i) + 3)

/* A relation is an array of n rows of `words` words: bit b of row a says a <= b. */
typedef struct {
  guint32 n;
  guint32 words;
} RelationShape;

static inline RelationShape
relation_shape (guint32 n_thresholds)
{
  guint32 n = n_thresholds + 4;
  return (RelationShape){n, (n + 63) / 64};
}

static inline guint32
relation_sample_node (RelationShape shape)
{
  return shape.n - 1;
}

/* How many words a relation takes. */
static inline gsize
relation_size (RelationShape shape)
{
  return (gsize)shape.n * shape.words;
}

static inline gboolean
relation_has (RelationShape shape, const guint64 *relation, guint32 a, guint32 b)
{
  return (relation[(gsize)a * shape.words + b / 64] >> (b % 64)) & 1;
}

/* TRUE when no shifts meet the relation. */
static inline gboolean
relation_is_empty (RelationShape shape, const guint64 *relation)
{
  return relation_has (shape, relation, NUMBER_NODE (1), NUMBER_NODE (0)) ||
         relation_has (shape, relation, NUMBER_NODE (0), NUMBER_NODE (-1));
}

/* Fills relation with what holds of any shifts. */
void relation_clear (RelationShape shape, guint64 *relation);

/* Adds a <= b and what follows. */
void relation_add (RelationShape shape, guint64 *relation, guint32 a, guint32 b);

/* Nothing is known of node any more, but what follows about the others stays. */
void relation_forget (RelationShape shape, guint64 *relation, guint32 node);

/* Node becomes equal to from, another node; what was known of it is forgotten. */
void relation_assign (RelationShape shape, guint64 *relation, guint32 node, guint32 from);

/* TRUE when strong says all that weak says: fewer shifts meet it, or the same. */
gboolean relation_implies (RelationShape shape, const guint64 *strong, const guint64 *weak);

/* TRUE when strong says of the nodes before the last no more than weak, which it implies. */
gboolean relation_adds_nothing (RelationShape shape, const guint64 *strong, const guint64 *weak);

/* Adds all of more to relation; FALSE when it says that already. */
gboolean relation_join (RelationShape shape, guint64 *relation, const guint64 *more);

#endif
