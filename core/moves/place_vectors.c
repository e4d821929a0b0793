/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/place_vectors.h>

#include "passages.h"

#include <couplet/internal/graph.h>

#include <string.h>

/* Entries of all vectors of a walk, where they are more than STEP_ENTRIES at a step. */
#define MOST_ENTRIES ((gsize)1 << 24)
#define STEP_ENTRIES 8
/* Of the clock's pace, for an entry. */
#define STEPS_PER_ENTRY 8

typedef CoupletVectorFactor Factor;
typedef CoupletVectorLayout Layout;

struct CoupletVectors {
  const CoupletAutomaton *automaton;
  const CoupletComponents *free_cycles;
  CoupletUnit *unit;
  CoupletMoves *moves;
  VectorLayouts *layouts;
  gboolean shares_layouts; /* with other vectors, which outlive these */
  CoupletUnit *own_unit;   /* freed with them; NULL = unit and free_cycles are not theirs */
  CoupletComponents *own_cycles;
  Passages *passages;
  gint8 *x; /* per threshold: its shift in the entry at hand, or COUPLET_NO_SHIFT */
};

static const Layout *
layout_at (const CoupletVectors *vectors, guint32 state)
{
  return vector_layouts_at (vectors->layouts, state);
}

/* ---- Making them ------------------------------------------------------------------------ */

/* Vectors that have no layouts yet. */
static CoupletVectors *
vectors_new (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
             CoupletUnit *unit)
{
  CoupletVectors *vectors = g_new0 (CoupletVectors, 1);
  vectors->automaton = automaton;
  vectors->free_cycles = free_cycles;
  vectors->unit = unit;
  vectors->moves = couplet_moves_new (automaton, free_cycles, unit);
  vectors->x = g_new (gint8, automaton->n_thresholds);
  memset (vectors->x, COUPLET_NO_SHIFT, automaton->n_thresholds);
  return vectors;
}

/* vectors with those layouts; NULL, and vectors freed, where layouts is NULL. */
static CoupletVectors *
with_layouts (CoupletVectors *vectors, VectorLayouts *layouts)
{
  vectors->layouts = layouts;
  if (layouts != NULL)
    vectors->passages =
        passages_new (vectors->moves, vectors->free_cycles, vectors->unit, layouts->clusters);
  else
    g_clear_pointer (&vectors, couplet_vectors_free);
  return vectors;
}

CoupletVectors *
couplet_vectors_new (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
                     CoupletUnit *unit, CoupletPace *pace)
{
  CoupletVectors *vectors = vectors_new (automaton, free_cycles, unit);
  return with_layouts (vectors, vector_layouts_of_clusters (vectors->moves, pace));
}

CoupletVectors *
couplet_vectors_new_by_walks (const CoupletAutomaton *automaton,
                              const CoupletComponents *free_cycles, CoupletUnit *unit,
                              CoupletPace *pace)
{
  CoupletVectors *vectors = vectors_new (automaton, free_cycles, unit);
  return with_layouts (vectors, vector_layouts_of_walks (vectors->moves, pace));
}

CoupletVectors *
couplet_vectors_new_like (const CoupletVectors *other, const CoupletComponents *free_cycles)
{
  CoupletVectors *vectors = vectors_new (other->automaton, free_cycles, other->unit);
  vectors->shares_layouts = TRUE;
  return with_layouts (vectors, other->layouts);
}

void
couplet_vectors_free (CoupletVectors *vectors)
{
  if (vectors == NULL)
    return;
  passages_free (vectors->passages);
  couplet_moves_free (vectors->moves);
  if (!vectors->shares_layouts)
    vector_layouts_free (vectors->layouts);
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

const CoupletVectorLayout *
couplet_vectors_layout (const CoupletVectors *vectors, guint32 state)
{
  return layout_at (vectors, state);
}

gsize
couplet_vectors_size (const CoupletVectors *vectors, guint32 state)
{
  return layout_at (vectors, state)->size;
}

gsize
couplet_vectors_most (const CoupletVectors *vectors)
{
  return vectors->layouts->most;
}

/* ---- Entries ---------------------------------------------------------------------------- */

void
couplet_vectors_shifts (const CoupletVectors *vectors, guint32 state, gsize entry, gint8 *x)
{
  const Layout *layout = layout_at (vectors, state);
  memset (x, COUPLET_NO_SHIFT, vectors->automaton->n_thresholds);
  for (guint32 c = 0; c < layout->n_factors; c++) {
    const Factor *factor = &layout->factors[c];
    if (entry >= factor->first && entry < factor->first + factor->size)
      factor_read_shifts (factor, entry - factor->first, x);
  }
}

static const Passage *
passage_of (const CoupletVectors *vectors, guint32 transition, int difference)
{
  const CoupletAutomaton *a = vectors->automaton;
  return passages_find (vectors->passages, transition, difference,
                        layout_at (vectors, a->source[transition]),
                        layout_at (vectors, a->target[transition]));
}

gboolean
couplet_vectors_take_worst (CoupletVectors *vectors, guint32 transition, const gint8 *differences,
                            guint32 n, const CoupletCost *before, CoupletCost *after)
{
  const Passage *one = passage_of (vectors, transition, differences[0]);
  const Passage *other = passage_of (vectors, transition, differences[n - 1]);
  if (one == NULL || other == NULL)
    return FALSE;
  passages_take (vectors->passages, one, other, before, after);
  return TRUE;
}

void
couplet_vectors_take (CoupletVectors *vectors, guint32 transition, int difference,
                      const CoupletCost *before, CoupletCost *after)
{
  const gint8 alone = (gint8)difference;
  couplet_vectors_take_worst (vectors, transition, &alone, 1, before, after);
}

void
couplet_vectors_arcs (CoupletVectors *vectors, CoupletMove move, GArray *arcs)
{
  const Passage *passage = passage_of (vectors, move.transition, move.difference);
  CoupletArc arc = {0, 0, passage->fixed};
  g_array_append_val (arcs, arc);
  for (guint32 i = 0; i < passage->n_copied; i++)
    for (guint32 k = 0; k < passage->copied[i].n; k++) {
      arc = (CoupletArc){passage->copied[i].before + k, passage->copied[i].after + k, 0};
      g_array_append_val (arcs, arc);
    }
  for (guint32 i = 0; i < passage->n_bundles;
       i++) /* of one source, as clusters are at all states */
    for (guint32 k = 0; k < passage->bundles[i].n_arcs; k++) {
      arc = passage->bundles[i].arcs[k];
      arc.before += (guint32)passage->bundles[i].sources[0]->first;
      g_array_append_val (arcs, arc);
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
  const Layout *layout = layout_at (vectors, state);
  CoupletCost sum = vector[0];
  for (guint32 c = 0; c < layout->n_factors; c++) {
    const CoupletCost *entries = &vector[layout->factors[c].first];
    sum = couplet_cost_add (vectors->unit, sum,
                            entries[least_entry (entries, layout->factors[c].size)]);
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
  const Layout *layout = layout_at (vectors, state);
  CoupletCost more = 0, less = 0;
  if (couplet_vectors_least (vectors, state, high) == COUPLET_COST_INFINITE)
    return TRUE;
  if (!add_excess (vectors->unit, low, high, 1, &more, &less))
    return FALSE;
  for (guint32 c = 0; c < layout->n_factors; c++) {
    const Factor *factor = &layout->factors[c];
    if (!add_excess (vectors->unit, &low[factor->first], &high[factor->first], factor->size, &more,
                     &less))
      return FALSE;
  }
  return couplet_cost_compare (more, less) <= 0;
}

/* ---- Shifts ----------------------------------------------------------------------------- */

/* Sets x, of the live thresholds, to the least shifts at which vector costs least. */
static void
choose_shifts (const CoupletVectors *vectors, guint32 state, const CoupletCost *vector, gint8 *x)
{
  const Layout *layout = layout_at (vectors, state);
  for (guint32 c = 0; c < layout->n_factors; c++) {
    const Factor *factor = &layout->factors[c];
    factor_read_shifts (factor, least_entry (&vector[factor->first], factor->size), x);
  }
}

/* The entry of the shifts x, where what part (NULL = nothing) assigns shifts by g. */
static gsize
entry_of (const Factor *factor, const CoupletLetterPart *part, int g, const gint8 *x)
{
  gsize entry = 0;
  for (guint32 i = 0; i < factor->n; i++) {
    guint32 v = factor->thresholds[i];
    gboolean assigned = part != NULL && couplet_sample_assigns (&part->sample, v);
    entry = 3 * entry + (gsize)((assigned ? g : x[v]) + 1);
  }
  return entry;
}

/* Sets x to the shifts of one cluster before part's letter, and *shift to that of part's sample,
 * with which its entries before lead most cheaply to the shifts x after it. */
static void
cross_back (CoupletVectors *vectors, const CoupletLetterPart *part, const Factor *from,
            const Factor *to, const CoupletCost *before, gint8 *x, gint8 *shift)
{
  gsize wanted = entry_of (to, NULL, 0, x), best_entry = 0;
  CoupletCost best = COUPLET_COST_INFINITE;
  for (gsize i = 0; i < from->size; i++) {
    factor_read_shifts (from, i, vectors->x);
    CoupletShifts left = part != NULL ? couplet_part_left (part, vectors->x) : couplet_shift (0);
    for (int g = -1; g <= 1; g++) {
      gboolean pays = part != NULL && part_has_choice (part);
      CoupletCost cost =
          pays ? couplet_cost_of_fee (vectors->unit, part->fees[g + 1], part->sample.d) : 0;
      CoupletCost sum = couplet_cost_add (vectors->unit, before[i], cost);
      if (!couplet_shifts_have (left, g) || couplet_cost_compare (sum, best) >= 0 ||
          entry_of (to, part, g, vectors->x) != wanted)
        continue;
      best = sum;
      best_entry = i;
      *shift = (gint8)g;
    }
  }
  factor_forget_shifts (from, vectors->x);
  factor_read_shifts (from, best_entry, x);
}

/* Sets x, the shifts of thresholds after transition, to the least ones with which before leads
 * there most cheaply, and shift, by slot, to those of its samples. */
static void
retrace (CoupletVectors *vectors, guint32 transition, int difference, const CoupletCost *before,
         gint8 *x, gint8 *shift)
{
  const CoupletLetter *letter = couplet_moves_letter (vectors->moves, transition, difference);
  const Layout *from = layout_at (vectors, vectors->automaton->source[transition]);
  const Layout *to = layout_at (vectors, vectors->automaton->target[transition]);
  for (guint32 i = 0; i < letter->n_parts; i++)
    shift[letter->parts[i].sample.slot] =
        (gint8)couplet_cheapest_shift (letter->parts[i].fees, letter->parts[i].shifts);
  for (guint32 c = 0; c < from->n_factors; c++) {
    const CoupletLetterPart *part = couplet_letter_part (letter, vectors->layouts->clusters, c);
    gint8 g = 0;
    cross_back (vectors, part, &from->factors[c], &to->factors[c], &before[from->factors[c].first],
                x, &g);
    if (part != NULL)
      shift[part->sample.slot] = g;
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
