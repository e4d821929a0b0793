/* SPDX-License-Identifier: Apache-2.0 */
/* Searches for walks that cost much by their vectors. */
#include <couplet/internal/cost.h>
#include <couplet/internal/lossy_walk.h>
#include <couplet/internal/place_vectors.h>

#include "walk_search.h"

/* Walks to a loss followed to one state. */
#define MOST_AT_STATE 256
/* Of all elements: 256 MiB. */
#define MOST_WORDS (1u << 25)
/* Entries that are made or compared, some 10 ns each; without a clock some tenths of a second. */
#define MOST_ENTRIES ((guint64)1 << 28)
#define MOST_ENTRIES_TO_LOSS 10000000

/* An element is its place on the line (0 without one), its state, and its vector. */
enum { PLACE, STATE, VECTOR };

typedef struct {
  const CoupletAutomaton *automaton;
  CoupletVectors *vectors;
  const GArray *line;           /* walks with its transitions are followed; NULL = all */
  const CoupletRational *claim; /* else a walk that costs more is looked for */
  guint most_steps;
  guint32 most_walks;
  guint64 entries, most_entries;
  CoupletSearch *search;
  CoupletPace pace;
} VectorWalks;

static CoupletCost
least_of (const VectorWalks *walks, guint32 walk)
{
  const guint64 *element = walk_search_element (walks->search, walk);
  return couplet_vectors_least (walks->vectors, (guint32)element[STATE], &element[VECTOR]);
}

static gboolean
is_large (const VectorWalks *walks)
{
  return walks->search->walks->len - 1 > walks->most_walks || /* without that of no steps */
         walks->entries > walks->most_entries || walks->search->values->len > MOST_WORDS;
}

/* Whether the walk goes along the line, or there is none. */
static gboolean
is_on_line (const VectorWalks *walks, guint64 place, guint32 transition)
{
  const CoupletAutomaton *a = walks->automaton;
  return walks->line == NULL ||
         couplet_folded_transition (a, transition) ==
             couplet_folded_transition (
                 a, g_array_index (walks->line, CoupletWalkStep, place).transition);
}

static Take
take (gpointer data, gconstpointer before, CoupletWalkEnd *end, gpointer after)
{
  VectorWalks *walks = data;
  const guint64 *from = before;
  guint64 *to = after;
  if (is_large (walks) || !is_on_line (walks, from[PLACE], end->transition))
    return TAKE_NOT;
  to[PLACE] = walks->line != NULL ? end->length : 0;
  to[STATE] = end->state;
  couplet_vectors_take (walks->vectors, end->transition, end->difference, &from[VECTOR],
                        &to[VECTOR]);
  walks->entries += couplet_vectors_size (walks->vectors, end->state);
  if (walks->line != NULL)
    return end->length < walks->line->len ? TAKE : TAKE_LAST;
  if (couplet_cost_is_above (couplet_vectors_unit (walks->vectors),
                             couplet_vectors_least (walks->vectors, end->state, &to[VECTOR]),
                             walks->claim))
    return TAKE_GOAL;
  return end->length < walks->most_steps ? TAKE : TAKE_NOT;
}

static gboolean
covers (gpointer data, gconstpointer a, gconstpointer b)
{
  VectorWalks *walks = data;
  const guint64 *high = a, *low = b;
  guint32 state = (guint32)low[STATE];
  gboolean same = high[PLACE] == low[PLACE];
  walks->entries += same ? couplet_vectors_size (walks->vectors, state) : 1;
  return same && couplet_vectors_below (walks->vectors, state, &low[VECTOR], &high[VECTOR]);
}

/* Of two that cost the same the greater one is told. */
static guint32
greater_first (gpointer data, guint32 transition, gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  const VectorWalks *walks = data;
  guint32 n = couplet_differences (walks->automaton, transition, differences);
  gint8 first = differences[0];
  differences[0] = differences[n - 1];
  differences[n - 1] = first;
  return n;
}

static gboolean
goes_on (gpointer data, G_GNUC_UNUSED const CoupletSearch *search)
{
  VectorWalks *walks = data;
  return !is_large (walks) &&
         !couplet_pace_over (&walks->pace, 100 * couplet_vectors_most (walks->vectors));
}

/* Follows the walks from the initial state. The caller frees the search. */
static WalkSearchEnd
run (VectorWalks *walks)
{
  const WalkElements elements = {.follows_dominated = walks->line == NULL,
                                 .most_at_state = walks->line == NULL ? MOST_AT_STATE : 0,
                                 .take = take,
                                 .covers = covers,
                                 .differences = walks->line == NULL ? NULL : greater_first,
                                 .goes_on = goes_on};
  const CoupletAutomaton *a = walks->automaton;
  gsize n = VECTOR + couplet_vectors_most (walks->vectors);
  g_autofree guint64 *start = g_new0 (guint64, n);
  start[STATE] = a->initial;
  walks->search = walk_search_new (a->n_states, n * sizeof (guint64));
  walk_search_start (walks->search, a->initial, start);
  return walk_search_run (walks->search, a, &elements, walks);
}

/* ---- The worst differences --------------------------------------------------------------- */

/* The walk to the end that costs most, of which there is one. */
static guint32
dearest_walk (const VectorWalks *walks)
{
  guint32 dearest = COUPLET_NONE;
  for (guint32 i = 0; i < walks->search->walks->len; i++)
    if (couplet_search_walk (walks->search, i)->length == walks->line->len &&
        (dearest == COUPLET_NONE ||
         couplet_cost_compare (least_of (walks, i), least_of (walks, dearest)) > 0))
      dearest = i;
  return dearest;
}

gboolean
couplet_walk_worst_differences (CoupletVectors *vectors, GArray *walk)
{
  VectorWalks walks = {.automaton = couplet_vectors_automaton (vectors),
                       .vectors = vectors,
                       .line = walk,
                       .most_walks = G_MAXUINT32,
                       .most_entries = MOST_ENTRIES};
  if (walk->len == 0)
    return TRUE;
  gboolean good = run (&walks) == SEARCH_DONE && !is_large (&walks);
  g_autoptr (CoupletSearch) search = walks.search;
  guint32 dearest = good ? dearest_walk (&walks) : COUPLET_NONE;
  if (good) {
    g_array_set_size (walk, 0);
    couplet_search_steps (search, dearest, walk);
  }
  return good;
}

/* ---- A walk that loses more than is claimed ------------------------------------------------ */

CoupletLossyWalk *
couplet_lossy_walk_find (const CoupletAutomaton *automaton, const CoupletRational *claim,
                         guint most_steps, guint most_walks, CoupletContext *context,
                         GError **error)
{
  g_autoptr (CoupletUnit) unit = couplet_unit_new_within (automaton, context, error);
  g_autoptr (CoupletVectors) vectors =
      unit != NULL && automaton->n_thresholds <= COUPLET_LOSSY_WALK_THRESHOLDS
          ? couplet_vectors_new (automaton, NULL, unit, &(CoupletPace){0})
          : NULL;
  if (vectors == NULL)
    return NULL;
  VectorWalks walks = {.automaton = automaton,
                       .vectors = vectors,
                       .claim = claim,
                       .most_steps = most_steps,
                       .most_walks = most_walks,
                       .most_entries = context != NULL ? G_MAXUINT64 : MOST_ENTRIES_TO_LOSS,
                       .pace = {.context = context}};
  gboolean found = run (&walks) == SEARCH_GOAL;
  g_autoptr (CoupletSearch) search = walks.search;
  if (!found)
    return NULL;
  CoupletLossyWalk *walk = g_new0 (CoupletLossyWalk, 1);
  walk->steps = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  couplet_rational_init (&walk->loss);
  couplet_search_steps (search, search->walks->len - 1, walk->steps);
  CoupletCost least = least_of (&walks, search->walks->len - 1);
  walk->is_infinite = least == COUPLET_COST_INFINITE;
  if (!walk->is_infinite)
    couplet_cost_to_rational (unit, least, &walk->loss);
  return walk;
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
