/* SPDX-License-Identifier: Apache-2.0 */
#include "path_draws.h"

#include <couplet/internal/path_inputs.h>
#include <couplet/internal/sample.h>

static void
free_draw (gpointer data)
{
  PathDraw *draw = data;
  fmpq_clear (draw->d);
  fmpq_clear (draw->mean);
  fmpq_clear (draw->centre);
  fmpq_clear (draw->shown);
  fmpq_clear (draw->value);
  g_array_unref (draw->bounds);
  g_free (draw);
}

void
path_draws_free (PathDraws *draws)
{
  if (draws == NULL)
    return;
  g_ptr_array_unref (draws->draws);
  g_free (draws);
}

/* One more draw of step, with noise parameter, mean (numbers of automaton) and kind. */
static PathDraw *
add_draw (PathDraws *draws, const CoupletAutomaton *automaton, guint step, guint32 d, guint32 mean,
          CoupletNoiseKind kind)
{
  PathDraw *draw = g_new0 (PathDraw, 1);
  fmpq_init (draw->d);
  fmpq_init (draw->mean);
  fmpq_init (draw->centre);
  fmpq_init (draw->shown);
  fmpq_init (draw->value);
  draw->bounds = g_array_new (FALSE, FALSE, sizeof (DrawBound));
  draw->step = step;
  draw->noise = couplet_noise_of (d, kind);
  if (draw->noise == COUPLET_NOISELESS)
    draw->pinned = TRUE;
  else
    fmpq_set_mpq (draw->d, automaton->numbers[d].value);
  fmpq_set_mpq (draw->mean, automaton->numbers[mean].value);
  g_ptr_array_add (draws->draws, draw);
  return draw;
}

/* The draw itself is output. */
static void
show_draw (PathDraw *draw)
{
  draw->output = PATH_DRAW_SHOWN;
  draw->pinned = TRUE;
}

/* The draw less that of a threshold is output, if it is the one that output speaks of. */
static void
show_gap (PathDraw *draw, const CoupletAutomaton *automaton, const CoupletOutput *output,
          guint32 slot, const guint *holds)
{
  if (output->kind != COUPLET_GAP || couplet_noise_slot (automaton, output->threshold) != slot)
    return;
  draw->output = PATH_DRAW_GAP;
  draw->less_than = holds[output->threshold];
}

/* The fresh output of a step. */
static void
add_fresh (PathDraws *draws, guint step, const CoupletState *state)
{
  const CoupletAutomaton *a = draws->automaton;
  const CoupletNoise *noise = &a->noises[state->noise];
  PathDraw *draw = add_draw (draws, a, step, noise->d_fresh, noise->mu_fresh,
                             a->noise_kinds[state->noise].fresh);
  draw->snap = couplet_snap_of (a, state);
  if (draw->snap != NULL)
    draw->output = PATH_DRAW_SNAPPED;
  else
    show_draw (draw);
}

/* The comparisons of way, a conjunction, that are with the draw of slot. */
static void
add_bounds (PathDraw *draw, const CoupletAutomaton *automaton, const CoupletConjunction *way,
            guint32 slot, const guint *holds)
{
  for (guint32 i = 0; i < way->n_literals; i++) {
    const CoupletLiteral *literal = &way->literals[i];
    DrawBound bound = {holds[literal->threshold], literal->comparison == COUPLET_GREATER_EQUAL};
    if (couplet_n_slots (automaton) == 1 || literal->threshold == slot)
      g_array_append_val (draw->bounds, bound);
  }
}

/* The draws of one step. holds: for each threshold the draw whose value it has. */
static void
add_step (PathDraws *draws, const CoupletAutomaton *automaton, guint step, guint32 transition,
          CoupletSample *samples, guint *holds)
{
  guint32 number = couplet_source_state (automaton, transition)->noise;
  const CoupletNoise *noise = &automaton->noises[number];
  const CoupletNoiseKinds *kinds = &automaton->noise_kinds[number];
  const CoupletConjunction *way = &couplet_guard_of (automaton, transition)->alternatives[0];
  guint first = draws->draws->len;
  guint32 n = couplet_samples_load (samples, automaton, NULL, NULL, transition);
  for (guint32 i = 0; i < n; i++) {
    PathDraw *draw =
        add_draw (draws, automaton, step, noise->d[samples[i].slot], noise->mu, kinds->sample);
    add_bounds (draw, automaton, way, samples[i].slot, holds);
    show_gap (draw, automaton, couplet_output_of (automaton, transition), samples[i].slot, holds);
    if (samples[i].outputs)
      show_draw (draw);
  }
  for (guint32 i = 0; i < n; i++)
    for (guint32 k = 0; k < samples[i].n_assigned; k++)
      holds[samples[i].assigned[k]] = first + i;
  if (couplet_output_of (automaton, transition)->kind == COUPLET_FRESH)
    add_fresh (draws, step, couplet_source_state (automaton, transition));
}

PathDraws *
path_draws_new_first (const CoupletAutomaton *automaton, const guint32 *transitions, guint n)
{
  PathDraws *draws = g_new0 (PathDraws, 1);
  g_autofree CoupletSample *samples = g_new0 (CoupletSample, couplet_n_slots (automaton));
  g_autofree guint *holds = g_new0 (guint, automaton->n_thresholds);
  draws->automaton = automaton;
  draws->n_steps = n;
  draws->draws = g_ptr_array_new_with_free_func (free_draw);
  for (guint i = 0; i < n; i++)
    add_step (draws, automaton, i, transitions[i], samples, holds);
  return draws;
}

PathDraws *
path_draws_new (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
                const char **obstacle)
{
  for (guint i = 0; i < n; i++)
    if (couplet_guard_of (automaton, transitions[i])->n_alternatives > 1) {
      *obstacle = "a guard on the path has several alternatives";
      return NULL;
    }
  return path_draws_new_first (automaton, transitions, n);
}

void
path_draws_read (PathDraws *draws, const fmpq *inputs)
{
  for (guint i = 0; i < draws->draws->len; i++) {
    PathDraw *draw = g_ptr_array_index (draws->draws, i);
    fmpq_add (draw->centre, &inputs[draw->step], draw->mean);
    if (draw->noise == COUPLET_NOISELESS)
      fmpq_set (draw->value, draw->centre);
  }
}

void
path_draws_show (PathDraws *draws, const fmpq *values)
{
  for (guint i = 0; i < draws->draws->len; i++) {
    PathDraw *draw = g_ptr_array_index (draws->draws, i);
    if (draw->output == PATH_DRAW_HIDDEN)
      continue;
    fmpq_set (draw->shown, &values[draw->step]);
    if (draw->noise != COUPLET_NOISELESS)
      fmpq_set (draw->value, draw->shown);
  }
}

/* value = value / grid, rounded up or else down, times grid. */
static void
round_to_grid (fmpq *value, const fmpq_t grid, gboolean up)
{
  fmpz_t whole;
  fmpz_init (whole);
  fmpq_div (value, value, grid);
  (up ? fmpz_cdiv_q : fmpz_fdiv_q) (whole, fmpq_numref (value), fmpq_denref (value));
  fmpq_mul_fmpz (value, grid, whole);
  fmpz_clear (whole);
}

/* Rounds value to the grid of snap, within its bound. */
static void
snap_value (const CoupletAutomaton *automaton, const CoupletSnap *snap, fmpq *value)
{
  fmpq_t grid, bound, half;
  fmpq_init (grid);
  fmpq_init (bound);
  fmpq_init (half);
  fmpq_set_mpq (grid, automaton->numbers[snap->grid].value);
  fmpq_set_mpq (bound, automaton->numbers[snap->bound].value);
  fmpq_div_2exp (half, grid, 1);
  fmpq_add (value, value, half);
  round_to_grid (value, grid, FALSE);
  if (fmpq_cmp (value, bound) > 0)
    fmpq_set (value, bound);
  fmpq_neg (bound, bound);
  if (fmpq_cmp (value, bound) < 0)
    fmpq_set (value, bound);
  fmpq_clear (half);
  fmpq_clear (bound);
  fmpq_clear (grid);
}

gboolean
path_draws_cell_end (const PathDraws *draws, const PathDraw *draw, int side, fmpq_t end)
{
  const CoupletRational *numbers = draws->automaton->numbers;
  fmpq_t grid, bound;
  fmpq_init (grid);
  fmpq_init (bound);
  fmpq_set_mpq (grid, numbers[draw->snap->grid].value);
  fmpq_set_mpq (bound, numbers[draw->snap->bound].value);
  if (side < 0)
    fmpq_neg (bound, bound);
  fmpq_set (end, draw->shown);
  gboolean finite = !fmpq_equal (end, bound);
  fmpq_neg (bound, bound);
  if (fmpq_equal (end, bound)) /* what is farther out is clamped to it */
    round_to_grid (end, grid, side < 0);
  if (side < 0)
    fmpq_neg (grid, grid);
  fmpq_div_2exp (grid, grid, 1);
  fmpq_add (end, end, grid);
  fmpq_clear (bound);
  fmpq_clear (grid);
  return finite;
}

void
path_draws_move_values (const PathDraws *draws, const fmpq_t by, fmpq *values)
{
  for (guint i = 0; i < draws->draws->len; i++) {
    const PathDraw *draw = g_ptr_array_index (draws->draws, i);
    fmpq *value = &values[draw->step];
    if (draw->output == PATH_DRAW_SHOWN || draw->output == PATH_DRAW_SNAPPED)
      fmpq_add (value, value, by);
    if (draw->output == PATH_DRAW_SNAPPED)
      snap_value (draws->automaton, draw->snap, value);
  }
}

/* ---- What kind of numbers they are ---------------------------------------------------------- */

static gboolean
is_real (const PathDraw *draw)
{
  return draw->noise != COUPLET_NOISELESS && !couplet_noise_is_whole (draw->noise);
}

/* Whether a real number is subtracted in the gap that is output. */
static gboolean
lacks_real (const PathDraws *draws, const PathDraw *draw)
{
  return draw->output == PATH_DRAW_GAP &&
         is_real (g_ptr_array_index (draws->draws, draw->less_than));
}

static gboolean
has_density (const PathDraws *draws, const PathDraw *draw)
{
  gboolean shown = draw->output == PATH_DRAW_SHOWN || draw->output == PATH_DRAW_GAP;
  return (shown && is_real (draw)) || lacks_real (draws, draw);
}

gboolean
path_draws_have_density (const PathDraws *draws)
{
  for (guint i = 0; i < draws->draws->len; i++)
    if (has_density (draws, g_ptr_array_index (draws->draws, i)))
      return TRUE;
  return FALSE;
}

gboolean
path_draws_mark_densities (const PathDraws *draws, const guint *shows, guint8 *marks, guint8 bits)
{
  gboolean good = TRUE;
  for (guint i = 0; i < draws->draws->len; i++) {
    const PathDraw *draw = g_ptr_array_index (draws->draws, i);
    if (has_density (draws, draw))
      marks[shows[draw->step]] |= bits;
    good = good && (is_real (draw) || !lacks_real (draws, draw));
  }
  return good;
}

gboolean
inputs_are_whole (const CoupletAutomaton *automaton)
{
  for (guint32 i = 0; i < automaton->n_noises; i++)
    if (couplet_noise_is_whole (automaton->noise_kinds[i].sample) ||
        couplet_noise_is_whole (automaton->noise_kinds[i].fresh))
      return TRUE;
  return FALSE;
}

gboolean
path_place (const CoupletAutomaton *automaton, const guint32 *transitions, guint n, fmpq *inputs,
            fmpq *values)
{
  g_autoptr (GArray) numbers = couplet_path_inputs (automaton, transitions, n);
  for (guint i = 0; numbers != NULL && i < n; i++) {
    fmpq_set_mpq (&inputs[i], g_array_index (numbers, CoupletRational, i).value);
    fmpq_set_mpq (&values[i], g_array_index (numbers, CoupletRational, n + i).value);
  }
  return numbers != NULL;
}
