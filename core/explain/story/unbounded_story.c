/* SPDX-License-Identifier: Apache-2.0 */
#include "unbounded_story.h"

#include "evidence_walks.h"
#include "naming.h"
#include "unrolled.h"

#include <couplet/host/check.h>

#define MOST_ROWS 80 /* steps of a longer walk are left out */

/* ---- Steps and loops ----------------------------------------------------------------------- */

/* The numbers of the loops, from 1, that step is in: `1, 2`. */
static void
put_loops (Line *line, const CoupletEvidenceLoop *loops, guint n, guint step)
{
  gboolean any = FALSE;
  for (guint i = 0; i < n; i++)
    if (loops[i].first <= step && step < loops[i].end) {
      line_put (line, any ? ", %d" : "%d", (int)i + 1);
      any = TRUE;
    }
}

static void
tell_steps_of (Document *document, const CoupletEvidence *evidence)
{
  guint n, n_loops;
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  const CoupletWalkStep *walk = couplet_evidence_walk (evidence, &n);
  const CoupletEvidenceLoop *loops = couplet_evidence_loops (evidence, &n_loops);
  Table *table = document_table (document);
  table_add_column (table, "step", TRUE);
  table_add_column (table, "transition", FALSE);
  line_put (table_add_column (table, NULL, TRUE), "%s{v}", "D");
  table_add_column (table, "loop", FALSE);
  for (guint i = 0; i < MIN (n, MOST_ROWS); i++) {
    Row *row = table_add_row (table);
    line_put (row_cell (row, 0), "%u", i + 1);
    put_full_transition (row_cell (row, 1), a, walk[i].transition);
    line_put (row_cell (row, 2), "%d", walk[i].difference);
    put_loops (row_cell (row, 3), loops, n_loops, i);
  }
  if (n > MOST_ROWS)
    line_put (document_paragraph (document), "Another %u steps are left out.", n - MOST_ROWS);
}

static void
tell_loop (Document *document, const CoupletEvidence *evidence, const CoupletEvidenceLoop *loop,
           guint number)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  guint n_steps;
  const CoupletWalkStep *walk = couplet_evidence_walk (evidence, &n_steps);
  Line *line = document_item (document);
  line_put (line, "Loop %u, ", number);
  line_put (line, loop->end - loop->first == 1 ? "step %u" : "steps %u to %u", loop->first + 1,
            loop->end);
  line_put (line, ", leads from %s{c} back to it.",
            a->states[a->source[walk[loop->first].transition]].name);
}

/* ---- Turns --------------------------------------------------------------------------------- */

/* Sets *cost to what the walk costs with each loop taken turns times, if the checker accepts that.
 * FALSE: it is too long, or impossible at any cost. */
static gboolean
cost_of_turns (const CoupletAutomaton *a, const CoupletEvidence *evidence, guint turns,
               CoupletRational *cost)
{
  g_autoptr (CoupletEvidence) walk = unrolled_walk (evidence, turns);
  g_autoptr (WalkSamples) samples = walk != NULL ? evidence_samples (a, walk) : NULL;
  g_autofree char *why = NULL;
  if (samples == NULL || !walk_samples_choose (samples))
    return FALSE;
  walk_samples_pay (samples, 0, samples->walk->len, cost);
  couplet_evidence_set_cost (walk, cost);
  return couplet_evidence_check (walk, NULL, &why) == COUPLET_EVIDENCE_ACCEPTED;
}

static void
tell_turns (Telling *telling, const CoupletEvidence *evidence)
{
  static const guint turns[] = {1, 10, 100};
  g_autoptr (Document) rows = document_new ();
  Table *table = document_table (rows);
  guint told = 0;
  table_add_column (table, "turns of each loop", TRUE);
  table_add_column (table, "loss", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (turns); i++) {
    g_auto (CoupletRational) cost;
    couplet_rational_init (&cost);
    if (!cost_of_turns (telling->automaton, evidence, turns[i], &cost))
      continue;
    Row *row = table_add_row (table);
    line_put (row_cell (row, 0), "%u", turns[i]);
    put_cost (row_cell (row, 1), &cost);
    told++;
  }
  if (told == 0)
    return;
  line_put (document_paragraph (telling->document),
            "The least that this walk costs with so many turns of each loop, whatever shifts are "
            "chosen:");
  document_take (telling->document, rows);
}

void
tell_unbounded (Telling *telling)
{
  guint n;
  const CoupletStageResult *by;
  Document *document = telling->document;
  const CoupletEvidence *evidence =
      accepted_evidence (telling->result, COUPLET_EVIDENCE_UNBOUNDED, &by);
  if (evidence == NULL)
    return;
  const CoupletEvidenceLoop *loops = couplet_evidence_loops (evidence, &n);
  Line *line = document_paragraph (document);
  line_put (
      line,
      "This walk costs more and more as its loops are repeated (found by %s{b}). At each step "
      "two runs on adjacent inputs read values that differ by %s{v}",
      by->stage, "D");
  line_put (line, "{=}%s{v}{2}{-}%s{v}{1}:", "in", "in");
  tell_steps_of (document, evidence);
  for (guint i = 0; i < n; i++)
    tell_loop (document, evidence, &loops[i], i + 1);
  tell_turns (telling, evidence);
  line_put (
      document_paragraph (document),
      n > 0 ? "No shifts get through all loops free of charge, so that no finite cost is enough "
              "for all numbers of turns."
            : "No shifts are left on it at any cost.");
}
