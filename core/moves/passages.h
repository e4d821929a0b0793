/* SPDX-License-Identifier: Apache-2.0 */
/* What letters make of vectors: for each letter and the layouts before and after it a list of arcs,
 * made once. */
#ifndef COUPLET_PASSAGES_H
#define COUPLET_PASSAGES_H

#include "vector_layouts.h"

/* Sets x, of its thresholds, to the shifts at that one of factor's entries, or to
 * COUPLET_NO_SHIFT. */
static inline void
factor_read_shifts (const CoupletVectorFactor *factor, gsize entry, gint8 *x)
{
  for (guint32 i = factor->n; i-- > 0; entry /= 3)
    x[factor->thresholds[i]] = (gint8)((int)(entry % 3) - 1);
}

static inline void
factor_forget_shifts (const CoupletVectorFactor *factor, gint8 *x)
{
  for (guint32 i = 0; i < factor->n; i++)
    x[factor->thresholds[i]] = COUPLET_NO_SHIFT;
}

/* Entries that a letter leaves as they are. */
typedef struct {
  guint32 before, after, n;
} CopiedEntries;

/* Factors that a letter joins: what is done with the sums of their entries. */
typedef struct {
  guint32 n_sources, n_arcs;
  const CoupletVectorFactor **sources;
  const CoupletArc *arcs; /* before: among the sums, where the shifts of the last source's last
                             threshold count fastest; after: among the entries of the vector */
  gboolean ends;          /* no entry is about them any more: the least sum is paid */
} Bundle;

typedef struct {
  const CoupletLetter *letter;
  const CoupletVectorLayout *before, *after;
} PassageKey;

typedef struct {
  PassageKey key;
  gboolean ties_too_many; /* so that nothing else is here */
  CoupletCost fixed;      /* paid whatever the shifts are */
  guint32 n_copied, n_bundles;
  const CopiedEntries *copied;
  const Bundle *bundles;
} Passage;

typedef struct Passages Passages;

/* free_cycles, unit: those of moves. clusters: those of the layouts. The arguments must outlive the
 * result, which the caller frees. */
Passages *passages_new (CoupletMoves *moves, const CoupletComponents *free_cycles,
                        CoupletUnit *unit, const CoupletClusters *clusters);
void passages_free (Passages *passages);

/* That of transition with difference between two layouts; NULL = too many thresholds are tied
 * after it. */
const Passage *passages_find (Passages *passages, guint32 transition, int difference,
                              const CoupletVectorLayout *before, const CoupletVectorLayout *after);

/* Sets after to what before becomes, where each sample pays the more of what one and other ask,
 * which leave it the same shifts. */
void passages_take (Passages *passages, const Passage *one, const Passage *other,
                    const CoupletCost *before, CoupletCost *after);

/* Whether what part pays depends on the shifts of its thresholds, which are then tied. */
static inline gboolean
part_has_choice (const CoupletLetterPart *part)
{
  return !couplet_shifts_are_single (part->shifts) &&
         (part->sample.n_literals > 0 || part->sample.n_assigned > 0);
}

#endif
