/* SPDX-License-Identifier: Apache-2.0 */
#include "cluster_walks.h"

#include "relation.h"
#include "walk_search.h"

#include <string.h>

/* Of the clock's pace. */
#define STEPS_PER_WALK 64
/* Words of all relations: an array has no more than twice as many. */
#define MOST_WORDS (G_MAXUINT / 2)
/* A cluster with more walks than this may be harmless. */
#define WALKS_BEFORE_MERGING 2048

/* What walks leave of the shifts of one cluster's thresholds is a relation. */
typedef struct {
  CoupletMoves *moves;
  const CoupletLive *live;
  const CoupletClusters *clusters;
  guint32 cluster;
  guint32 size;              /* of the cluster */
  const guint32 *thresholds; /* its own */
  RelationShape shape;
} ClusterRelations;

static ClusterRelations
cluster_relations (CoupletMoves *moves, const CoupletLive *live, const CoupletClusters *clusters,
                   guint32 cluster)
{
  guint32 first = clusters->first[cluster], size = clusters->first[cluster + 1] - first;
  return (ClusterRelations){
      moves, live, clusters, cluster, size, &clusters->thresholds[first], relation_shape (size)};
}

static gboolean
has_threshold (const ClusterRelations *relations, guint32 threshold)
{
  return relations->clusters->cluster[threshold] == relations->cluster;
}

static guint32
node_of (const ClusterRelations *relations, guint32 threshold)
{
  return THRESHOLD_NODE (relations->clusters->place[threshold]);
}

/* TRUE when no later comparison reads a value that a threshold of the cluster has at state. */
static gboolean
is_idle (const ClusterRelations *relations, guint32 state)
{
  for (guint32 i = 0; i < relations->size; i++)
    if (couplet_is_live (relations->live, state, relations->thresholds[i]))
      return FALSE;
  return TRUE;
}

/* ---- Steps ------------------------------------------------------------------------------ */

/* What part asks of the shifts: conditions 1 to 5 of docs/theory.md section 2. */
static void
add_conditions (const ClusterRelations *relations, const CoupletLetterPart *part, guint64 *relation)
{
  RelationShape shape = relations->shape;
  guint32 g = relation_sample_node (shape);
  relation_add (shape, relation, g, NUMBER_NODE (couplet_shifts_greatest (part->shifts)));
  relation_add (shape, relation, NUMBER_NODE (couplet_shifts_least (part->shifts)), g);
  for (guint32 i = 0; i < part->sample.n_literals; i++) {
    const CoupletLiteral *literal = &part->sample.literals[i];
    if (!has_threshold (relations, literal->threshold))
      continue;
    guint32 node = node_of (relations, literal->threshold);
    if (couplet_asks_at_most (literal->comparison))
      relation_add (shape, relation, g, node);
    if (couplet_asks_at_least (literal->comparison))
      relation_add (shape, relation, node, g);
  }
}

/* The thresholds that take the sample, and are live at target, are equal to it. */
static void
assign_part (const ClusterRelations *relations, const CoupletLetterPart *part, guint32 target,
             guint64 *relation)
{
  guint32 g = relation_sample_node (relations->shape);
  for (guint32 i = 0; i < part->sample.n_assigned; i++) {
    guint32 threshold = part->sample.assigned[i];
    if (has_threshold (relations, threshold) &&
        couplet_is_live (relations->live, target, threshold))
      relation_assign (relations->shape, relation, node_of (relations, threshold), g);
  }
  relation_forget (relations->shape, relation, g);
}

static void
forget_the_dead (const ClusterRelations *relations, guint32 source, guint32 target,
                 guint64 *relation)
{
  for (guint32 i = 0; i < relations->size; i++)
    if (couplet_is_live (relations->live, source, relations->thresholds[i]) &&
        !couplet_is_live (relations->live, target, relations->thresholds[i]))
      relation_forget (relations->shape, relation, THRESHOLD_NODE (i));
}

static const CoupletLetterPart *
part_of (const ClusterRelations *relations, guint32 transition, int difference)
{
  const CoupletLetter *letter = couplet_moves_letter (relations->moves, transition, difference);
  return couplet_letter_part (letter, relations->clusters, relations->cluster);
}

/* Takes the relation before, at transition's source, to *after at its target. FALSE when no shifts
 * can follow. *restricts: whether some cannot. */
static gboolean
take_relation (const ClusterRelations *relations, const guint64 *before, guint32 transition,
               int difference, guint64 *after, gboolean *restricts)
{
  const CoupletAutomaton *a = couplet_moves_automaton (relations->moves);
  const CoupletLetterPart *part = part_of (relations, transition, difference);
  guint32 target = a->target[transition];
  memcpy (after, before, relation_size (relations->shape) * sizeof *after);
  *restricts = FALSE;
  if (part != NULL) {
    add_conditions (relations, part, after);
    *restricts = !relation_adds_nothing (relations->shape, after, before);
    if (relation_is_empty (relations->shape, after))
      return FALSE;
    assign_part (relations, part, target, after);
  }
  forget_the_dead (relations, a->source[transition], target, after);
  return TRUE;
}

/* Fills differences with those at which the cluster's sample may shift by no more than at any
 * other. Returns their number. */
static guint32
telling_differences (const ClusterRelations *relations, guint32 transition,
                     gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  const CoupletLetter *letters;
  CoupletShifts shifts[COUPLET_MOST_DIFFERENCES]; /* of those kept */
  guint32 n = couplet_moves_letters (relations->moves, transition, &letters), kept = 0;
  for (guint32 i = 0; i < n; i++) {
    const CoupletLetterPart *part =
        couplet_letter_part (&letters[i], relations->clusters, relations->cluster);
    CoupletShifts own = part != NULL ? part->shifts : COUPLET_ALL_SHIFTS;
    guint32 left = 0; /* of those kept, the ones that may not shift by all that this one may */
    gboolean covered = FALSE;
    for (guint32 j = 0; j < kept; j++) {
      covered |= (shifts[j] & ~own) == 0;
      if (!covered && (own & ~shifts[j]) == 0)
        continue;
      shifts[left] = shifts[j];
      differences[left++] = differences[j];
    }
    kept = left;
    if (!covered) {
      shifts[kept] = own;
      differences[kept++] = letters[i].difference;
    }
  }
  return kept;
}

/* ---- Walks ------------------------------------------------------------------------------ */

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
walks_of (ClusterRelations relations, const CoupletWalkLimits *limits)
{
  Walks walks = {.relations = relations,
                 .nothing = g_new (guint64, relation_size (relations.shape)),
                 .limits = limits,
                 .pace = {.context = limits->context}};
  relation_clear (relations.shape, walks.nothing);
  return walks;
}

static Take
take (gpointer data, gconstpointer before, CoupletWalkEnd *end, gpointer after)
{
  const Walks *walks = data;
  gboolean restricts;
  gboolean possible = take_relation (&walks->relations, before, end->transition, end->difference,
                                     after, &restricts);
  end->marks = restricts ? COUPLET_WALK_RESTRICTS : 0;
  if (!possible)
    return TAKE_GOAL;
  if (is_idle (&walks->relations, end->state))
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
  return telling_differences (&walks->relations, transition, differences);
}

static gboolean
goes_on (gpointer data, const CoupletSearch *search)
{
  Walks *walks = data;
  const CoupletWalkLimits *limits = walks->limits;
  const ClusterRelations *relations = &walks->relations;
  /* of a single threshold a state has at most as many as there are intervals */
  guint32 n_crowded = relations->size > 1 ? search->n_crowded : 0;
  if (couplet_pace_over (&walks->pace, STEPS_PER_WALK))
    walks->end = COUPLET_WALKS_STOPPED;
  else if (n_crowded > limits->most_walks)
    walks->end = COUPLET_WALKS_TOO_MANY;
  else if (search->values->len > MIN (limits->most_bytes / sizeof (guint64), MOST_WORDS))
    walks->end = COUPLET_WALKS_TOO_LARGE;
  else if (n_crowded > WALKS_BEFORE_MERGING && !walks->merges && !walks->tried) {
    walks->tried = TRUE;
    if (merged_walks_are_harmless (relations->moves, relations->live, relations->clusters,
                                   relations->cluster, limits->context, limits->most_bytes))
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
merged_walks_are_harmless (CoupletMoves *moves, const CoupletLive *live,
                           const CoupletClusters *clusters, guint32 cluster,
                           CoupletContext *context, gsize most_bytes)
{
  const CoupletAutomaton *a = couplet_moves_automaton (moves);
  const CoupletWalkLimits limits = {context, G_MAXUINT64, most_bytes};
  Walks walks = walks_of (cluster_relations (moves, live, clusters, cluster), &limits);
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
    if (a->assignment[t] != 0 && a->reachable[a->source[t]] && is_idle (relations, a->source[t]) &&
        couplet_moves_letters (relations->moves, t, &letters) > 0 &&
        couplet_letter_part (letters, relations->clusters, relations->cluster) != NULL)
      walk_search_start (search, a->source[t], walks->nothing);
}

CoupletSearch *
couplet_cluster_walks (CoupletMoves *moves, const CoupletLive *live,
                       const CoupletClusters *clusters, guint32 cluster,
                       const CoupletWalkLimits *limits, CoupletWalksEnd *end)
{
  Walks walks = walks_of (cluster_relations (moves, live, clusters, cluster), limits);
  CoupletSearch *search = search_new (&walks);
  add_starts (&walks, search);
  *end = run (&walks, search) ? walks.end : COUPLET_WALKS_IMPOSSIBLE;
  g_free (walks.nothing);
  return search;
}
