/* SPDX-License-Identifier: Apache-2.0 */
#include "contradiction.h"

#include "compare_answers.h"
#include "stage_bounds.h"

#include <couplet/internal/format.h>

/* `its cost is 2, and that of its stages is 1`; NULL = not known. The caller frees it. */
static char *
numbers_fault (const char *what, const CoupletRational *number, const char *whose,
               const CoupletRational *other)
{
  g_autofree char *one = number != NULL ? couplet_rational_to_string (number) : NULL;
  g_autofree char *two = other != NULL ? couplet_rational_to_string (other) : NULL;
  return g_strdup_printf ("its %s is %s, and that of %s is %s", what,
                          one != NULL ? one : "not known", whose, two != NULL ? two : "not known");
}

static gboolean
are_equal (const CoupletRational *a, const CoupletRational *b)
{
  return a == b || (a != NULL && b != NULL && couplet_rational_compare (a, b) == 0);
}

static gboolean
is_below (const CoupletRational *a, const CoupletRational *b)
{
  return a != NULL && b != NULL && couplet_rational_compare (a, b) < 0;
}

/* ---- Stages ------------------------------------------------------------------------------ */

static char *
stage_fault (const CoupletStageResult *stage)
{
  const CoupletRational *upper = stage_upper (stage);
  if (upper != NULL && stage->verdict == COUPLET_VERDICT_NOT_PRIVATE)
    return g_strdup_printf ("stage '%s' says not private, and has a cost", stage->stage);
  if (stage_denies_cost (stage) && stage->verdict == COUPLET_VERDICT_PRIVATE)
    return g_strdup_printf ("stage '%s' says private, and that no finite cost exists",
                            stage->stage);
  if (is_below (upper, stage_lower (stage)))
    return g_strdup_printf ("stage '%s' has an upper bound below its lower one", stage->stage);
  return stage->verdict == COUPLET_VERDICT_ERROR
             ? g_strdup_printf ("stage '%s' has the verdict of a file", stage->stage)
             : NULL;
}

/* The ratios of costs to the exact one. */
static char *
ratio_fault (const FileRecord *file)
{
  const CoupletRational *exact = couplet_exact_cost (&file->result);
  g_auto (CoupletRational) expected;
  couplet_rational_init (&expected);
  for (guint i = 0; i < file->result.n_stages; i++) {
    const CoupletStageResult *stage = &file->result.stages[i];
    if (file->ratios[i] != NULL && !(exact != NULL && stage->has_cost && !stage->cost_is_infinite &&
                                     couplet_cost_ratio (&stage->cost, exact, &expected) &&
                                     couplet_rational_compare (&expected, file->ratios[i]) == 0))
      return g_strdup_printf ("the ratio of stage '%s' is not that of its cost to the exact one",
                              stage->stage);
  }
  return NULL;
}

/* What a file may rest on of stage. whole: also what may be neither trusted nor shown, or not
 * proven in rationals. */
static CoupletBounds
bounds_of (const CoupletStageResult *stage, gboolean whole)
{
  gboolean certified = stage->certified || (whole && !stage->has_cost);
  CoupletBounds bounds = bounds_of_verdict (stage->verdict);
  if (stage->claimed && !whole)
    return (CoupletBounds){0};
  bounds.upper = certified ? stage_upper (stage) : NULL;
  bounds.lower = certified ? stage_lower (stage) : NULL;
  return bounds;
}

/* What answer has to rest on of all stages, or may. */
static CoupletBounds
meet_stages (const CoupletResult *answer, gboolean whole)
{
  CoupletBounds all = {0};
  for (guint i = 0; i < answer->n_stages; i++) {
    CoupletBounds one = bounds_of (&answer->stages[i], whole);
    couplet_bounds_meet (&all, &one);
  }
  return all;
}

/* ---- The file's answer against those of its stages ----------------------------------------- */

static char *
verdict_fault (const CoupletResult *answer)
{
  gboolean found = answer->verdict == COUPLET_VERDICT_UNKNOWN;
  for (guint i = 0; i < answer->n_stages; i++) {
    const CoupletStageResult *stage = &answer->stages[i];
    found |= stage->verdict == answer->verdict;
    if (!stage->claimed && stage->verdict != COUPLET_VERDICT_UNKNOWN &&
        stage->verdict != answer->verdict)
      return g_strdup_printf ("its verdict is %s, and that of stage '%s' is %s",
                              couplet_verdict_to_string (answer->verdict), stage->stage,
                              couplet_verdict_to_string (stage->verdict));
  }
  return found ? NULL
               : g_strdup_printf ("it is %s, and none of its stages says so",
                                  couplet_verdict_to_string (answer->verdict));
}

/* Whether some stage has number as its upper bound, or the lower one. */
static gboolean
has_bound (const CoupletResult *answer, gboolean upper, const CoupletRational *number)
{
  gboolean found = number == NULL;
  for (guint i = 0; i < answer->n_stages && !found; i++) {
    CoupletBounds one = bounds_of (&answer->stages[i], TRUE);
    found = are_equal (upper ? one.upper : one.lower, number);
  }
  return found;
}

static char *
cost_fault (const CoupletResult *answer, const CoupletBounds *must, const CoupletBounds *may)
{
  const CoupletRational *cost = answer->bounds.upper;
  if (answer->verdict != COUPLET_VERDICT_PRIVATE)
    return NULL;
  if (is_below (cost, must->lower))
    return numbers_fault ("cost", cost, "a stage, at least,", must->lower);
  return has_bound (answer, TRUE, cost) && (cost != NULL || must->upper == NULL) &&
                 !is_below (must->upper, cost)
             ? NULL
             : numbers_fault ("cost", cost, "its stages",
                              must->upper != NULL ? must->upper : may->upper);
}

/* What is necessary is what a path costs, or where that proves nothing what a stage says of d. */
static char *
least_fault (const CoupletResult *answer, const CoupletBounds *must, const CoupletBounds *may)
{
  const CoupletRational *least =
      couplet_result_is_snapped (answer) ? NULL : couplet_result_least (answer);
  gboolean of_d = least == NULL;
  for (guint i = 0; i < answer->n_stages; i++)
    of_d |= answer->stages[i].has_least && are_equal (&answer->stages[i].least, least);
  gboolean of_paths =
      answer->verdict != COUPLET_VERDICT_NOT_PRIVATE && has_bound (answer, FALSE, least);
  return of_d || (of_paths && !is_below (least, must->lower))
             ? NULL
             : numbers_fault (COUPLET_LEAST_KEY, least, "its stages",
                              must->lower != NULL ? must->lower : may->lower);
}

static char *
stages_fault (const CoupletResult *answer)
{
  const CoupletBounds must = meet_stages (answer, FALSE), may = meet_stages (answer, TRUE);
  char *fault = verdict_fault (answer);
  if (fault == NULL)
    fault = cost_fault (answer, &must, &may);
  return fault != NULL ? fault : least_fault (answer, &must, &may);
}

/* ---- Linear mechanisms: lists of several lengths --------------------------------------------- */

/* Whether the answer is not about lists of one length, of which the stages are. */
static gboolean
is_of_lengths (const FileRecord *file)
{
  const char *answers = file->result.answers;
  return answers != NULL && !g_ascii_isdigit (*answers) && (*answers == '{' || file->n_lengths > 0);
}

static char *
lengths_fault (const FileRecord *file)
{
  const CoupletResult *answer = &file->result;
  if (file->n_lengths == 0)
    return NULL;
  CoupletBounds all = file->lengths[0].bounds;
  for (guint i = 1; i < file->n_lengths; i++)
    couplet_bounds_cover (&all, &file->lengths[i].bounds);
  if (all.is_infinite != answer->bounds.is_infinite)
    return g_strdup_printf ("its verdict is %s, and lists of some length %s",
                            couplet_verdict_to_string (answer->verdict),
                            all.is_infinite ? "are not private" : "would have to be not private");
  if (answer->bounds.upper != NULL && !are_equal (answer->bounds.upper, all.upper))
    return numbers_fault ("cost", answer->bounds.upper, "its lengths", all.upper);
  return are_equal (couplet_result_least (answer), all.lower)
             ? NULL
             : numbers_fault (COUPLET_LEAST_KEY, couplet_result_least (answer), "its lengths",
                              all.lower);
}

/* Of lists of several lengths the stages are about one. */
static char *
examples_fault (const CoupletResult *answer)
{
  if (answer->verdict == COUPLET_VERDICT_PRIVATE || answer->bounds.upper != NULL)
    return g_strdup ("its lists are examples, which show nothing private");
  for (guint i = 0; i < answer->n_stages; i++)
    if (answer->stages[i].verdict == answer->verdict)
      return NULL;
  return answer->verdict == COUPLET_VERDICT_NOT_PRIVATE
             ? g_strdup ("it is not private, and none of its stages says so")
             : NULL;
}

/* ---- Single outputs ------------------------------------------------------------------------- */

static char *
outputs_fault (const FileRecord *file)
{
  const CoupletRational *cost = file->result.bounds.upper;
  for (guint i = 0; i < file->n_outputs; i++) {
    const CoupletBounds *one = &file->outputs[i].bounds;
    if (one->is_infinite && file->result.verdict == COUPLET_VERDICT_PRIVATE)
      return g_strdup_printf ("it is private, and its outputs '%s' are not",
                              file->outputs[i].output);
    if (!couplet_result_is_snapped (&file->result) && is_below (cost, one->lower))
      return numbers_fault ("cost", cost, "some outputs, at least,", one->lower);
  }
  return NULL;
}

/* ---- What was looked for -------------------------------------------------------------------- */

/* What a text of a solution says; FALSE: it says nothing. */
static gboolean
take_number (const char *text, CoupletRational *number)
{
  return text != NULL && record_parse_rational (text, number);
}

/* Whether both say the same number. */
static gboolean
says (const char *text, const CoupletRational *number)
{
  g_autofree char *other = number != NULL ? couplet_rational_to_string (number) : NULL;
  return g_strcmp0 (text, other) == 0;
}

/* What is said of a value that was tried: whether d may be at most the goal (1), is above it (-1),
 * or is not known to be either (0). */
static int
side_of (const CoupletSolutionPoint *point, const CoupletRational *goal)
{
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  if (take_number (point->cost, &number) && couplet_rational_compare (&number, goal) <= 0)
    return 1;
  return point->verdict == COUPLET_VERDICT_NOT_PRIVATE ||
                 (take_number (point->least, &number) &&
                  couplet_rational_compare (&number, goal) > 0)
             ? -1
             : 0;
}

/* Whether the point's numbers cannot be together. */
static const char *
numbers_of_point_fault (const CoupletSolutionPoint *point)
{
  g_auto (CoupletRational) cost;
  g_auto (CoupletRational) least;
  couplet_rational_init (&cost);
  couplet_rational_init (&least);
  if (point->verdict == COUPLET_VERDICT_PRIVATE && point->cost == NULL)
    return "is private, and has no cost";
  if (point->verdict != COUPLET_VERDICT_PRIVATE && point->cost != NULL)
    return "is not private, and has a cost";
  return take_number (point->cost, &cost) && take_number (point->least, &least) &&
                 is_below (&cost, &least)
             ? "has a cost below what is necessary"
             : NULL;
}

/* Whether the point is known to be as answer is, which is about it. */
static gboolean
is_answer (const CoupletSolutionPoint *point, const CoupletResult *answer)
{
  gboolean infinite = point->verdict == COUPLET_VERDICT_NOT_PRIVATE;
  return infinite == (answer->verdict == COUPLET_VERDICT_NOT_PRIVATE) &&
         says (point->cost, answer->bounds.upper) &&
         (infinite || says (point->least, answer->bounds.lower));
}

static char *
point_fault (const CoupletResult *answer, const CoupletSolutionPoint *point, int side)
{
  const CoupletSolution *solution = answer->solution;
  gboolean is_beyond =
      g_strcmp0 (point->value, solution->beyond) == 0 || solution->kind == COUPLET_SOLUTION_NOWHERE;
  const char *fault = numbers_of_point_fault (point);
  if (fault == NULL && g_strcmp0 (point->value, solution->at) == 0 && !is_answer (point, answer))
    fault = "is what the file's answer is about, and has another";
  if (fault == NULL && g_strcmp0 (point->value, solution->value) == 0 && side != 1)
    fault = "is found, and is not known to do";
  if (fault == NULL && is_beyond && side == 1)
    fault = "will do, and is said not to";
  if (fault == NULL && solution->kind == COUPLET_SOLUTION_EVERYWHERE && side == -1)
    fault = "will not do, and all are said to";
  return fault != NULL ? g_strdup_printf ("%s = %s %s", solution->parameter, point->value, fault)
                       : NULL;
}

/* Whether value, which a solution names, was tried; NULL is none. */
static gboolean
was_tried (const CoupletSolution *solution, const char *value)
{
  gboolean tried = value == NULL;
  for (guint i = 0; i < solution->n_points && !tried; i++)
    tried = g_strcmp0 (solution->points[i].value, value) == 0;
  return tried;
}

static char *
solution_fault (const CoupletResult *answer)
{
  const CoupletSolution *solution = answer->solution;
  char *fault = NULL;
  g_auto (CoupletRational) goal;
  couplet_rational_init (&goal);
  if (solution == NULL)
    return NULL;
  if (!take_number (solution->at_most, &goal))
    return g_strdup ("\"at_most\" is not a number");
  gboolean is_found = solution->kind == COUPLET_SOLUTION_EXACT ||
                      solution->kind == COUPLET_SOLUTION_BETWEEN ||
                      solution->kind == COUPLET_SOLUTION_EVERYWHERE;
  if ((is_found && solution->value == NULL) ||
      (solution->kind == COUPLET_SOLUTION_NOWHERE && solution->value != NULL))
    return g_strdup ("a value is found where there is none, or none where there is one");
  if (!was_tried (solution, solution->at) || !was_tried (solution, solution->value) ||
      !was_tried (solution, solution->beyond))
    return g_strdup ("it names a value of a parameter that is none of its points");
  for (guint i = 0; i < solution->n_points && fault == NULL; i++)
    fault = point_fault (answer, &solution->points[i], side_of (&solution->points[i], &goal));
  return fault;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static char *
claim_fault (const CoupletResult *answer)
{
  CoupletClaimVerdict concluded = judge_claim (answer);
  if (answer->claim_verdict == COUPLET_CLAIM_NONE || answer->claim_verdict == concluded)
    return NULL;
  g_autofree char *claim = couplet_rational_to_string (&answer->claim);
  return g_strdup_printf ("the claim %s is said to be '%s', and is '%s' by its costs", claim,
                          couplet_claim_verdict_to_string (answer->claim_verdict),
                          couplet_claim_verdict_to_string (concluded));
}

/* What is wrong with the numbers alone. */
static char *
plain_fault (const CoupletResult *answer)
{
  if (answer->verdict != COUPLET_VERDICT_PRIVATE && answer->bounds.upper != NULL)
    return g_strdup_printf (
        "it is %s, and has a cost",
        answer->verdict == COUPLET_VERDICT_NOT_PRIVATE ? "not private" : "not known to be private");
  char *fault = answers_contradiction (answer, answer);
  for (guint i = 0; i < answer->n_stages && fault == NULL; i++)
    fault = stage_fault (&answer->stages[i]);
  return fault;
}

char *
answer_contradicts_itself (const FileRecord *file)
{
  const CoupletResult *answer = &file->result;
  char *fault;
  if (answer->disagreement)
    return NULL;
  if ((fault = plain_fault (answer)) != NULL || (fault = lengths_fault (file)) != NULL)
    return fault;
  if (answer->verdict != COUPLET_VERDICT_ERROR)
    fault = is_of_lengths (file) ? examples_fault (answer) : stages_fault (answer);
  if (fault == NULL)
    fault = ratio_fault (file);
  if (fault == NULL)
    fault = outputs_fault (file);
  if (fault == NULL)
    fault = solution_fault (answer);
  return fault != NULL ? fault : claim_fault (answer);
}
