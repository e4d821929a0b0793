/* SPDX-License-Identifier: Apache-2.0 */
#include "walk_samples.h"

#define NOT_STORED G_MAXUINT

/* What is being collected: stored[v] is the sample that threshold v holds. */
typedef struct {
  WalkSamples *result;
  const CoupletComponents *components;
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

static void
add_draw (Collector *collector, guint step, const CoupletWalkStep *taken, WalkSample sample)
{
  const CoupletAutomaton *a = collector->result->automaton;
  sample.step = step;
  sample.difference = taken->difference;
  sample.on_cycle = couplet_on_cycle (a, collector->components, taken->transition);
  g_array_append_val (collector->result->samples, sample);
}

static void
add_step (Collector *collector, guint step, const CoupletWalkStep *taken)
{
  WalkSamples *result = collector->result;
  const CoupletAutomaton *a = result->automaton;
  guint32 t = taken->transition;
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, t)->noise];
  guint32 n = couplet_samples_load (collector->draws, a, collector->components, NULL, t);
  guint first = result->samples->len;
  for (guint32 i = 0; i < n; i++) {
    const CoupletSample *draw = &collector->draws[i];
    int shift = n == 1 ? taken->shift : COUPLET_SHIFT_UNUSED;
    add_draw (collector, step, taken,
              (WalkSample){.draw = *draw, .number = noise->d[draw->slot], .shift = shift});
    add_orders (collector, draw, first + i);
  }
  for (guint32 i = 0; i < n; i++)
    for (guint32 j = 0; j < collector->draws[i].n_assigned; j++)
      collector->stored[collector->draws[i].assigned[j]] = first + i;
  if (couplet_output_of (a, t)->kind != COUPLET_FRESH)
    return;
  gboolean tight =
      couplet_on_cycle (a, collector->components, t) || noise->d_fresh == COUPLET_NO_NOISE;
  add_draw (collector, step, taken,
            (WalkSample){.fresh = TRUE,
                         .draw = {.outputs = TRUE, .tight = tight},
                         .number = noise->d_fresh});
}

WalkSamples *
walk_samples_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                  const CoupletWalkStep *walk, guint n)
{
  WalkSamples *result = g_new (WalkSamples, 1);
  result->automaton = automaton;
  result->walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  result->samples = g_array_new (FALSE, FALSE, sizeof (WalkSample));
  result->orders = g_array_new (FALSE, FALSE, sizeof (WalkOrder));
  g_array_append_vals (result->walk, walk, n);
  g_autofree guint *stored = g_new (guint, automaton->n_thresholds);
  g_autofree CoupletSample *draws = g_new (CoupletSample, couplet_n_slots (automaton));
  for (guint32 v = 0; v < automaton->n_thresholds; v++)
    stored[v] = NOT_STORED;
  Collector collector = {result, components, stored, draws};
  for (guint i = 0; i < n; i++)
    add_step (&collector, i, &walk[i]);
  return result;
}

void
walk_samples_free (WalkSamples *samples)
{
  if (samples == NULL)
    return;
  g_array_unref (samples->walk);
  g_array_unref (samples->samples);
  g_array_unref (samples->orders);
  g_free (samples);
}

gboolean
walk_sample_range (const WalkSample *sample, int *least, int *greatest)
{
  *least = sample->draw.tight ? sample->difference : sample->draw.outputs ? 0 : -1;
  *greatest = sample->draw.tight ? sample->difference : sample->draw.outputs ? 0 : 1;
  return !sample->draw.tight || !sample->draw.outputs || sample->difference == 0;
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
    int shift = walk_sample (samples, order->sample)->shift;
    int stored = walk_sample (samples, order->stored)->shift;
    if (!couplet_shifts_have (couplet_shifts_beside (order->comparison, stored), shift))
      return FALSE;
  }
  return TRUE;
}

void
walk_sample_pays (const WalkSamples *samples, const WalkSample *sample, CoupletRational *pays)
{
  const CoupletAutomaton *a = samples->automaton;
  int distance = ABS (sample->difference - sample->shift);
  mpq_set_ui (pays->value, (unsigned long)distance, 1);
  if (distance == 0)
    return;
  mpq_mul (pays->value, pays->value, a->numbers[sample->number].value);
  mpq_mul (pays->value, pays->value, a->sensitivity.value);
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
