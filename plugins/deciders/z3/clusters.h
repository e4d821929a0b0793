/* SPDX-License-Identifier: Apache-2.0 */
/* The samples of all transitions, and the thresholds in clusters: two thresholds
 * are in one cluster when a sample whose shift can be chosen puts their shifts in
 * order, so that conditions on thresholds of different clusters never meet. With
 * independent sampling each threshold is a cluster of its own. */
#ifndef COUPLET_Z3_CLUSTERS_H
#define COUPLET_Z3_CLUSTERS_H

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

#endif
