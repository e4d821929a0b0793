/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of costs over the thresholds' shifts, and what transitions make of them. With one
 * threshold a vector is three entries, with several a table (<couplet/solve.h>), as searches keep
 * it (docs/theory.md sections 4 and 7): the least entry of each cluster is 0, and the first entry,
 * that of no cluster, is what the vector costs. Where that is infinite no shifts are possible, and
 * nothing else is asked of the vector, which may have no other entries.
 */
#ifndef COUPLET_VECTOR_SPACE_H
#define COUPLET_VECTOR_SPACE_H

#include <couplet/internal/place_vectors.h>
#include <couplet/internal/step.h>

G_BEGIN_DECLS

/* ---- Tables ---- */

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

/* Sets after to before taken through transition by rule (0: all cycles are free, 1: some may
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

/* A vector above all n, which have the same support: their greatest entries, with the constants
 * where they cost least. It is kept. */
const CoupletCost *vector_table_join (VectorTables *tables, guint32 state,
                                      const CoupletCost *const *vectors, guint32 n);

/* ---- Vectors of either kind ---- */

/* What a step depends on; a snap belongs to the noise. */
typedef struct {
  guint32 guard, assignment, noise;
  guint8 output, differences, on_cycle, is_set;
} StepKey;

#define KEPT_STEPS 64 /* a power of two */

typedef union {
  CoupletVector entries;    /* one threshold */
  const CoupletCost *table; /* several */
} Vector;

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  VectorTables *tables; /* NULL = vectors have three entries */

  /* the transition that was entered, and the input differences that matter there */
  guint32 transition;
  guint32 n_differences;
  gint8 difference[COUPLET_MOST_DIFFERENCES];
  gboolean supports_differ; /* a sample may have other shifts at one than at another */
  const CoupletStep *step;  /* with three entries: that of the transition, one of ... */
  StepKey keys[KEPT_STEPS]; /* ... these: many transitions differ in states and symbols only */
  CoupletStep steps[KEPT_STEPS];
} VectorSpace;

/* Prepares *space, which frees tables; what the arguments point to must outlive it. tables: NULL =
 * vectors of three entries, for automata with one threshold whose cycles must be free. */
void vector_space_init (VectorSpace *space, const CoupletAutomaton *automaton,
                        const CoupletComponents *components, VectorTables *tables,
                        CoupletUnit *unit);
void vector_space_clear (VectorSpace *space);

/* Bytes that tables and long costs take. */
gsize vector_space_used (const VectorSpace *space);

/* The vector at the initial state: no cost. */
Vector vector_space_start (const VectorSpace *space);

/* Loads transition for vector_space_apply(). */
void vector_space_enter (VectorSpace *space, guint32 transition);

/* Takes before through the transition entered, with n of its differences from number first on at
 * once (tables), or with one. A table is in the room of tables, until the next call. FALSE when too
 * many thresholds are tied. */
static inline gboolean
vector_space_apply (VectorSpace *space, guint32 first, guint32 n, const Vector *before,
                    Vector *after)
{
  if (space->tables == NULL) {
    couplet_step_apply (space->step, first, space->unit, &before->entries, &after->entries);
    return TRUE;
  }
  after->table = space->tables->room;
  return vector_table_take (space->tables, space->tables->rule, space->transition,
                            &space->difference[first], n, before->table, space->tables->room);
}

/* Whether every entry of a is at most that of b, both at state. */
static inline gboolean
vector_space_below (const VectorSpace *space, guint32 state, const Vector *a, const Vector *b)
{
  return space->tables == NULL ? couplet_vector_below (&a->entries, &b->entries)
                               : vector_table_below (space->tables, state, a->table, b->table);
}

/* The least entry; infinite = no shifts are possible. */
static inline CoupletCost
vector_space_least (const VectorSpace *space, const Vector *vector)
{
  return space->tables == NULL ? couplet_vector_min (&vector->entries) : vector->table[0];
}

/* How many costs a vector at state has. */
static inline gsize
vector_space_size (const VectorSpace *space, guint32 state)
{
  return space->tables == NULL ? 3 : vector_table_layout (space->tables, state)->size;
}

G_END_DECLS

#endif
