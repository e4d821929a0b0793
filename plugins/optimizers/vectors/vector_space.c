/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_space.h"

#include <couplet/evidence.h>

#include <string.h>

void
vector_space_init (VectorSpace *space, const CoupletAutomaton *automaton,
                   const CoupletComponents *components, const CoupletLive *live, CoupletUnit *unit)
{
  *space = (VectorSpace){.automaton = automaton, .components = components, .unit = unit};
  if (live != NULL)
    space->factoring = factoring_new (automaton, components, live, unit);
  else
    space->steps = step_cache_new (automaton, components, unit);
}

void
vector_space_clear (VectorSpace *space)
{
  factoring_free (space->factoring);
  step_cache_free (space->steps);
}

gsize
vector_space_used (const VectorSpace *space)
{
  gsize sums = space->factoring != NULL ? factoring_used (space->factoring) : 0;
  return sums + couplet_unit_used (space->unit);
}

Vector
vector_space_start (const VectorSpace *space)
{
  Vector start = {.entries = {{0, 0, 0}}};
  if (space->factoring != NULL)
    start.sum = factoring_start (space->factoring);
  return start;
}

void
vector_space_enter (VectorSpace *space, guint32 transition)
{
  space->transition = transition;
  if (space->factoring != NULL) {
    space->n_differences = factoring_differences (space->factoring, transition, space->difference,
                                                  &space->supports_differ);
    return;
  }
  space->step = step_cache_load (space->steps, transition);
  space->n_differences = space->step->n;
  memcpy (space->difference, space->step->difference, sizeof space->difference);
}

static guint32
number_of (const VectorSpace *space, gint8 difference)
{
  guint32 i = 0;
  while (space->difference[i] != difference)
    i++;
  return i;
}

gboolean
vector_space_take (VectorSpace *space, guint32 transition, gint8 difference, const Vector *before,
                   Vector *after)
{
  vector_space_enter (space, transition);
  return vector_space_apply (space, number_of (space, difference), 1, before, after);
}

void
vector_space_choose (const VectorSpace *space, const Vector *vector, gint8 *choice)
{
  if (space->factoring != NULL) {
    factored_choose (vector->sum, choice);
    return;
  }
  const CoupletCost *at = vector->entries.at;
  choice[0] = -1;
  for (gint8 x = 0; x <= 1; x++)
    if (couplet_cost_compare (at[x + 1], at[choice[0] + 1]) < 0)
      choice[0] = x;
}

void
vector_space_retrace (VectorSpace *space, const Vector *before, guint32 transition,
                      gint8 difference, gint8 *choice, gint8 *shift)
{
  if (space->factoring != NULL) {
    factored_retrace (space->factoring, before->sum, transition, difference, choice, shift);
    return;
  }
  vector_space_enter (space, transition);
  const CoupletStep *step = space->step;
  const CoupletCost *at = before->entries.at;
  gint8 after = choice[0], best = COUPLET_SHIFT_UNUSED;
  if (step->used)
    shift[0] = (gint8)couplet_step_sample_shift (step, number_of (space, difference), after);
  for (gint8 x = -1; x <= 1; x++)
    if (couplet_step_links (step, x, after) &&
        (best == COUPLET_SHIFT_UNUSED || couplet_cost_compare (at[x + 1], at[best + 1]) < 0))
      best = x;
  choice[0] = best;
}
