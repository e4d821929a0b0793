/* SPDX-License-Identifier: Apache-2.0 */
#include "path_draws.h"

#include <couplet/sample.h>

static void
free_draw (gpointer data)
{
  PathDraw *draw = data;
  fmpq_clear (draw->d);
  fmpq_clear (draw->mean);
  fmpq_clear (draw->centre);
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
    draw->pinned |= samples[i].outputs;
  }
  for (guint32 i = 0; i < n; i++)
    for (guint32 k = 0; k < samples[i].n_assigned; k++)
      holds[samples[i].assigned[k]] = first + i;
  if (couplet_output_of (automaton, transition)->kind == COUPLET_FRESH)
    add_draw (draws, automaton, step, noise->d_fresh, noise->mu_fresh, kinds->fresh)->pinned = TRUE;
}

PathDraws *
path_draws_new_first (const CoupletAutomaton *automaton, const guint32 *transitions, guint n)
{
  PathDraws *draws = g_new0 (PathDraws, 1);
  g_autofree CoupletSample *samples = g_new0 (CoupletSample, couplet_n_slots (automaton));
  g_autofree guint *holds = g_new0 (guint, automaton->n_thresholds);
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
    if (draw->pinned && draw->noise != COUPLET_NOISELESS)
      fmpq_set (draw->value, &values[draw->step]);
  }
}
