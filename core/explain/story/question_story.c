/* SPDX-License-Identifier: Apache-2.0 */
#include "question_story.h"

#include "evidence_walks.h"
#include "naming.h"
#include "order_story.h"
#include "path_choice.h"
#include "segment_story.h"
#include "strategy_story.h"
#include "unfolded.h"
#include "violation_story.h"
#include "walk_story.h"

#define MOST_FOR_SEGMENTS 5000u /* transitions times thresholds: time grows with its square */

static gboolean
tell_path (Telling *telling, const CoupletAutomaton *a, const char *text, GError **error)
{
  Document *document = telling->document;
  g_autoptr (GArray) path = path_choose (a, text, error);
  if (path == NULL)
    return FALSE;
  g_autoptr (ShiftConflict) conflict = NULL;
  g_autoptr (WalkSamples) samples = path_samples (a, path, &conflict, error);
  if (samples == NULL)
    return FALSE;
  line_put (document_heading (document, 2), "The path asked for");
  if (conflict != NULL) {
    line_put (document_paragraph (document), "No strategy is valid on this path.");
    tell_conflict (document, samples, conflict, telling->result->verdict);
    tell_orders (document, samples);
    return TRUE;
  }
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  walk_samples_pay (samples, 0, samples->walk->len, &cost);
  Line *line = document_paragraph (document);
  line_put (line, "Under the inputs that are worst for it, this path costs ");
  put_cost (line, &cost);
  line_put (line, ".");
  if (a->memory != NULL)
    line_put (line, " No loop on it is asked to be free.");
  tell_walk (document, samples);
  return TRUE;
}

static gboolean
tell_segment_table (Telling *telling, const CoupletAutomaton *a, GError **error)
{
  if ((guint64)a->n_transitions * a->n_thresholds > MOST_FOR_SEGMENTS) {
    g_autofree char *counted =
        g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64)a->n_transitions * a->n_thresholds);
    line_put (document_paragraph (telling->document),
              "Segment classes are listed for at most %u transitions, counted for each threshold; "
              "this automaton%s has %s. A part of it can be asked for with %s{c}, %s{c} or %s{c}.",
              MOST_FOR_SEGMENTS,
              a->order != NULL    ? ", unfolded by the order of its thresholds,"
              : a->folded != NULL ? ", unfolded by the differences of earlier inputs,"
                                  : "",
              counted, "--state", "--transition", "--path");
    return TRUE;
  }
  g_autoptr (SegmentTable) table = segment_table_new (a, error);
  if (table == NULL)
    return FALSE;
  tell_segments (telling->document, a, table);
  return TRUE;
}

/* `, when no private input has differed so far`, and by what the last one does where it may be read
 * again. */
static void
put_memory (Line *line, const CoupletAutomaton *a, CoupletMemory memory)
{
  if (a->adjacency != COUPLET_ADJACENT_ANY && memory.change == 0)
    line_put (line, ", when no private input has differed so far");
  else if (a->adjacency == COUPLET_ADJACENT_ONE)
    line_put (line, ", when one private input has differed");
  else if (a->adjacency == COUPLET_ADJACENT_MONOTONIC)
    line_put (line, ", when some private input has been %s in the second run",
              memory.change > 0 ? "greater" : "less");
  if (memory.last != COUPLET_NOT_REMEMBERED)
    line_put (line, ", when the last private input differs by %d", memory.last);
}

/* What is known where a state of an unfolded automaton is: before all that is told of it. */
static void
tell_known (Telling *telling, const CoupletAutomaton *a, guint32 state)
{
  if (a->folded == NULL)
    return;
  g_autofree char *known = couplet_known_order_to_string (a, state);
  Line *line = document_paragraph (telling->document);
  line_put (line, "At %s{c}", state_name (a, state));
  if (a->memory != NULL)
    put_memory (line, a, a->memory[state]);
  if (a->order != NULL && *known == '\0')
    line_put (line, ", when no order of the thresholds is known");
  else if (a->order != NULL)
    line_put (line, ", when it is known that %s{c}", known);
  line_put (line, ":");
}

/* Every state of a that is called name: several when it was unfolded. */
static gboolean
tell_state (Telling *telling, const CoupletAutomaton *a, const char *name, GError **error)
{
  const CoupletStageResult *by = NULL;
  g_autoptr (WalkSamples) worst = worst_walk (telling->result, &by);
  guint told = 0;
  if (state_choose (telling->result->automaton, name, error) == COUPLET_NONE)
    return FALSE;
  for (guint32 q = 0; q < a->n_states; q++) {
    if (!g_str_equal (state_name (a, q), name))
      continue;
    told++;
    tell_known (telling, a, q);
    if (a->row[q] == a->row[q + 1])
      line_put (document_paragraph (telling->document), "No transition leaves %s{c}.", name);
    if (!tell_strategy (telling->document, a, a->row[q], a->row[q + 1], worst, error))
      return FALSE;
    tell_impossible (telling->document, a, q);
  }
  if (told == 0)
    line_put (document_paragraph (telling->document), "No run reaches %s{c}.", name);
  return TRUE;
}

/* The transition of an unfolded automaton cannot be taken at any state that stands for its source.
 */
static void
tell_never (Telling *telling, const CoupletAutomaton *a, guint32 transition)
{
  Line *line = document_paragraph (telling->document);
  g_assert (a->folded != NULL);
  line_put (line, "No run takes ");
  put_full_transition (line, a->folded, transition);
  for (guint32 q = 0; q < a->n_states; q++)
    if (a->folded_state[q] == a->folded->source[transition]) {
      line_put (line, ": ");
      put_why_impossible (line, a, q, transition);
      break;
    }
  line_put (line, ".");
}

static gboolean
tell_transition (Telling *telling, const CoupletAutomaton *a, const char *text, GError **error)
{
  const CoupletStageResult *by = NULL;
  g_autoptr (WalkSamples) worst = worst_walk (telling->result, &by);
  guint32 chosen = transition_choose (telling->result->automaton, text, error);
  guint told = 0;
  if (chosen == COUPLET_NONE)
    return FALSE;
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (couplet_folded_transition (a, t) != chosen)
      continue;
    told++;
    tell_known (telling, a, a->source[t]);
    if (!tell_strategy (telling->document, a, t, t + 1, worst, error))
      return FALSE;
  }
  if (told == 0)
    tell_never (telling, a, chosen);
  return TRUE;
}

/* Explains the columns of the tables of strategies. */
static void
tell_columns (Telling *telling)
{
  line_put (document_paragraph (telling->document),
            "%s{b}: the difference of the inputs under which the cheapest valid shift pays most.",
            "Worst D");
}

gboolean
tell_answers (Telling *telling, const Questions *questions, GError **error)
{
  const CoupletAutomaton *a = telling->automaton;
  if (questions->path != NULL && !tell_path (telling, a, questions->path, error))
    return FALSE;
  if (questions->segments && !tell_segment_table (telling, a, error))
    return FALSE;
  for (char *const *name = questions->states; name != NULL && *name != NULL; name++)
    if (!tell_state (telling, a, *name, error))
      return FALSE;
  for (char *const *text = questions->transitions; text != NULL && *text != NULL; text++)
    if (!tell_transition (telling, a, *text, error))
      return FALSE;
  if (questions->states != NULL || questions->transitions != NULL)
    tell_columns (telling);
  return TRUE;
}
