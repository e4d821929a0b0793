/* SPDX-License-Identifier: Apache-2.0 */
#include "explanation.h"

#include "best_shifts.h"
#include "drawing.h"
#include "evidence_samples.h"
#include "naming.h"
#include "order_story.h"
#include "path_choice.h"
#include "path_cost.h"
#include "repair.h"
#include "segment_table.h"
#include "strategy.h"
#include "violation_story.h"
#include "walk_story.h"

#include <couplet/unfold.h>

#define MOST_FOR_SEGMENTS 5000u /* transitions times thresholds: time grows with its square */

/* automaton: what the stages looked at, result->automaton unfolded if it can be. */
typedef struct {
  const CoupletFileResult *result;
  const CoupletAutomaton *automaton;
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

/* The samples of the walk that costs most and the stage that gave it; NULL when
 * none did. */
static WalkSamples *
worst_walk (const Telling *telling, const CoupletStageResult **by)
{
  const CoupletEvidence *evidence = best_evidence (telling->result, COUPLET_EVIDENCE_ATTAINED, by);
  if (evidence == NULL)
    return NULL;
  g_autoptr (WalkSamples) samples = evidence_samples (telling->automaton, evidence);
  if (samples == NULL)
    return NULL;
  return walk_samples_are_valid (samples) || best_shifts (samples) ? g_steal_pointer (&samples)
                                                                   : NULL;
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

/* What one step draws, where several thresholds leave a choice. */
static void
tell_sampling (Telling *telling)
{
  if (telling->automaton->n_thresholds < 2)
    return;
  Line *line = document_paragraph (telling->document);
  if (telling->automaton->sampling == COUPLET_SHARED)
    line_put (line, "Its sampling is %b: a step makes one draw, which all its comparisons read.",
              "shared");
  else
    line_put (line,
              "Its sampling is %b: a step makes a draw for each threshold that it uses, with noise "
              "of its own, also where it compares one reading with several of them.",
              "independent");
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
    if (stage->claimed)
      line_put (line, ", claimed");
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
  if (mpq_sgn (result->cost.value) == 0)
    line_put (line, "For adjacent inputs every event of outputs is equally probable. ");
  else {
    Line *exponent = line_new ();
    put_cost (exponent, &result->cost);
    line_put (line,
              "It is %l-differentially private for every {eps}: for adjacent inputs, the "
              "probabilities of every event of outputs are within a factor of %v%p. ",
              exponent, "e", exponent);
  }
  if (by != NULL)
    line_put (line,
              "This is the walk on which a proof by shift couplings pays most, under the inputs "
              "that are worst for it (found by %b):",
              by->stage);
}

static void
tell_private (Telling *telling)
{
  const CoupletFileResult *result = telling->result;
  const CoupletStageResult *by = NULL;
  g_autoptr (WalkSamples) samples = worst_walk (telling, &by);
  if (result->has_cost)
    tell_claim (telling, by);
  if (samples == NULL && result->has_cost && mpq_sgn (result->cost.value) == 0) {
    line_put (document_paragraph (telling->document),
              "Every draw that is used may be coupled free of cost (%r), on every path.",
              "[LapNull]");
    return;
  }
  if (samples == NULL) {
    line_put (document_paragraph (telling->document),
              "No method was run that finds the walk which costs most; these were:");
    tell_stages (telling);
    return;
  }
  tell_notation (telling->document, samples);
  tell_steps (telling->document, samples);
  tell_loops (telling->document, samples);
  tell_orders (telling->document, samples);
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

/* The samples of a walk on which no strategy is valid, and why; NULL when no
 * stage gave one. */
static WalkSamples *
violating_walk (const Telling *telling, ShiftConflict **conflict)
{
  const CoupletStageResult *by = NULL;
  const CoupletEvidence *evidence =
      best_evidence (telling->result, COUPLET_EVIDENCE_VIOLATION, &by);
  g_autoptr (WalkSamples) samples =
      evidence != NULL ? evidence_samples (telling->automaton, evidence) : NULL;
  *conflict = samples != NULL ? shift_conflict_find (samples) : NULL;
  return *conflict != NULL ? g_steal_pointer (&samples) : NULL;
}

/* Inputs that show that it is not private, where that is the verdict or several
 * thresholds are why it is not. */
static void
tell_inputs (Telling *telling, const WalkSamples *samples, const ShiftConflict *conflict)
{
  gboolean many = samples->automaton->n_thresholds > 1;
  if (telling->result->verdict != COUPLET_VERDICT_NOT_PRIVATE && !many)
    return;
  g_autoptr (InputPair) pair = input_pair_new (samples, conflict);
  if (pair != NULL)
    tell_input_pair (telling->document, pair);
  else if (many)
    line_put (document_paragraph (telling->document),
              "Whether inputs can drive the loss up is open: with several thresholds they are "
              "constructed only for loops on private inputs that assign nothing, beside which all "
              "other comparisons can be made likely, where all draws have noise and the outputs "
              "tell which transition was taken.");
}

static void
tell_violation (Telling *telling)
{
  g_autoptr (ShiftConflict) conflict = NULL;
  g_autoptr (WalkSamples) samples = violating_walk (telling, &conflict);
  if (samples == NULL)
    return;
  tell_conflict (telling->document, samples, conflict);
  tell_conflict_loops (telling->document, samples, conflict);
  tell_orders (telling->document, samples);
  tell_inputs (telling, samples, conflict);
  g_autoptr (GPtrArray) repairs = repairs_find (samples, conflict, telling->judge);
  tell_repairs (telling->document, telling->result->automaton, repairs);
}

static void
tell_not_private (Telling *telling)
{
  tell_structure (telling);
  tell_violation (telling);
}

/* ---- Unknown ------------------------------------------------------------------------------------
 */

static gboolean
is_said_by_stage (const CoupletFileResult *result)
{
  for (guint s = 0; s < result->n_stages; s++)
    if (g_strcmp0 (result->stages[s].reason, result->reason) == 0)
      return TRUE;
  return FALSE;
}

static void
tell_unknown (Telling *telling)
{
  const CoupletFileResult *result = telling->result;
  /* what a method said stands below */
  if (result->reason == NULL || is_said_by_stage (result))
    line_put (document_paragraph (telling->document),
              "No method could tell whether it is private. What each said:");
  else
    line_put (document_paragraph (telling->document), "%s. What each method said:", result->reason);
  tell_stages (telling);
  tell_violation (telling);
}

/* ---- Questions ----------------------------------------------------------------------------------
 */

static gboolean
tell_path (Telling *telling, const CoupletAutomaton *a, const char *text, GError **error)
{
  Document *document = telling->document;
  g_autoptr (GArray) path = path_choose (a, text, error);
  if (path == NULL)
    return FALSE;
  g_autoptr (CoupletComponents) components = couplet_components_new (a);
  gboolean possible;
  g_autoptr (WalkSamples) samples =
      path_cost (a, components, path, telling->judge, &possible, error);
  if (samples == NULL)
    return FALSE;
  line_put (document_heading (document, 2), "The path asked for");
  if (!possible) {
    g_autoptr (ShiftConflict) conflict = shift_conflict_find (samples);
    line_put (document_paragraph (document), "No strategy is valid on this path.");
    if (conflict != NULL)
      tell_conflict (document, samples, conflict);
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
  tell_notation (document, samples);
  tell_steps (document, samples);
  tell_loops (document, samples);
  tell_orders (document, samples);
  tell_budget (document, samples);
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
              "this automaton%s has %s. A part of it can be asked for with %c, %c or %c.",
              MOST_FOR_SEGMENTS,
              a->folded != NULL ? ", unfolded by the order of its thresholds," : "", counted,
              "--state", "--transition", "--path");
    return TRUE;
  }
  g_autoptr (SegmentTable) table = segment_table_new (a, error);
  if (table == NULL)
    return FALSE;
  tell_segments (telling->document, a, table);
  return TRUE;
}

/* What is known where a state of an unfolded automaton is: before all that is told of it. */
static void
tell_known (Telling *telling, const CoupletAutomaton *a, guint32 state)
{
  if (a->folded == NULL)
    return;
  g_autofree char *known = known_order_to_string (a, state);
  Line *line = document_paragraph (telling->document);
  line_put (line, "At %c, ", state_name (a, state));
  if (*known == '\0')
    line_put (line, "when no order of the thresholds is known:");
  else
    line_put (line, "when it is known that %c:", known);
}

/* Every state of a that is called name: several when it was unfolded. */
static gboolean
tell_state (Telling *telling, const CoupletAutomaton *a, const char *name, GError **error)
{
  const CoupletStageResult *by = NULL;
  g_autoptr (WalkSamples) worst = worst_walk (telling, &by);
  guint told = 0;
  if (state_choose (telling->result->automaton, name, error) == COUPLET_NONE)
    return FALSE;
  for (guint32 q = 0; q < a->n_states; q++) {
    if (!g_str_equal (state_name (a, q), name))
      continue;
    told++;
    tell_known (telling, a, q);
    if (a->row[q] == a->row[q + 1])
      line_put (document_paragraph (telling->document), "No transition leaves %c.", name);
    if (!tell_strategy (telling->document, a, a->row[q], a->row[q + 1], worst, error))
      return FALSE;
    tell_impossible (telling->document, a, q);
  }
  if (told == 0)
    line_put (document_paragraph (telling->document), "No run reaches %c.", name);
  return TRUE;
}

/* The transition of an unfolded automaton cannot be taken at any state that stands for its source.
 */
static void
tell_never (Telling *telling, const CoupletAutomaton *a, guint32 transition)
{
  Line *line = document_paragraph (telling->document);
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
  g_autoptr (WalkSamples) worst = worst_walk (telling, &by);
  guint32 chosen = transition_choose (telling->result->automaton, text, error);
  guint told = 0;
  if (chosen == COUPLET_NONE)
    return FALSE;
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if ((a->folded != NULL ? a->folded_transition[t] : t) != chosen)
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

/* What stands above the columns of strategies. */
static void
tell_columns (Telling *telling)
{
  line_put (document_paragraph (telling->document),
            "%b: the difference of the inputs under which the cheapest valid shift pays most. "
            "%b: some walk leads here, at a finite cost, with such shifts.",
            "Worst D", "Possible");
}

static gboolean
answer (Telling *telling, const Questions *questions, GError **error)
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

/* ---- All of it ---------------------------------------------------------------------------------
 */

static void
tell_all (Telling *telling)
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

Document *
explain (const CoupletFileResult *result, const Questions *questions, const Judge *judge,
         GError **error)
{
  g_autoptr (Document) document = document_new ();
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (result->automaton, NULL, NULL);
  Telling telling = {result, unfolded != NULL ? unfolded : result->automaton, judge, document};
  tell_title (&telling);
  tell_sampling (&telling);
  gboolean asked = questions->path != NULL || questions->segments || questions->states != NULL ||
                   questions->transitions != NULL;
  if (!asked)
    tell_all (&telling);
  else if (!answer (&telling, questions, error))
    return NULL;
  return g_steal_pointer (&document);
}

void
explain_in_picture (const CoupletFileResult *result, GString *out)
{
  const CoupletStageResult *by;
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (result->automaton, NULL, NULL);
  const Telling seen = {result, unfolded != NULL ? unfolded : result->automaton, NULL, NULL};
  const Telling *telling = &seen;
  gboolean is_private = result->verdict == COUPLET_VERDICT_PRIVATE;
  g_autoptr (ShiftConflict) conflict = NULL;
  g_autoptr (WalkSamples) samples =
      is_private ? worst_walk (telling, &by) : violating_walk (telling, &conflict);
  g_autofree char *cost = result->has_cost ? couplet_rational_to_string (&result->cost) : NULL;
  g_autofree char *caption = g_strdup_printf (
      "%s: %s%s%s%s", result->name,
      result->verdict == COUPLET_VERDICT_NOT_PRIVATE ? "not private"
                                                     : couplet_verdict_to_string (result->verdict),
      cost != NULL ? ", cost " : "", cost != NULL ? cost : "",
      samples == NULL ? ""
      : is_private    ? "; the worst path is drawn thick"
                      : "; the path that rules a proof out is drawn thick");
  draw_automaton (result->automaton, samples, conflict, caption, out);
}
