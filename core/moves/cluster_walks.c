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
  gboolean merges; /* all walks to a state are one: what each of them says holds */
  gboolean tried;  /* to merge */
  CoupletWalksEnd end;
} Walks;

/* The caller frees `nothing`. */
static Walks
walks_of (const ClusterRelations *relations, const CoupletWalkLimits *limits)
{
  Walks walks = {.relations = *relations,
                 .nothing = g_new (guint64, relation_size (relations->shape)),
                 .limits = limits,
                 .pace = {.context = limits->context}};
  relation_clear (relations->shape, walks.nothing);
  return walks;
}

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
    return restricts && !walks->merges ? TAKE_LAST : TAKE_NOT;
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

/* Adds what is known at the state already, where walks are merged. */
static void
merge (gpointer data, const CoupletSearch *search, CoupletWalkEnd *end, gpointer element)
{
  Walks *walks = data;
  if (!walks->merges)
    return;
  relation_join (walks->relations.shape, element,
                 walk_search_element (search, search->head[end->state]));
  if (relation_is_empty (walks->relations.shape, element))
    walks->end = COUPLET_WALKS_IMPOSSIBLE;
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
  else if (n_crowded > WALKS_BEFORE_MERGING && !walks->merges && !walks->tried) {
    walks->tried = TRUE;
    if (merged_walks_are_harmless (&walks->relations, limits->context, limits->most_bytes))
      walks->end = COUPLET_WALKS_HARMLESS;
  }
  return walks->end == COUPLET_WALKS_ALL;
}

static CoupletSearch *
search_new (const Walks *walks)
{
  return walk_search_new (couplet_moves_automaton (walks->relations.moves)->n_states,
                          relation_size (walks->relations.shape) * sizeof (guint64));
}

/* FALSE when some walk leaves no shifts. */
static gboolean
run (Walks *walks, CoupletSearch *search)
{
  static const WalkElements ELEMENTS = {.take = take,
                                        .covers = covers,
                                        .raise = merge,
                                        .differences = differences_of,
                                        .goes_on = goes_on};
  return walk_search_run (search, couplet_moves_automaton (walks->relations.moves), &ELEMENTS,
                          walks) != SEARCH_GOAL;
}

/* Every state begins with nothing known, and is followed once at least. */
gboolean
merged_walks_are_harmless (const ClusterRelations *relations, CoupletContext *context,
                           gsize most_bytes)
{
  const CoupletAutomaton *a = couplet_moves_automaton (relations->moves);
  const CoupletWalkLimits limits = {context, G_MAXUINT64, most_bytes};
  Walks walks = walks_of (relations, &limits);
  walks.merges = TRUE;
  g_autofree guint64 *nothing = walks.nothing;
  g_autoptr (CoupletSearch) search = search_new (&walks);
  for (guint32 state = 0; state < a->n_states; state++)
    if (a->reachable[state])
      walk_search_start (search, state, nothing);
  return run (&walks, search) && walks.end == COUPLET_WALKS_ALL;
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
  const ClusterRelations relations = cluster_relations (moves, live, clusters, cluster);
  Walks walks = walks_of (&relations, limits);
  CoupletSearch *search = search_new (&walks);
  add_starts (&walks, search);
  *end = run (&walks, search) ? walks.end : COUPLET_WALKS_IMPOSSIBLE;
  g_free (walks.nothing);
  return search;
}
