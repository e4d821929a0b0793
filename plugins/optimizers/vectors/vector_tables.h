/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of costs over the shifts of several thresholds (<couplet/solve.h>), as searches keep them
 * (docs/theory.md section 7): the least entry of each cluster is 0, and the first entry, that of no
 * cluster, is what the vector costs. Where that is infinite no shifts are possible, and nothing
 * else is asked of the vector, which may have no other entries.
 */
#ifndef COUPLET_VECTOR_TABLES_H
#define COUPLET_VECTOR_TABLES_H

#include <couplet/internal/place_vectors.h>

G_BEGIN_DECLS

/* What takes the vectors of one automaton along its transitions. */
typedef struct {
  const CoupletAutomaton *automaton;
  CoupletUnit *unit;
  const CoupletComponents *free_cycles[2];
  CoupletVectors *vectors[2]; /* where all cycles must be free (rules 5 and 6 of docs/theory.md
                                 section 2), and where components may pay; NULL = none may */
  CoupletShifts *worst[2];    /* of these, per transition: the differences that matter, 0 = not
                                 known yet */
  CoupletComponents *paying_cycles; /* what the second of free_cycles is */
  int rule;                         /* which of them is in force */
  CoupletArena *arena;              /* of the vectors that are kept */
  CoupletCost *room;                /* for one of any state */
} VectorTables;

/* components: those of automaton; pay: whether some may pay. NULL when pace is over. The arguments
 * but pace must outlive the result, which the caller frees. */
VectorTables *vector_tables_new (const CoupletAutomaton *automaton,
                                 const CoupletComponents *components, gboolean pay,
                                 CoupletUnit *unit, CoupletPace *pace);
void vector_tables_free (VectorTables *tables);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VectorTables, vector_tables_free)

static inline const CoupletVectorLayout *
vector_table_layout (const VectorTables *tables, guint32 state)
{
  return couplet_vectors_layout (tables->vectors[FALSE], state);
}

/* Sets differences to those that matter at transition (couplet_worst_differences()) by the rule in
 * force, and returns their number. *supports_differ: some sample may have other shifts at one of
 * them than at another. */
guint32 vector_table_differences (VectorTables *tables, guint32 transition,
                                  gint8 differences[COUPLET_MOST_DIFFERENCES],
                                  gboolean *supports_differ);

/* Sets after to before taken through transition by that rule (0: all cycles are free, 1: some may
 * be paid for), where each sample pays what is the most over the n differences. FALSE when that
 * ties more than COUPLET_VECTOR_THRESHOLDS thresholds. */
gboolean vector_table_take (VectorTables *tables, int rule, guint32 transition,
                            const gint8 *differences, guint32 n, const CoupletCost *before,
                            CoupletCost *after);

/* Moves the least entries of vector, at state, to its first one. */
void vector_table_level (const VectorTables *tables, guint32 state, CoupletCost *vector);

/* A copy in arena. */
CoupletCost *vector_table_copy (const VectorTables *tables, guint32 state,
                                const CoupletCost *vector, CoupletArena *arena);

/* Whether every entry of a is at most that of b. */
gboolean vector_table_below (const VectorTables *tables, guint32 state, const CoupletCost *a,
                             const CoupletCost *b);

/* Whether a and b are infinite at the same entries. */
gboolean vector_table_same_support (const VectorTables *tables, guint32 state, const CoupletCost *a,
                                    const CoupletCost *b);

/* A vector above all n, which have the same support. It is kept. */
const CoupletCost *vector_table_join (VectorTables *tables, guint32 state,
                                      const CoupletCost *const *vectors, guint32 n);

G_END_DECLS

#endif
