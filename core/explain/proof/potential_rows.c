/* SPDX-License-Identifier: Apache-2.0 */
#include "potential_rows.h"

#include <string.h>

#define MOST_CHOSEN 8 /* thresholds whose shifts are tried out for one row */

static const CoupletAutomaton *
automaton_of (const Potentials *potentials)
{
  return couplet_evidence_automaton (potentials->evidence);
}

/* ---- Potentials -------------------------------------------------------------------------- */

static void
potential_init (Potential *potential, guint32 vector, const gint8 *shifts, guint32 n)
{
  potential->vector = vector;
  potential->shifts = g_memdup2 (shifts, MAX (n, 1));
  couplet_rational_init (&potential->enough);
}

static void
potential_clear (Potential *potential)
{
  g_free (potential->shifts);
  couplet_rational_clear (&potential->enough);
}

static void
row_free (gpointer data)
{
  PotentialRow *row = data;
  potential_clear (&row->from);
  potential_clear (&row->to);
  walk_samples_free (row->samples);
  g_free (row);
}

/* The index of factor's number at the shifts x. */
static guint32
factor_value (const CoupletEvidenceFactor *factor, const gint8 *x)
{
  gsize place = 0;
  for (guint32 i = 0; i < factor->n; i++)
    place = place * 3 + (gsize)(x[factor->thresholds[i]] + 1);
  return factor->values[place];
}

/* Sets *enough for vector at the shifts x. FALSE: the vector is infinite there. */
static gboolean
find_enough (const Potentials *potentials, guint32 vector, const gint8 *x, CoupletRational *enough)
{
  guint32 n;
  const CoupletEvidence *evidence = potentials->evidence;
  const CoupletRational *numbers = couplet_evidence_numbers (evidence, &n);
  mpq_set (enough->value, couplet_evidence_cost (evidence)->value);
  for (guint32 f = 0; f < couplet_evidence_n_factors (evidence, vector); f++) {
    CoupletEvidenceFactor factor = couplet_evidence_factor (evidence, vector, f);
    guint32 value = factor_value (&factor, x);
    if (value == COUPLET_NUMBER_INFINITE)
      return FALSE;
    mpq_sub (enough->value, enough->value, numbers[value].value);
  }
  return TRUE;
}

/* ---- Shifts -------------------------------------------------------------------------------- */

/* Sets x, per threshold, to -1, the first shift, where vector mentions it, else to
 * COUPLET_NO_SHIFT. */
static void
mention (const Potentials *potentials, guint32 vector, gint8 *x)
{
  memset (x, COUPLET_NO_SHIFT, automaton_of (potentials)->n_thresholds);
  for (guint32 f = 0; f < couplet_evidence_n_factors (potentials->evidence, vector); f++) {
    CoupletEvidenceFactor factor = couplet_evidence_factor (potentials->evidence, vector, f);
    for (guint32 i = 0; i < factor.n; i++)
      x[factor.thresholds[i]] = -1;
  }
}

/* Goes on to the next shifts of n thresholds, the last one's fastest. FALSE: they were the last. */
static gboolean
next_shifts (gint8 *x, const guint32 *thresholds, guint32 n)
{
  while (n > 0 && x[thresholds[n - 1]] == 1)
    x[thresholds[--n]] = -1;
  if (n == 0)
    return FALSE;
  x[thresholds[n - 1]]++;
  return TRUE;
}

/* The finite values of vector: the product of those of its factors, as far as it fits. */
static guint64
n_finite (const Potentials *potentials, guint32 vector)
{
  guint64 product = 1;
  for (guint32 f = 0; f < couplet_evidence_n_factors (potentials->evidence, vector); f++) {
    CoupletEvidenceFactor factor = couplet_evidence_factor (potentials->evidence, vector, f);
    guint64 finite = 0;
    for (gsize i = 0; i < couplet_factor_size (factor.n); i++)
      finite += factor.values[i] != COUPLET_NUMBER_INFINITE;
    if (!g_uint64_checked_mul (&product, product, finite))
      return G_MAXUINT64;
  }
  return product;
}

/* ---- Rows ---------------------------------------------------------------------------------- */

/* The shifts that sample may have beside those of the thresholds before and after it. */
static CoupletShifts
shifts_left (const WalkSample *sample, const gint8 *before, const gint8 *after)
{
  CoupletShifts left =
      couplet_sample_shifts (&sample->draw, sample->difference) &
      couplet_literals_left (sample->draw.literals, sample->draw.n_literals, before);
  for (guint32 i = 0; i < sample->draw.n_assigned; i++)
    if (after[sample->draw.assigned[i]] != COUPLET_NO_SHIFT)
      left &= couplet_shift (after[sample->draw.assigned[i]]);
  return left;
}

/* Gives the samples their cheapest shifts, and sets *pays. FALSE: one has none. */
static gboolean
choose_shifts (const WalkSamples *samples, const gint8 *before, const gint8 *after,
               CoupletRational *pays)
{
  for (guint i = 0; i < samples->samples->len; i++) {
    gint8 fees[3];
    WalkSample *sample = walk_sample (samples, i);
    CoupletShifts left = shifts_left (sample, before, after);
    couplet_sample_fees (&sample->draw, sample->difference, fees);
    if (couplet_least_fee (fees, left) == COUPLET_NO_FEE)
      return FALSE;
    sample->shift = couplet_cheapest_shift (fees, left);
  }
  walk_samples_pay (samples, 0, 1, pays);
  return TRUE;
}

static WalkSamples *
step_samples (const CoupletAutomaton *a, const CoupletBoundStep *step)
{
  CoupletWalkStep taken = {step->transition, step->difference, COUPLET_SHIFT_UNUSED};
  return walk_samples_new (a, NULL, &taken, 1);
}

/* The thresholds of which only vector says something, or which the transition assigns: their
 * shifts before it are free to choose. x, after: those of the source's and the target's. */
static guint32
find_chosen (const CoupletAutomaton *a, guint32 transition, gint8 *x, const gint8 *after,
             guint32 chosen[MOST_CHOSEN])
{
  guint32 n = 0;
  for (guint32 v = 0; v < a->n_thresholds; v++) {
    if (x[v] == COUPLET_NO_SHIFT)
      continue;
    if (after[v] != COUPLET_NO_SHIFT && !couplet_assigns (a, transition, v))
      x[v] = after[v];
    else if (n++ < MOST_CHOSEN)
      chosen[n - 1] = v;
  }
  return n;
}

/* Chooses row->from's shifts, from x on, so that most is left after. FALSE: none are possible. */
static gboolean
choose_source (const Potentials *potentials, PotentialRow *row, gint8 *x, const guint32 *chosen,
               guint32 n)
{
  gboolean found = FALSE;
  guint32 n_thresholds = automaton_of (potentials)->n_thresholds;
  g_auto (CoupletRational) enough, pays, left;
  couplet_rational_init (&enough);
  couplet_rational_init (&pays);
  couplet_rational_init (&left);
  do {
    if (!find_enough (potentials, row->from.vector, x, &enough) ||
        !choose_shifts (row->samples, x, row->to.shifts, &pays))
      continue;
    mpq_sub (pays.value, enough.value, pays.value);
    if (found && couplet_rational_compare (&pays, &left) <= 0)
      continue;
    mpq_set (left.value, pays.value);
    mpq_set (row->from.enough.value, enough.value);
    memcpy (row->from.shifts, x, n_thresholds);
    found = TRUE;
  } while (next_shifts (x, chosen, n));
  return found && choose_shifts (row->samples, row->from.shifts, row->to.shifts, &pays);
}

/* The row of step that leads to the shifts after, at which the target is finite. NULL: too many
 * shifts would have to be tried. */
static PotentialRow *
row_new (const Potentials *potentials, const CoupletBoundStep *step, const gint8 *after)
{
  const CoupletAutomaton *a = automaton_of (potentials);
  guint32 chosen[MOST_CHOSEN];
  g_autofree gint8 *x = g_new (gint8, MAX (a->n_thresholds, 1));
  PotentialRow *row = g_new (PotentialRow, 1);
  mention (potentials, step->vector, x);
  potential_init (&row->from, step->vector, x, a->n_thresholds);
  potential_init (&row->to, step->target, after, a->n_thresholds);
  find_enough (potentials, step->target, after, &row->to.enough);
  row->samples = step_samples (a, step);
  guint32 n = find_chosen (a, step->transition, x, after, chosen);
  if (n <= MOST_CHOSEN && choose_source (potentials, row, x, chosen, n))
    return row;
  row_free (row);
  return NULL;
}

/* ---- All walks ---------------------------------------------------------------------------- */

/* steps: those of the checker. first: per vector, and one more, its first step. */
typedef struct {
  Potentials *potentials;
  const GArray *steps;
  guint *first;
  guint32 n_vectors;
} Reading;

static const CoupletBoundStep *
step_at (const Reading *reading, guint index)
{
  return &g_array_index (reading->steps, CoupletBoundStep, index);
}

/* Whether the step says what the one before it does: no draw is used, so that D does not matter. */
static gboolean
is_repeated (const Reading *reading, guint index)
{
  const CoupletBoundStep *step = step_at (reading, index), *before = step - 1;
  if (index == 0 || before->vector != step->vector || before->transition != step->transition ||
      before->target != step->target)
    return FALSE;
  const CoupletAutomaton *a = automaton_of (reading->potentials);
  g_autofree CoupletSample *samples = g_new (CoupletSample, couplet_n_slots (a));
  return couplet_samples_load (samples, a, NULL, NULL, step->transition) == 0 &&
         couplet_output_of (a, step->transition)->kind != COUPLET_FRESH;
}

/* The steps (guint) of all rows, by the vectors in the order in which the start leads to them;
 * counts rows and vectors. */
static GArray *
find_steps (const Reading *reading)
{
  Potentials *potentials = reading->potentials;
  guint64 *n = &potentials->n_rows;
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) reached = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint8 *seen = g_new0 (guint8, reading->n_vectors);
  g_array_append_val (reached, potentials->start.vector);
  seen[potentials->start.vector] = TRUE;
  for (guint i = 0; i < reached->len; i++) {
    guint32 vector = g_array_index (reached, guint32, i);
    for (guint s = reading->first[vector]; s < reading->first[vector + 1]; s++) {
      guint32 target = step_at (reading, s)->target;
      if (!seen[target])
        g_array_append_val (reached, target);
      seen[target] = TRUE;
      if (is_repeated (reading, s))
        continue;
      if (!g_uint64_checked_add (n, *n, n_finite (potentials, target)))
        *n = G_MAXUINT64;
      g_array_append_val (steps, s);
    }
  }
  potentials->n_vectors = reached->len;
  return steps;
}

/* Adds the rows of step. FALSE: one takes too much work. */
static gboolean
add_rows (Potentials *potentials, const CoupletBoundStep *step)
{
  const CoupletAutomaton *a = automaton_of (potentials);
  g_autofree gint8 *x = g_new (gint8, MAX (a->n_thresholds, 1));
  g_autofree guint32 *mentioned = g_new (guint32, MAX (a->n_thresholds, 1));
  g_auto (CoupletRational) enough;
  guint32 n = 0;
  couplet_rational_init (&enough);
  mention (potentials, step->target, x);
  for (guint32 v = 0; v < a->n_thresholds; v++)
    if (x[v] != COUPLET_NO_SHIFT)
      mentioned[n++] = v;
  do {
    if (!find_enough (potentials, step->target, x, &enough))
      continue;
    PotentialRow *row = row_new (potentials, step, x);
    if (row == NULL)
      return FALSE;
    g_ptr_array_add (potentials->rows, row);
  } while (next_shifts (x, mentioned, n));
  return TRUE;
}

/* ---- One walk ------------------------------------------------------------------------------ */

/* The step of vector through transition, at difference if there is one, else at another. */
static const CoupletBoundStep *
find_step (const Reading *reading, guint32 vector, guint32 transition, int difference)
{
  const CoupletBoundStep *found = NULL;
  for (guint s = reading->first[vector]; s < reading->first[vector + 1]; s++) {
    const CoupletBoundStep *step = step_at (reading, s);
    if (step->transition == transition && (found == NULL || step->difference == difference))
      found = step;
  }
  return found;
}

/* Sets x to shifts at which vector is least. */
static void
find_least (const Potentials *potentials, guint32 vector, gint8 *x)
{
  guint32 n;
  const CoupletRational *numbers = couplet_evidence_numbers (potentials->evidence, &n);
  mention (potentials, vector, x);
  for (guint32 f = 0; f < couplet_evidence_n_factors (potentials->evidence, vector); f++) {
    CoupletEvidenceFactor factor = couplet_evidence_factor (potentials->evidence, vector, f);
    gsize best = 0;
    for (gsize i = 1; i < couplet_factor_size (factor.n); i++) {
      guint32 one = factor.values[i], other = factor.values[best];
      if (one != COUPLET_NUMBER_INFINITE &&
          (other == COUPLET_NUMBER_INFINITE ||
           couplet_rational_compare (&numbers[one], &numbers[other]) < 0))
        best = i;
    }
    for (guint32 i = factor.n; i > 0; i--, best /= 3)
      x[factor.thresholds[i - 1]] = (gint8)((int)(best % 3) - 1);
  }
}

/* Adds the rows that lead along worst, which are found from its end on. */
static void
add_rows_of_walk (const Reading *reading, const WalkSamples *worst, guint most)
{
  Potentials *potentials = reading->potentials;
  const CoupletAutomaton *a = automaton_of (potentials);
  g_autoptr (GPtrArray) steps = g_ptr_array_new ();
  g_autofree gint8 *x = g_new (gint8, MAX (a->n_thresholds, 1));
  guint32 vector = potentials->start.vector;
  for (guint i = 0; i < MIN (worst->walk->len, most); i++) {
    const CoupletWalkStep *taken = &g_array_index (worst->walk, CoupletWalkStep, i);
    const CoupletBoundStep *step =
        find_step (reading, vector, couplet_folded_transition (worst->automaton, taken->transition),
                   taken->difference);
    if (step == NULL)
      break;
    g_ptr_array_add (steps, (gpointer)step);
    vector = step->target;
  }
  find_least (potentials, vector, x);
  for (guint i = steps->len; i > 0; i--) {
    PotentialRow *row = row_new (potentials, steps->pdata[i - 1], x);
    if (row == NULL)
      return;
    memcpy (x, row->from.shifts, a->n_thresholds);
    g_ptr_array_insert (potentials->rows, 0, row);
  }
}

/* ---- All of it ----------------------------------------------------------------------------- */

static guint32
count_vectors (const CoupletEvidence *evidence)
{
  guint32 n = 0;
  for (guint32 e = 0; e < couplet_evidence_n_entries (evidence); e++)
    n += couplet_evidence_entry (evidence, e).n_vectors;
  return n;
}

/* Sets where each vector's steps begin; those of the start stand before all. */
static void
find_first (Reading *reading)
{
  guint s = 0;
  reading->first = g_new (guint, reading->n_vectors + 1);
  while (s < reading->steps->len && step_at (reading, s)->vector == COUPLET_NONE)
    s++;
  for (guint32 v = 0; v < reading->n_vectors; v++) {
    reading->first[v] = s;
    while (s < reading->steps->len && step_at (reading, s)->vector == v)
      s++;
  }
  reading->first[reading->n_vectors] = s;
}

static void
read_rows (Reading *reading, const WalkSamples *worst, guint most)
{
  Potentials *potentials = reading->potentials;
  g_autoptr (GArray) steps = find_steps (reading);
  gboolean all = potentials->n_rows <= most;
  for (guint i = 0; i < steps->len && all; i++)
    all = add_rows (potentials, step_at (reading, g_array_index (steps, guint, i)));
  if (all)
    return;
  g_ptr_array_set_size (potentials->rows, 0);
  if (worst != NULL)
    add_rows_of_walk (reading, worst, most);
}

Potentials *
potentials_new (const CoupletEvidence *bound, const WalkSamples *worst, guint most)
{
  g_autoptr (GArray) steps = couplet_evidence_bound_steps (bound);
  if (steps == NULL)
    return NULL;
  Potentials *potentials = g_new0 (Potentials, 1);
  potentials->evidence = bound;
  potentials->rows = g_ptr_array_new_with_free_func (row_free);
  Reading reading = {potentials, steps, NULL, count_vectors (bound)};
  guint32 n_thresholds = automaton_of (potentials)->n_thresholds;
  g_autofree gint8 *nothing = g_new (gint8, MAX (n_thresholds, 1));
  memset (nothing, COUPLET_NO_SHIFT, n_thresholds);
  potential_init (&potentials->start, step_at (&reading, 0)->target, nothing, n_thresholds);
  find_enough (potentials, potentials->start.vector, nothing, &potentials->start.enough);
  find_first (&reading);
  read_rows (&reading, worst, most);
  g_free (reading.first);
  return potentials;
}

void
potentials_free (Potentials *potentials)
{
  if (potentials == NULL)
    return;
  potential_clear (&potentials->start);
  g_ptr_array_unref (potentials->rows);
  g_free (potentials);
}

CoupletEvidenceEntry
potentials_entry (const Potentials *potentials, guint32 vector)
{
  guint32 e = 0;
  while (vector - couplet_evidence_entry (potentials->evidence, e).first_vector >=
         couplet_evidence_entry (potentials->evidence, e).n_vectors)
    e++;
  return couplet_evidence_entry (potentials->evidence, e);
}
