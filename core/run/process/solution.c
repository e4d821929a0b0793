/* SPDX-License-Identifier: Apache-2.0 */
#include "solution.h"

#include "by_output.h"
#include "expand.h"
#include "goal.h"
#include "item.h"
#include "search.h"

#include <couplet/internal/format.h>

#include <string.h>

/* The item at one value, and what came of it. */
typedef struct {
  Examination examination;
  CoupletPoint point;
  CoupletDefinition *definitions;
  char *value;
} Trial;

/* A goal at work. */
typedef struct {
  CoupletRun *run;
  const CoupletItem *item;
  const char *const *failures;
  char *open; /* why nothing is decided at a value, a clause; NULL = it is everywhere */
  double read_seconds, seconds;
} Solving;

static void
trial_free (gpointer data)
{
  Trial *trial = data;
  examination_clear (&trial->examination);
  g_free (trial->definitions);
  g_free (trial->value);
  g_free (trial);
}

/* The point's parameters with value as that of the last, which is looked for, in definitions. */
static CoupletPoint
point_at (const CoupletPoint *point, const char *value, CoupletDefinition *definitions)
{
  CoupletDefinition *swept = definitions + point->n_parameters;
  memcpy (definitions, point->parameters, point->n_parameters * sizeof *definitions);
  memcpy (swept, point->swept, point->n_swept * sizeof *swept);
  definitions[point->n_parameters - 1].value = swept[point->n_swept - 1].value = value;
  return (CoupletPoint){point->n_parameters, definitions, point->n_swept, swept, NULL};
}

static Trial *
trial_new (const Solving *solving, const CoupletRational *value)
{
  const CoupletPoint *point = solving->item->point;
  Trial *trial = g_new0 (Trial, 1);
  trial->value = couplet_rational_to_string (value);
  trial->definitions = g_new0 (CoupletDefinition, point->n_parameters + point->n_swept);
  trial->point = point_at (point, trial->value, trial->definitions);
  CoupletItem item = {
      .file = solving->item->file, .point = &trial->point, .part = solving->item->part};
  if (solving->item->reading != NULL)
    item.reading = readers_ask (solving->run, &item);
  examine (solving->run, &item, solving->failures, &trial->examination);
  return trial;
}

/* ---- Samples --------------------------------------------------------------------------- */

static void
note_known (Sample *sample, const CoupletResult *result)
{
  sample->readable = result->verdict != COUPLET_VERDICT_ERROR;
  sample->infinite = result->verdict == COUPLET_VERDICT_NOT_PRIVATE;
  sample->has_upper = result->bounds.upper != NULL;
  sample->has_lower = result->bounds.lower != NULL;
  if (sample->has_upper)
    mpq_set (sample->upper.value, result->bounds.upper->value);
  if (sample->has_lower)
    mpq_set (sample->lower.value, result->bounds.lower->value);
}

/* The first reason of the stages that tried, or of those that did not; NULL: they have none. */
static const char *
stage_reason (const CoupletResult *result, gboolean tried)
{
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    if (stage->reason != NULL && (stage->ran || stage->failed) == tried)
      return stage->reason;
  }
  return NULL;
}

static gboolean
any_ran (const CoupletResult *result)
{
  for (guint i = 0; i < result->n_stages; i++)
    if (result->stages[i].ran)
      return TRUE;
  return FALSE;
}

/* Why result does not say on which side it is. */
static const char *
reason_of (const CoupletResult *result)
{
  for (guint i = 0; i < result->n_diagnostics; i++)
    if (result->diagnostics[i].severity == COUPLET_SEVERITY_ERROR)
      return result->diagnostics[i].message;
  const char *reason = result->reason != NULL ? result->reason : stage_reason (result, TRUE);
  /* what others do not take is no reason where one that does answered */
  if (reason == NULL && !any_ran (result))
    reason = stage_reason (result, FALSE);
  return reason != NULL ? reason : "the methods that ran prove too little";
}

static gboolean
is_between (const Sample *sample, const CoupletRational *bound)
{
  gboolean within = sample->has_upper && couplet_rational_compare (&sample->upper, bound) <= 0;
  gboolean above = sample->infinite ||
                   (sample->has_lower && couplet_rational_compare (&sample->lower, bound) > 0);
  return !sample->readable || (!within && !above);
}

static void
note_open (Solving *solving, const Sample *sample, const Trial *trial)
{
  const CoupletGoal *goal = solving->item->point->goal;
  if (!is_between (sample, &goal->at_most))
    return;
  const char *reason = reason_of (&trial->examination.result);
  g_free (solving->open);
  solving->open = g_strdup_printf ("at %s=%s: %.*s", goal->parameter, trial->value,
                                   (int)strcspn (reason, "\n"), reason);
}

static gboolean
fill (gpointer data, Sample *sample)
{
  Solving *solving = data;
  Trial *trial = trial_new (solving, &sample->value);
  const CoupletResult *result = &trial->examination.result;
  sample->data = trial;
  note_known (sample, result);
  note_open (solving, sample, trial);
  solving->read_seconds += result->read_seconds;
  solving->seconds += result->seconds;
  const volatile int *cancelled = solving->run->host.cancelled;
  return !result->disagreement && (cancelled == NULL || *cancelled == 0);
}

/* ---- The solution ---------------------------------------------------------------------- */

static const char *
keep_text (CoupletArena *arena, char *text)
{
  const char *kept = couplet_arena_strndup (arena, text, strlen (text));
  g_free (text);
  return kept;
}

static const char *
keep_number (CoupletArena *arena, gboolean known, const CoupletRational *number)
{
  return known ? keep_text (arena, couplet_rational_to_string (number)) : NULL;
}

static const CoupletSolutionPoint *
keep_points (CoupletArena *arena, const GPtrArray *samples)
{
  CoupletSolutionPoint *points =
      couplet_arena_new_array (arena, CoupletSolutionPoint, MAX (samples->len, 1));
  for (guint i = 0; i < samples->len; i++) {
    const Sample *sample = g_ptr_array_index (samples, i);
    points[i] = (CoupletSolutionPoint){
        .value = keep_number (arena, TRUE, &sample->value),
        .verdict = !sample->readable   ? COUPLET_VERDICT_ERROR
                   : sample->infinite  ? COUPLET_VERDICT_NOT_PRIVATE
                   : sample->has_upper ? COUPLET_VERDICT_PRIVATE
                                       : COUPLET_VERDICT_UNKNOWN,
        .cost = keep_number (arena, sample->has_upper, &sample->upper),
        .least = keep_number (arena, sample->has_lower, &sample->lower),
    };
  }
  return points;
}

/* `1 at c=2`. The caller frees it. */
static char *
cost_at (const CoupletGoal *goal, const Sample *sample, gboolean upper)
{
  g_autofree char *value = couplet_rational_to_string (&sample->value);
  g_autofree char *cost =
      sample->infinite ? g_strdup ("infinite")
                       : couplet_rational_to_string (upper ? &sample->upper : &sample->lower);
  return g_strdup_printf ("%s at %s=%s", cost, goal->parameter, value);
}

static char *
fault_words (const CoupletGoal *goal, const Search *search)
{
  g_autofree char *low = cost_at (goal, search->fault[0], TRUE);
  g_autofree char *risen = cost_at (goal, search->fault[1], FALSE);
  g_autofree char *high = cost_at (goal, search->fault[2], FALSE);
  g_autofree char *fallen = cost_at (goal, search->fault[3], TRUE);
  return g_strdup_printf ("the least d rises, from %s to %s, and falls, from %s to %s", low, risen,
                          high, fallen);
}

/* A clause, or NULL. The caller frees it. */
static char *
reason_words (const Solving *solving, const Search *search)
{
  if (search->kind == COUPLET_SOLUTION_NOT_MONOTONE)
    return fault_words (solving->item->point->goal, search);
  if (search->kind != COUPLET_SOLUTION_UNKNOWN)
    return NULL;
  return g_strdup (solving->open != NULL ? solving->open : "the search was ended");
}

/* Which of the values tried the result is to be about. */
static const Sample *
row_of (const Search *search)
{
  if (search->value != NULL && search->value->data != NULL)
    return search->value;
  if (search->value == NULL && search->beyond != NULL && search->beyond->data != NULL)
    return search->beyond;
  return search->last;
}

static const CoupletSolution *
make_solution (const Solving *solving, const Search *search, CoupletArena *arena)
{
  const CoupletGoal *goal = solving->item->point->goal;
  g_autofree char *reason = reason_words (solving, search);
  CoupletSolution *solution = couplet_arena_new_array (arena, CoupletSolution, 1);
  *solution = (CoupletSolution){
      .parameter = keep_text (arena, g_strdup (goal->parameter)),
      .at_most = keep_number (arena, TRUE, &goal->at_most),
      .kind = search->kind,
      .which = search->which,
      .value = search->value != NULL ? keep_number (arena, TRUE, &search->value->value) : NULL,
      .beyond = search->beyond != NULL ? keep_number (arena, TRUE, &search->beyond->value) : NULL,
      .at = keep_number (arena, TRUE, &row_of (search)->value),
      .reason = reason != NULL ? keep_text (arena, g_strdup (reason)) : NULL,
      .n_points = search->samples->len,
      .points = keep_points (arena, search->samples),
  };
  return solution;
}

/* Makes the trial of the row the examination, and frees the others. */
static void
take_row (const Search *search, const Solving *solving, Examination *examination)
{
  const Sample *row = row_of (search);
  Trial *trial = row->data;
  for (guint i = 0; i < search->samples->len; i++) {
    const Sample *sample = g_ptr_array_index (search->samples, i);
    if (sample->data != NULL && sample != row)
      trial_free (sample->data);
  }
  *examination = (Examination){.result = trial->examination.result,
                               .arena = couplet_arena_new (),
                               .whole = trial,
                               .free_whole = trial_free};
  examination->result.solution = make_solution (solving, search, examination->arena);
  result_set_swept (&examination->result, solving->item, examination->arena);
  examination->result.read_seconds = solving->read_seconds;
  examination->result.seconds = solving->seconds;
}

static void
examine_for_goal (CoupletRun *run, const CoupletItem *item, const char *const *failures,
                  Examination *examination)
{
  Solving solving = {run, item, failures, NULL, 0, 0};
  SearchTask task = {.fill = fill, .data = &solving, .free_data = trial_free};
  g_auto (Search) search;
  range_copy (&task.range, &item->point->goal->range);
  couplet_rational_init (&task.bound);
  mpq_set (task.bound.value, item->point->goal->at_most.value);
  search_run (&task, &search);
  take_row (&search, &solving, examination);
  range_clear (&task.range);
  couplet_rational_clear (&task.bound);
  g_free (solving.open);
}

void
examine_item (CoupletRun *run, const CoupletItem *item, const char *const *failures,
              Examination *examination)
{
  if (item->point != NULL && item->point->goal != NULL)
    examine_for_goal (run, item, failures, examination);
  else
    examine (run, item, failures, examination);
  if (run->host.wants_outputs)
    examine_outputs (run, examination, failures != NULL);
}
