/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of walks that leave the same relations between the shifts of a
 * cluster's thresholds (docs/theory.md section 5), each with one walk that
 * stands for it. */
#ifndef COUPLET_Z3_WALK_CLASSES_H
#define COUPLET_Z3_WALK_CLASSES_H

#include "clusters.h"

#include <couplet/context.h>

/* A transition of a walk that assigns a threshold of the cluster or restricts
 * its shifts, and the input difference, which matters when its sample is tight. */
typedef struct {
  guint32 transition;
  guint32 sample; /* into Clusters.samples; COUPLET_NONE = the fresh one */
  gint8 difference;
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

typedef enum {
  WALKS_COMPLETE,  /* every walk is covered, or one that no shifts are valid on is there */
  WALKS_STOPPED,   /* the context said to stop */
  WALKS_TOO_MANY,  /* more classes than the limit */
  WALKS_TOO_LARGE, /* more memory than that limit */
} WalksEnd;

typedef struct {
  WalksEnd end;
  GArray *classes;  /* WalkClass */
  GArray *steps;    /* WalkStep */
  GArray *origins;  /* WalkOrigin */
  GArray *harmless; /* guint32: clusters with no class, since all the conditions that
                     * any walk sets on them can hold together */
  GArray *walk;     /* WalkStep: the walk of the last class with all its transitions,
                     * when no shifts are valid on it, whatever came before; else empty */
} WalkClasses;

/* The classes of the clusters' automaton, up to most_classes of them and about
 * most_bytes of memory (0 = any number). Ends with the first walk that no shifts
 * are valid on, whose class comes last. The caller frees them. */
WalkClasses *walk_classes_new (CoupletContext *context, const Clusters *clusters,
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
