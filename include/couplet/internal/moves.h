/* SPDX-License-Identifier: Apache-2.0 */
/* Clusters of thresholds, their walks, and what else is asked of letters (<couplet/solve.h>). */
#ifndef COUPLET_INTERNAL_MOVES_H
#define COUPLET_INTERNAL_MOVES_H

#include <couplet/internal/live.h>
#include <couplet/internal/sample.h>
#include <couplet/internal/walk_search.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

const CoupletAutomaton *couplet_moves_automaton (const CoupletMoves *moves);

/* The one of them with difference, which is one of transition's. */
const CoupletLetter *couplet_moves_letter (CoupletMoves *moves, guint32 transition, int difference);

/* Whether that part of some of the n letters of a transition has a choice of shifts. */
static inline gboolean
couplet_letters_choose (const CoupletLetter *letters, guint32 n, guint32 part)
{
  for (guint32 i = 0; i < n; i++)
    if (!couplet_shifts_are_single (letters[i].parts[part].shifts))
      return TRUE;
  return FALSE;
}

/* A step that no shifts allow, whatever the thresholds' are: it outputs something private which
 * may cost nothing. part: the sample that is output; NULL = a fresh one. */
typedef struct {
  guint32 transition;
  gint8 difference;
  const CoupletLetterPart *part;
} CoupletDisclosure;

/* Looks for one; samples come before fresh outputs. FALSE when there is none, or pace is over. */
gboolean couplet_moves_disclose (CoupletMoves *moves, CoupletPace *pace,
                                 CoupletDisclosure *disclosure);

/* Thresholds in clusters: two are in one when a sample with a choice of shifts has to do with both,
 * one after another. Conditions on thresholds of different clusters never meet, and what walks cost
 * is a sum over clusters. With independent sampling each threshold is a cluster of its own. */
typedef struct {
  guint32 n_clusters;
  guint32 *cluster;    /* per threshold */
  guint32 *place;      /* per threshold: its place in its cluster */
  guint32 *first;      /* n_clusters + 1: where a cluster's thresholds begin in ... */
  guint32 *thresholds; /* ... this */
} CoupletClusters;

/* costs: FALSE = only which shifts are possible is of interest, which ties fewer. NULL when pace is
 * over. The caller frees the clusters. */
CoupletClusters *couplet_clusters_new (CoupletMoves *moves, gboolean costs, CoupletPace *pace);
void couplet_clusters_free (CoupletClusters *clusters);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletClusters, couplet_clusters_free)

/* The part of letter that compares or assigns thresholds of cluster; NULL = none does. */
const CoupletLetterPart *couplet_letter_part (const CoupletLetter *letter,
                                              const CoupletClusters *clusters, guint32 cluster);

/* A threshold of cluster that takes the sample of part; COUPLET_NONE = none does. */
guint32 couplet_part_assigned (const CoupletLetterPart *part, const CoupletClusters *clusters,
                               guint32 cluster);

/* ---- The walks of a cluster ---- */

/* Marks of what a walk does to the shifts of a cluster's thresholds. */
enum {
  COUPLET_WALK_RESTRICTS = 1, /* its last step cannot follow some of the shifts before it */
  COUPLET_WALK_FREE = 2       /* the shifts may be any */
};

typedef enum {
  COUPLET_WALKS_ALL,        /* every walk leaves some shifts */
  COUPLET_WALKS_IMPOSSIBLE, /* the last walk leaves none */
  COUPLET_WALKS_HARMLESS,   /* all that walks ask of the shifts can be met at once */
  COUPLET_WALKS_STOPPED,    /* the context said to stop */
  COUPLET_WALKS_TOO_MANY,   /* more walks than the limit */
  COUPLET_WALKS_TOO_LARGE   /* more memory than that limit */
} CoupletWalksEnd;

/* most_walks: besides one for each state; most_bytes of memory: about. context: NULL = no
 * limits. */
typedef struct {
  CoupletContext *context;
  guint64 most_walks;
  gsize most_bytes;
} CoupletWalkLimits;

/* Walks from where no threshold of cluster has a value that is read later, with what they leave of
 * the cluster's shifts: one that leaves more than another to the same state is not followed. The
 * caller frees the search. */
CoupletSearch *couplet_cluster_walks (CoupletMoves *moves, const CoupletLive *live,
                                      const CoupletClusters *clusters, guint32 cluster,
                                      const CoupletWalkLimits *limits, CoupletWalksEnd *end);

#pragma GCC visibility pop
G_END_DECLS

#endif
