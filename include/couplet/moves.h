/* SPDX-License-Identifier: Apache-2.0 */
/* What the transitions of an automaton do to the shifts of its thresholds, as letters of a
 * min-plus automaton (docs/theory.md section 3): a letter is a transition with one difference D of
 * the inputs; each of its parts is a sample with the shifts that it may have and their fees.
 */
#ifndef COUPLET_MOVES_H
#define COUPLET_MOVES_H

#include <couplet/live.h>
#include <couplet/sample.h>
#include <couplet/walk_search.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* A sample of a letter. Its shift is one of shifts, and beside those of the literals' thresholds;
 * the assigned thresholds take it. */
typedef struct {
  CoupletSample sample;
  CoupletShifts shifts; /* those with a fee */
  gint8 fees[3];        /* of -1, 0 and 1, in multiples of sample.d */
} CoupletLetterPart;

typedef struct {
  gint8 difference;
  gint8 fresh_fee; /* of a fresh output (couplet_fresh_fee()); COUPLET_NO_FEE = impossible */
  guint32 n_parts;
  const CoupletLetterPart *parts; /* by slot */
} CoupletLetter;

/* The letters of one automaton, asked for once; what does the same is kept once. */
typedef struct CoupletMoves CoupletMoves;

/* free_cycles: as in couplet_samples_load(). unit: NULL = parts have no d. The arguments must
 * outlive the result, which the caller frees. */
CoupletMoves *couplet_moves_new (const CoupletAutomaton *automaton,
                                 const CoupletComponents *free_cycles, const CoupletUnit *unit);
void couplet_moves_free (CoupletMoves *moves);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletMoves, couplet_moves_free)

const CoupletAutomaton *couplet_moves_automaton (const CoupletMoves *moves);

/* Sets *letters to those of transition, in the order of couplet_differences(), and returns their
 * number. They belong to moves. */
guint32 couplet_moves_letters (CoupletMoves *moves, guint32 transition,
                               const CoupletLetter **letters);

/* The one of them with difference, which is one of transition's. */
const CoupletLetter *couplet_moves_letter (CoupletMoves *moves, guint32 transition, int difference);

/* The shifts that n literals leave a sample beside the shifts x of the thresholds; of one with
 * another number nothing is asked. */
CoupletShifts couplet_literals_left (const CoupletLiteral *literals, guint32 n, const gint8 *x);

/* Those that part's sample may have. */
static inline CoupletShifts
couplet_part_left (const CoupletLetterPart *part, const gint8 *x)
{
  return part->shifts & couplet_literals_left (part->sample.literals, part->sample.n_literals, x);
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
