/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_space.h"

#include <couplet/internal/arena.h>

#include <string.h>

void
vector_space_init (VectorSpace *space, const CoupletAutomaton *automaton,
                   const CoupletComponents *components, VectorTables *tables, CoupletUnit *unit)
{
  *space = (VectorSpace){
      .automaton = automaton, .components = components, .unit = unit, .tables = tables};
}

void
vector_space_clear (VectorSpace *space)
{
  vector_tables_free (space->tables);
}

gsize
vector_space_used (const VectorSpace *space)
{
  gsize tables = space->tables != NULL ? couplet_arena_used (space->tables->arena) : 0;
  return tables + couplet_unit_used (space->unit);
}

Vector
vector_space_start (const VectorSpace *space)
{
  Vector start = {.entries = {{0, 0, 0}}};
  if (space->tables == NULL)
    return start;
  gsize size = vector_space_size (space, space->automaton->initial);
  memset (space->tables->room, 0, size * sizeof (CoupletCost));
  start.table = space->tables->room;
  return start;
}

void
vector_space_enter (VectorSpace *space, guint32 transition)
{
  space->transition = transition;
  if (space->tables != NULL) {
    space->n_differences = vector_table_differences (space->tables, transition, space->difference,
                                                     &space->supports_differ);
    return;
  }
  couplet_step_load (&space->step, space->automaton, space->components, space->unit, transition);
  space->n_differences = space->step.n;
  memcpy (space->difference, space->step.difference, sizeof space->difference);
}
