/* SPDX-License-Identifier: Apache-2.0 */
#include "cluster_relations.h"
#include "walk_search.h"

/* Of the clock's pace. */
#define STEPS_PER_WALK 64
/* Words of all relations: an array has no more than twice as many. */
#define MOST_WORDS (G_MAXUINT / 2)
/* A cluster with more walks than this may be harmless. */
#define WALKS_BEFORE_MERGING 2048

typedef struct {
  ClusterRelations relations;
  guint64 *nothing; /* the relation that holds of any shifts */
  const CoupletWalkLimits *limits;
  CoupletPace pace;
  gboolean merged; /* tried already */
  CoupletWalksEnd end;
} Walks;

static Take
take (gpointer data, gconstpointer before, CoupletWalkEnd *end, gpointer after)
{
  const Walks *walks = data;
  gboolean restricts;
  gboolean possible =
      cluster_take (&walks->relations, before, end->transition, end->difference, after, &restricts);
  end->marks = restricts ? COUPLET_WALK_RESTRICTS : 0;
  if (!possible)
    return TAKE_GOAL;
  if (cluster_is_idle (&walks->relations, end->state))
    return restricts ? TAKE_LAST : TAKE_NOT;
  if (relation_implies (walks->relations.shape, walks->nothing, after))
    end->marks |= COUPLET_WALK_FREE;
  return TAKE;
}

static gboolean
covers (gpointer data, gconstpointer a, gconstpointer b)
{
  const Walks *walks = data;
  return relation_implies (walks->relations.shape, a, b);
}

static guint32
differences_of (gpointer data, guint32 transition, gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  const Walks *walks = data;
  return cluster_differences (&walks->relations, transition, differences);
}

static gboolean
goes_on (gpointer data, const CoupletSearch *search)
{
  Walks *walks = data;
  const CoupletWalkLimits *limits = walks->limits;
  /* of a single threshold a state has at most as many as there are intervals */
  guint32 n_crowded = walks->relations.size > 1 ? search->n_crowded : 0;
  if (couplet_pace_over (&walks->pace, STEPS_PER_WALK))
    walks->end = COUPLET_WALKS_STOPPED;
  else if (n_crowded > limits->most_walks)
    walks->end = COUPLET_WALKS_TOO_MANY;
  else if (search->values->len > MIN (limits->most_bytes / sizeof (guint64), MOST_WORDS))
    walks->end = COUPLET_WALKS_TOO_LARGE;
  else if (n_crowded > WALKS_BEFORE_MERGING && !walks->merged) {
    walks->merged = TRUE;
    if (merged_walks_are_harmless (&walks->relations, limits->context, limits->most_bytes))
      walks->end = COUPLET_WALKS_HARMLESS;
  }
  return walks->end == COUPLET_WALKS_ALL;
}

/* What walks did before they reach a state that no threshold is live in does not matter; a
 * transition there has to do with the cluster if it assigns. */
static void
add_starts (Walks *walks, CoupletSearch *search)
{
  const ClusterRelations *relations = &walks->relations;
  const CoupletAutomaton *a = couplet_moves_automaton (relations->moves);
  const CoupletLetter *letters;
  for (guint32 t = 0; t < a->n_transitions && !couplet_pace_over (&walks->pace, 2); t++)
    if (a->assignment[t] != 0 && a->reachable[a->source[t]] &&
        cluster_is_idle (relations, a->source[t]) &&
        couplet_moves_letters (relations->moves, t, &letters) > 0 &&
        couplet_letter_part (letters, relations->clusters, relations->cluster) != NULL)
      walk_search_start (search, a->source[t], walks->nothing);
}

CoupletSearch *
couplet_cluster_walks (CoupletMoves *moves, const CoupletLive *live,
                       const CoupletClusters *clusters, guint32 cluster,
                       const CoupletWalkLimits *limits, CoupletWalksEnd *end)
{
  Walks walks = {.relations = cluster_relations (moves, live, clusters, cluster),
                 .limits = limits,
                 .pace = {.context = limits->context}};
  gsize size = relation_size (walks.relations.shape);
  g_autofree guint64 *nothing = g_new (guint64, size);
  relation_clear (walks.relations.shape, nothing);
  walks.nothing = nothing;
  const WalkElements elements = {.size = size * sizeof (guint64),
                                 .take = take,
                                 .covers = covers,
                                 .differences = differences_of,
                                 .goes_on = goes_on};
  const CoupletAutomaton *automaton = couplet_moves_automaton (moves);
  CoupletSearch *search = walk_search_new (automaton->n_states, elements.size);
  add_starts (&walks, search);
  gboolean impossible = walk_search_run (search, automaton, &elements, &walks) == SEARCH_GOAL;
  *end = impossible ? COUPLET_WALKS_IMPOSSIBLE : walks.end;
  return search;
}
