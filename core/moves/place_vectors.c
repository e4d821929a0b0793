/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_parts.h"

#include <couplet/internal/graph.h>

#include <string.h>

/* Entries of all vectors of a walk, where they are more than STEP_ENTRIES at a step. */
#define MOST_ENTRIES ((gsize)1 << 24)
#define STEP_ENTRIES 8
/* Of the clock's pace, for an entry. */
#define STEPS_PER_ENTRY 8

/* ---- Making them ------------------------------------------------------------------------ */

static guint
hash_key (gconstpointer data)
{
  const PassageKey *key = data;
  return g_direct_hash (key->letter) * 31 + g_direct_hash (key->before) * 7 +
         g_direct_hash (key->after);
}

static gboolean
same_key (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (PassageKey)) == 0;
}

/* Vectors that have no layouts yet. */
static CoupletVectors *
vectors_new (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
             CoupletUnit *unit)
{
  CoupletVectors *vectors = g_new (CoupletVectors, 1);
  *vectors = (CoupletVectors){.automaton = automaton,
                              .free_cycles = free_cycles,
                              .unit = unit,
                              .moves = couplet_moves_new (automaton, free_cycles, unit),
                              .arena = couplet_arena_new (),
                              .passages = g_hash_table_new (hash_key, same_key),
                              .copied = g_array_new (FALSE, FALSE, sizeof (CopiedEntries)),
                              .bundles = g_array_new (FALSE, FALSE, sizeof (Bundle)),
                              .arcs = g_array_new (FALSE, FALSE, sizeof (CoupletArc)),
                              .shifts = g_array_new (FALSE, FALSE, sizeof (gint8)),
                              .sums = g_array_new (FALSE, FALSE, sizeof (CoupletCost)),
                              .x = g_new (gint8, automaton->n_thresholds)};
  memset (vectors->x, COUPLET_NO_SHIFT, automaton->n_thresholds);
  return vectors;
}

/* vectors with those layouts; NULL, and vectors freed, where layouts is NULL. */
static CoupletVectors *
with_layouts (CoupletVectors *vectors, VectorLayouts *layouts)
{
  vectors->layouts = layouts;
  if (layouts == NULL)
    g_clear_pointer (&vectors, couplet_vectors_free);
  return vectors;
}

CoupletVectors *
couplet_vectors_new (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
                     CoupletUnit *unit, CoupletPace *pace)
{
  CoupletVectors *vectors = vectors_new (automaton, free_cycles, unit);
  return with_layouts (vectors, vector_layouts_new (vectors->moves, FALSE, pace));
}

CoupletVectors *
couplet_vectors_new_by_walks (const CoupletAutomaton *automaton,
                              const CoupletComponents *free_cycles, CoupletUnit *unit,
                              CoupletPace *pace)
{
  CoupletVectors *vectors = vectors_new (automaton, free_cycles, unit);
  return with_layouts (vectors, vector_layouts_new (vectors->moves, TRUE, pace));
}

CoupletVectors *
couplet_vectors_new_like (const CoupletVectors *other, const CoupletComponents *free_cycles)
{
  return with_layouts (vectors_new (other->automaton, free_cycles, other->unit),
                       g_rc_box_acquire (other->layouts));
}

void
couplet_vectors_free (CoupletVectors *vectors)
{
  if (vectors == NULL)
    return;
  GArray *arrays[] = {vectors->copied, vectors->bundles, vectors->arcs, vectors->shifts,
                      vectors->sums};
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  g_hash_table_unref (vectors->passages);
  couplet_arena_free (vectors->arena);
  couplet_moves_free (vectors->moves);
  vector_layouts_release (vectors->layouts);
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
  return layout_at (vectors->layouts, state);
}

gsize
couplet_vectors_size (const CoupletVectors *vectors, guint32 state)
{
  return layout_at (vectors->layouts, state)->size;
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
  const Layout *layout = layout_at (vectors->layouts, state);
  memset (x, COUPLET_NO_SHIFT, vectors->automaton->n_thresholds);
  for (guint32 c = 0; c < layout->n_factors; c++) {
    const Factor *factor = &layout->factors[c];
    if (entry >= factor->first && entry < factor->first + factor->size)
      factors_read_shifts (&factor, 1, entry - factor->first, x);
  }
}

void
couplet_vectors_arcs (CoupletVectors *vectors, CoupletMove move, GArray *arcs)
{
  const Passage *passage = passage_find (vectors, move.transition, move.difference);
  CoupletArc arc = {0, 0, passage->fixed};
  g_array_append_val (arcs, arc);
  for (guint32 i = 0; i < passage->n_copied; i++)
    for (guint32 k = 0; k < passage->copied[i].n; k++) {
      arc = (CoupletArc){passage->copied[i].before + k, passage->copied[i].after + k, 0};
      g_array_append_val (arcs, arc);
    }
  /* each has one source, as clusters are the same at all states */
  for (guint32 i = 0; i < passage->n_bundles; i++)
    for (guint32 k = 0; k < passage->bundles[i].n_arcs; k++) {
      arc = passage->bundles[i].arcs[k];
      arc.before += (guint32)passage->bundles[i].sources[0]->first;
      g_array_append_val (arcs, arc);
    }
}

/* ---- Taking them along a letter ----------------------------------------------------------- */

/* The sums of the entries of a bundle's sources in before. */
static const CoupletCost *
sum_sources (const CoupletVectors *vectors, const Bundle *bundle, const CoupletCost *before)
{
  static const CoupletCost nothing = 0;
  const CoupletCost *sums = bundle->n_sources > 0 ? &before[bundle->sources[0]->first] : &nothing;
  gsize n = bundle->n_sources > 0 ? bundle->sources[0]->size : 1;
  g_array_set_size (vectors->sums, 0);
  for (guint32 s = 1; s < bundle->n_sources; s++) {
    const Factor *source = bundle->sources[s];
    guint begin = vectors->sums->len;
    g_array_set_size (vectors->sums, (guint)(begin + n * source->size));
    CoupletCost *all = (CoupletCost *)(gpointer)vectors->sums->data;
    const CoupletCost *so_far = s == 1 ? sums : &all[begin - n];
    for (gsize i = 0; i < n; i++)
      for (gsize j = 0; j < source->size; j++)
        all[begin + i * source->size + j] =
            couplet_cost_add (vectors->unit, so_far[i], before[source->first + j]);
    n *= source->size;
    sums = &all[begin];
  }
  return sums;
}

/* Each sample pays the more of what one and other ask, which leave it the same shifts. */
static void
take_bundle (const CoupletVectors *vectors, const Bundle *one, const Bundle *other,
             const CoupletCost *before, CoupletCost *after)
{
  const CoupletCost *sums = sum_sources (vectors, one, before);
  CoupletCost least = COUPLET_COST_INFINITE;
  for (guint32 i = 0; i < one->n_arcs; i++) {
    const CoupletArc *arc = &one->arcs[i];
    CoupletCost cost = couplet_cost_max (arc->cost, other->arcs[i].cost);
    CoupletCost *to = one->after == NULL ? &least : &after[arc->after];
    *to = couplet_cost_min (*to, couplet_cost_add (vectors->unit, sums[arc->before], cost));
  }
  if (one->after == NULL)
    after[0] = couplet_cost_add (vectors->unit, after[0], least);
}

gboolean
couplet_vectors_take_worst (CoupletVectors *vectors, guint32 transition, const gint8 *differences,
                            guint32 n, const CoupletCost *before, CoupletCost *after)
{
  const Passage *one = passage_find (vectors, transition, differences[0]);
  const Passage *other = passage_find (vectors, transition, differences[n - 1]);
  if (one == NULL || other == NULL)
    return FALSE;
  CoupletCost fixed = couplet_cost_max (one->fixed, other->fixed);
  after[0] = couplet_cost_add (vectors->unit, before[0], fixed);
  for (gsize i = 1; i < one->key.after->size; i++)
    after[i] = COUPLET_COST_INFINITE;
  for (guint32 i = 0; i < one->n_copied; i++)
    memcpy (&after[one->copied[i].after], &before[one->copied[i].before],
            one->copied[i].n * sizeof *after);
  for (guint32 i = 0; i < one->n_bundles; i++)
    take_bundle (vectors, &one->bundles[i], &other->bundles[i], before, after);
  return TRUE;
}

void
couplet_vectors_take (CoupletVectors *vectors, guint32 transition, int difference,
                      const CoupletCost *before, CoupletCost *after)
{
  const gint8 alone = (gint8)difference;
  couplet_vectors_take_worst (vectors, transition, &alone, 1, before, after);
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
  const Layout *layout = layout_at (vectors->layouts, state);
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
  const Layout *layout = layout_at (vectors->layouts, state);
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
  const Layout *layout = layout_at (vectors->layouts, state);
  for (guint32 c = 0; c < layout->n_factors; c++) {
    const Factor *factor = &layout->factors[c];
    factors_read_shifts (&factor, 1, least_entry (&vector[factor->first], factor->size), x);
  }
}

/* The entry of the shifts x. */
static gsize
entry_of (const Factor *factor, const gint8 *x)
{
  gsize entry = 0;
  for (guint32 i = 0; i < factor->n; i++)
    entry = 3 * entry + (gsize)(x[factor->thresholds[i]] + 1);
  return factor->first + entry;
}

/* Sets x, the shifts of the bundle's thresholds after the letter, to those before it with which
 * before leads there most cheaply, and the shift of its sample, by slot. */
static void
cross_back (const CoupletVectors *vectors, const Bundle *bundle, const CoupletCost *before,
            gint8 *x, gint8 *shift)
{
  const CoupletCost *sums = sum_sources (vectors, bundle, before);
  gsize wanted = bundle->after != NULL ? entry_of (bundle->after, x) : 0;
  CoupletCost best = COUPLET_COST_INFINITE;
  guint32 by = 0;
  for (guint32 i = 0; i < bundle->n_arcs; i++) {
    const CoupletArc *arc = &bundle->arcs[i];
    CoupletCost sum = couplet_cost_add (vectors->unit, sums[arc->before], arc->cost);
    if (arc->after != wanted || couplet_cost_compare (sum, best) >= 0)
      continue;
    best = sum;
    by = i;
  }
  factors_read_shifts (bundle->sources, bundle->n_sources, bundle->arcs[by].before, x);
  if (bundle->part != NULL)
    shift[bundle->part->sample.slot] = bundle->shifts[by];
}

/* Sets x, the shifts of thresholds after step, to the least ones with which before leads there most
 * cheaply, and shift, by slot, to those of its samples. */
static void
retrace (CoupletVectors *vectors, const CoupletWalkStep *step, const CoupletCost *before, gint8 *x,
         gint8 *shift)
{
  const Passage *passage = passage_find (vectors, step->transition, step->difference);
  const CoupletLetter *letter = passage->key.letter;
  for (guint32 i = 0; i < letter->n_parts; i++)
    shift[letter->parts[i].sample.slot] =
        (gint8)couplet_cheapest_shift (letter->parts[i].fees, letter->parts[i].shifts);
  for (guint32 i = 0; i < passage->n_bundles; i++)
    cross_back (vectors, &passage->bundles[i], before, x, shift);
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
    retrace (vectors, &walk[i], &costs[first[i]], x, &shifts[(gsize)i * couplet_n_slots (a)]);
  return TRUE;
}
