/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/place_vectors.h>

#include "walk_search.h"

/* Of all elements. */
#define MOST_WORDS (1u << 24)
/* Entries that are made or compared. */
#define MOST_WORK ((guint64)1 << 28)

/* The walks with the transitions of one walk. An element is its place on that, its state, and its
 * vector. */
enum { PLACE, STATE, VECTOR };

typedef struct {
  const CoupletAutomaton *automaton;
  CoupletVectors *vectors;
  const GArray *walk;
  guint64 work; /* of MOST_WORK */
} Line;

static Take
take (gpointer data, gconstpointer before, CoupletWalkEnd *end, gpointer after)
{
  Line *line = data;
  const CoupletAutomaton *a = line->automaton;
  const guint64 *from = before;
  guint64 *to = after;
  guint32 wanted = g_array_index (line->walk, CoupletWalkStep, from[PLACE]).transition;
  if (couplet_folded_transition (a, end->transition) != couplet_folded_transition (a, wanted))
    return TAKE_NOT;
  to[PLACE] = from[PLACE] + 1;
  to[STATE] = end->state;
  couplet_vectors_take (line->vectors, end->transition, end->difference, &from[VECTOR],
                        &to[VECTOR]);
  line->work += couplet_vectors_size (line->vectors, end->state);
  return end->length < line->walk->len ? TAKE : TAKE_LAST;
}

static gboolean
covers (gpointer data, gconstpointer a, gconstpointer b)
{
  Line *line = data;
  const guint64 *high = a, *low = b;
  line->work++;
  if (high[PLACE] != low[PLACE])
    return FALSE;
  line->work += couplet_vectors_size (line->vectors, (guint32)low[STATE]);
  return couplet_vectors_below (line->vectors, (guint32)low[STATE], &low[VECTOR], &high[VECTOR]);
}

/* Of two that cost the same the greater one is told. */
static guint32
greater_first (gpointer data, guint32 transition, gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  const Line *line = data;
  guint32 n = couplet_differences (line->automaton, transition, differences);
  for (guint32 i = 0; i + 1 < n - i; i++) {
    gint8 swapped = differences[i];
    differences[i] = differences[n - 1 - i];
    differences[n - 1 - i] = swapped;
  }
  return n;
}

static gboolean
goes_on (gpointer data, const CoupletSearch *search)
{
  const Line *line = data;
  return line->work < MOST_WORK && search->values->len < MOST_WORDS;
}

/* The walk to the end that costs most, of which there is one. */
static guint32
dearest_walk (const Line *line, const CoupletSearch *search)
{
  guint32 dearest = COUPLET_NONE;
  CoupletCost most = 0;
  for (guint32 i = 0; i < search->walks->len; i++) {
    const guint64 *element = walk_search_element (search, i);
    if (element[PLACE] < line->walk->len)
      continue;
    CoupletCost cost =
        couplet_vectors_least (line->vectors, (guint32)element[STATE], &element[VECTOR]);
    if (dearest != COUPLET_NONE && couplet_cost_compare (cost, most) <= 0)
      continue;
    dearest = i;
    most = cost;
  }
  return dearest;
}

static gboolean
search_line (Line *line, GArray *walk)
{
  const CoupletAutomaton *a = line->automaton;
  gsize n = VECTOR + couplet_vectors_most (line->vectors);
  const WalkElements elements = {
      .take = take, .covers = covers, .differences = greater_first, .goes_on = goes_on};
  g_autofree guint64 *start = g_new0 (guint64, n);
  start[STATE] = a->initial;
  g_autoptr (CoupletSearch) search = walk_search_new (a->n_states, n * sizeof (guint64));
  walk_search_start (search, a->initial, start);
  if (walk_search_run (search, a, &elements, line) == SEARCH_ENDED)
    return FALSE;
  guint32 dearest = dearest_walk (line, search);
  g_array_set_size (walk, 0);
  couplet_search_steps (search, dearest, walk);
  return TRUE;
}

gboolean
couplet_walk_worst_differences (CoupletVectors *vectors, GArray *walk)
{
  Line line = {.automaton = couplet_moves_automaton (couplet_vectors_moves (vectors)),
               .vectors = vectors,
               .walk = walk};
  return walk->len == 0 || search_line (&line, walk);
}
