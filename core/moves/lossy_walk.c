/* SPDX-License-Identifier: Apache-2.0 */
#include "lossy_walk.h"

#include "context.h"
#include "walk_search.h"
#include "within.h"

#include <couplet/moves.h>

#include <string.h>

/* Walks followed to one state. */
#define MOST_AT_STATE 256
/* Entries of all vectors: 256 MiB. */
#define MOST_ENTRIES ((guint64)1 << 25)

/* Vectors of costs: an entry for each choice of shifts of the thresholds, the first of which varies
 * fastest. */
typedef struct {
  CoupletMoves *moves;
  CoupletUnit *unit;
  guint32 n_thresholds;
  guint32 n;         /* entries of a vector: 3 to the number of thresholds */
  CoupletCost *next; /* scratch */
  const CoupletRational *claim;
  const LossyWalkLimits *limits;
  Pace pace;
  const CoupletSearch *search;
  guint64 entries; /* computed and compared so far */
} LossyVectors;

static gboolean
init_vectors (LossyVectors *vectors, const CoupletAutomaton *automaton, CoupletUnit *unit)
{
  if (unit == NULL || automaton->n_thresholds > COUPLET_LOSSY_WALK_THRESHOLDS)
    return FALSE;
  vectors->moves = couplet_moves_new (automaton, NULL, unit);
  vectors->unit = unit;
  vectors->n_thresholds = automaton->n_thresholds;
  vectors->n = (guint32)couplet_factor_size (automaton->n_thresholds);
  vectors->next = g_new (CoupletCost, vectors->n);
  return TRUE;
}

static void
clear_vectors (LossyVectors *vectors)
{
  couplet_moves_free (vectors->moves);
  g_free (vectors->next);
}

/* ---- Steps ------------------------------------------------------------------------------ */

/* The entry behind part, whose sample shifts by g, from one where the shifts are x. */
static guint32
entry_behind (const CoupletLetterPart *part, guint32 entry, const gint8 *x, int g)
{
  static const int POWERS[COUPLET_LOSSY_WALK_THRESHOLDS] = {1, 3, 9, 27, 81, 243, 729, 2187};
  int index = (int)entry;
  for (guint32 i = 0; i < part->sample.n_assigned; i++)
    index += (g - x[part->sample.assigned[i]]) * POWERS[part->sample.assigned[i]];
  return (guint32)index;
}

/* Goes on to the shifts of the next entry. */
static void
next_entry (const LossyVectors *vectors, gint8 *x)
{
  guint32 v = 0;
  while (v < vectors->n_thresholds && x[v] == 1)
    x[v++] = -1;
  if (v < vectors->n_thresholds)
    x[v]++;
}

/* vector = what it becomes by a part. */
static void
take_part (LossyVectors *vectors, const CoupletLetterPart *part, CoupletCost *vector)
{
  gint8 x[COUPLET_LOSSY_WALK_THRESHOLDS] = {-1, -1, -1, -1, -1, -1, -1, -1};
  CoupletCost cost[3];
  vectors->entries += vectors->n;
  for (int g = 0; g < 3; g++)
    cost[g] = couplet_cost_of_fee (vectors->unit, part->fees[g], part->sample.d);
  for (guint32 i = 0; i < vectors->n; i++)
    vectors->next[i] = COUPLET_COST_INFINITE;
  for (guint32 i = 0; i < vectors->n; i++, next_entry (vectors, x)) {
    CoupletShifts left = couplet_part_left (part, x);
    for (int g = -1; g <= 1; g++) {
      if (!couplet_shifts_have (left, g))
        continue;
      CoupletCost *to = &vectors->next[entry_behind (part, i, x, g)];
      *to = couplet_cost_min (*to, couplet_cost_add (vectors->unit, vector[i], cost[g + 1]));
    }
  }
  memcpy (vector, vectors->next, vectors->n * sizeof *vector);
}

/* vector = what it becomes by transition at difference. */
static void
take_letter (LossyVectors *vectors, guint32 transition, int difference, CoupletCost *vector)
{
  const CoupletLetter *letter = couplet_moves_letter (vectors->moves, transition, difference);
  CoupletCost fresh = couplet_fresh_cost (couplet_moves_automaton (vectors->moves), NULL,
                                          vectors->unit, transition, difference);
  for (guint32 i = 0; i < letter->n_parts; i++)
    take_part (vectors, &letter->parts[i], vector);
  for (guint32 i = 0; i < vectors->n; i++)
    vector[i] = couplet_cost_add (vectors->unit, vector[i], fresh);
}

static CoupletCost
least_entry (const LossyVectors *vectors, const CoupletCost *vector)
{
  CoupletCost least = vector[0];
  for (guint32 i = 1; i < vectors->n; i++)
    least = couplet_cost_min (least, vector[i]);
  return least;
}

/* ---- Walks ------------------------------------------------------------------------------ */

static gboolean
is_above_claim (const LossyVectors *vectors, const CoupletCost *vector)
{
  CoupletCost least = least_entry (vectors, vector);
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
  memcpy (after, before, vectors->n * sizeof (CoupletCost));
  take_letter (vectors, end->transition, end->difference, after);
  if (is_above_claim (vectors, after))
    return TAKE_GOAL;
  return end->length < vectors->limits->steps ? TAKE : TAKE_NOT;
}

static gboolean
covers (gpointer data, gconstpointer a, gconstpointer b)
{
  LossyVectors *vectors = data;
  const CoupletCost *more = a, *less = b;
  guint32 i = 0;
  while (i < vectors->n && couplet_cost_compare (less[i], more[i]) <= 0)
    i++;
  vectors->entries += i + 1;
  return i == vectors->n;
}

static gboolean
goes_on (gpointer data, const CoupletSearch *search)
{
  LossyVectors *vectors = data;
  (void)search;
  return !is_large (vectors) && !pace_over (&vectors->pace, 100 * (guint64)vectors->n);
}

static CoupletLossyWalk *
read_walk (const LossyVectors *vectors)
{
  guint32 last = vectors->search->walks->len - 1;
  CoupletLossyWalk *walk = g_new0 (CoupletLossyWalk, 1);
  walk->steps = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  couplet_search_steps (vectors->search, last, walk->steps);
  couplet_rational_init (&walk->loss);
  CoupletCost least = least_entry (vectors, walk_search_element (vectors->search, last));
  walk->is_infinite = least == COUPLET_COST_INFINITE;
  if (!walk->is_infinite)
    couplet_cost_to_rational (vectors->unit, least, &walk->loss);
  return walk;
}

CoupletLossyWalk *
lossy_walk_find_by (const CoupletAutomaton *automaton, const CoupletRational *claim,
                    const LossyWalkLimits *limits, Clock *clock, GError **error)
{
  LossyVectors vectors = {.claim = claim, .limits = limits, .pace = {.clock = clock}};
  g_autoptr (CoupletUnit) unit = unit_new_by (automaton, clock, error);
  if (!init_vectors (&vectors, automaton, unit))
    return NULL;
  const WalkElements elements = {.size = vectors.n * sizeof (CoupletCost),
                                 .follows_dominated = TRUE,
                                 .most_at_state = MOST_AT_STATE,
                                 .take = take,
                                 .covers = covers,
                                 .goes_on = goes_on};
  g_autoptr (CoupletSearch) search = walk_search_new (automaton, elements.size);
  g_autofree CoupletCost *nothing = g_new0 (CoupletCost, vectors.n);
  vectors.search = search;
  walk_search_start (search, automaton->initial, nothing);
  gboolean found = walk_search_run (search, automaton, &elements, &vectors) == SEARCH_GOAL;
  CoupletLossyWalk *walk = found ? read_walk (&vectors) : NULL;
  clear_vectors (&vectors);
  return walk;
}

CoupletLossyWalk *
couplet_lossy_walk_find (const CoupletAutomaton *automaton, const CoupletRational *claim,
                         guint most_steps, guint most_walks, CoupletContext *context,
                         GError **error)
{
  const LossyWalkLimits limits = {.steps = most_steps, .walks = most_walks};
  return lossy_walk_find_by (automaton, claim, &limits, context_clock (context), error);
}

gboolean
couplet_lossy_walk_cost (const CoupletAutomaton *automaton, const CoupletWalkStep *steps, guint n,
                         CoupletRational *loss)
{
  LossyVectors vectors = {0};
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  if (!init_vectors (&vectors, automaton, unit))
    return FALSE;
  g_autofree CoupletCost *vector = g_new0 (CoupletCost, vectors.n);
  for (guint i = 0; i < n; i++)
    take_letter (&vectors, steps[i].transition, steps[i].difference, vector);
  CoupletCost least = least_entry (&vectors, vector);
  if (least != COUPLET_COST_INFINITE)
    couplet_cost_to_rational (unit, least, loss);
  clear_vectors (&vectors);
  return least != COUPLET_COST_INFINITE;
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
