/* SPDX-License-Identifier: Apache-2.0 */
#include "segment_story.h"

#include "naming.h"

#define MOST_EXAMPLE 6 /* outputs shown of an example */

static void
put_outputs (Line *line, const CoupletAutomaton *a, const GArray *walk)
{
  for (guint i = 0; i < MIN (walk->len, MOST_EXAMPLE); i++)
    line_put (line, i > 0 ? ", %s{c}" : "%s{c}",
              couplet_output_of (a, g_array_index (walk, guint32, i))->name);
  if (walk->len > MOST_EXAMPLE)
    line_put (line, ", ... (%u more)", walk->len - MOST_EXAMPLE);
}

static void
add_strategy_column (Table *table, const char *letter)
{
  Line *power = line_new ();
  line_put (power, "%s{v}", letter);
  line_put (table_add_column (table, NULL, TRUE), "%s{v}%p{p}", "S", power);
}

static void
tell_class (Table *rows, const CoupletAutomaton *a, const SegmentTable *table,
            const SegmentClass *class, guint number)
{
  Row *row = table_add_row (rows);
  line_put (row_cell (row, 0), "%u", number);
  put_transition (row_cell (row, 1), a, class->begin);
  if (class->follows)
    line_put (row_cell (row, 1), " (repeats)");
  put_outputs (row_cell (row, 2), a, class->example);
  if (class->next != COUPLET_NONE)
    put_transition (row_cell (row, 3), a, class->next);
  else
    line_put (row_cell (row, 3), "the end");
  for (guint x = 0; x < 3; x++)
    put_unit_cost (row_cell (row, 4 + x), table->unit, class->cost.at[2 - x]);
}

/* What a segment is, and its strategies. */
static void
tell_meaning (Document *document, const CoupletAutomaton *automaton)
{
  gboolean many = automaton->n_thresholds > 1, shared = automaton->sampling == COUPLET_SHARED;
  Line *line = document_paragraph (document);
  line_put (line, many
                      ? "A segment of a threshold is an assignment to it and the walk to the next "
                        "one, or to the end. "
                      : "A segment is an assignment and the walk to the next one, or to the end. ");
  line_put (line, "Its strategies shift ");
  line_put (line, many ? "the threshold" : "%s{v}", automaton->thresholds[0]);
  Line *powers[3] = {line_new (), line_new (), line_new ()};
  line_put (powers[0], "%s{v}", "L");
  line_put (powers[1], "%s{v}", "N");
  line_put (powers[2], "%s{v}", "G");
  line_put (line,
            " by %d (%s{v}%p{p}), %d (%s{v}%p{p}) or %d (%s{v}%p{p}), whatever the inputs are. ", 1,
            "S", powers[0], 0, "S", powers[1], -1, "S", powers[2]);
  line_put (line,
            "Walks that leave the same strategies form a class; the cost is that of its worst "
            "walk and inputs, {inf} where the strategy is not valid.");
  if (!many)
    return;
  if (shared)
    line_put (document_paragraph (document),
              "All thresholds read one draw, which is paid once and must obey them all. The costs "
              "below count a draw for each threshold that it is compared with or stored in, as if "
              "that were its only one: a strategy that is {inf} here is never valid, and one "
              "that is not pays at least so much.");
  else
    line_put (
        document_paragraph (document),
        "Each threshold has draws of its own, and the costs are those of its own. A path "
        "costs at most the sum over the segments on it, of all thresholds, under strategies "
        "that follow each other as the guards of the assignments ask: %s{c} by one that shifts "
        "no higher, %s{c} by one that shifts no lower. Besides, it pays for fresh outputs, and for "
        "draws that it outputs before their thresholds are assigned.",
        "<", ">=");
}

/* The classes of threshold, from *next on. Whether one of them repeats. */
static gboolean
tell_classes (Document *document, const CoupletAutomaton *automaton, const SegmentTable *table,
              guint32 threshold, guint *next)
{
  Table *rows = document_table (document);
  table_add_column (rows, "Class", TRUE);
  table_add_column (rows, "Assignment", FALSE);
  table_add_column (rows, "Outputs, for example", FALSE);
  table_add_column (rows, "Up to", FALSE);
  add_strategy_column (rows, "L");
  add_strategy_column (rows, "N");
  add_strategy_column (rows, "G");
  gboolean follows = FALSE;
  for (; *next < table->classes->len; ++*next) {
    const SegmentClass *class = table->classes->pdata[*next];
    if (class->threshold != threshold)
      break;
    tell_class (rows, automaton, table, class, *next + 1);
    follows |= class->follows;
  }
  return follows;
}

void
tell_segments (Document *document, const CoupletAutomaton *automaton, const SegmentTable *table)
{
  line_put (document_heading (document, 2), "Segments");
  tell_meaning (document, automaton);
  gboolean follows = FALSE;
  guint next = 0;
  for (guint32 v = 0; v < automaton->n_thresholds; v++) {
    if (automaton->n_thresholds > 1)
      line_put (document_heading (document, 2), "Segments of %s{v}", automaton->thresholds[v]);
    follows |= tell_classes (document, automaton, table, v, &next);
  }
  if (follows)
    line_put (
        document_paragraph (document),
        "An assignment that repeats costs nothing and shifts by %s{v}, so the class needs every "
        "strategy to be valid.",
        "D");
  if (table->n_dropped > 0)
    line_put (document_paragraph (document),
              "%u more classes cost under no strategy more than one of these with the same ends.",
              table->n_dropped);
}
