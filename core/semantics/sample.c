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

/* The noise of a draw with parameter d, as conditions on shifts see it: where a turn must
 * cost nothing there might as well be none. */
static CoupletNoiseKind
noise_on (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
          guint32 transition, guint32 d)
{
  gboolean free = free_cycles != NULL && couplet_on_cycle (automaton, free_cycles, transition);
  return free ? COUPLET_NOISELESS : couplet_noise_of (d);
}

static void
finish_sample (CoupletSample *sample, const CoupletAutomaton *automaton,
               const CoupletComponents *free_cycles, const CoupletUnit *unit, guint32 transition)
{
  const CoupletNoise *noise =
      &automaton->noises[couplet_source_state (automaton, transition)->noise];
  guint32 d = noise->d[sample->slot];
  sample->noise = noise_on (automaton, free_cycles, transition, d);
  sample->tight = sample->noise == COUPLET_NOISELESS;
  sample->d = unit != NULL ? couplet_unit_cost (unit, d) : 0;
}

guint32
couplet_samples_load (CoupletSample *samples, const CoupletAutomaton *automaton,
                      const CoupletComponents *free_cycles, const CoupletUnit *unit,
                      guint32 transition)
{
  const CoupletGuard *guard = couplet_guard_of (automaton, transition);
  const CoupletAssignment *assignment = couplet_assignment_of (automaton, transition);
  const CoupletOutput *output = couplet_output_of (automaton, transition);
  gboolean shows = output->kind == COUPLET_INSAMPLE;
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
    finish_sample (&samples[i], automaton, free_cycles, unit, transition);
  return n;
}

CoupletShifts
couplet_sample_shifts (const CoupletSample *sample, int difference)
{
  CoupletShifts shown = couplet_shifts_shown (sample->outputs ? COUPLET_INSAMPLE : COUPLET_SYMBOL);
  return couplet_shifts_of_noise (sample->noise, difference) & shown;
}

gboolean
couplet_sample_is_given (const CoupletSample *sample)
{
  for (int difference = -1; difference <= 1; difference++)
    if (!couplet_shifts_are_single (couplet_sample_shifts (sample, difference)))
      return FALSE;
  return TRUE;
}

/* fee times d. */
static CoupletCost
times (CoupletUnit *unit, int fee, CoupletCost d)
{
  if (fee == COUPLET_NO_FEE)
    return COUPLET_COST_INFINITE;
  return fee == 0 ? 0 : fee == 1 ? d : couplet_cost_add (unit, d, d);
}

CoupletCost
couplet_sample_cost (const CoupletSample *sample, CoupletUnit *unit, int difference, int g)
{
  if (sample->outputs && !couplet_shifts_have (couplet_shifts_shown (COUPLET_INSAMPLE), g))
    return COUPLET_COST_INFINITE;
  return times (unit, couplet_shift_fee (sample->noise, difference, g), sample->d);
}

/* The parameter of a fresh output; COUPLET_NONE for a transition without one. */
static guint32
fresh_parameter (const CoupletAutomaton *automaton, guint32 transition)
{
  if (couplet_output_of (automaton, transition)->kind != COUPLET_FRESH)
    return COUPLET_NONE;
  return automaton->noises[couplet_source_state (automaton, transition)->noise].d_fresh;
}

int
couplet_fresh_fee (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
                   guint32 transition, int difference)
{
  guint32 d = fresh_parameter (automaton, transition);
  if (d == COUPLET_NONE)
    return 0;
  return couplet_shift_fee (noise_on (automaton, free_cycles, transition, d), difference, 0);
}

CoupletCost
couplet_fresh_cost (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
                    CoupletUnit *unit, guint32 transition, int difference)
{
  int fee = couplet_fresh_fee (automaton, free_cycles, transition, difference);
  if (fee == 0)
    return 0;
  return times (unit, fee, couplet_unit_cost (unit, fresh_parameter (automaton, transition)));
}

/* The thresholds that transition uses, starting from *first (COUPLET_NONE = none so far),
 * which becomes the first of them; TRUE when there is another. */
static gboolean
meets_another (const CoupletAutomaton *automaton, guint32 transition, guint32 *first)
{
  for (guint32 v = next_slot (automaton, transition, 0); v < automaton->n_thresholds;
       v = next_slot (automaton, transition, v + 1)) {
    if (*first == COUPLET_NONE)
      *first = v;
    if (*first != v)
      return TRUE;
  }
  return FALSE;
}

gboolean
couplet_sampling_matters (const CoupletAutomaton *automaton)
{
  if (automaton->n_thresholds < 2)
    return FALSE;
  for (guint32 q = 0; q < automaton->n_states; q++) {
    guint32 first = COUPLET_NONE;
    for (guint32 t = automaton->row[q]; t < automaton->row[q + 1] && automaton->reachable[q]; t++)
      if (meets_another (automaton, t, &first))
        return TRUE;
  }
  return FALSE;
}
