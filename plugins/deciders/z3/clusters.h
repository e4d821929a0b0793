/* SPDX-License-Identifier: Apache-2.0 */
/* The samples of all transitions, and the thresholds in clusters: two thresholds
 * are in one cluster when a sample whose shift can be chosen puts their shifts in
 * order, so that conditions on thresholds of different clusters never meet. With
 * independent sampling each threshold is a cluster of its own. */
#ifndef COUPLET_Z3_CLUSTERS_H
#define COUPLET_Z3_CLUSTERS_H

#include "relation.h"

#include <couplet/sample.h>

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  GArray *samples;     /* CoupletSample: of transitions that can be reached */
  GArray *transitions; /* guint32: of each sample */
  guint32 n_clusters;
  guint32 *cluster;    /* per threshold */
  guint32 *place;      /* per threshold: its place in its cluster */
  guint32 *first;      /* n_clusters + 1: where a cluster's thresholds begin in ... */
  guint32 *thresholds; /* ... this */
  guint32 *begin;      /* n_clusters + 1: where the samples that compare or assign a
                        * cluster's thresholds begin in ... */
  guint32 *users;      /* ... this, indices into samples */
} Clusters;

/* NULL when context (NULL = no limits) says to stop. automaton and components must outlive
 * the clusters, which the caller frees. */
Clusters *clusters_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                        CoupletContext *context);
void clusters_free (Clusters *clusters);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Clusters, clusters_free)

static inline const CoupletSample *
clusters_sample (const Clusters *clusters, guint32 sample)
{
  return &g_array_index (clusters->samples, CoupletSample, sample);
}

static inline guint32
clusters_transition (const Clusters *clusters, guint32 sample)
{
  return g_array_index (clusters->transitions, guint32, sample);
}

/* The number of thresholds in cluster. */
static inline guint32
clusters_size (const Clusters *clusters, guint32 cluster)
{
  return clusters->first[cluster + 1] - clusters->first[cluster];
}

static inline gboolean
clusters_have (const Clusters *clusters, guint32 cluster, guint32 threshold)
{
  return clusters->cluster[threshold] == cluster;
}

/* A threshold of cluster that takes sample; COUPLET_NONE. */
guint32 clusters_assigned (const Clusters *clusters, guint32 cluster, const CoupletSample *sample);

/* How a transition changes what is known of the shifts of one cluster. */

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
