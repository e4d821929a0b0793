/* SPDX-License-Identifier: Apache-2.0 */
#include "walk_samples.h"

#include <couplet/host/evidence.h>
#include <couplet/walk_shifts.h>

#define NOT_STORED G_MAXUINT

/* What is being collected: stored[v] is the sample that threshold v holds. */
typedef struct {
  WalkSamples *result;
  guint *stored;
  CoupletSample *draws;
} Collector;

static void
add_orders (Collector *collector, const CoupletSample *draw, guint sample)
{
  for (guint32 i = 0; i < draw->n_literals; i++) {
    const CoupletLiteral *literal = &draw->literals[i];
    guint stored = collector->stored[literal->threshold];
    for (guint32 c = COUPLET_LESS; c <= COUPLET_GREATER_EQUAL && stored != NOT_STORED; c++)
      if ((literal->comparison & c) != 0) {
        WalkOrder order = {sample, stored, literal->threshold, c};
        g_array_append_val (collector->result->orders, order);
      }
  }
}

static gboolean
is_on_cycle (const Collector *collector, guint32 transition)
{
  const WalkSamples *result = collector->result;
  return result->free_cycles != NULL &&
         couplet_on_cycle (result->automaton, result->free_cycles, transition);
}

static void
add_draw (Collector *collector, guint step, const CoupletWalkStep *taken, WalkSample sample)
{
  sample.step = step;
  sample.difference = taken->difference;
  sample.on_cycle = is_on_cycle (collector, taken->transition);
  g_array_append_val (collector->result->samples, sample);
}

/* The fresh draw that the transition outputs. */
static WalkSample
fresh_draw (const Collector *collector, guint32 t)
{
  const CoupletAutomaton *a = collector->result->automaton;
  const CoupletState *state = couplet_source_state (a, t);
  const CoupletSnap *snap = couplet_snap_of (a, state);
  guint32 d = a->noises[state->noise].d_fresh;
  CoupletNoiseKind kind = couplet_noise_of (d, a->noise_kinds[state->noise].fresh);
  gboolean tight = is_on_cycle (collector, t) || kind == COUPLET_NOISELESS;
  return (WalkSample){
      .fresh = TRUE,
      .snap = snap,
      .draw = {.outputs = TRUE, .tight = tight, .noise = tight ? COUPLET_NOISELESS : kind},
      .kind = kind,
      .number = snap != NULL ? snap->pays : d};
}

static void
add_step (Collector *collector, guint step, const CoupletWalkStep *taken)
{
  WalkSamples *result = collector->result;
  const CoupletAutomaton *a = result->automaton;
  guint32 t = taken->transition;
  guint32 noise = couplet_source_state (a, t)->noise;
  guint32 n = couplet_samples_load (collector->draws, a, result->free_cycles, NULL, t);
  guint first = result->samples->len;
  for (guint32 i = 0; i < n; i++) {
    const CoupletSample *draw = &collector->draws[i];
    guint32 d = a->noises[noise].d[draw->slot];
    add_draw (collector, step, taken,
              (WalkSample){.draw = *draw,
                           .kind = couplet_noise_of (d, a->noise_kinds[noise].sample),
                           .number = d,
                           .shift = n == 1 ? taken->shift : COUPLET_SHIFT_UNUSED});
    add_orders (collector, draw, first + i);
  }
  for (guint32 i = 0; i < n; i++)
    for (guint32 j = 0; j < collector->draws[i].n_assigned; j++)
      collector->stored[collector->draws[i].assigned[j]] = first + i;
  if (couplet_output_of (a, t)->kind == COUPLET_FRESH)
    add_draw (collector, step, taken, fresh_draw (collector, t));
}

WalkSamples *
walk_samples_new (const CoupletAutomaton *automaton, CoupletComponents *free_cycles,
                  const CoupletWalkStep *walk, guint n)
{
  WalkSamples *result = g_new (WalkSamples, 1);
  result->automaton = automaton;
  result->free_cycles = free_cycles;
  result->walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  result->samples = g_array_new (FALSE, FALSE, sizeof (WalkSample));
  result->orders = g_array_new (FALSE, FALSE, sizeof (WalkOrder));
  g_array_append_vals (result->walk, walk, n);
  g_autofree guint *stored = g_new (guint, automaton->n_thresholds);
  g_autofree CoupletSample *draws = g_new (CoupletSample, couplet_n_slots (automaton));
  for (guint32 v = 0; v < automaton->n_thresholds; v++)
    stored[v] = NOT_STORED;
  Collector collector = {result, stored, draws};
  for (guint i = 0; i < n; i++)
    add_step (&collector, i, &walk[i]);
  return result;
}

void
walk_samples_take_shifts (WalkSamples *samples, const CoupletEvidence *evidence)
{
  guint n;
  couplet_evidence_walk (evidence, &n);
  for (guint i = 0; i < samples->samples->len; i++) {
    WalkSample *sample = walk_sample (samples, i);
    if (!sample->fresh && sample->step < n)
      sample->shift = couplet_evidence_shift (evidence, sample->step, sample->draw.slot);
  }
}

gboolean
walk_samples_choose (WalkSamples *samples)
{
  guint n = samples->walk->len, n_slots = couplet_n_slots (samples->automaton);
  CoupletPace pace = {.context = NULL};
  CoupletCost cost;
  g_autofree gint8 *shifts = g_new (gint8, (gsize)n * n_slots + 1);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (samples->automaton, NULL);
  g_autoptr (CoupletPlaceVectors) vectors =
      unit != NULL
          ? couplet_place_vectors_new (samples->automaton, samples->free_cycles, unit, &pace)
          : NULL;
  if (vectors == NULL ||
      !couplet_walk_shifts (vectors, (const CoupletWalkStep *)(gpointer)samples->walk->data, n,
                            &pace, shifts, &cost))
    return FALSE;
  for (guint i = 0; i < samples->samples->len; i++) {
    WalkSample *sample = walk_sample (samples, i);
    sample->shift = sample->fresh ? 0 : shifts[(gsize)sample->step * n_slots + sample->draw.slot];
  }
  return TRUE;
}

void
walk_samples_free (WalkSamples *samples)
{
  if (samples == NULL)
    return;
  couplet_components_free (samples->free_cycles);
  g_array_unref (samples->walk);
  g_array_unref (samples->samples);
  g_array_unref (samples->orders);
  g_free (samples);
}

gboolean
walk_sample_range (const WalkSample *sample, int *least, int *greatest)
{
  CoupletShifts shifts = couplet_sample_shifts (&sample->draw, sample->difference);
  *least = shifts != 0 ? couplet_shifts_least (shifts) : sample->difference;
  *greatest = shifts != 0 ? couplet_shifts_greatest (shifts) : sample->difference;
  return shifts != 0;
}

gboolean
walk_order_permits (const WalkSamples *samples, const WalkOrder *order, int shift)
{
  int stored = walk_sample (samples, order->stored)->shift;
  return couplet_shifts_have (couplet_shifts_beside (order->comparison, stored), shift);
}

gboolean
walk_samples_are_valid (const WalkSamples *samples)
{
  for (guint i = 0; i < samples->samples->len; i++) {
    const WalkSample *sample = walk_sample (samples, i);
    int least, greatest;
    if (!walk_sample_range (sample, &least, &greatest) || sample->shift < least ||
        sample->shift > greatest)
      return FALSE;
  }
  for (guint i = 0; i < samples->orders->len; i++) {
    const WalkOrder *order = walk_order (samples, i);
    if (!walk_order_permits (samples, order, walk_sample (samples, order->sample)->shift))
      return FALSE;
  }
  return TRUE;
}

int
walk_sample_fee (const WalkSample *sample)
{
  gint8 fees[3];
  couplet_sample_fees (&sample->draw, sample->difference, fees);
  return fees[sample->shift + 1];
}

void
walk_sample_pays (const WalkSamples *samples, const WalkSample *sample, CoupletRational *pays)
{
  const CoupletAutomaton *a = samples->automaton;
  int fee = walk_sample_fee (sample);
  mpq_set_si (pays->value, fee, 1);
  if (fee == 0)
    return;
  mpq_mul (pays->value, pays->value, a->numbers[sample->number].value);
  mpq_mul (pays->value, pays->value, a->sensitivity.value);
}

guint
first_change (const WalkSamples *samples)
{
  guint step = 0;
  while (step < samples->walk->len &&
         g_array_index (samples->walk, CoupletWalkStep, step).difference == 0)
    step++;
  return step;
}

void
walk_samples_pay (const WalkSamples *samples, guint begin, guint end, CoupletRational *sum)
{
  g_auto (CoupletRational) pays;
  couplet_rational_init (&pays);
  mpq_set_ui (sum->value, 0, 1);
  for (guint i = 0; i < samples->samples->len; i++) {
    const WalkSample *sample = walk_sample (samples, i);
    if (sample->step < begin || sample->step >= end)
      continue;
    walk_sample_pays (samples, sample, &pays);
    mpq_add (sum->value, sum->value, pays.value);
  }
}
