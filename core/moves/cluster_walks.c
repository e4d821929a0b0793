/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/moves.h>

#include "order.h"
#include "walk_search.h"

#include <string.h>

/* Of the clock's pace. */
#define STEPS_PER_WALK 64
/* Words of all orders: an array has no more than twice as many. */
#define MOST_WORDS (G_MAXUINT / 2)
/* A cluster with more walks than this may be harmless. */
#define WALKS_BEFORE_MERGING 2048

/* What walks leave of the shifts of one cluster's thresholds is an order of them and of -1, 0 and 1
 * (docs/theory.md section 5); a step places its sample, too. */
#define NUMBER_VALUE(x) ((guint32)((x) + 1))
#define THRESHOLD_VALUE(i) ((guint32)(i) + 3)

typedef struct {
  CoupletMoves *moves;
  const CoupletAutomaton *automaton;
  const CoupletLive *live;
  const CoupletClusters *clusters;
  guint32 cluster;
  guint32 size;              /* of the cluster */
  const guint32 *thresholds; /* its own */
  OrderShape shape;
  guint32 sample;
  guint64 *nothing;        /* the order that holds of any shifts */
  Order order, restricted; /* that of a step, with room for its sample; what it says of others */
  const CoupletWalkLimits *limits;
  CoupletPace pace;
  gboolean merges; /* all walks to a state are one: what each of them says holds */
  gboolean tried;  /* to merge */
  CoupletWalksEnd end;
} Walks;

/* Whether order says all that other says. */
static gboolean
implies (const Walks *walks, const guint64 *order, const guint64 *other)
{
  for (gsize i = 0; i < order_words (&walks->shape); i++)
    if ((other[i] & ~order[i]) != 0)
      return FALSE;
  return TRUE;
}

/* Lets order say of value only that it is a shift. */
static void
set_free (const Walks *walks, Order order, guint32 value)
{
  order_forget (&walks->shape, order, value);
  order_add (&walks->shape, order, NUMBER_VALUE (-1), value, FALSE);
  order_add (&walks->shape, order, value, NUMBER_VALUE (1), FALSE);
}

/* TRUE when no later comparison reads a value that a threshold of the cluster has at state. */
static gboolean
is_idle (const Walks *walks, guint32 state)
{
  for (guint32 i = 0; i < walks->size; i++)
    if (couplet_is_live (walks->live, state, walks->thresholds[i]))
      return FALSE;
  return TRUE;
}

/* ---- Steps ------------------------------------------------------------------------------ */

/* The value of threshold; 0 = it is of another cluster. */
static guint32
value_of (const Walks *walks, guint32 threshold)
{
  return walks->clusters->cluster[threshold] == walks->cluster
             ? THRESHOLD_VALUE (walks->clusters->place[threshold])
             : 0;
}

/* Adds what part asks of the shifts: conditions 1 to 5 of docs/theory.md section 2. FALSE = no
 * shifts can follow. */
static gboolean
add_conditions (const Walks *walks, const CoupletLetterPart *part)
{
  const OrderShape *shape = &walks->shape;
  guint32 g = walks->sample;
  gboolean good =
      order_add (shape, walks->order, g, NUMBER_VALUE (couplet_shifts_greatest (part->shifts)),
                 FALSE) &&
      order_add (shape, walks->order, NUMBER_VALUE (couplet_shifts_least (part->shifts)), g, FALSE);
  for (guint32 i = 0; i < part->sample.n_literals && good; i++) {
    const CoupletLiteral *literal = &part->sample.literals[i];
    guint32 value = value_of (walks, literal->threshold);
    if (value != 0 && couplet_asks_at_most (literal->comparison))
      good = order_add (shape, walks->order, g, value, FALSE);
    if (value != 0 && good && couplet_asks_at_least (literal->comparison))
      good = order_add (shape, walks->order, value, g, FALSE);
  }
  return good;
}

/* The thresholds that take the sample, and are live at target, are equal to it. */
static void
assign_part (const Walks *walks, const CoupletLetterPart *part, guint32 target)
{
  guint32 g = walks->sample;
  for (guint32 i = 0; i < part->sample.n_assigned; i++) {
    guint32 threshold = part->sample.assigned[i], value = value_of (walks, threshold);
    if (value == 0 || !couplet_is_live (walks->live, target, threshold))
      continue;
    order_forget (&walks->shape, walks->order, value);
    order_add (&walks->shape, walks->order, value, g, FALSE);
    order_add (&walks->shape, walks->order, g, value, FALSE);
  }
}

/* Takes the order before to *after by the last step of end. FALSE when no shifts can follow; end is
 * marked where some cannot. */
static gboolean
take_order (const Walks *walks, const guint64 *before, CoupletWalkEnd *end, guint64 *after)
{
  const CoupletLetter *letter =
      couplet_moves_letter (walks->moves, end->transition, end->difference);
  const CoupletLetterPart *part = couplet_letter_part (letter, walks->clusters, walks->cluster);
  guint32 source = walks->automaton->source[end->transition];
  gsize size = order_words (&walks->shape) * sizeof *after;
  memset (walks->order, 0, order_room (&walks->shape) * sizeof *after);
  memcpy (walks->order, before, size);
  if (part != NULL) {
    gboolean possible = add_conditions (walks, part);
    memcpy (walks->restricted, walks->order, order_room (&walks->shape) * sizeof *after);
    order_forget (&walks->shape, walks->restricted, walks->sample);
    if (!possible || memcmp (walks->restricted, before, size) != 0)
      end->marks = COUPLET_WALK_RESTRICTS;
    if (!possible)
      return FALSE;
    assign_part (walks, part, end->state);
    order_forget (&walks->shape, walks->order, walks->sample);
  }
  for (guint32 i = 0; i < walks->size; i++)
    if (couplet_is_live (walks->live, source, walks->thresholds[i]) &&
        !couplet_is_live (walks->live, end->state, walks->thresholds[i]))
      set_free (walks, walks->order, THRESHOLD_VALUE (i));
  memcpy (after, walks->order, size);
  return TRUE;
}

/* ---- Walks ------------------------------------------------------------------------------ */

static CoupletWalksEnd run (Walks *walks, CoupletSearch *search);

static Take
take (gpointer data, gconstpointer before, CoupletWalkEnd *end, gpointer after)
{
  const Walks *walks = data;
  if (!take_order (walks, before, end, after))
    return TAKE_GOAL;
  if (is_idle (walks, end->state))
    return end->marks != 0 && !walks->merges ? TAKE_LAST : TAKE_NOT;
  if (implies (walks, walks->nothing, after))
    end->marks |= COUPLET_WALK_FREE;
  return TAKE;
}

static gboolean
covers (gpointer data, gconstpointer a, gconstpointer b)
{
  const Walks *walks = data;
  return implies (walks, a, b);
}

/* Adds what is known at the state already, where walks are merged. */
static void
merge (gpointer data, const CoupletSearch *search, CoupletWalkEnd *end, gpointer element)
{
  Walks *walks = data;
  if (!walks->merges)
    return;
  const guint64 *known = walk_search_element (search, search->head[end->state]);
  gboolean good = TRUE;
  memcpy (walks->order, element, order_words (&walks->shape) * sizeof (guint64));
  for (guint32 u = 0; u < walks->shape.n_values; u++)
    for (guint32 v = 0; v < walks->shape.n_values && good; v++)
      if (order_is_at_most (&walks->shape, known, u, v))
        good = order_add (&walks->shape, walks->order, u, v, FALSE);
  memcpy (element, walks->order, order_words (&walks->shape) * sizeof (guint64));
  if (!good)
    walks->end = COUPLET_WALKS_IMPOSSIBLE;
}

/* Of two differences one alone, where the cluster's sample may shift by no more than at the other.
 */
static guint32
telling_differences (gpointer data, guint32 transition, gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  const Walks *walks = data;
  const CoupletLetter *letters;
  CoupletShifts shifts[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_moves_letters (walks->moves, transition, &letters);
  for (guint32 i = 0; i < n; i++) {
    const CoupletLetterPart *part =
        couplet_letter_part (&letters[i], walks->clusters, walks->cluster);
    shifts[i] = part != NULL ? part->shifts : COUPLET_ALL_SHIFTS;
    differences[i] = letters[i].difference;
  }
  if (n == 2 && (shifts[0] & ~shifts[1]) != 0 && (shifts[1] & ~shifts[0]) != 0)
    return 2;
  if (n == 2 && (shifts[0] & ~shifts[1]) != 0)
    differences[0] = differences[1];
  return 1;
}

static CoupletSearch *
search_new (const Walks *walks)
{
  return walk_search_new (walks->automaton->n_states,
                          order_words (&walks->shape) * sizeof (guint64));
}

/* Whether at every state all that any walk to it says of the shifts can hold at once: then each
 * walk leaves some. Every state begins with nothing known, and is followed once at least. */
static gboolean
merged_walks_are_harmless (const Walks *walks)
{
  Walks merged = *walks;
  merged.merges = TRUE;
  g_autoptr (CoupletSearch) search = search_new (walks);
  for (guint32 state = 0; state < walks->automaton->n_states; state++)
    if (walks->automaton->reachable[state])
      walk_search_start (search, state, walks->nothing);
  return run (&merged, search) == COUPLET_WALKS_ALL;
}

static gboolean
goes_on (gpointer data, const CoupletSearch *search)
{
  Walks *walks = data;
  const CoupletWalkLimits *limits = walks->limits;
  /* of a single threshold a state has at most as many as there are intervals */
  guint32 n_crowded = walks->size > 1 && !walks->merges ? search->n_crowded : 0;
  if (couplet_pace_over (&walks->pace, STEPS_PER_WALK))
    walks->end = COUPLET_WALKS_STOPPED;
  else if (search->values->len > MIN (limits->most_bytes / sizeof (guint64), MOST_WORDS))
    walks->end = COUPLET_WALKS_TOO_LARGE;
  else if (n_crowded > MIN (limits->most_walks, WALKS_BEFORE_MERGING) && !walks->tried) {
    walks->tried = TRUE;
    if (merged_walks_are_harmless (walks))
      walks->end = COUPLET_WALKS_HARMLESS;
  }
  if (walks->end == COUPLET_WALKS_ALL && n_crowded > limits->most_walks)
    walks->end = COUPLET_WALKS_TOO_MANY;
  return walks->end == COUPLET_WALKS_ALL;
}

static CoupletWalksEnd
run (Walks *walks, CoupletSearch *search)
{
  static const WalkElements ELEMENTS = {.take = take,
                                        .covers = covers,
                                        .raise = merge,
                                        .differences = telling_differences,
                                        .goes_on = goes_on};
  if (walk_search_run (search, walks->automaton, &ELEMENTS, walks) == SEARCH_GOAL)
    walks->end = COUPLET_WALKS_IMPOSSIBLE;
  return walks->end;
}

/* What walks did before they reach a state that no threshold is live in does not matter; a
 * transition there has to do with the cluster if it assigns. */
CoupletSearch *
couplet_cluster_walks (CoupletMoves *moves, const CoupletLive *live,
                       const CoupletClusters *clusters, guint32 cluster,
                       const CoupletWalkLimits *limits, CoupletWalksEnd *end)
{
  const CoupletAutomaton *a = couplet_moves_automaton (moves);
  guint32 first = clusters->first[cluster], size = clusters->first[cluster + 1] - first;
  const OrderShape shape = order_shape (THRESHOLD_VALUE (size));
  g_autofree guint64 *nothing = g_new0 (guint64, order_room (&shape));
  g_autofree guint64 *order = g_new (guint64, order_room (&shape));
  g_autofree guint64 *restricted = g_new (guint64, order_room (&shape));
  const CoupletLetter *letters;
  Walks walks = {.moves = moves,
                 .automaton = a,
                 .live = live,
                 .clusters = clusters,
                 .cluster = cluster,
                 .size = size,
                 .thresholds = &clusters->thresholds[first],
                 .shape = shape,
                 .sample = THRESHOLD_VALUE (size),
                 .nothing = nothing,
                 .order = order,
                 .restricted = restricted,
                 .limits = limits,
                 .pace = {.context = limits->context}};
  order_add (&shape, nothing, NUMBER_VALUE (-1), NUMBER_VALUE (0), TRUE);
  order_add (&shape, nothing, NUMBER_VALUE (0), NUMBER_VALUE (1), TRUE);
  for (guint32 i = 0; i < size; i++)
    set_free (&walks, nothing, THRESHOLD_VALUE (i));
  CoupletSearch *search = search_new (&walks);
  for (guint32 t = 0; t < a->n_transitions && !couplet_pace_over (&walks.pace, 2); t++)
    if (a->assignment[t] != 0 && a->reachable[a->source[t]] && is_idle (&walks, a->source[t]) &&
        couplet_moves_letters (moves, t, &letters) > 0 &&
        couplet_letter_part (letters, clusters, cluster) != NULL)
      walk_search_start (search, a->source[t], nothing);
  *end = run (&walks, search);
  return search;
}
