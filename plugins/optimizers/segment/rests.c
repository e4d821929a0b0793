/* SPDX-License-Identifier: Apache-2.0 */
#include "rests.h"

#include <couplet/internal/large.h>

#include <string.h>

/* Of the pace, with costs of a machine word: for a transition, and for a rest. */
#define STEPS_PER_TRANSITION 16
#define STEPS_PER_REST 32

/* ---- The graph without assignments -------------------------------------------------------- */

static CoupletComponents *
components_without_assignments (const CoupletAutomaton *a)
{
  guint32 n = a->n_states;
  g_autofree guint32 *row = g_new (guint32, (gsize)n + 2);
  g_autofree guint32 *target = g_new (guint32, (gsize)a->n_transitions + n);
  guint32 used = 0;
  for (guint32 q = 0; q < n; q++) {
    row[q] = used;
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (a->assignment[t] == 0)
        target[used++] = a->target[t];
  }
  row[n] = used;
  for (guint32 q = 0; q < n; q++)
    if (a->reachable[q])
      target[used++] = q;
  row[n + 1] = used;
  return couplet_components_of_rows (n + 1, row, target, n);
}

/* The component with assignments that component c is part of. */
static guint32
whole_of (const Rests *rests, guint32 c)
{
  return rests->whole->component[rests->components->members[rests->components->first[c]]];
}

/* Sorts the components, of which the additional state's is the last, by those that they are part
 * of; those of one stay as they are. */
static void
sort_components (Rests *rests)
{
  guint32 n = rests->components->n_components - 1, n_whole = rests->whole->n_components;
  for (guint32 c = 0; c < n; c++)
    rests->begin[whole_of (rests, c) + 1]++;
  for (guint32 whole = 0; whole < n_whole; whole++)
    rests->begin[whole + 1] += rests->begin[whole];
  for (guint32 c = n; c-- > 0;)
    rests->order[--rests->begin[whole_of (rests, c) + 1]] = c;
  for (guint32 whole = 0; whole < n_whole; whole++) /* each has become the one before */
    rests->begin[whole] = rests->begin[whole + 1];
  rests->begin[n_whole] = n;
}

Rests *
rests_new (CoupletContext *context, const CoupletAutomaton *automaton,
           const CoupletComponents *whole, CoupletUnit *unit, gsize most, gsize room)
{
  Rests *rests = g_new0 (Rests, 1);
  rests->context = rests->pace.context = context;
  rests->automaton = automaton;
  rests->whole = whole;
  rests->unit = unit;
  rests->worst = g_new0 (CoupletVector, MAX (automaton->n_transitions, 1));
  rests->most = most;
  rests->room = room;
  rests->components = components_without_assignments (automaton);
  gsize n_ends = (gsize)automaton->n_transitions + rests->components->n_components;
  rests->order = g_new (guint32, rests->components->n_components);
  rests->begin = g_new0 (guint32, (gsize)rests->whole->n_components + 1);
  rests->all = g_array_new (FALSE, FALSE, sizeof (Rest));
  rests->first = g_new0 (guint32, rests->components->n_components);
  rests->n = g_new0 (guint32, rests->components->n_components);
  rests->of_end = couplet_large_new (guint32, n_ends);
  memset (rests->of_end, 0xff, n_ends * sizeof *rests->of_end); /* COUPLET_NONE */
  rests->found = g_array_new (FALSE, FALSE, sizeof (FoundRest));
  rests->reduced = g_array_new (FALSE, FALSE, sizeof (Candidate));
  sort_components (rests);
  return rests;
}

void
rests_free (Rests *rests)
{
  if (rests == NULL)
    return;
  g_free (rests->worst);
  couplet_components_free (rests->components);
  g_free (rests->order);
  g_free (rests->begin);
  g_array_unref (rests->all);
  g_free (rests->first);
  g_free (rests->n);
  g_free (rests->of_end);
  g_array_unref (rests->found);
  g_array_unref (rests->reduced);
  g_free (rests);
}

/* ---- The rests of a component --------------------------------------------------------------- */

/* Whether it is time to end, after so many steps. */
static gboolean
is_over (Rests *rests, guint64 steps)
{
  rests->too_many |= rests->all->len > rests->most;
  return rests->too_many ||
         couplet_pace_over (&rests->pace, steps * couplet_unit_steps (rests->unit));
}

/* Adds rest, restricted to the shifts among kept, to those found, or joins it with the one of its
 * class. */
static void
add_rest (Rests *rests, Rest rest, CoupletShifts kept)
{
  rest.shifts &= kept;
  for (int x = -1; x <= 1; x++)
    if (!couplet_shifts_have (kept, x))
      rest.cost.at[x + 1] = COUPLET_COST_INFINITE;
  guint32 *head = &rests->of_end[rest.end];
  for (guint32 i = *head; i != COUPLET_NONE; i = g_array_index (rests->found, FoundRest, i).next) {
    Rest *known = &g_array_index (rests->found, FoundRest, i).rest;
    if (known->shifts != rest.shifts)
      continue;
    for (int x = 0; x < 3; x++)
      known->cost.at[x] = couplet_cost_max (known->cost.at[x], rest.cost.at[x]);
    return;
  }
  FoundRest new = {rest, *head};
  *head = rests->found->len;
  g_array_append_val (rests->found, new);
}

/* Loads transition as it is whatever its input's difference is. */
static void
load_joined (const Rests *rests, CoupletStep *step, guint32 transition)
{
  couplet_step_load (step, rests->automaton, rests->whole, rests->unit, transition);
  couplet_step_join (step);
}

/* Adds what transition, which does not assign, leads to in another component. */
static void
add_through (Rests *rests, guint32 transition, guint32 component, CoupletShifts kept)
{
  CoupletStep step;
  load_joined (rests, &step, transition);
  kept &= couplet_step_shifts (&step, 0, COUPLET_ALL_SHIFTS);
  for (guint32 i = 0; i < rests->n[component]; i++) {
    Rest rest = g_array_index (rests->all, Rest, rests->first[component] + i);
    for (int x = 0; x < 3; x++)
      rest.cost.at[x] = couplet_cost_add (rests->unit, rest.cost.at[x], step.pay[0][x]);
    add_rest (rests, rest, kept);
  }
}

/* The component that transition, which does not assign, leads to; COUPLET_NONE for one that
 * does. */
static guint32
next_of (const Rests *rests, guint32 transition)
{
  const CoupletAutomaton *a = rests->automaton;
  return a->assignment[transition] == 0 ? rests->components->component[a->target[transition]]
                                        : COUPLET_NONE;
}

/* The shifts that all transitions from state which stay in component allow. */
static CoupletShifts
shifts_inside (const Rests *rests, guint32 component, guint32 state)
{
  CoupletShifts kept = COUPLET_ALL_SHIFTS;
  for (guint32 t = rests->automaton->row[state]; t < rests->automaton->row[state + 1]; t++) {
    CoupletStep step;
    if (next_of (rests, t) != component)
      continue;
    load_joined (rests, &step, t);
    kept &= couplet_step_shifts (&step, 0, COUPLET_ALL_SHIFTS);
  }
  return kept;
}

/* Adds what follows state where walks leave component or assign. */
static void
add_ways_out (Rests *rests, guint32 component, guint32 state, CoupletShifts kept)
{
  const CoupletAutomaton *a = rests->automaton;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    guint32 next = next_of (rests, t);
    if (next == COUPLET_NONE)
      add_rest (rests, (Rest){t, COUPLET_ALL_SHIFTS, rests->worst[t]}, kept);
    else if (next != component)
      add_through (rests, t, next, kept);
  }
}

/* Keeps those of the rests found that are not below another, and forgets the others. */
static void
keep_rests (Rests *rests, guint32 component)
{
  g_array_set_size (rests->reduced, 0);
  for (guint i = 0; i < rests->found->len; i++) {
    const Rest *rest = &g_array_index (rests->found, FoundRest, i).rest;
    Candidate candidate = {rest->cost, i};
    rests->of_end[rest->end] = COUPLET_NONE;
    g_array_append_val (rests->reduced, candidate);
  }
  rests->first[component] = rests->all->len;
  rests->n[component] = antichain_reduce ((Candidate *)(gpointer)rests->reduced->data,
                                          rests->reduced->len, rests->context);
  for (guint i = 0; i < rests->n[component]; i++) {
    guint32 tag = g_array_index (rests->reduced, Candidate, i).tag;
    g_array_append_val (rests->all, g_array_index (rests->found, FoundRest, tag).rest);
  }
}

/* All walks inside component are free: the adversary can take all of them before he leaves.
 * FALSE when it is time to end. */
static gboolean
find_rests (Rests *rests, guint32 component)
{
  const CoupletAutomaton *a = rests->automaton;
  const guint32 *states = &rests->components->members[rests->components->first[component]];
  guint32 n = rests->components->first[component + 1] - rests->components->first[component];
  CoupletShifts kept = COUPLET_ALL_SHIFTS;
  g_array_set_size (rests->found, 0);
  for (guint32 i = 0; i < n; i++)
    kept &= shifts_inside (rests, component, states[i]);
  for (guint32 i = 0; i < n; i++) {
    add_ways_out (rests, component, states[i], kept);
    if (is_over (rests,
                 STEPS_PER_TRANSITION * (guint64)(a->row[states[i] + 1] - a->row[states[i]])))
      return FALSE;
  }
  if (rests->found->len == 0)
    add_rest (rests, (Rest){a->n_transitions + component, COUPLET_ALL_SHIFTS, {{0, 0, 0}}}, kept);
  keep_rests (rests, component);
  return !is_over (rests, STEPS_PER_REST * (guint64)rests->found->len);
}

/* ---- Those that are not needed any more ----------------------------------------------------- */

/* Marks the components that transitions from component, one of rests->whole, or from later
 * ones lead to. */
static guint8 *
needed_from (const Rests *rests, guint32 component)
{
  const CoupletAutomaton *a = rests->automaton;
  const CoupletComponents *components = rests->whole;
  guint8 *needed = g_new0 (guint8, rests->components->n_components);
  for (guint32 i = components->first[component]; i < components->first[components->n_components];
       i++)
    for (guint32 t = a->row[components->members[i]]; t < a->row[components->members[i] + 1]; t++)
      needed[rests->components->component[a->target[t]]] = 1;
  return needed;
}

/* Forgets the rests that neither component nor later ones need. */
static void
forget_rests (Rests *rests, guint32 component)
{
  g_autofree guint8 *needed = needed_from (rests, component);
  Rest *all = (Rest *)(gpointer)rests->all->data;
  guint32 n = 0;
  for (guint32 i = 0; i < rests->begin[component]; i++) {
    guint32 c = rests->order[i];
    if (!needed[c])
      rests->n[c] = 0;
    memmove (&all[n], &all[rests->first[c]], rests->n[c] * sizeof *all);
    rests->first[c] = n;
    n += rests->n[c];
  }
  g_array_set_size (rests->all, n);
  rests->some_forgotten = TRUE;
  rests->room = MAX (rests->room, 2 * (gsize)n);
}

void
rests_find (Rests *rests, guint32 component)
{
  guint32 i = rests->begin[component], end = rests->begin[component + 1];
  guint32 first = rests->order[i];
  if (rests->n[first] > 0) /* the last ones: found before */
    g_array_set_size (rests->all, rests->first[first]);
  else if (rests->all->len > rests->room)
    forget_rests (rests, component);
  while (i < end && find_rests (rests, rests->order[i]))
    i++;
}

/* ---- Assignments -------------------------------------------------------------------------- */

/* The least of what the shifts that may follow x pay, with difference i, and rest asks for. */
static CoupletCost
best_answer (const Rests *rests, const CoupletStep *step, guint32 i, int x, const Rest *rest)
{
  CoupletUnit *unit = rests->unit;
  CoupletCost least = COUPLET_COST_INFINITE;
  for (int y = -1; y <= 1; y++)
    if (couplet_step_links (step, x, y))
      least = couplet_cost_min (least,
                                couplet_cost_add (unit, step->pay[i][y + 1], rest->cost.at[y + 1]));
  return least;
}

CoupletVector
rests_worst (Rests *rests, const CoupletStep *step, guint32 transition)
{
  guint32 c = rests->components->component[rests->automaton->target[transition]];
  CoupletVector worst = {{0, 0, 0}};
  for (guint32 r = 0; r < rests->n[c] && !is_over (rests, STEPS_PER_REST); r++) {
    const Rest *rest = &g_array_index (rests->all, Rest, rests->first[c] + r);
    for (guint32 i = 0; i < step->n; i++)
      for (int x = -1; x <= 1; x++)
        worst.at[x + 1] = couplet_cost_max (worst.at[x + 1], best_answer (rests, step, i, x, rest));
  }
  return worst;
}
