/* SPDX-License-Identifier: Apache-2.0 */
#include "repair_story.h"

#include "naming.h"

static void
put_places (Line *line, const CoupletAutomaton *a, const Repair *repair)
{
  for (guint i = 0; i < repair->places->len; i++) {
    line_put (line, i == 0 ? "" : i + 1 < repair->places->len ? ", " : " and ");
    put_transition (line, a, repair_place (repair, i));
  }
}

static void
put_costs (Line *line, const Repair *repair)
{
  if (repair->kind != REPAIR_STOP) {
    line_put (line, ". Cost %p{q}.", &repair->costs[0]);
    return;
  }
  static const char *const times[REPAIR_MOST_TURNS] = {"first", "second", "third"};
  const char *before = ". Cost ", *after = " when halting after the %s time";
  guint n = MIN (repair->n_costs, REPAIR_MOST_TURNS);
  for (guint i = 0; i < n; i++) {
    if (!repair_tells_something (repair, i + 1))
      continue;
    line_put (line, "%s%p{q}", before, &repair->costs[i]);
    line_put (line, after, times[i]);
    before = ", ";
    after = " after the %s";
  }
  line_put (line, ".");
}

/* `Re-assign the threshold, with the input and the noise of draw, right after ` */
static void
put_redrawn (Line *line, const CoupletAutomaton *a, const Repair *repair)
{
  const CoupletAssignment *assignment = couplet_assignment_of (a, repair->drawn);
  g_autoptr (GString) what = g_string_new ("Re-assign ");
  for (guint32 i = 0; i < assignment->n_thresholds && a->n_thresholds > 1; i++)
    g_string_append_printf (what, "%s%s", i > 0 ? " and " : "",
                            a->thresholds[assignment->thresholds[i]]);
  line_put (line, "%s{b}", a->n_thresholds > 1 ? what->str : "Re-assign the threshold");
  line_put (line, ", with the input and the noise of %s{c}, right after ",
            a->states[a->source[repair->drawn]].name);
}

static void
tell_repair (Document *document, const CoupletAutomaton *a, const Repair *repair)
{
  Line *line = document_item (document);
  switch (repair->kind) {
  case REPAIR_DROP_OUTPUT:
    line_put (line, "%s{b}. Output a symbol instead on ", "Drop the real-valued output");
    break;
  case REPAIR_DRAW_FRESH: {
    g_autofree char *d =
        couplet_number_to_string (a, repair_output_noise (a, repair_place (repair, 0)));
    line_put (line, "%s{b} (noise parameter %s{m} unless the state has one) on ",
              "Draw fresh noise for the output", d);
    break;
  }
  case REPAIR_STOP:
    line_put (line, "%s{b}. Halt after a bounded number of times through ", "Add a stopping rule");
    break;
  default:
    put_redrawn (line, a, repair);
  }
  put_places (line, a, repair);
  put_costs (line, repair);
}

void
tell_repairs (Document *document, const CoupletAutomaton *automaton, const GPtrArray *repairs)
{
  line_put (document_heading (document, 2), "What would make it private");
  if (repairs->len == 0) {
    line_put (document_paragraph (document),
              "None of the changes that were tried leaves a private mechanism that tells anything "
              "of its inputs: dropping or re-drawing a real output, a stopping rule, re-assigning "
              "the threshold.");
    return;
  }
  line_put (
      document_paragraph (document),
      "Each change was made and what came of it verified; costs are exact and in multiples of "
      "{eps}.");
  for (guint i = 0; i < repairs->len; i++)
    tell_repair (document, automaton, repairs->pdata[i]);
}
