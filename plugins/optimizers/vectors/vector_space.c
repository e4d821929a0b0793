/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_space.h"

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
