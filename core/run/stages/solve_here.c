/* SPDX-License-Identifier: Apache-2.0 */
#include "solve_here.h"

#include "answer.h"
#include "automaton_block.h"
#include "outcome.h"
#include "solve.h"
#include "stage_enter.h"

#define FIRST_ROOM ((gsize)1 << 16) /* bytes of a copy of an automaton ... */
#define MOST_ROOM ((gsize)1 << 40)  /* ... which is not larger than the machine's memory */

/* automaton once more, in *room, which the caller frees. */
static const CoupletAutomaton *
copy_automaton (const CoupletAutomaton *automaton, gpointer *room)
{
  const CoupletAutomaton *copy = NULL;
  for (gsize size = FIRST_ROOM; copy == NULL && size < MOST_ROOM; size *= 4) {
    g_free (*room);
    *room = g_try_malloc (size);
    if (*room == NULL)
      return NULL;
    copy = automaton_to_block (automaton, *room, size);
  }
  return copy;
}

/* A stranger gets an automaton of its own: what it writes there changes nothing for others. */
static gboolean
solve_on_copy (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
               GError **error)
{
  g_autofree gpointer room = NULL;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (CoupletOutcome) found = couplet_outcome_new (stage->name, stage->plugin);
  const CoupletAutomaton *copy = copy_automaton (automaton, &room);
  if (copy == NULL) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "no memory for its automaton");
    return FALSE;
  }
  if (!stage_solve (stage, copy, found, error))
    return FALSE;
  outcome_put (bytes, found);
  Wire wire = wire_of_bytes (bytes);
  return outcome_take (&wire, automaton, outcome, error) &&
         stage_check_answer (stage, automaton, outcome, error);
}

gboolean
stage_solve_here (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
                  GError **error)
{
  if (!stage_enter (stage, error))
    return FALSE;
  return stage->trusted || automaton->linear != NULL
             ? stage_solve (stage, automaton, outcome, error)
             : solve_on_copy (stage, automaton, outcome, error);
}
