/* SPDX-License-Identifier: Apache-2.0 */
#include "walk_samples.h"

#include <couplet/host/evidence.h>
#include <couplet/internal/place_vectors.h>

static gboolean
is_on_cycle (const WalkSamples *samples, guint32 transition)
{
  return samples->free_cycles != NULL &&
         couplet_on_cycle (samples->automaton, samples->free_cycles, transition);
}

static void
add_draw (WalkSamples *samples, guint step, const CoupletWalkStep *taken, WalkSample sample)
{
  sample.step = step;
  sample.difference = taken->difference;
  sample.on_cycle = is_on_cycle (samples, taken->transition);
  g_array_append_val (samples->samples, sample);
}

/* The fresh draw that the transition outputs. */
static WalkSample
fresh_draw (const WalkSamples *samples, guint32 t)
{
  const CoupletAutomaton *a = samples->automaton;
  const CoupletState *state = couplet_source_state (a, t);
  const CoupletSnap *snap = couplet_snap_of (a, state);
  guint32 d = a->noises[state->noise].d_fresh;
  CoupletNoiseKind kind = couplet_noise_of (d, a->noise_kinds[state->noise].fresh);
  gboolean tight = is_on_cycle (samples, t) || kind == COUPLET_NOISELESS;
  return (WalkSample){
      .fresh = TRUE,
      .snap = snap,
      .draw = {.outputs = TRUE, .tight = tight, .noise = tight ? COUPLET_NOISELESS : kind},
      .kind = kind,
      .number = snap != NULL ? snap->pays : d};
}

static void
add_fresh (WalkSamples *samples, guint step, const CoupletWalkStep *taken)
{
  WalkSample fresh = fresh_draw (samples, taken->transition);
  CoupletPathDraw draw = {NULL, couplet_sample_shifts (&fresh.draw, taken->difference)};
  g_array_append_val (samples->path->draws, draw);
  add_draw (samples, step, taken, fresh);
}

static void
add_step (WalkSamples *samples, guint step, const CoupletWalkStep *taken)
{
  const CoupletAutomaton *a = samples->automaton;
  guint32 noise = couplet_source_state (a, taken->transition)->noise;
  const CoupletLetter *letter;
  couplet_moves_letters (samples->moves, taken->transition, &letter);
  for (guint32 i = 0; i < letter->n_parts; i++) {
    const CoupletSample *draw = &letter->parts[i].sample;
    guint32 d = a->noises[noise].d[draw->slot];
    couplet_path_take (samples->path, &letter->parts[i],
                       couplet_sample_shifts (draw, taken->difference));
    add_draw (samples, step, taken,
              (WalkSample){.draw = *draw,
                           .kind = couplet_noise_of (d, a->noise_kinds[noise].sample),
                           .number = d,
                           .shift = letter->n_parts == 1 ? taken->shift : COUPLET_SHIFT_UNUSED});
  }
  if (couplet_output_of (a, taken->transition)->kind == COUPLET_FRESH)
    add_fresh (samples, step, taken);
}

WalkSamples *
walk_samples_new (const CoupletAutomaton *automaton, CoupletComponents *free_cycles,
                  const CoupletWalkStep *walk, guint n)
{
  WalkSamples *samples = g_new (WalkSamples, 1);
  *samples = (WalkSamples){.automaton = automaton,
                           .free_cycles = free_cycles,
                           .walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep)),
                           .samples = g_array_new (FALSE, FALSE, sizeof (WalkSample)),
                           .moves = couplet_moves_new (automaton, free_cycles, NULL),
                           .path = couplet_path_new (automaton->n_thresholds)};
  g_array_append_vals (samples->walk, walk, n);
  for (guint i = 0; i < n; i++)
    add_step (samples, i, &walk[i]);
  return samples;
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
  g_autoptr (CoupletVectors) vectors =
      unit != NULL ? couplet_vectors_new (samples->automaton, samples->free_cycles, unit, &pace)
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
  couplet_moves_free (samples->moves);
  couplet_path_free (samples->path);
  g_free (samples);
}

gboolean
walk_order_permits (const WalkSamples *samples, const CoupletPathRow *order, int shift)
{
  int value = walk_sample (samples, order->value)->shift;
  return order->at_most ? shift <= value : shift >= value;
}

gboolean
walk_samples_are_valid (const WalkSamples *samples)
{
  for (guint i = 0; i < samples->samples->len; i++) {
    int shift = walk_sample (samples, i)->shift;
    if (shift == COUPLET_SHIFT_UNUSED ||
        !couplet_shifts_have (couplet_path_draw (samples->path, i)->shifts, shift))
      return FALSE;
  }
  for (guint i = 0; i < samples->path->rows->len; i++) {
    const CoupletPathRow *order = couplet_path_row (samples->path, i);
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

/* ---- Why there are no shifts --------------------------------------------------------------- */

#define UNSEEN G_MAXUINT
#define START (G_MAXUINT - 1)

/* The least and greatest shift a draw may have by itself; FALSE when none, and both are its
 * difference. */
static gboolean
shift_range (const WalkSamples *samples, guint index, int *least, int *greatest)
{
  CoupletShifts shifts = couplet_path_draw (samples->path, index)->shifts;
  int difference = walk_sample (samples, index)->difference;
  *least = shifts != 0 ? couplet_shifts_least (shifts) : difference;
  *greatest = shifts != 0 ? couplet_shifts_greatest (shifts) : difference;
  return shifts != 0;
}

/* A breadth-first search along `at most`, from the samples that shift by at least `least`. */
typedef struct {
  const WalkSamples *samples;
  int least;
  guint *by;     /* per sample: the order that led to it; START; UNSEEN */
  GArray *queue; /* guint: those that were seen */
} OrderSearch;

static void
visit (OrderSearch *search, guint sample, guint by)
{
  if (search->by[sample] != UNSEEN)
    return;
  search->by[sample] = by;
  g_array_append_val (search->queue, sample);
}

static void
start (OrderSearch *search, int least_wanted)
{
  int least, greatest;
  search->least = least_wanted;
  g_array_set_size (search->queue, 0);
  for (guint i = 0; i < search->samples->samples->len; i++)
    search->by[i] = UNSEEN;
  for (guint i = 0; i < search->samples->samples->len; i++)
    if (shift_range (search->samples, i, &least, &greatest) && least >= least_wanted)
      visit (search, i, START);
}

/* The first sample reached that must shift by less than the search's least, or UNSEEN. */
static guint
reach (OrderSearch *search)
{
  const CoupletPath *path = search->samples->path;
  for (guint next = 0; next < search->queue->len; next++) {
    guint sample = g_array_index (search->queue, guint, next);
    int least, greatest;
    shift_range (search->samples, sample, &least, &greatest);
    if (greatest < search->least)
      return sample;
    for (guint i = 0; i < path->rows->len; i++)
      if (couplet_path_below (couplet_path_row (path, i)) == sample)
        visit (search, couplet_path_above (couplet_path_row (path, i)), i);
  }
  return UNSEEN;
}

static ShiftConflict *
conflict_new (int least, int greatest)
{
  ShiftConflict *conflict = g_new (ShiftConflict, 1);
  conflict->samples = g_array_new (FALSE, FALSE, sizeof (guint));
  conflict->orders = g_array_new (FALSE, FALSE, sizeof (guint));
  conflict->least = least;
  conflict->greatest = greatest;
  return conflict;
}

/* The chain that ends with sample. */
static ShiftConflict *
trace (const OrderSearch *search, guint sample)
{
  int least, greatest;
  shift_range (search->samples, sample, &least, &greatest);
  ShiftConflict *conflict = conflict_new (search->least, greatest);
  g_array_prepend_val (conflict->samples, sample);
  while (search->by[sample] != START) {
    guint order = search->by[sample];
    sample = couplet_path_below (couplet_path_row (search->samples->path, order));
    g_array_prepend_val (conflict->samples, sample);
    g_array_prepend_val (conflict->orders, order);
  }
  return conflict;
}

/* A sample that contradicts itself. */
static ShiftConflict *
find_alone (const WalkSamples *samples)
{
  for (guint i = 0; i < samples->samples->len; i++) {
    int least, greatest;
    if (shift_range (samples, i, &least, &greatest))
      continue;
    ShiftConflict *conflict = conflict_new (MAX (least, 0), MIN (least, 0));
    g_array_append_val (conflict->samples, i);
    return conflict;
  }
  return NULL;
}

ShiftConflict *
shift_conflict_find (const WalkSamples *samples)
{
  ShiftConflict *conflict = find_alone (samples);
  g_autofree guint *by = g_new (guint, samples->samples->len + 1);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint));
  OrderSearch search = {.samples = samples, .by = by, .queue = queue};
  for (int least = 1; least >= 0 && conflict == NULL; least--) {
    start (&search, least);
    guint sample = reach (&search);
    if (sample != UNSEEN)
      conflict = trace (&search, sample);
  }
  return conflict;
}

void
shift_conflict_free (ShiftConflict *conflict)
{
  if (conflict == NULL)
    return;
  g_array_unref (conflict->samples);
  g_array_unref (conflict->orders);
  g_free (conflict);
}
