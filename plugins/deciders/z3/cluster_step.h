/* SPDX-License-Identifier: Apache-2.0 */
/* How a transition changes what is known of the shifts of one cluster. */
#ifndef COUPLET_Z3_CLUSTER_STEP_H
#define COUPLET_Z3_CLUSTER_STEP_H

#include "clusters.h"
#include "relation.h"

/* One cluster of an automaton. */
typedef struct {
  const Clusters *clusters;
  guint32 cluster;
  guint32 size; /* thresholds */
  RelationShape shape;
  guint32 *sample_of; /* per transition: into Clusters.samples; COUPLET_NONE */
  guint64 *live;      /* per state, shape.words words: the thresholds' nodes whose
                       * values a later comparison may read */
} ClusterView;

/* row, entering: from couplet_entering_transitions(). Not complete when context (NULL = no
 * limits) says to stop. Freed by the caller. */
ClusterView *cluster_view_new (const Clusters *clusters, guint32 cluster, const guint32 *row,
                               const guint32 *entering, CoupletContext *context);
void cluster_view_free (ClusterView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ClusterView, cluster_view_free)

/* TRUE when no later comparison reads a value that a threshold has at state. */
gboolean cluster_is_idle (const ClusterView *view, guint32 state);

/* Fills differences with the input differences that matter to the cluster at
 * transition: those at which its sample may shift by no more than at any other. Returns their
 * number. */
guint32 cluster_differences (const ClusterView *view, guint32 transition,
                             gint8 differences[COUPLET_MOST_DIFFERENCES]);

typedef enum {
  STEP_FREE,      /* whatever the shifts were, the transition's sample has one that fits */
  STEP_RESTRICTS, /* some shifts it cannot follow */
  STEP_IMPOSSIBLE /* no shifts can be followed; *after is of no use */
} StepEffect;

/* Takes the relation before, at transition's source, to *after at its target. */
StepEffect cluster_step (const ClusterView *view, const guint64 *before, guint32 transition,
                         int difference, guint64 *after);

#endif
