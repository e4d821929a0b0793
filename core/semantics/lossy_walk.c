/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/lossy_walk.h>

#include <couplet/sample.h>

#include "within.h"

/* Walks kept at one state: a walk beyond is not followed. */
#define MOST_AT_STATE 256
/* Entries of all their vectors: 256 MiB. */
#define MOST_ENTRIES ((guint64)1 << 25)

/* A walk is the one before it and a step. Its vector stands in the search's array. */
typedef struct {
  guint before; /* COUPLET_NONE = the first step */
  CoupletWalkStep step;
} WalkEnd;

typedef struct {
  const CoupletAutomaton *automaton;
  CoupletUnit *unit;
  guint n_entries; /* of a vector: 3 to the number of thresholds */
  GArray *walks;   /* WalkEnd, shortest first */
  GArray *vectors; /* CoupletCost, n_entries for each walk */
  GArray **at;     /* for each state: guint, walks that no other there dominates; NULL = none */
  CoupletSample *samples;
  CoupletCost *vector, *next; /* scratch */
  guint found;                /* the walk looked for; COUPLET_NONE = not yet */
  const CoupletRational *claim;
  LossyWalkLimits limits;
  guint64 entries; /* computed and compared so far */
} WalkSearch;

static const CoupletCost *
vector_of (const WalkSearch *search, guint walk)
{
  return &g_array_index (search->vectors, CoupletCost, (gsize)walk * search->n_entries);
}

/* The shift of threshold in vector's entry number index. */
static int
shift_in (guint index, guint threshold)
{
  while (threshold-- > 0)
    index /= 3;
  return (int)(index % 3) - 1;
}

/* The entry like index where threshold has shift x. */
static guint
with_shift (guint index, guint threshold, int x)
{
  int place = 1;
  for (guint v = 0; v < threshold; v++)
    place *= 3;
  return (guint)((int)index + (x - shift_in (index, threshold)) * place);
}

/* The shifts that sample may have when the thresholds' are those of entry. */
static CoupletShifts
shifts_at (const CoupletSample *sample, int difference, guint entry)
{
  CoupletShifts shifts = couplet_sample_shifts (sample, difference);
  for (guint32 i = 0; i < sample->n_literals; i++)
    shifts &= couplet_shifts_beside (sample->literals[i].comparison,
                                     shift_in (entry, sample->literals[i].threshold));
  return shifts;
}

/* next = what vector becomes by one sample. */
static void
take_sample (WalkSearch *search, const CoupletSample *sample, int difference)
{
  search->entries += search->n_entries;
  for (guint i = 0; i < search->n_entries; i++)
    search->next[i] = COUPLET_COST_INFINITE;
  for (guint i = 0; i < search->n_entries; i++) {
    CoupletShifts shifts = shifts_at (sample, difference, i);
    for (int g = -1; g <= 1; g++) {
      if (!couplet_shifts_have (shifts, g))
        continue;
      guint entry = i;
      for (guint32 k = 0; k < sample->n_assigned; k++)
        entry = with_shift (entry, sample->assigned[k], g);
      CoupletCost cost =
          couplet_cost_add (search->unit, search->vector[i],
                            couplet_sample_cost (sample, search->unit, difference, g));
      search->next[entry] = couplet_cost_min (search->next[entry], cost);
    }
  }
  CoupletCost *old = search->vector;
  search->vector = search->next;
  search->next = old;
}

/* vector = what it becomes by transition at difference. */
static void
take_transition (WalkSearch *search, guint32 transition, int difference)
{
  guint32 n =
      couplet_samples_load (search->samples, search->automaton, NULL, search->unit, transition);
  CoupletCost fresh =
      couplet_fresh_cost (search->automaton, NULL, search->unit, transition, difference);
  for (guint32 i = 0; i < n; i++)
    take_sample (search, &search->samples[i], difference);
  for (guint i = 0; i < search->n_entries; i++)
    search->vector[i] = couplet_cost_add (search->unit, search->vector[i], fresh);
}

static CoupletCost
least_entry (const WalkSearch *search, const CoupletCost *vector)
{
  CoupletCost least = vector[0];
  for (guint i = 1; i < search->n_entries; i++)
    least = couplet_cost_min (least, vector[i]);
  return least;
}

static gboolean
is_above_claim (const WalkSearch *search, const CoupletCost *vector)
{
  CoupletCost least = least_entry (search, vector);
  if (couplet_cost_compare (least, COUPLET_COST_INFINITE) == 0)
    return TRUE;
  g_auto (CoupletRational) loss;
  couplet_rational_init (&loss);
  couplet_cost_to_rational (search->unit, least, &loss);
  return couplet_rational_compare (&loss, search->claim) > 0;
}

static gboolean
is_below (WalkSearch *search, const CoupletCost *a, const CoupletCost *b)
{
  guint i = 0;
  while (i < search->n_entries && couplet_cost_compare (a[i], b[i]) <= 0)
    i++;
  search->entries += i + 1;
  return i == search->n_entries;
}

static GArray *
walks_at (const WalkSearch *search, guint32 state)
{
  if (search->at[state] == NULL)
    search->at[state] = g_array_new (FALSE, FALSE, sizeof (guint));
  return search->at[state];
}

/* Whether search->vector adds nothing to the walks to state. Walks that it dominates make
 * room. */
static gboolean
is_superfluous (WalkSearch *search, guint32 state)
{
  GArray *at = walks_at (search, state);
  for (guint i = 0; i < at->len; i++) {
    const CoupletCost *known = vector_of (search, g_array_index (at, guint, i));
    if (is_below (search, search->vector, known))
      return TRUE;
  }
  for (guint i = at->len; i-- > 0;)
    if (is_below (search, vector_of (search, g_array_index (at, guint, i)), search->vector))
      g_array_remove_index_fast (at, i);
  return at->len >= MOST_AT_STATE;
}

static void
follow (WalkSearch *search, guint walk, guint32 transition, gint8 difference)
{
  for (guint i = 0; i < search->n_entries; i++)
    search->vector[i] = walk != COUPLET_NONE ? vector_of (search, walk)[i] : 0;
  take_transition (search, transition, difference);
  guint32 state = search->automaton->target[transition];
  if (is_superfluous (search, state))
    return;
  WalkEnd end = {walk, {transition, difference, COUPLET_SHIFT_UNUSED}};
  guint index = search->walks->len;
  g_array_append_val (search->walks, end);
  g_array_append_vals (search->vectors, search->vector, search->n_entries);
  g_array_append_val (search->at[state], index);
  if (is_above_claim (search, search->vector))
    search->found = index;
}

static gboolean
is_large (const WalkSearch *search)
{
  return search->walks->len > search->limits.walks ||
         (search->limits.entries > 0 && search->entries > search->limits.entries) ||
         (guint64)search->walks->len * search->n_entries > MOST_ENTRIES;
}

static void
follow_all (WalkSearch *search, guint walk, guint32 state)
{
  const CoupletAutomaton *a = search->automaton;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  for (guint32 t = a->row[state]; t < a->row[state + 1] && !is_large (search); t++)
    for (guint32 i = 0, n = couplet_differences (a, t, differences);
         i < n && search->found == COUPLET_NONE; i++)
      follow (search, walk, t, differences[i]);
}

/* Level by level, so that what is found is short. */
static void
look (WalkSearch *search, Clock *clock)
{
  Pace pace = {.clock = clock};
  guint next = 0;
  follow_all (search, COUPLET_NONE, search->automaton->initial);
  for (guint length = 1; length < search->limits.steps; length++) {
    guint end = search->walks->len;
    for (; next < end && search->found == COUPLET_NONE; next++) {
      guint32 state =
          search->automaton->target[g_array_index (search->walks, WalkEnd, next).step.transition];
      if (is_large (search) || pace_over (&pace, 100 * (guint64)search->n_entries))
        return;
      follow_all (search, next, state);
    }
    if (search->found != COUPLET_NONE || search->walks->len == end)
      return;
  }
}

static CoupletLossyWalk *
read_walk (const WalkSearch *search)
{
  CoupletLossyWalk *walk = g_new0 (CoupletLossyWalk, 1);
  walk->steps = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  couplet_rational_init (&walk->loss);
  for (guint i = search->found; i != COUPLET_NONE;) {
    const WalkEnd *end = &g_array_index (search->walks, WalkEnd, i);
    g_array_prepend_val (walk->steps, end->step);
    i = end->before;
  }
  CoupletCost least = least_entry (search, vector_of (search, search->found));
  walk->is_infinite = couplet_cost_compare (least, COUPLET_COST_INFINITE) == 0;
  if (!walk->is_infinite)
    couplet_cost_to_rational (search->unit, least, &walk->loss);
  return walk;
}

static void
clear_search (WalkSearch *search)
{
  for (guint32 q = 0; q < search->automaton->n_states; q++)
    g_clear_pointer (&search->at[q], g_array_unref);
  g_free (search->at);
  g_free (search->samples);
  g_free (search->vector);
  g_free (search->next);
  g_array_unref (search->walks);
  g_array_unref (search->vectors);
}

static void
init_search (WalkSearch *search, const CoupletAutomaton *automaton, CoupletUnit *unit,
             const CoupletRational *claim)
{
  *search = (WalkSearch){.automaton = automaton, .unit = unit, .claim = claim};
  search->n_entries = (guint)couplet_factor_size (automaton->n_thresholds);
  search->walks = g_array_new (FALSE, FALSE, sizeof (WalkEnd));
  search->vectors = g_array_new (FALSE, FALSE, sizeof (CoupletCost));
  search->samples = g_new0 (CoupletSample, couplet_n_slots (automaton));
  search->vector = g_new0 (CoupletCost, search->n_entries);
  search->next = g_new (CoupletCost, search->n_entries);
  search->at = g_new0 (GArray *, automaton->n_states);
  search->found = COUPLET_NONE;
}

CoupletLossyWalk *
lossy_walk_find_by (const CoupletAutomaton *automaton, const CoupletRational *claim,
                    const LossyWalkLimits *limits, Clock *clock, GError **error)
{
  WalkSearch search;
  g_autoptr (CoupletUnit) unit = unit_new_by (automaton, clock, error);
  if (unit == NULL || automaton->n_thresholds > COUPLET_LOSSY_WALK_THRESHOLDS)
    return NULL;
  init_search (&search, automaton, unit, claim);
  search.limits = *limits;
  look (&search, clock);
  CoupletLossyWalk *walk = search.found != COUPLET_NONE ? read_walk (&search) : NULL;
  clear_search (&search);
  return walk;
}

gboolean
couplet_lossy_walk_cost (const CoupletAutomaton *automaton, const CoupletWalkStep *steps, guint n,
                         CoupletRational *loss)
{
  WalkSearch search;
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  if (unit == NULL)
    return FALSE;
  init_search (&search, automaton, unit, NULL);
  for (guint i = 0; i < n; i++)
    take_transition (&search, steps[i].transition, steps[i].difference);
  CoupletCost least = least_entry (&search, search.vector);
  gboolean finite = couplet_cost_compare (least, COUPLET_COST_INFINITE) != 0;
  if (finite)
    couplet_cost_to_rational (unit, least, loss);
  clear_search (&search);
  return finite;
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
