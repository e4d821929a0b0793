/* SPDX-License-Identifier: Apache-2.0 */
#include "rests.h"

#include <stdlib.h>

/* Of the pace, with costs of a machine word: for a transition, and for a rest. */
#define STEPS_PER_TRANSITION 16
#define STEPS_PER_REST 32

typedef struct {
  const SegmentCosts *costs;
  CoupletCost most;
  gsize limit;
  CoupletPace *pace;
  Rests *rests;
  GArray *found;   /* of Rest: those of the component at hand */
  GArray *reduced; /* of Candidate, tagged with their place in found */
} RestSearch;

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

/* ---- The rests of a component --------------------------------------------------------------- */

static guint64
class_of (guint32 end, guint32 shifts)
{
  return (guint64)end << 3 | shifts;
}

static guint32
shifts_of (const Rest *rest)
{
  return (guint32)(rest->class & COUPLET_ALL_SHIFTS);
}

/* Leaves rest the shifts among kept alone, and costs up to most. */
static void
restrict_rest (const RestSearch *work, Rest *rest, guint32 kept)
{
  rest->class = class_of ((guint32)(rest->class >> 3), shifts_of (rest) & kept);
  for (guint32 x = 0; x < 3; x++)
    if ((kept >> x & 1) == 0 || couplet_cost_compare (rest->cost.at[x], work->most) > 0)
      rest->cost.at[x] = COUPLET_COST_INFINITE;
}

/* Adds what transition, which does not assign, leads to in another component. */
static void
add_through (RestSearch *work, const CoupletStep *step, guint32 component)
{
  const Rests *rests = work->rests;
  for (guint32 i = rests->first[component]; i < rests->first[component + 1]; i++) {
    Rest rest = g_array_index (rests->all, Rest, i);
    for (int x = 0; x < 3; x++)
      rest.cost.at[x] = couplet_cost_add (work->costs->unit, rest.cost.at[x], step->pay[0][x]);
    restrict_rest (work, &rest, couplet_step_shifts (step, 0, COUPLET_ALL_SHIFTS));
    g_array_append_val (work->found, rest);
  }
}

/* Adds what transition of component asks for. Sets *leaves when it leaves component or
 * assigns, else takes from *kept what it does not allow. FALSE when it is time to end. */
static gboolean
add_transition (RestSearch *work, guint32 transition, guint32 component, guint32 *kept,
                gboolean *leaves)
{
  const CoupletAutomaton *a = work->costs->automaton;
  guint32 next = work->rests->components->component[a->target[transition]];
  guint64 steps = STEPS_PER_TRANSITION;
  if (a->assignment[transition] != 0) {
    guint32 number = work->costs->number[transition];
    Rest rest = {class_of (number, COUPLET_ALL_SHIFTS), work->costs->worst[number]};
    g_array_append_val (work->found, rest);
    *leaves = TRUE;
  } else {
    CoupletStep step;
    couplet_step_load_joined (&step, a, work->costs->components, work->costs->unit, transition);
    if (next == component)
      *kept &= couplet_step_shifts (&step, 0, COUPLET_ALL_SHIFTS);
    else {
      add_through (work, &step, next);
      steps += STEPS_PER_REST * (guint64)(work->rests->first[next + 1] - work->rests->first[next]);
      *leaves = TRUE;
    }
  }
  return work->found->len <= work->limit &&
         !couplet_pace_over (work->pace, steps * couplet_unit_steps (work->costs->unit));
}

static int
compare_classes (const void *a, const void *b)
{
  const Rest *p = a, *q = b;
  return (p->class > q->class) - (p->class < q->class);
}

/* Joins the rests found of each class. */
static void
join_classes (RestSearch *work)
{
  Rest *found = (Rest *)(gpointer)work->found->data;
  guint n = 0;
  if (work->found->len > 1)
    qsort (found, work->found->len, sizeof *found, compare_classes);
  for (guint i = 0; i < work->found->len; i++)
    if (n > 0 && found[n - 1].class == found[i].class)
      for (int x = 0; x < 3; x++)
        found[n - 1].cost.at[x] = couplet_cost_max (found[n - 1].cost.at[x], found[i].cost.at[x]);
    else
      found[n++] = found[i];
  g_array_set_size (work->found, n);
}

/* Keeps those of the rests found that are not below another. */
static void
keep_rests (RestSearch *work)
{
  g_array_set_size (work->reduced, 0);
  for (guint i = 0; i < work->found->len; i++) {
    Candidate candidate = {g_array_index (work->found, Rest, i).cost, i};
    g_array_append_val (work->reduced, candidate);
  }
  guint n = antichain_reduce ((Candidate *)(gpointer)work->reduced->data, work->reduced->len,
                              work->pace->context);
  for (guint i = 0; i < n; i++) {
    guint32 tag = g_array_index (work->reduced, Candidate, i).tag;
    g_array_append_val (work->rests->all, g_array_index (work->found, Rest, tag));
  }
}

/* All walks inside component are free: the adversary can take all of them before he leaves.
 * FALSE when it is time to end. */
static gboolean
find_rests (RestSearch *work, guint32 component)
{
  const CoupletAutomaton *a = work->costs->automaton;
  const CoupletComponents *components = work->rests->components;
  guint32 kept = COUPLET_ALL_SHIFTS;
  gboolean leaves = FALSE;
  g_array_set_size (work->found, 0);
  for (guint32 i = components->first[component]; i < components->first[component + 1]; i++) {
    guint32 q = components->members[i];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (!add_transition (work, t, component, &kept, &leaves))
        return FALSE;
  }
  if (!leaves) {
    Rest none = {class_of (a->n_transitions + component, COUPLET_ALL_SHIFTS), {{0, 0, 0}}};
    g_array_append_val (work->found, none);
  }
  for (guint i = 0; i < work->found->len; i++)
    restrict_rest (work, &g_array_index (work->found, Rest, i), kept);
  join_classes (work);
  keep_rests (work);
  work->rests->first[component + 1] = work->rests->all->len;
  return work->rests->all->len <= work->limit;
}

/* ---- All of them -------------------------------------------------------------------------- */

Rests *
rests_new (const SegmentCosts *costs, CoupletCost most, gsize limit, gsize *size, CoupletPace *pace)
{
  g_autoptr (Rests) rests = g_new0 (Rests, 1);
  rests->components = components_without_assignments (costs->automaton);
  guint32 c = 0, n = rests->components->n_components - 1; /* without the additional state's */
  rests->all = g_array_new (FALSE, FALSE, sizeof (Rest));
  rests->first = g_new0 (guint32, n + 1);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Rest));
  g_autoptr (GArray) reduced = g_array_new (FALSE, FALSE, sizeof (Candidate));
  RestSearch work = {costs, most, limit, pace, rests, found, reduced};
  while (c < n && find_rests (&work, c))
    c++;
  *size = (gsize)rests->all->len + (c < n ? found->len : 0);
  return c < n ? NULL : g_steal_pointer (&rests);
}

void
rests_free (Rests *rests)
{
  if (rests == NULL)
    return;
  couplet_components_free (rests->components);
  g_array_unref (rests->all);
  g_free (rests->first);
  g_free (rests);
}
