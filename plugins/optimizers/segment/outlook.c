/* SPDX-License-Identifier: Apache-2.0 */
#include "outlook.h"

/* For one transition and one set, of 10 ns. */
#define STEPS 8

struct Outlook {
  CoupletPace pace;
  guint64 steps; /* of the pace, for each transition */
  const SegmentCosts *costs;
  guint32 sets[COUPLET_N_SHIFT_SETS]; /* the sets that walks leave, smaller ones first */
  guint32 n_sets;
  /* per set before a walk and set after it: where its lists begin among a state's, one
   * list for each shift left */
  guint32 place[COUPLET_N_SHIFT_SETS][COUPLET_N_SHIFT_SETS];
  guint32 n_best; /* of a state */
  Best *best;     /* per state; lists from the greatest down */
  /* likewise, of the classes with several shifts left, those that cost most whichever
   * shift is chosen: */
  guint32 likely_place[COUPLET_N_SHIFT_SETS][COUPLET_N_SHIFT_SETS];
  guint32 n_likely;
  Likely *likely; /* MOST_LIKELY for each pair of sets */
  guint8 *stuck;  /* per state, bit s: with the shifts s, some walk leaves none */
};

/* ---- The sets that matter, and where they are kept ------------------------------------ */

/* The sets that are left of all shifts by some walk or other. */
static void
find_sets (Outlook *outlook)
{
  const CoupletAutomaton *a = outlook->costs->automaton;
  gboolean allowed[COUPLET_N_SHIFT_SETS] = {FALSE}, left[COUPLET_N_SHIFT_SETS] = {FALSE};
  for (guint32 t = 0; t < a->n_transitions; t++) {
    CoupletStep step;
    if (a->assignment[t] != 0 || !a->reachable[a->source[t]])
      continue;
    if (couplet_pace_over (&outlook->pace, outlook->steps))
      break;
    couplet_step_load_joined (&step, a, outlook->costs->components, outlook->costs->unit, t);
    allowed[couplet_step_shifts (&step, 0, COUPLET_ALL_SHIFTS)] = TRUE;
  }
  left[COUPLET_ALL_SHIFTS] = TRUE;
  /* downwards, since no set grows; every larger set is complete when its turn comes */
  for (guint32 set = COUPLET_ALL_SHIFTS; set > 0; set--)
    for (guint32 by = 0; left[set] && by < COUPLET_N_SHIFT_SETS; by++)
      if (allowed[by])
        left[set & by] = TRUE;
  for (guint32 set = 1; set < COUPLET_N_SHIFT_SETS; set++)
    if (left[set])
      outlook->sets[outlook->n_sets++] = set;
}

static void
place_lists (Outlook *outlook)
{
  for (guint32 i = 0; i < outlook->n_sets; i++)
    for (guint32 j = 0; j <= i; j++) {
      guint32 before = outlook->sets[i], after = outlook->sets[j];
      if ((after & ~before) != 0)
        continue;
      outlook->place[before][after] = outlook->n_best;
      outlook->n_best += best_length (after) * (guint32)__builtin_popcount (after);
      if (couplet_shifts_are_single (after))
        continue;
      outlook->likely_place[before][after] = outlook->n_likely;
      outlook->n_likely += MOST_LIKELY;
    }
}

Outlook *
outlook_new (const SegmentCosts *costs)
{
  Outlook *outlook = g_new0 (Outlook, 1);
  outlook->costs = costs;
  outlook->pace.context = costs->context;
  outlook->steps = (guint64)STEPS * couplet_unit_steps (costs->unit);
  find_sets (outlook);
  place_lists (outlook);
  outlook->best = g_new (Best, (gsize)costs->automaton->n_states * outlook->n_best);
  outlook->likely = g_new (Likely, (gsize)costs->automaton->n_states * outlook->n_likely);
  outlook->stuck = g_new0 (guint8, costs->automaton->n_states);
  return outlook;
}

void
outlook_free (Outlook *outlook)
{
  if (outlook == NULL)
    return;
  g_free (outlook->best);
  g_free (outlook->likely);
  g_free (outlook->stuck);
  g_free (outlook);
}

/* The lists of state for walks that leave after of before. */
static Best *
lists (const Outlook *outlook, guint32 state, guint32 before, guint32 after)
{
  return &outlook->best[(gsize)state * outlook->n_best + outlook->place[before][after]];
}

static Likely *
likely_list (const Outlook *outlook, guint32 state, guint32 before, guint32 after)
{
  return &outlook->likely[(gsize)state * outlook->n_likely + outlook->likely_place[before][after]];
}

/* ---- One state ------------------------------------------------------------------------ */

/* Adds the class of walks that end, before anything is left of shifts, in end with
 * the cost of the rest. */
static void
add_end (Outlook *outlook, guint32 state, guint32 shifts, guint32 end, const CoupletVector *rest)
{
  Best *list = lists (outlook, state, shifts, shifts);
  for (guint32 x = 0; x < 3; x++)
    if ((shifts >> x & 1) != 0) {
      best_add (list, best_length (shifts), (Best){rest->at[x], end});
      list += best_length (shifts);
    }
  if (!couplet_shifts_are_single (shifts))
    likely_add (likely_list (outlook, state, shifts, shifts), shifts, end, rest);
}

/* Adds to to with shifts what from has with left, a subset, and pay on top. TRUE when
 * a list of entries changed. */
static gboolean
join (Outlook *outlook, guint32 to, guint32 shifts, guint32 from, guint32 left,
      const CoupletCost *pay)
{
  gboolean changed = FALSE;
  for (guint32 i = 0; i < outlook->n_sets; i++) {
    guint32 after = outlook->sets[i];
    if ((after & ~left) != 0)
      continue;
    changed |= best_add_all (outlook->costs->unit, lists (outlook, to, shifts, after),
                             lists (outlook, from, left, after), after, pay);
    if (!couplet_shifts_are_single (after))
      likely_add_all (outlook->costs->unit, likely_list (outlook, to, shifts, after),
                      likely_list (outlook, from, left, after), after, pay);
  }
  return changed;
}

/* Adds to transition's source, when it has shifts, what its target has with those
 * of them that the transition allows. TRUE when anything changed. */
static gboolean
pass (Outlook *outlook, guint32 transition, const CoupletStep *step, guint32 shifts)
{
  guint32 source = outlook->costs->automaton->source[transition];
  guint32 target = outlook->costs->automaton->target[transition];
  guint32 left = shifts & couplet_step_shifts (step, 0, COUPLET_ALL_SHIFTS);
  if ((outlook->stuck[source] >> shifts & 1) != 0)
    return FALSE;
  if (left == 0 || (outlook->stuck[target] >> left & 1) != 0) {
    outlook->stuck[source] |= (guint8)(1u << shifts);
    return TRUE;
  }
  return join (outlook, source, shifts, target, left, step->pay[0]);
}

static void
clear (Outlook *outlook, guint32 state)
{
  Best *best = &outlook->best[(gsize)state * outlook->n_best];
  for (guint32 i = 0; i < outlook->n_best; i++)
    best[i] = (Best){0, COUPLET_NONE};
  Likely *likely = &outlook->likely[(gsize)state * outlook->n_likely];
  for (guint32 i = 0; i < outlook->n_likely; i++)
    likely[i].end = COUPLET_NONE;
  outlook->stuck[state] = 0;
}

/* ---- Components ----------------------------------------------------------------------- */

/* What is to be known of the transitions of a component. */
typedef struct {
  const guint32 *states;
  guint32 n;
  gboolean ends;    /* no transition leaves it or assigns */
  gboolean assigns; /* one inside assigns */
  guint32 kept;     /* the shifts that all inside allow */
  gboolean cycles;  /* there are any inside that do not assign */
} Component;

static Component
describe (const Outlook *outlook, guint32 number)
{
  const CoupletAutomaton *a = outlook->costs->automaton;
  guint32 begin = outlook->costs->components->first[number];
  Component component = {&outlook->costs->components->members[begin],
                         outlook->costs->components->first[number + 1] - begin,
                         TRUE,
                         FALSE,
                         COUPLET_ALL_SHIFTS,
                         FALSE};
  for (guint32 i = 0; i < component.n; i++)
    for (guint32 t = a->row[component.states[i]]; t < a->row[component.states[i] + 1]; t++) {
      gboolean inside = couplet_on_cycle (a, outlook->costs->components, t);
      CoupletStep step;
      component.ends = component.ends && inside && a->assignment[t] == 0;
      component.assigns = component.assigns || (inside && a->assignment[t] != 0);
      if (!inside || a->assignment[t] != 0)
        continue;
      component.cycles = TRUE;
      couplet_step_load_joined (&step, a, outlook->costs->components, outlook->costs->unit, t);
      component.kept &= couplet_step_shifts (&step, 0, COUPLET_ALL_SHIFTS);
    }
  return component;
}

/* What state with one of the sets in sets gets from its own transitions: all but
 * those inside that leave the set as it is. */
static void
set_state (Outlook *outlook, const Component *component, guint32 state, const guint32 *sets,
           guint32 n_sets)
{
  static const CoupletVector nothing = {{0, 0, 0}};
  const CoupletAutomaton *a = outlook->costs->automaton;
  for (guint32 i = 0; component->ends && i < n_sets; i++)
    add_end (outlook, state, sets[i], outlook->costs->n_assignments + state, &nothing);
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    if (couplet_pace_over (&outlook->pace, outlook->steps * n_sets))
      return;
    if (a->assignment[t] != 0) {
      guint32 end = outlook->costs->number[t];
      for (guint32 i = 0; i < n_sets; i++)
        add_end (outlook, state, sets[i], end, &outlook->costs->worst[end]);
      continue;
    }
    CoupletStep step;
    couplet_step_load_joined (&step, a, outlook->costs->components, outlook->costs->unit, t);
    gboolean inside = couplet_on_cycle (a, outlook->costs->components, t);
    for (guint32 i = 0; i < n_sets; i++)
      if (!inside || (sets[i] & ~couplet_step_shifts (&step, 0, COUPLET_ALL_SHIFTS)) != 0)
        pass (outlook, t, &step, sets[i]);
  }
}

/* Along the transitions inside that leave shifts as they are, once. TRUE when
 * anything changed. */
static gboolean
sweep (Outlook *outlook, const Component *component, guint32 shifts)
{
  const CoupletAutomaton *a = outlook->costs->automaton;
  gboolean changed = FALSE;
  for (guint32 i = 0; i < component->n; i++)
    for (guint32 t = a->row[component->states[i]]; t < a->row[component->states[i] + 1]; t++) {
      CoupletStep step;
      if (a->assignment[t] != 0 || !couplet_on_cycle (a, outlook->costs->components, t))
        continue;
      if (couplet_pace_over (&outlook->pace, outlook->steps))
        return FALSE;
      couplet_step_load_joined (&step, a, outlook->costs->components, outlook->costs->unit, t);
      if ((shifts & ~couplet_step_shifts (&step, 0, COUPLET_ALL_SHIFTS)) == 0)
        changed |= pass (outlook, t, &step, shifts);
    }
  return changed;
}

/* All states reach each other at no cost with shifts left: they have the same. */
static void
level (Outlook *outlook, const Component *component, guint32 shifts)
{
  static const CoupletCost free_of_cost[3] = {0, 0, 0};
  guint32 first = component->states[0];
  for (guint32 round = 0; round < 2; round++)
    for (guint32 i = 1; i < component->n; i++) {
      guint32 from = round == 0 ? component->states[i] : first;
      guint32 to = round == 0 ? first : component->states[i];
      outlook->stuck[to] |= outlook->stuck[from] & (guint8)(1u << shifts);
      join (outlook, to, shifts, from, shifts, free_of_cost);
    }
}

void
outlook_set (Outlook *outlook, guint32 number)
{
  Component component = describe (outlook, number);
  for (guint32 i = 0; i < component.n; i++)
    clear (outlook, component.states[i]);
  if (!component.cycles) {
    for (guint32 i = 0; i < component.n; i++)
      set_state (outlook, &component, component.states[i], outlook->sets, outlook->n_sets);
    return;
  }
  for (guint32 j = 0; j < outlook->n_sets; j++) {
    guint32 shifts = outlook->sets[j];
    for (guint32 i = 0; i < component.n; i++)
      set_state (outlook, &component, component.states[i], &shifts, 1);
    if (!component.assigns && (shifts & ~component.kept) == 0)
      level (outlook, &component, shifts);
    else
      while (sweep (outlook, &component, shifts)) {
      }
  }
}

/* ---- Classes -------------------------------------------------------------------------- */

void
outlook_classes (const Outlook *outlook, guint32 state, GArray *known, GArray *possible)
{
  const CoupletVector impossible = {
      {COUPLET_COST_INFINITE, COUPLET_COST_INFINITE, COUPLET_COST_INFINITE}};
  if ((outlook->stuck[state] >> COUPLET_ALL_SHIFTS & 1) != 0) {
    Candidate candidate = {impossible, 0};
    g_array_append_val (known, candidate);
    return;
  }
  for (guint32 i = 0; i < outlook->n_sets; i++) {
    guint32 shifts = outlook->sets[i];
    if (!couplet_shifts_are_single (shifts))
      likely_append (likely_list (outlook, state, COUPLET_ALL_SHIFTS, shifts), shifts, known);
    best_append (lists (outlook, state, COUPLET_ALL_SHIFTS, shifts), shifts, known, possible);
  }
}

gboolean
outlook_most (const Outlook *outlook, guint32 state, guint32 shifts, guint32 after, guint32 x,
              CoupletCost *cost)
{
  guint32 before_x = (guint32)__builtin_popcount (after & ((1u << x) - 1));
  const Best *list = lists (outlook, state, shifts, after) + (gsize)before_x * best_length (after);
  *cost = list->cost;
  return list->end != COUPLET_NONE;
}

/* ---- Lists of classes ---- */

/* ---- Adding ------------------------------------------------------------------------------- */

/* Of two that cost the same, every list must keep the same one. */
static gboolean
comes_before (const Best *a, const Best *b)
{
  if (b->end == COUPLET_NONE)
    return TRUE;
  int order = couplet_cost_compare (a->cost, b->cost);
  return order != 0 ? order > 0 : a->end < b->end;
}

gboolean
best_add (Best *list, guint32 length, Best new)
{
  if (!comes_before (&new, &list[length - 1]))
    return FALSE;
  guint32 at = 0;
  while (at < length && list[at].end != new.end &&list[at].end != COUPLET_NONE)
    at++;
  if (at == length)
    at--; /* the last one drops out */
  else if (list[at].end == new.end && !comes_before (&new, &list[at]))
    return FALSE;
  for (; at > 0 && comes_before (&new, &list[at - 1]); at--)
    list[at] = list[at - 1];
  list[at] = new;
  return TRUE;
}

gboolean
best_add_all (CoupletUnit *unit, Best *to, const Best *more, guint32 after, const CoupletCost *pay)
{
  guint32 length = best_length (after);
  gboolean changed = FALSE;
  for (guint32 x = 0; x < 3; x++) {
    if ((after >> x & 1) == 0)
      continue;
    for (guint32 i = 0; i < length && more[i].end != COUPLET_NONE; i++) {
      Best new = {couplet_cost_add (unit, more[i].cost, pay[x]), more[i].end};
      changed |= best_add (to, length, new);
    }
    to += length;
    more += length;
  }
  return changed;
}

static CoupletCost
least_of (const CoupletVector *cost, guint32 shifts)
{
  CoupletCost least = COUPLET_COST_INFINITE;
  for (guint32 x = 0; x < 3; x++)
    if ((shifts >> x & 1) != 0)
      least = couplet_cost_min (least, cost->at[x]);
  return least;
}

static gboolean
likelier (const Likely *a, const Likely *b)
{
  if (b->end == COUPLET_NONE)
    return TRUE;
  int order = couplet_cost_compare (a->least, b->least);
  return order != 0 ? order > 0 : a->end < b->end;
}

void
likely_add (Likely *list, guint32 shifts, guint32 end, const CoupletVector *cost)
{
  Likely new = {*cost, 0, end};
  guint32 at = 0;
  while (at < MOST_LIKELY && list[at].end != end && list[at].end != COUPLET_NONE)
    at++;
  if (at == MOST_LIKELY)
    at--; /* the last one drops out */
  else if (list[at].end == end)
    for (int x = 0; x < 3; x++)
      new.cost.at[x] = couplet_cost_max (new.cost.at[x], list[at].cost.at[x]);
  new.least = least_of (&new.cost, shifts);
  if (list[at].end != end && !likelier (&new, &list[at]))
    return;
  for (; at > 0 && likelier (&new, &list[at - 1]); at--)
    list[at] = list[at - 1];
  list[at] = new;
}

void
likely_add_all (CoupletUnit *unit, Likely *to, const Likely *more, guint32 after,
                const CoupletCost *pay)
{
  for (guint32 i = 0; i < MOST_LIKELY && more[i].end != COUPLET_NONE; i++) {
    CoupletVector cost = {{0, 0, 0}};
    for (guint32 x = 0; x < 3; x++)
      if ((after >> x & 1) != 0)
        cost.at[x] = couplet_cost_add (unit, more[i].cost.at[x], pay[x]);
    likely_add (to, after, more[i].end, &cost);
  }
}

/* ---- Classes ------------------------------------------------------------------------------ */

static void
append (GArray *vectors, const CoupletVector *vector, guint32 shifts)
{
  Candidate candidate = {*vector, shifts};
  g_array_append_val (vectors, candidate);
}

/* The class that leads to end, or the bound for all that are in no list (end =
 * COUPLET_NONE); where it is in no list, it is at most the last of the list. TRUE
 * when it is in all. */
static gboolean
class_of (const Best *list, guint32 shifts, guint32 end, CoupletVector *vector)
{
  guint32 length = best_length (shifts);
  gboolean exact = TRUE;
  for (guint32 x = 0; x < 3; x++) {
    vector->at[x] = COUPLET_COST_INFINITE;
    if ((shifts >> x & 1) == 0)
      continue;
    guint32 i = 0;
    while (i < length && list[i].end != end)
      i++;
    exact = exact && i < length;
    vector->at[x] = list[MIN (i, length - 1)].cost;
    list += length;
  }
  return exact;
}

/* Each class when the first list that it is in comes. */
void
best_append (const Best *all, guint32 shifts, GArray *known, GArray *possible)
{
  guint32 n = best_length (shifts) * (guint32)__builtin_popcount (shifts);
  CoupletVector vector;
  for (guint32 i = 0; i < n; i++) {
    guint32 seen = 0;
    while (all[seen].end != all[i].end)
      seen++;
    if (seen < i || all[i].end == COUPLET_NONE)
      continue;
    append (class_of (all, shifts, all[i].end, &vector) ? known : possible, &vector, shifts);
  }
  /* a list that is not full has all classes in it; with one shift left, the first one
   * is above all others */
  if (all[n - 1].end == COUPLET_NONE || n == 1)
    return;
  class_of (all, shifts, COUPLET_NONE, &vector);
  append (possible, &vector, shifts);
}

void
likely_append (const Likely *list, guint32 shifts, GArray *known)
{
  for (guint32 i = 0; i < MOST_LIKELY && list[i].end != COUPLET_NONE; i++) {
    CoupletVector vector = list[i].cost;
    for (guint32 x = 0; x < 3; x++)
      if ((shifts >> x & 1) == 0)
        vector.at[x] = COUPLET_COST_INFINITE;
    append (known, &vector, shifts);
  }
}
