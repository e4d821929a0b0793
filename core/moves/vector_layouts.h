/* SPDX-License-Identifier: Apache-2.0 */
/* What vectors (<couplet/solve.h>) look like at each state: which thresholds have a factor in
 * common. */
#ifndef COUPLET_VECTOR_LAYOUTS_H
#define COUPLET_VECTOR_LAYOUTS_H

#include <couplet/internal/place_vectors.h>

typedef struct {
  CoupletArena *arena;       /* of the layouts */
  CoupletClusters *clusters; /* each has a factor at all states; NULL = factors are of thresholds
                                that walks have tied */
  guint32 *number_of;        /* per reachable state: of its layout */
  GPtrArray *layouts;        /* CoupletVectorLayout; NULL = too many thresholds are tied */
  gsize most;                /* entries of the longest */
} VectorLayouts;

/* With a factor for each cluster at all states. NULL when pace is over, or more than
 * COUPLET_VECTOR_THRESHOLDS live thresholds are in one cluster. The caller frees the result. */
VectorLayouts *vector_layouts_of_clusters (CoupletMoves *moves, CoupletPace *pace);

/* With factors of thresholds that some walk to the state has tied. NULL when pace is over. */
VectorLayouts *vector_layouts_of_walks (CoupletMoves *moves, CoupletPace *pace);

void vector_layouts_free (VectorLayouts *layouts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VectorLayouts, vector_layouts_free)

/* NULL = too many thresholds are tied there. */
static inline const CoupletVectorLayout *
vector_layouts_at (const VectorLayouts *layouts, guint32 state)
{
  return g_ptr_array_index (layouts->layouts, layouts->number_of[state]);
}

#endif
