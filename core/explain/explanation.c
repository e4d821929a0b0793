/* SPDX-License-Identifier: Apache-2.0 */
#include "explanation.h"

#include "best_shifts.h"
#include "naming.h"
#include "repair.h"
#include "violation_story.h"
#include "walk_story.h"

#include <couplet/format.h>

typedef struct {
  const CoupletFileResult *result;
  const Judge *judge;
  Document *document;
} Telling;

static void
put_cost (Line *line, const CoupletRational *cost)
{
  if (mpq_cmp_ui (cost->value, 1, 1) != 0)
    line_put (line, "%q{*}", cost);
  line_put (line, "{eps}");
}

/* ---- The evidence that tells most ------------------------------------------------------- */

/* The walk of kind whose cost is the greatest, and the stage that gave it. */
static const CoupletEvidence *
best_evidence (const CoupletFileResult *result, CoupletEvidenceKind kind,
               const CoupletStageResult **by)
{
  const CoupletEvidence *best = NULL;
  for (guint s = 0; s < result->n_stages; s++)
    for (guint e = 0; e < result->stages[s].n_evidence; e++) {
      const CoupletEvidence *evidence = result->stages[s].evidence[e];
      guint n;
      couplet_evidence_walk (evidence, &n);
      if (couplet_evidence_kind (evidence) != kind || n == 0)
        continue;
      const CoupletRational *cost = couplet_evidence_cost (evidence);
      const CoupletRational *other = best != NULL ? couplet_evidence_cost (best) : NULL;
      if (best == NULL ||
          (cost != NULL && other != NULL && mpq_cmp (cost->value, other->value) > 0)) {
        best = evidence;
        *by = &result->stages[s];
      }
    }
  return best;
}

/* ---- Verdicts ------------------------------------------------------------------------------ */

static void
tell_title (Telling *telling)
{
  const CoupletFileResult *result = telling->result;
  Line *line = document_heading (telling->document, 1);
  const char *name = result->name != NULL && *result->name != '\0' ? result->name : result->file;
  line_put (line, "%s: ", name);
  switch (result->verdict) {
  case COUPLET_VERDICT_PRIVATE:
    line_put (line, "differentially private");
    break;
  case COUPLET_VERDICT_NOT_PRIVATE:
    line_put (line, "not differentially private");
    break;
  default:
    line_put (line, "unknown");
  }
}

/* Which methods said what, one item each. */
static void
tell_stages (Telling *telling)
{
  const CoupletFileResult *result = telling->result;
  for (guint s = 0; s < result->n_stages; s++) {
    const CoupletStageResult *stage = &result->stages[s];
    Line *line = document_item (telling->document);
    line_put (line, "%b (%s): %s", stage->stage, stage->kind,
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
    if (stage->reason != NULL)
      line_put (line, ": %s", stage->reason);
  }
}

/* ---- Private -------------------------------------------------------------------------------- */

static void
tell_claim (Telling *telling, const CoupletStageResult *by)
{
  const CoupletFileResult *result = telling->result;
  Line *line = document_paragraph (telling->document);
  line_put (line, "For adjacent inputs and every event of outputs, the probabilities of two runs "
                  "are within a factor of ");
  Line *exponent = line_new ();
  put_cost (exponent, &result->cost);
  line_put (line, "%v%p. ", "e", exponent);
  if (by != NULL)
    line_put (line, "This is the walk on which a proof by shift couplings pays most (found by %b):",
              by->stage);
}

static void
tell_private (Telling *telling)
{
  const CoupletFileResult *result = telling->result;
  const CoupletStageResult *by = NULL;
  const CoupletEvidence *evidence =
      result->has_cost ? best_evidence (result, COUPLET_EVIDENCE_ATTAINED, &by) : NULL;
  if (result->has_cost)
    tell_claim (telling, by);
  if (evidence == NULL) {
    line_put (document_paragraph (telling->document),
              "No method was run that finds the walk which costs most; these were:");
    tell_stages (telling);
    return;
  }
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  g_autoptr (CoupletComponents) components = couplet_components_new (a);
  guint n;
  const CoupletWalkStep *walk = couplet_evidence_walk (evidence, &n);
  g_autoptr (WalkSamples) samples = walk_samples_new (a, components, walk, n);
  if (!walk_samples_are_valid (samples) && !best_shifts (samples))
    return;
  tell_notation (telling->document, a);
  tell_steps (telling->document, samples);
  tell_loops (telling->document, samples);
  tell_budget (telling->document, samples);
}

/* ---- Not private ------------------------------------------------------------------------------
 */

/* What a stage calls the structure it found, and says of it. */
static void
tell_structure (Telling *telling)
{
  const CoupletFileResult *result = telling->result;
  Line *line = document_paragraph (telling->document);
  for (guint s = 0; s < result->n_stages; s++)
    if (result->stages[s].structure != NULL) {
      line_put (line, "It has a structure that rules every proof out (found by %b): ",
                result->stages[s].stage);
      line_put (line, "%s.", result->stages[s].reason);
      return;
    }
  line_put (line, "%s.", result->reason != NULL ? result->reason : "No strategy is valid");
}

static void
tell_violation (Telling *telling)
{
  const CoupletStageResult *by = NULL;
  const CoupletEvidence *evidence =
      best_evidence (telling->result, COUPLET_EVIDENCE_VIOLATION, &by);
  if (evidence == NULL)
    return;
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  g_autoptr (CoupletComponents) components = couplet_components_new (a);
  guint n;
  const CoupletWalkStep *walk = couplet_evidence_walk (evidence, &n);
  g_autoptr (WalkSamples) samples = walk_samples_new (a, components, walk, n);
  g_autoptr (ShiftConflict) conflict = shift_conflict_find (samples);
  if (conflict == NULL)
    return;
  tell_conflict (telling->document, samples, conflict);
  tell_conflict_loops (telling->document, samples, conflict);
  if (telling->result->verdict == COUPLET_VERDICT_NOT_PRIVATE) {
    g_autoptr (InputPair) pair = input_pair_new (samples, conflict);
    if (pair != NULL)
      tell_input_pair (telling->document, pair);
  }
  if (a->folded == NULL) {
    g_autoptr (GPtrArray) repairs = repairs_find (samples, conflict, telling->judge);
    tell_repairs (telling->document, a, repairs);
  }
}

static void
tell_not_private (Telling *telling)
{
  tell_structure (telling);
  tell_violation (telling);
}

/* ---- Unknown ------------------------------------------------------------------------------------
 */

static void
tell_unknown (Telling *telling)
{
  const CoupletFileResult *result = telling->result;
  line_put (document_paragraph (telling->document), "%s. What each method said:",
            result->reason != NULL ? result->reason : "No method gave an answer");
  tell_stages (telling);
  tell_violation (telling);
}

/* ---- All of it ---------------------------------------------------------------------------------
 */

Document *
explain (const CoupletFileResult *result, const Questions *questions, const Judge *judge,
         GError **error)
{
  Telling telling = {result, judge, document_new ()};
  tell_title (&telling);
  (void)questions, (void)error;
  if (result->verdict == COUPLET_VERDICT_PRIVATE)
    tell_private (&telling);
  else if (result->verdict == COUPLET_VERDICT_NOT_PRIVATE)
    tell_not_private (&telling);
  else
    tell_unknown (&telling);
  return telling.document;
}
