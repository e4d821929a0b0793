/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/place_vectors.h>

#include <couplet/internal/graph.h>

#include <string.h>

/* Entries of all vectors of a walk, where they are more than STEP_ENTRIES at a step. */
#define MOST_ENTRIES ((gsize)1 << 24)
#define STEP_ENTRIES 8
/* Of the clock's pace, for an entry. */
#define STEPS_PER_ENTRY 8

struct CoupletVectors {
  const CoupletAutomaton *automaton;
  const CoupletComponents *free_cycles;
  CoupletUnit *unit;
  CoupletMoves *moves;
  CoupletLive *live;
  CoupletClusters *clusters;
  CoupletUnit *own_unit; /* freed with them; NULL = unit and free_cycles are not theirs */
  CoupletComponents *own_cycles;
  gsize most;
  gint8 *x; /* per threshold: its shift in the entry at hand, or COUPLET_NO_SHIFT */
};

/* The live thresholds of one cluster at a state: a factor of its vectors. */
typedef struct {
  guint32 n;
  guint32 threshold[COUPLET_VECTOR_THRESHOLDS];
  gsize size; /* 3 to the n: its entries */
} Factor;

/* FALSE when there are too many. */
static gboolean
load_factor (const CoupletVectors *vectors, guint32 cluster, guint32 state, Factor *factor)
{
  const CoupletClusters *clusters = vectors->clusters;
  *factor = (Factor){.size = 1};
  for (guint32 i = clusters->first[cluster]; i < clusters->first[cluster + 1]; i++) {
    if (!couplet_is_live (vectors->live, state, clusters->thresholds[i]))
      continue;
    if (factor->n == COUPLET_VECTOR_THRESHOLDS)
      return FALSE;
    factor->threshold[factor->n++] = clusters->thresholds[i];
    factor->size *= 3;
  }
  return TRUE;
}

/* ---- Making them ------------------------------------------------------------------------ */

gsize
couplet_vectors_size (const CoupletVectors *vectors, guint32 state)
{
  Factor factor;
  gsize size = 1;
  for (guint32 c = 0; c < vectors->clusters->n_clusters; c++)
    if (load_factor (vectors, c, state, &factor))
      size += factor.size;
    else
      return 0;
  return size;
}

/* FALSE when some state has too many places, or pace is over. */
static gboolean
measure (CoupletVectors *vectors, CoupletPace *pace)
{
  const CoupletAutomaton *a = vectors->automaton;
  for (guint32 q = 0; q < a->n_states; q++) {
    gsize size = a->reachable[q] ? couplet_vectors_size (vectors, q) : 1;
    if (size == 0 || couplet_pace_over (pace, 1 + a->n_thresholds))
      return FALSE;
    vectors->most = MAX (vectors->most, size);
  }
  return TRUE;
}

CoupletVectors *
couplet_vectors_new (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
                     CoupletUnit *unit, CoupletPace *pace)
{
  g_autoptr (CoupletVectors) vectors = g_new0 (CoupletVectors, 1);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  vectors->automaton = automaton;
  vectors->free_cycles = free_cycles;
  vectors->unit = unit;
  vectors->moves = couplet_moves_new (automaton, free_cycles, unit);
  vectors->live = couplet_live_new (automaton, components);
  vectors->clusters = couplet_clusters_new (vectors->moves, TRUE, pace);
  vectors->x = g_new (gint8, automaton->n_thresholds);
  memset (vectors->x, COUPLET_NO_SHIFT, automaton->n_thresholds);
  gboolean good = vectors->clusters != NULL && measure (vectors, pace);
  return good ? g_steal_pointer (&vectors) : NULL;
}

void
couplet_vectors_free (CoupletVectors *vectors)
{
  if (vectors == NULL)
    return;
  couplet_moves_free (vectors->moves);
  couplet_live_free (vectors->live);
  couplet_clusters_free (vectors->clusters);
  g_free (vectors->x);
  couplet_components_free (vectors->own_cycles);
  couplet_unit_free (vectors->own_unit);
  g_free (vectors);
}

CoupletVectors *
couplet_vectors_of (const CoupletAutomaton *automaton, CoupletContext *context, GError **error)
{
  CoupletPace pace = {.context = context};
  g_autoptr (CoupletUnit) unit = couplet_unit_new_within (automaton, context, error);
  if (unit == NULL)
    return NULL;
  g_autoptr (CoupletComponents) cycles = couplet_free_cycles (automaton);
  CoupletVectors *vectors = couplet_vectors_new (automaton, cycles, unit, &pace);
  if (vectors != NULL) {
    vectors->own_unit = g_steal_pointer (&unit);
    vectors->own_cycles = g_steal_pointer (&cycles);
  }
  return vectors;
}

const CoupletAutomaton *
couplet_vectors_automaton (const CoupletVectors *vectors)
{
  return vectors->automaton;
}

CoupletUnit *
couplet_vectors_unit (CoupletVectors *vectors)
{
  return vectors->unit;
}

CoupletMoves *
couplet_vectors_moves (const CoupletVectors *vectors)
{
  return vectors->moves;
}

gsize
couplet_vectors_most (const CoupletVectors *vectors)
{
  return vectors->most;
}

/* ---- Entries ---------------------------------------------------------------------------- */

guint32
couplet_vectors_factor (const CoupletVectors *vectors, guint32 state, guint32 cluster,
                        guint32 thresholds[COUPLET_VECTOR_THRESHOLDS])
{
  Factor factor;
  if (cluster >= vectors->clusters->n_clusters || !load_factor (vectors, cluster, state, &factor))
    return COUPLET_NONE;
  memcpy (thresholds, factor.threshold, factor.n * sizeof *thresholds);
  return factor.n;
}

static void
read_shifts (const Factor *factor, gsize entry, gint8 *x)
{
  for (guint32 i = factor->n; i-- > 0; entry /= 3)
    x[factor->threshold[i]] = (gint8)((int)(entry % 3) - 1);
}

static void
forget_shifts (const Factor *factor, gint8 *x)
{
  for (guint32 i = 0; i < factor->n; i++)
    x[factor->threshold[i]] = COUPLET_NO_SHIFT;
}

void
couplet_vectors_shifts (const CoupletVectors *vectors, guint32 state, gsize entry, gint8 *x)
{
  Factor factor;
  gsize first = 1;
  memset (x, COUPLET_NO_SHIFT, vectors->automaton->n_thresholds);
  for (guint32 c = 0; c < vectors->clusters->n_clusters; c++, first += factor.size) {
    load_factor (vectors, c, state, &factor);
    if (entry >= first && entry < first + factor.size)
      read_shifts (&factor, entry - first, x);
  }
}

/* The entry of the shifts x, where what part (or NULL) assigns shifts by g. */
static gsize
entry_of (const Factor *factor, const CoupletLetterPart *part, int g, const gint8 *x)
{
  gsize entry = 0;
  for (guint32 i = 0; i < factor->n; i++) {
    guint32 v = factor->threshold[i];
    int shift = part != NULL && couplet_sample_assigns (&part->sample, v) ? g : x[v];
    entry = 3 * entry + (gsize)(shift + 1);
  }
  return entry;
}

/* ---- Steps ------------------------------------------------------------------------------ */

/* Whether what part pays depends on the shifts of its thresholds, which are then of one cluster. */
static gboolean
pays_by_place (const CoupletLetterPart *part)
{
  return !couplet_shifts_are_single (part->shifts) &&
         (part->sample.n_literals > 0 || part->sample.n_assigned > 0);
}

/* What a letter pays whatever the shifts of thresholds are. */
static CoupletCost
fixed_cost (const CoupletVectors *vectors, guint32 transition, const CoupletLetter *letter)
{
  CoupletCost cost = couplet_fresh_cost (vectors->automaton, vectors->free_cycles, vectors->unit,
                                         transition, letter->difference);
  for (guint32 i = 0; i < letter->n_parts; i++) {
    const CoupletLetterPart *part = &letter->parts[i];
    int fee = pays_by_place (part) ? 0 : couplet_least_fee (part->fees, part->shifts);
    cost = couplet_cost_add (vectors->unit, cost,
                             couplet_cost_of_fee (vectors->unit, fee, part->sample.d));
  }
  return cost;
}

/* A letter as it leads from the places of one cluster to others of it. */
typedef struct {
  const CoupletLetterPart *part; /* NULL = none has to do with them */
  Factor before, after;
  CoupletCost pays[3]; /* by the shift of the sample */
} Crossing;

static Crossing
crossing_of (const CoupletVectors *vectors, const CoupletLetter *letter, guint32 transition,
             guint32 cluster)
{
  const CoupletAutomaton *a = vectors->automaton;
  Crossing crossing = {.part = couplet_letter_part (letter, vectors->clusters, cluster)};
  load_factor (vectors, cluster, a->source[transition], &crossing.before);
  load_factor (vectors, cluster, a->target[transition], &crossing.after);
  for (int g = 0; g < 3 && crossing.part != NULL && pays_by_place (crossing.part); g++)
    crossing.pays[g] =
        couplet_cost_of_fee (vectors->unit, crossing.part->fees[g], crossing.part->sample.d);
  return crossing;
}

/* A way through a crossing: the sample shifts by g. */
typedef struct {
  gsize from, to; /* entries */
  int g;
  CoupletShifts left; /* shifts that come after g */
  gsize next;         /* the entry after from */
} Way;

/* Goes to the next way, from entries where before (NULL = any) is finite; begins with one of zeros.
 * FALSE when there are no more. Until then vectors->x has the shifts of the entry. */
static inline gboolean
next_way (CoupletVectors *vectors, const Crossing *crossing, const CoupletCost *before, Way *way)
{
  while (way->left == 0) {
    if (way->next == crossing->before.size) {
      forget_shifts (&crossing->before, vectors->x);
      return FALSE;
    }
    way->from = way->next++;
    if (before != NULL && before[way->from] == COUPLET_COST_INFINITE)
      continue;
    read_shifts (&crossing->before, way->from, vectors->x);
    way->left = crossing->part != NULL ? couplet_part_left (crossing->part, vectors->x)
                                       : couplet_shift (0); /* which stands for any */
  }
  way->g = couplet_shifts_least (way->left);
  way->left &= (CoupletShifts)(way->left - 1);
  way->to = entry_of (&crossing->after, crossing->part, way->g, vectors->x);
  return TRUE;
}

/* Sets after, of the places of the cluster, to what before becomes. */
static void
cross (CoupletVectors *vectors, const Crossing *crossing, const CoupletCost *before,
       CoupletCost *after)
{
  for (gsize i = 0; i < crossing->after.size; i++)
    after[i] = COUPLET_COST_INFINITE;
  for (Way way = {0}; next_way (vectors, crossing, before, &way);) {
    CoupletCost sum = couplet_cost_add (vectors->unit, before[way.from], crossing->pays[way.g + 1]);
    after[way.to] = couplet_cost_min (after[way.to], sum);
  }
}

void
couplet_vectors_take (CoupletVectors *vectors, guint32 transition, int difference,
                      const CoupletCost *before, CoupletCost *after)
{
  const CoupletLetter *letter = couplet_moves_letter (vectors->moves, transition, difference);
  *after++ = couplet_cost_add (vectors->unit, *before++, fixed_cost (vectors, transition, letter));
  for (guint32 c = 0; c < vectors->clusters->n_clusters; c++) {
    const Crossing crossing = crossing_of (vectors, letter, transition, c);
    cross (vectors, &crossing, before, after);
    before += crossing.before.size;
    after += crossing.after.size;
  }
}

void
couplet_vectors_arcs (CoupletVectors *vectors, CoupletMove move, GArray *arcs)
{
  const CoupletLetter *letter =
      couplet_moves_letter (vectors->moves, move.transition, move.difference);
  const CoupletArc fixed = {0, 0, fixed_cost (vectors, move.transition, letter)};
  guint32 before = 1, after = 1;
  g_array_append_val (arcs, fixed);
  for (guint32 c = 0; c < vectors->clusters->n_clusters; c++) {
    const Crossing crossing = crossing_of (vectors, letter, move.transition, c);
    for (Way way = {0}; next_way (vectors, &crossing, NULL, &way);) {
      const CoupletArc arc = {before + (guint32)way.from, after + (guint32)way.to,
                              crossing.pays[way.g + 1]};
      g_array_append_val (arcs, arc);
    }
    before += (guint32)crossing.before.size;
    after += (guint32)crossing.after.size;
  }
}

/* ---- Comparing -------------------------------------------------------------------------- */

static gsize
least_entry (const CoupletCost *entries, gsize n)
{
  gsize least = 0;
  for (gsize i = 1; i < n; i++)
    if (couplet_cost_compare (entries[i], entries[least]) < 0)
      least = i;
  return least;
}

CoupletCost
couplet_vectors_least (const CoupletVectors *vectors, guint32 state, const CoupletCost *vector)
{
  Factor factor;
  CoupletCost sum = *vector++;
  for (guint32 c = 0; c < vectors->clusters->n_clusters; c++) {
    load_factor (vectors, c, state, &factor);
    sum = couplet_cost_add (vectors->unit, sum, vector[least_entry (vector, factor.size)]);
    vector += factor.size;
  }
  return sum;
}

/* Adds to *more, or to *less, by how much an entry of low is at most above the same one of high, or
 * at least below it. FALSE when it is infinite in low alone. */
static gboolean
add_excess (CoupletUnit *unit, const CoupletCost *low, const CoupletCost *high, gsize n,
            CoupletCost *more, CoupletCost *less)
{
  CoupletCost above = 0, below = COUPLET_COST_INFINITE;
  for (gsize i = 0; i < n; i++) {
    int order = couplet_cost_compare (low[i], high[i]);
    if (high[i] == COUPLET_COST_INFINITE)
      continue;
    if (low[i] == COUPLET_COST_INFINITE)
      return FALSE;
    if (order > 0)
      above = couplet_cost_max (above, couplet_cost_subtract (unit, low[i], high[i]));
    below = order < 0 ? couplet_cost_min (below, couplet_cost_subtract (unit, high[i], low[i])) : 0;
  }
  *more = couplet_cost_add (unit, *more, above);
  *less = couplet_cost_add (unit, *less, below);
  return TRUE;
}

gboolean
couplet_vectors_below (const CoupletVectors *vectors, guint32 state, const CoupletCost *low,
                       const CoupletCost *high)
{
  Factor factor;
  CoupletCost more = 0, less = 0;
  if (couplet_vectors_least (vectors, state, high) == COUPLET_COST_INFINITE)
    return TRUE;
  if (!add_excess (vectors->unit, low++, high++, 1, &more, &less))
    return FALSE;
  for (guint32 c = 0; c < vectors->clusters->n_clusters; c++) {
    load_factor (vectors, c, state, &factor);
    if (!add_excess (vectors->unit, low, high, factor.size, &more, &less))
      return FALSE;
    low += factor.size;
    high += factor.size;
  }
  return couplet_cost_compare (more, less) <= 0;
}

/* ---- Shifts ----------------------------------------------------------------------------- */

/* Sets x, of the live thresholds, to the least shifts at which vector costs least. */
static void
choose_shifts (const CoupletVectors *vectors, guint32 state, const CoupletCost *vector, gint8 *x)
{
  Factor factor;
  vector++;
  for (guint32 c = 0; c < vectors->clusters->n_clusters; c++) {
    load_factor (vectors, c, state, &factor);
    read_shifts (&factor, least_entry (vector, factor.size), x);
    vector += factor.size;
  }
}

/* Sets x to the shifts before the crossing, and *shift to that of the sample, with which before
 * leads most cheaply to the shifts x after it. */
static void
cross_back (CoupletVectors *vectors, const Crossing *crossing, const CoupletCost *before, gint8 *x,
            gint8 *shift)
{
  gsize to = entry_of (&crossing->after, NULL, 0, x), from = 0;
  CoupletCost best = COUPLET_COST_INFINITE;
  for (Way way = {0}; next_way (vectors, crossing, before, &way);) {
    CoupletCost sum = couplet_cost_add (vectors->unit, before[way.from], crossing->pays[way.g + 1]);
    if (way.to != to || couplet_cost_compare (sum, best) >= 0)
      continue;
    best = sum;
    from = way.from;
    *shift = (gint8)way.g;
  }
  read_shifts (&crossing->before, from, x);
}

/* Sets x, the shifts of thresholds after transition, to the least ones with which before leads
 * there most cheaply, and shift, by slot, to those of its samples. */
static void
retrace (CoupletVectors *vectors, guint32 transition, int difference, const CoupletCost *before,
         gint8 *x, gint8 *shift)
{
  const CoupletLetter *letter = couplet_moves_letter (vectors->moves, transition, difference);
  for (guint32 i = 0; i < letter->n_parts; i++)
    shift[letter->parts[i].sample.slot] =
        (gint8)couplet_cheapest_shift (letter->parts[i].fees, letter->parts[i].shifts);
  before++;
  for (guint32 c = 0; c < vectors->clusters->n_clusters; c++) {
    const Crossing crossing = crossing_of (vectors, letter, transition, c);
    gint8 g = 0;
    cross_back (vectors, &crossing, before, x, &g);
    if (crossing.part != NULL)
      shift[crossing.part->sample.slot] = g;
    before += crossing.before.size;
  }
}

static gboolean
is_letter (const CoupletAutomaton *automaton, const CoupletWalkStep *step)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_differences (automaton, step->transition, differences);
  return memchr (differences, step->difference, n) != NULL;
}

/* Where the vector before each step begins, and after the last one; NULL when they are too many,
 * a step is not a letter, or pace is over. */
static gsize *
lay_out (const CoupletVectors *vectors, const CoupletWalkStep *walk, guint n, CoupletPace *pace)
{
  const CoupletAutomaton *a = vectors->automaton;
  guint64 steps_per_entry = STEPS_PER_ENTRY * couplet_unit_steps (vectors->unit);
  g_autofree gsize *first = g_new (gsize, (gsize)n + 2);
  first[0] = 0;
  first[1] = couplet_vectors_size (vectors, a->initial);
  for (guint i = 0; i < n; i++) {
    gsize size = couplet_vectors_size (vectors, a->target[walk[i].transition]);
    first[i + 2] = first[i + 1] + size;
    if (first[i + 2] > MOST_ENTRIES + STEP_ENTRIES * (gsize)i || !is_letter (a, &walk[i]) ||
        couplet_pace_over (pace, steps_per_entry * size))
      return NULL;
  }
  return g_steal_pointer (&first);
}

gboolean
couplet_walk_shifts (CoupletVectors *vectors, const CoupletWalkStep *walk, guint n,
                     CoupletPace *pace, gint8 *shifts, CoupletCost *cost)
{
  const CoupletAutomaton *a = vectors->automaton;
  g_autofree gsize *first = lay_out (vectors, walk, n, pace);
  if (first == NULL)
    return FALSE;
  g_autofree CoupletCost *costs = g_new0 (CoupletCost, first[n + 1]);
  g_autofree gint8 *x = g_new0 (gint8, a->n_thresholds);
  for (guint i = 0; i < n; i++)
    couplet_vectors_take (vectors, walk[i].transition, walk[i].difference, &costs[first[i]],
                          &costs[first[i + 1]]);
  guint32 last = n > 0 ? a->target[walk[n - 1].transition] : a->initial;
  *cost = couplet_vectors_least (vectors, last, &costs[first[n]]);
  if (*cost == COUPLET_COST_INFINITE)
    return FALSE;
  memset (shifts, COUPLET_SHIFT_UNUSED, (gsize)n * couplet_n_slots (a));
  choose_shifts (vectors, last, &costs[first[n]], x);
  for (guint i = n; i-- > 0;)
    retrace (vectors, walk[i].transition, walk[i].difference, &costs[first[i]], x,
             &shifts[(gsize)i * couplet_n_slots (a)]);
  return TRUE;
}
