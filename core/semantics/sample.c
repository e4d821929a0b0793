/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/sample.h>

/* The part of assignment that goes to threshold slot of independent sampling. */
static void
load_assigned (CoupletSample *sample, const CoupletAssignment *assignment)
{
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    if (assignment->thresholds[i] == sample->slot) {
      sample->n_assigned = 1;
      sample->assigned = &assignment->thresholds[i];
    }
}

/* The literal of guard on threshold slot, if there is one. */
static void
load_literal (CoupletSample *sample, const CoupletGuard *guard)
{
  guint32 low = 0, high = guard->n_literals;
  while (low < high) {
    guint32 middle = low + (high - low) / 2;
    if (guard->literals[middle].threshold < sample->slot)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < guard->n_literals && guard->literals[low].threshold == sample->slot) {
    sample->n_literals = 1;
    sample->literals = &guard->literals[low];
  }
}

/* The next slot from slot on that may be used: guards, assignments and outputs
 * name few of many thresholds. */
static guint32
next_slot (const CoupletAutomaton *automaton, guint32 transition, guint32 slot)
{
  const CoupletGuard *guard = couplet_guard_of (automaton, transition);
  const CoupletAssignment *assignment = couplet_assignment_of (automaton, transition);
  const CoupletOutput *output = couplet_output_of (automaton, transition);
  guint32 next = automaton->n_thresholds;
  for (guint32 i = 0; i < guard->n_literals; i++)
    if (guard->literals[i].threshold >= slot)
      next = MIN (next, guard->literals[i].threshold);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    if (assignment->thresholds[i] >= slot)
      next = MIN (next, assignment->thresholds[i]);
  if (output->kind == COUPLET_INSAMPLE && output->threshold != COUPLET_NONE &&
      output->threshold >= slot)
    next = MIN (next, output->threshold);
  return next;
}

static void
finish_sample (CoupletSample *sample, const CoupletAutomaton *automaton, const CoupletUnit *unit,
               guint32 transition, gboolean cycle)
{
  const CoupletNoise *noise =
      &automaton->noises[couplet_source_state (automaton, transition)->noise];
  guint32 d = noise->d[sample->slot];
  sample->tight = cycle || d == COUPLET_NO_NOISE;
  sample->d = unit != NULL ? couplet_unit_cost (unit, d) : 0;
}

guint32
couplet_samples_load (CoupletSample *samples, const CoupletAutomaton *automaton,
                      const CoupletComponents *components, const CoupletUnit *unit,
                      guint32 transition)
{
  const CoupletGuard *guard = couplet_guard_of (automaton, transition);
  const CoupletAssignment *assignment = couplet_assignment_of (automaton, transition);
  const CoupletOutput *output = couplet_output_of (automaton, transition);
  gboolean shows = output->kind == COUPLET_INSAMPLE;
  gboolean cycle = couplet_on_cycle (automaton, components, transition);
  guint32 n = 0;
  if (automaton->sampling == COUPLET_SHARED || automaton->n_thresholds == 1) {
    if (guard->n_literals == 0 && assignment->n_thresholds == 0 && !shows)
      return 0;
    samples[n++] = (CoupletSample){.slot = 0,
                                   .n_literals = guard->n_literals,
                                   .literals = guard->literals,
                                   .n_assigned = assignment->n_thresholds,
                                   .assigned = assignment->thresholds,
                                   .outputs = shows};
  } else
    for (guint32 v = next_slot (automaton, transition, 0); v < automaton->n_thresholds;
         v = next_slot (automaton, transition, v + 1)) {
      samples[n] = (CoupletSample){.slot = v, .outputs = shows && output->threshold == v};
      load_literal (&samples[n], guard);
      load_assigned (&samples[n++], assignment);
    }
  for (guint32 i = 0; i < n; i++)
    finish_sample (&samples[i], automaton, unit, transition, cycle);
  return n;
}

CoupletCost
couplet_sample_cost (const CoupletSample *sample, CoupletUnit *unit, int difference, int g)
{
  int distance = ABS (difference - g);
  if ((sample->outputs && g != 0) || (sample->tight && distance != 0))
    return COUPLET_COST_INFINITE;
  if (distance == 0)
    return 0;
  return distance == 1 ? sample->d : couplet_cost_add (unit, sample->d, sample->d);
}

CoupletCost
couplet_fresh_cost (const CoupletAutomaton *automaton, const CoupletComponents *components,
                    const CoupletUnit *unit, guint32 transition, int difference)
{
  if (difference == 0 || couplet_output_of (automaton, transition)->kind != COUPLET_FRESH)
    return 0;
  if (couplet_on_cycle (automaton, components, transition))
    return COUPLET_COST_INFINITE;
  const CoupletState *state = couplet_source_state (automaton, transition);
  return couplet_unit_cost (unit, automaton->noises[state->noise].d_fresh);
}
