/* SPDX-License-Identifier: Apache-2.0 */
#include "ask.h"

#include "answer.h"
#include "automaton_block.h"
#include "isolate.h"
#include "outcome.h"
#include "solve.h"
#include "stage_enter.h"
#include "stopwatch.h"

#include <fcntl.h>
#include <unistd.h>

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

/* Has stage answer in the process that judges files. */
static gboolean
solve_entered (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
               GError **error)
{
  if (!stage_enter (stage, error))
    return FALSE;
  return stage->trusted || automaton->linear != NULL
             ? stage_solve (stage, automaton, outcome, error)
             : solve_on_copy (stage, automaton, outcome, error);
}

static gboolean
solve_here (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
            GError **error)
{
  /* other files are named from the folder where a stranger may not stay */
  int folder = stage->trusted ? -1 : open (".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean good = solve_entered (stage, automaton, outcome, error);
  if (folder < 0)
    return good;
  if (fchdir (folder) != 0)
    couplet_context_log (stage->context, "the folder it was started in is gone");
  close (folder);
  return good;
}

/* Adds to the reason which plugin it is about, where that is not an installed one. */
static void
name_stranger (const Stage *stage, CoupletOutcome *outcome)
{
  const char *reason = couplet_outcome_result (outcome)->reason;
  if (stage->trusted || stage->command != NULL || reason == NULL)
    return;
  g_autofree char *before = g_strdup (reason);
  couplet_outcome_set_reason (outcome, "%s (%s)", before, stage->stranger);
}

void
outcome_fail (const Stage *stage, CoupletOutcome *outcome, const char *reason)
{
  CoupletStageResult *result = couplet_outcome_result (outcome);
  outcome_clear (outcome);
  result->failed = TRUE;
  result->guarantee = COUPLET_GUARANTEE_EXACT; /* of nothing: one that has a name */
  couplet_outcome_set_reason (outcome, "%s", reason);
  name_stranger (stage, outcome);
}

CoupletOutcome *
stage_ask (Stage *stage, const CoupletAutomaton *automaton)
{
  CoupletOutcome *outcome = couplet_outcome_new (stage->name, stage->plugin);
  CoupletStageResult *result = couplet_outcome_result (outcome);
  g_autoptr (GError) error = NULL;
  Stopwatch watch = stopwatch_start ();
  couplet_context_start (stage->context, stage->limit_ms);
  gboolean good = stage_is_apart (stage)
                      ? isolate_run (stage, automaton, outcome, &error) &&
                            stage_check_answer (stage, automaton, outcome, &error)
                      : solve_here (stage, automaton, outcome, &error);
  result->seconds_total = stopwatch_seconds (&watch);
  /* a process that ended before it told has taken all the time, as far as is known */
  result->seconds =
      result->seconds > 0 ? MIN (result->seconds, result->seconds_total) : result->seconds_total;
  result->ran = good;
  if (!good)
    outcome_fail (stage, outcome, error->message);
  else if (couplet_context_seconds_left (stage->context) <= 0)
    name_stranger (stage, outcome);
  return outcome;
}
