/* SPDX-License-Identifier: Apache-2.0 */
#include "verdict_story.h"

#include "evidence_walks.h"
#include "naming.h"
#include "order_story.h"
#include "pair_story.h"
#include "repair_story.h"
#include "rules.h"
#include "unbounded_story.h"
#include "violation_story.h"
#include "walk_story.h"
#include "worst_story.h"

/* Which methods said what, one item each. */
static void
tell_stages (Telling *telling)
{
  const CoupletResult *result = telling->result;
  for (guint s = 0; s < result->n_stages; s++) {
    const CoupletStageResult *stage = &result->stages[s];
    Line *line = document_item (telling->document);
    line_put (line, "%s{b} (%s): %s", stage->stage, stage->kind,
              stage->failed ? "failed" : couplet_verdict_to_string (stage->verdict));
    if (stage->has_cost) {
      line_put (line, ", %s ", couplet_guarantee_to_string (stage->guarantee));
      if (stage->cost_is_infinite)
        line_put (line, "{inf}");
      else
        put_cost (line, &stage->cost);
    }
    if (stage->has_lower) {
      line_put (line, ", at least ");
      put_cost (line, &stage->lower);
    }
    if (stage->has_upper) {
      line_put (line, ", at most ");
      put_cost (line, &stage->upper);
    }
    if (stage->claimed)
      line_put (line, ", claimed");
    if (stage->reason != NULL)
      line_put (line, ": %s", stage->reason);
  }
}

/* ---- Private -------------------------------------------------------------------------------- */

/* Whether a smaller d than the cost would do. */
static void
put_necessary (Line *line, const CoupletResult *result)
{
  const CoupletRational *least = couplet_result_least (result);
  if (least == NULL || mpq_sgn (least->value) == 0)
    return;
  if (couplet_result_is_snapped (result)) {
    line_put (line, "In exact arithmetic less than ");
    put_cost (line, least);
    line_put (line, " would not do. ");
    return;
  }
  if (couplet_bounds_are_exact (&result->bounds)) {
    line_put (line, result->epsilon_is_read ? "No smaller d will do there. "
                                            : "No smaller d will do, at any {eps}. ");
    return;
  }
  line_put (line, "Less than ");
  put_cost (line, least);
  line_put (line, result->epsilon_is_read
                      ? " will not do there; what lies between is open. "
                      : " will not do, at any {eps}; what lies between is open. ");
}

static void
tell_no_walk (Telling *telling)
{
  Line *line = document_paragraph (telling->document);
  if (has_large_walk (telling))
    line_put (line, "A walk was found on which a proof has to pay, but the checker cannot tell "
                    "whether that is so, and it is not told; these methods were run:");
  else
    line_put (line, "No walk was found on which a proof has to pay; these methods were run:");
  tell_stages (telling);
}

static void
tell_cost (Telling *telling, const WalkSamples *samples, const CoupletStageResult *by)
{
  const CoupletResult *result = telling->result;
  Line *line = document_paragraph (telling->document);
  if (mpq_sgn (result->bounds.upper->value) == 0)
    line_put (line, "For adjacent inputs every event of outputs is equally probable. ");
  else {
    Line *exponent = line_new ();
    put_cost (exponent, result->bounds.upper);
    line_put (line, "It is %p{l}-differentially private for ", exponent);
    if (result->epsilon != NULL)
      line_put (line, "%s{c}", result->epsilon);
    else
      line_put (line, "every {eps}");
    line_put (line,
              ": for adjacent inputs, the "
              "probabilities of every event of outputs are within a factor of %s{v}%p{p}. ",
              "e", exponent);
    put_necessary (line, result);
  }
  if (samples != NULL)
    put_worst_walk (line, result, samples, by);
}

static void
tell_private (Telling *telling)
{
  const CoupletResult *result = telling->result;
  const CoupletStageResult *by = NULL;
  g_autoptr (WalkSamples) samples = worst_walk (telling->result, &by);
  if (result->bounds.upper != NULL)
    tell_cost (telling, samples, by);
  else if (samples != NULL)
    put_worst_walk (document_paragraph (telling->document), result, samples, by);
  if (samples == NULL && result->bounds.upper != NULL &&
      mpq_sgn (result->bounds.upper->value) == 0) {
    line_put (document_paragraph (telling->document),
              "Every draw that is used may be coupled free of cost (%s{r}), on every path.",
              "[LapNull]");
    return;
  }
  if (samples != NULL)
    tell_walk (telling->document, samples);
  if (!tell_long_walk (telling, samples) && samples == NULL) {
    tell_no_walk (telling);
    return;
  }
  if (couplet_bounds_are_exact (&result->bounds))
    tell_theorem (telling->document, TRUE);
}

/* ---- Not private ---------------------------------------------------------------------------- */

/* What a stage calls the structure it found, and says of it. */
static void
tell_structure (Telling *telling)
{
  const CoupletResult *result = telling->result;
  Line *line = document_paragraph (telling->document);
  for (guint s = 0; s < result->n_stages; s++)
    if (result->stages[s].structure != NULL &&
        result->stages[s].verdict == COUPLET_VERDICT_NOT_PRIVATE) {
      line_put (line, "It has a structure that rules every proof out (found by %s{b}): ",
                result->stages[s].stage);
      line_put (line, "%s.", result->stages[s].reason);
      return;
    }
  line_put (line, "No d is enough: %s.",
            result->reason != NULL ? result->reason : "no strategy is valid");
}

/* Inputs that show that it is not private, where the path shows that, or several thresholds are
 * why it does not. */
static void
tell_inputs (Telling *telling, const WalkSamples *samples, const ShiftConflict *conflict)
{
  gboolean many = samples->automaton->n_thresholds > 1;
  gboolean shown = telling->result->verdict == COUPLET_VERDICT_NOT_PRIVATE &&
                   samples->automaton->output_distinct;
  gboolean computed = !couplet_result_is_snapped (telling->result);
  if (telling->result->verdict == COUPLET_VERDICT_NOT_PRIVATE && !shown) {
    Line *line = document_paragraph (telling->document);
    line_put (line, "Other paths have the same outputs, so that this one alone does not show it.");
    if (computed)
      line_put (line, " Inputs and outputs that do are looked for by %s{c}.", "couplet refute");
    return;
  }
  if (!shown && !many)
    return;
  g_autoptr (InputPair) pair = input_pair_new (samples, conflict);
  if (pair != NULL)
    tell_input_pair (telling->document, pair);
  else if (shown && !many && computed)
    line_put (document_paragraph (telling->document),
              "Inputs and outputs that show it are looked for by %s{c}.", "couplet refute");
  else if (many)
    line_put (document_paragraph (telling->document),
              "%s: with several thresholds they are "
              "constructed only for loops on private inputs that assign nothing, beside which all "
              "other comparisons can be made likely, where all draws have noise and the outputs "
              "tell which transition was taken.",
              shown ? "No inputs are shown" : "Whether inputs can drive the loss up is open");
}

static void
tell_violation (Telling *telling)
{
  g_autoptr (ShiftConflict) conflict = NULL;
  g_autoptr (WalkSamples) samples = violating_walk (telling->result, &conflict);
  if (samples == NULL) {
    tell_unbounded (telling);
    return;
  }
  tell_conflict (telling->document, samples, conflict, telling->result->verdict);
  tell_conflict_loops (telling->document, samples, conflict);
  tell_orders (telling->document, samples);
  tell_inputs (telling, samples, conflict);
  g_autoptr (GPtrArray) repairs = repairs_find (samples, conflict, telling->examiner);
  tell_repairs (telling->document, telling->result->automaton, repairs);
  tell_conflict_rules (telling->document, samples);
  if (telling->result->verdict == COUPLET_VERDICT_NOT_PRIVATE &&
      samples->automaton->output_distinct)
    tell_theorem (telling->document, FALSE);
}

static void
tell_not_private (Telling *telling)
{
  tell_structure (telling);
  tell_violation (telling);
}

/* ---- Unknown -------------------------------------------------------------------------------- */

static gboolean
is_said_by_stage (const CoupletResult *result)
{
  for (guint s = 0; s < result->n_stages; s++)
    if (g_strcmp0 (result->stages[s].reason, result->reason) == 0)
      return TRUE;
  return FALSE;
}

/* Whether a walk rules every proof out. */
static gboolean
has_refutation (Telling *telling)
{
  const CoupletStageResult *by;
  return accepted_evidence (telling->result, COUPLET_EVIDENCE_VIOLATION, &by) != NULL ||
         accepted_evidence (telling->result, COUPLET_EVIDENCE_UNBOUNDED, &by) != NULL;
}

/* What a proof would have to pay, if there is one. */
static void
tell_lower_bound (Telling *telling)
{
  const CoupletStageResult *by = NULL;
  g_autoptr (WalkSamples) samples = worst_walk (telling->result, &by);
  if (samples != NULL) {
    put_worst_walk (document_paragraph (telling->document), telling->result, samples, by);
    tell_walk (telling->document, samples);
  }
  tell_long_walk (telling, samples);
}

static void
tell_unknown (Telling *telling)
{
  const CoupletResult *result = telling->result;
  /* a reason that is a method's own is told in its item */
  if (result->reason == NULL || is_said_by_stage (result))
    line_put (document_paragraph (telling->document),
              "No method could tell whether it is private. What each said:");
  else
    line_put (document_paragraph (telling->document), "%s. What each method said:", result->reason);
  tell_stages (telling);
  if (has_refutation (telling))
    tell_violation (telling);
  else
    tell_lower_bound (telling);
}

/* ---- All of it ------------------------------------------------------------------------- */

void
tell_verdict (Telling *telling)
{
  switch (telling->result->verdict) {
  case COUPLET_VERDICT_PRIVATE:
    tell_private (telling);
    break;
  case COUPLET_VERDICT_NOT_PRIVATE:
    tell_not_private (telling);
    break;
  default:
    tell_unknown (telling);
  }
}
