/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of walks that leave the same relations between the shifts of a
 * cluster's thresholds (docs/theory.md section 5), each with one walk that
 * stands for it. */
#ifndef COUPLET_Z3_WALK_CLASSES_H
#define COUPLET_Z3_WALK_CLASSES_H

#include <couplet/moves.h>

/* A transition of a walk that assigns a threshold of the cluster or restricts
 * its shifts, and the input difference, which matters when its sample is tight. */
typedef struct {
  guint32 transition;
  gint8 difference;
  const CoupletLetterPart *part; /* NULL = the fresh output */
} WalkStep;

/* Where the value that a threshold has at a walk's beginning is from. */
typedef struct {
  guint32 threshold;
  guint32 transition;
} WalkOrigin;

typedef struct {
  guint32 cluster;      /* COUPLET_NONE: of a single output that may cost nothing but must */
  guint32 first;        /* its steps: in WalkClasses.steps, */
  guint32 n;            /* so many, in the order of the walk */
  guint32 first_origin; /* in WalkClasses.origins; as many as are known */
  guint32 n_origins;
} WalkClass;

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletClusters *clusters;
  CoupletWalksEnd end; /* COUPLET_WALKS_ALL: every walk is covered; COUPLET_WALKS_IMPOSSIBLE: but
                          by no shifts, and the last class is of such a walk */
  GArray *classes;     /* WalkClass */
  GArray *steps;       /* WalkStep */
  GArray *origins;     /* WalkOrigin */
  GArray *harmless;    /* guint32: clusters with no class, since all the conditions that
                        * any walk sets on them can hold together */
  GArray *walk;        /* CoupletWalkStep: the walk of the last class with all its transitions,
                        * when no shifts are valid on it, whatever came before; else empty */
} WalkClasses;

/* The classes of moves' automaton, up to most_classes of them and about most_bytes of memory (0 =
 * any number). Ends with the first walk that no shifts are valid on, whose class comes last. The
 * arguments must outlive them; the caller frees them. */
WalkClasses *walk_classes_new (CoupletContext *context, CoupletMoves *moves,
                               const CoupletLive *live, const CoupletClusters *clusters,
                               guint32 most_classes, gsize most_bytes);
void walk_classes_free (WalkClasses *classes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WalkClasses, walk_classes_free)

static inline const WalkClass *
walk_classes_at (const WalkClasses *classes, guint32 i)
{
  return &g_array_index (classes->classes, WalkClass, i);
}

static inline const WalkStep *
walk_step_at (const WalkClasses *classes, const WalkClass *class, guint32 i)
{
  return &g_array_index (classes->steps, WalkStep, class->first + i);
}

/* The transition that assigned threshold before class begins; COUPLET_NONE when
 * it is not known. */
guint32 walk_classes_origin (const WalkClasses *classes, const WalkClass *class, guint32 threshold);

#endif
