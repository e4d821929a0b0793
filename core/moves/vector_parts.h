/* SPDX-License-Identifier: Apache-2.0 */
/* What vectors (<couplet/solve.h>) are made of: layouts say what they look like at each state,
 * which is which thresholds have a factor in common; passages what letters make of them between two
 * layouts. */
#ifndef COUPLET_VECTOR_PARTS_H
#define COUPLET_VECTOR_PARTS_H

#include <couplet/internal/arena.h>
#include <couplet/internal/place_vectors.h>

typedef CoupletVectorFactor Factor;
typedef CoupletVectorLayout Layout;

typedef struct {
  CoupletArena *arena;       /* of the layouts */
  CoupletClusters *clusters; /* each has a factor at all states; NULL = factors are of thresholds
                                that walks have tied */
  guint32 *number_of;        /* per state: of its layout; COUPLET_NONE where no walk leads */
  GPtrArray *layouts;        /* Layout; NULL = too many thresholds are tied */
  gsize most;                /* entries of the longest */
} VectorLayouts;

/* With a factor for each cluster at all states, or for thresholds that some walk to the state has
 * tied. NULL when pace is over, or more than COUPLET_VECTOR_THRESHOLDS live thresholds are in one
 * cluster. The caller releases the result. */
VectorLayouts *vector_layouts_new (CoupletMoves *moves, gboolean by_walks, CoupletPace *pace);
void vector_layouts_release (VectorLayouts *layouts);

static inline const Layout *
layout_at (const VectorLayouts *layouts, guint32 state)
{
  return g_ptr_array_index (layouts->layouts, layouts->number_of[state]);
}

/* Entries that a letter leaves as they are. */
typedef struct {
  guint32 before, after, n;
} CopiedEntries;

/* Factors that a letter joins: what is done with the sums of their entries. */
typedef struct {
  guint32 n_sources, n_arcs;
  const Factor **sources;
  const Factor *after;           /* NULL = no entry is about them any more: the least sum is paid */
  const CoupletLetterPart *part; /* the sample with a choice of shifts; NULL = there is none */
  const CoupletArc *arcs; /* before: among the sums, where the shifts of the last source's last
                             threshold count fastest; after: among the entries of the vector */
  const gint8 *shifts;    /* beside these: of the sample */
} Bundle;

typedef struct {
  const CoupletLetter *letter;
  const Layout *before, *after;
} PassageKey;

typedef struct {
  PassageKey key;
  gboolean ties_too_many; /* so that nothing else is here */
  CoupletCost fixed;      /* paid whatever the shifts are */
  guint32 n_copied, n_bundles;
  const CopiedEntries *copied;
  const Bundle *bundles;
} Passage;

struct CoupletVectors {
  const CoupletAutomaton *automaton;
  const CoupletComponents *free_cycles;
  CoupletUnit *unit;
  CoupletMoves *moves;
  VectorLayouts *layouts; /* a reference: others may have the same */
  CoupletUnit *own_unit;  /* freed with them; NULL = unit and free_cycles are not theirs */
  CoupletComponents *own_cycles;
  CoupletArena *arena;                             /* of the passages */
  GHashTable *passages;                            /* Passage */
  GArray *copied, *bundles, *arcs, *shifts, *sums; /* room for those of one */
  gint8 *x; /* per threshold: its shift at the entries at hand, or COUPLET_NO_SHIFT */
};

/* That of transition with difference; NULL = too many thresholds are tied after it. */
const Passage *passage_find (CoupletVectors *vectors, guint32 transition, int difference);

/* Sets x, of the thresholds of n factors, to the shifts at that number of the sums of their
 * entries. */
void factors_read_shifts (const Factor *const *factors, guint32 n, gsize number, gint8 *x);

#endif
