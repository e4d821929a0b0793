/* SPDX-License-Identifier: Apache-2.0 */
#include "lossy_walk.h"

#include "context.h"
#include "walk_search.h"
#include "within.h"

#include <couplet/internal/place_vectors.h>

/* Walks followed to one state. */
#define MOST_AT_STATE 256
/* Entries of all vectors: 256 MiB. */
#define MOST_ENTRIES ((guint64)1 << 25)

/* An element is a state and the vector there. */
enum { STATE, VECTOR };

typedef struct {
  CoupletVectors *vectors;
  CoupletUnit *unit;
  gsize n; /* entries of a vector: at most */
  const CoupletRational *claim;
  const LossyWalkLimits *limits;
  Pace pace;
  const CoupletSearch *search;
  guint64 entries; /* computed and compared so far */
} LossyVectors;

/* ---- Walks ------------------------------------------------------------------------------ */

static CoupletCost
least_of (const LossyVectors *vectors, const guint64 *element)
{
  return couplet_vectors_least (vectors->vectors, (guint32)element[STATE], &element[VECTOR]);
}

static gboolean
is_above_claim (const LossyVectors *vectors, const guint64 *element)
{
  CoupletCost least = least_of (vectors, element);
  if (least == COUPLET_COST_INFINITE)
    return TRUE;
  g_auto (CoupletRational) loss;
  couplet_rational_init (&loss);
  couplet_cost_to_rational (vectors->unit, least, &loss);
  return couplet_rational_compare (&loss, vectors->claim) > 0;
}

static gboolean
is_large (const LossyVectors *vectors)
{
  guint32 walks = vectors->search->walks->len - 1; /* without that of no steps */
  return walks > vectors->limits->walks ||
         (vectors->limits->entries > 0 && vectors->entries > vectors->limits->entries) ||
         (guint64)walks * vectors->n > MOST_ENTRIES;
}

static Take
take (gpointer data, gconstpointer before, CoupletWalkEnd *end, gpointer after)
{
  LossyVectors *vectors = data;
  if (is_large (vectors))
    return TAKE_NOT;
  const guint64 *from = before;
  guint64 *to = after;
  to[STATE] = end->state;
  couplet_vectors_take (vectors->vectors, end->transition, end->difference, &from[VECTOR],
                        &to[VECTOR]);
  vectors->entries += vectors->n;
  if (is_above_claim (vectors, to))
    return TAKE_GOAL;
  return end->length < vectors->limits->steps ? TAKE : TAKE_NOT;
}

static gboolean
covers (gpointer data, gconstpointer a, gconstpointer b)
{
  LossyVectors *vectors = data;
  const guint64 *high = a, *low = b;
  vectors->entries += vectors->n;
  return couplet_vectors_below (vectors->vectors, (guint32)low[STATE], &low[VECTOR], &high[VECTOR]);
}

static gboolean
goes_on (gpointer data, const CoupletSearch *search)
{
  LossyVectors *vectors = data;
  (void)search;
  return !is_large (vectors) && !pace_over (&vectors->pace, 100 * vectors->n);
}

static CoupletLossyWalk *
read_walk (const LossyVectors *vectors)
{
  guint32 last = vectors->search->walks->len - 1;
  CoupletLossyWalk *walk = g_new0 (CoupletLossyWalk, 1);
  walk->steps = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  couplet_search_steps (vectors->search, last, walk->steps);
  couplet_rational_init (&walk->loss);
  CoupletCost least = least_of (vectors, walk_search_element (vectors->search, last));
  walk->is_infinite = least == COUPLET_COST_INFINITE;
  if (!walk->is_infinite)
    couplet_cost_to_rational (vectors->unit, least, &walk->loss);
  return walk;
}

CoupletLossyWalk *
lossy_walk_find_by (const CoupletAutomaton *automaton, const CoupletRational *claim,
                    const LossyWalkLimits *limits, Clock *clock, GError **error)
{
  CoupletPace pace = {.context = NULL};
  g_autoptr (CoupletUnit) unit = unit_new_by (automaton, clock, error);
  g_autoptr (CoupletVectors) places =
      unit != NULL && automaton->n_thresholds <= COUPLET_LOSSY_WALK_THRESHOLDS
          ? couplet_vectors_new (automaton, NULL, unit, &pace)
          : NULL;
  if (places == NULL)
    return NULL;
  LossyVectors vectors = {.vectors = places,
                          .unit = unit,
                          .n = couplet_vectors_most (places),
                          .claim = claim,
                          .limits = limits,
                          .pace = {.clock = clock}};
  const WalkElements elements = {.follows_dominated = TRUE,
                                 .most_at_state = MOST_AT_STATE,
                                 .take = take,
                                 .covers = covers,
                                 .goes_on = goes_on};
  g_autoptr (CoupletSearch) search =
      walk_search_new (automaton->n_states, (VECTOR + vectors.n) * sizeof (guint64));
  g_autofree guint64 *start = g_new0 (guint64, VECTOR + vectors.n);
  start[STATE] = automaton->initial;
  vectors.search = search;
  walk_search_start (search, automaton->initial, start);
  gboolean found = walk_search_run (search, automaton, &elements, &vectors) == SEARCH_GOAL;
  return found ? read_walk (&vectors) : NULL;
}

CoupletLossyWalk *
couplet_lossy_walk_find (const CoupletAutomaton *automaton, const CoupletRational *claim,
                         guint most_steps, guint most_walks, CoupletContext *context,
                         GError **error)
{
  const LossyWalkLimits limits = {.steps = most_steps, .walks = most_walks};
  return lossy_walk_find_by (automaton, claim, &limits, context_clock (context), error);
}

void
couplet_lossy_walk_free (CoupletLossyWalk *walk)
{
  if (walk == NULL)
    return;
  g_array_unref (walk->steps);
  couplet_rational_clear (&walk->loss);
  g_free (walk);
}
