/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/sample.h>

#include "fees.h"

#include <string.h>

/* Makes *next the lesser of it and threshold, unless that is below slot. */
static void
take_slot (guint32 threshold, guint32 slot, guint32 *next)
{
  if (threshold >= slot)
    *next = MIN (*next, threshold);
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
    take_slot (guard->literals[i].threshold, slot, &next);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    take_slot (assignment->thresholds[i], slot, &next);
  if (output->kind == COUPLET_INSAMPLE)
    take_slot (output->threshold, slot, &next); /* COUPLET_NONE is above all */
  return next;
}

/* The noise of a draw with parameter d and of that kind, as conditions on shifts see it: where
 * a turn must cost nothing there might as well be none. */
static CoupletNoiseKind
noise_on (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
          guint32 transition, guint32 d, CoupletNoiseKind kind)
{
  gboolean free = free_cycles != NULL && couplet_on_cycle (automaton, free_cycles, transition);
  return free ? COUPLET_NOISELESS : couplet_noise_of (d, kind);
}

static void
finish_sample (CoupletSample *sample, const CoupletAutomaton *automaton,
               const CoupletComponents *free_cycles, const CoupletUnit *unit, guint32 transition)
{
  guint32 noise = couplet_source_state (automaton, transition)->noise;
  guint32 d = automaton->noises[noise].d[sample->slot];
  sample->noise =
      noise_on (automaton, free_cycles, transition, d, automaton->noise_kinds[noise].sample);
  sample->tight = sample->noise == COUPLET_NOISELESS;
  sample->d = unit != NULL ? couplet_unit_cost (unit, d) : 0;
}

/* The one sample of shared sampling; FALSE when transition does not use it. */
static gboolean
load_shared (CoupletSample *sample, const CoupletAutomaton *automaton, guint32 transition)
{
  const CoupletGuard *guard = couplet_guard_of (automaton, transition);
  const CoupletAssignment *assignment = couplet_assignment_of (automaton, transition);
  gboolean shows = couplet_output_of (automaton, transition)->kind == COUPLET_INSAMPLE;
  *sample = (CoupletSample){.n_literals = guard->n_literals,
                            .literals = guard->literals,
                            .n_assigned = assignment->n_thresholds,
                            .assigned = assignment->thresholds,
                            .outputs = shows};
  return guard->n_literals > 0 || assignment->n_thresholds > 0 || shows;
}

/* The sample of independent sampling in slot; FALSE when transition does not use it. */
static gboolean
load_slot (CoupletSample *sample, const CoupletAutomaton *automaton, guint32 transition,
           guint32 slot)
{
  const CoupletGuard *guard = couplet_guard_of (automaton, transition);
  const CoupletAssignment *assignment = couplet_assignment_of (automaton, transition);
  const CoupletOutput *output = couplet_output_of (automaton, transition);
  *sample = (CoupletSample){
      .slot = slot, .outputs = output->kind == COUPLET_INSAMPLE && output->threshold == slot};
  for (guint32 i = 0; i < guard->n_literals; i++)
    if (guard->literals[i].threshold == slot) {
      sample->n_literals = 1;
      sample->literals = &guard->literals[i];
    }
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    if (assignment->thresholds[i] == slot) {
      sample->n_assigned = 1;
      sample->assigned = &assignment->thresholds[i];
    }
  return sample->n_literals > 0 || sample->n_assigned > 0 || sample->outputs;
}

static gboolean
is_one_sample (const CoupletAutomaton *automaton)
{
  return automaton->sampling == COUPLET_SHARED || automaton->n_thresholds == 1;
}

guint32
couplet_samples_load (CoupletSample *samples, const CoupletAutomaton *automaton,
                      const CoupletComponents *free_cycles, const CoupletUnit *unit,
                      guint32 transition)
{
  guint32 n = 0;
  if (is_one_sample (automaton))
    n += load_shared (&samples[0], automaton, transition);
  else
    for (guint32 v = next_slot (automaton, transition, 0); v < automaton->n_thresholds;
         v = next_slot (automaton, transition, v + 1))
      n += load_slot (&samples[n], automaton, transition, v);
  for (guint32 i = 0; i < n; i++)
    finish_sample (&samples[i], automaton, free_cycles, unit, transition);
  return n;
}

gboolean
couplet_sample_load (CoupletSample *sample, const CoupletAutomaton *automaton,
                     const CoupletComponents *free_cycles, const CoupletUnit *unit,
                     guint32 transition, guint32 threshold)
{
  if (is_one_sample (automaton) ? !load_shared (sample, automaton, transition)
                                : !load_slot (sample, automaton, transition, threshold))
    return FALSE;
  finish_sample (sample, automaton, free_cycles, unit, transition);
  return TRUE;
}

/* The numbers that are output must be the same in both runs. */
void
couplet_sample_fees (const CoupletSample *sample, int difference, gint8 fees[3])
{
  memcpy (fees, shift_fees (sample->noise, difference), 3 * sizeof *fees);
  if (sample->outputs)
    fees[0] = fees[2] = COUPLET_NO_FEE;
}

CoupletShifts
couplet_sample_shifts (const CoupletSample *sample, int difference)
{
  gint8 fees[3];
  couplet_sample_fees (sample, difference, fees);
  return couplet_shifts_with_fee (fees);
}

CoupletCost
couplet_sample_cost (const CoupletSample *sample, CoupletUnit *unit, int difference, int g)
{
  gint8 fees[3];
  couplet_sample_fees (sample, difference, fees);
  return couplet_cost_of_fee (unit, fees[g + 1], sample->d);
}

/* The parameter that a fresh output is paid with; COUPLET_NONE for a transition without one. */
static guint32
fresh_number (const CoupletAutomaton *automaton, guint32 transition)
{
  if (couplet_output_of (automaton, transition)->kind != COUPLET_FRESH)
    return COUPLET_NONE;
  const CoupletState *state = couplet_source_state (automaton, transition);
  const CoupletSnap *snap = couplet_snap_of (automaton, state);
  return snap != NULL ? snap->pays : automaton->noises[state->noise].d_fresh;
}

int
couplet_fresh_fee (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
                   guint32 transition, int difference)
{
  guint32 d = fresh_number (automaton, transition);
  if (d == COUPLET_NONE)
    return 0;
  CoupletNoiseKind kind =
      automaton->noise_kinds[couplet_source_state (automaton, transition)->noise].fresh;
  return shift_fees (noise_on (automaton, free_cycles, transition, d, kind), difference)[1];
}

CoupletCost
couplet_fresh_cost (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
                    CoupletUnit *unit, guint32 transition, int difference)
{
  guint32 d = fresh_number (automaton, transition);
  return couplet_cost_of_fee (unit,
                              couplet_fresh_fee (automaton, free_cycles, transition, difference),
                              unit != NULL && d != COUPLET_NONE ? couplet_unit_cost (unit, d) : 0);
}

/* Whether some state that runs reach has transitions that use more than one threshold, by
 * comparison, assignment or output. */
static gboolean
sampling_matters (const CoupletAutomaton *automaton)
{
  guint32 k = automaton->n_thresholds;
  for (guint32 q = 0; q < automaton->n_states && k > 1; q++) {
    guint32 first = k;
    for (guint32 t = automaton->row[q]; t < automaton->row[q + 1] && automaton->reachable[q]; t++) {
      guint32 v = next_slot (automaton, t, 0);
      if (v == k)
        continue;
      if ((first != k && first != v) || next_slot (automaton, t, v + 1) != k)
        return TRUE;
      first = v;
    }
  }
  return FALSE;
}

const char *
couplet_sampling_to_string (const CoupletAutomaton *automaton)
{
  if (!sampling_matters (automaton))
    return NULL;
  return automaton->sampling == COUPLET_SHARED ? "shared" : "independent";
}
