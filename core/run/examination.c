/* SPDX-License-Identifier: Apache-2.0 */
#include "examination.h"

#include "attempt.h"
#include "between.h"
#include "claim.h"
#include "context.h"
#include "fees.h"
#include "input.h"
#include "item.h"
#include "privacy_claim.h"
#include "self_check.h"
#include "within.h"

#include <couplet/format.h>
#include <couplet/host/snap.h>
#include <couplet/host/unfold.h>
#include <couplet/sample.h>

/* Sets what accepted evidence shows, and the disagreement to the first stage whose evidence
 * the checker rejects. */
static void
check_evidence (CoupletRun *run, Examination *examination)
{
  CoupletFileResult *result = &examination->result;
  for (guint i = 0; i < run->solvers->len && !result->rejected; i++) {
    char *rejection = self_check (examination->outcomes[i].outcome, run->host.self_check,
                                  examination->diagnostics, &examination->outcomes[i].shown);
    result->disagreement_text = rejection;
    result->disagreement = result->rejected = rejection != NULL;
  }
}

static void
watch_stage (CoupletRun *run, guint stage)
{
  if (run->watch == NULL)
    return;
  run->watch->started = g_get_monotonic_time ();
  g_atomic_int_set (&run->watch->stage, (gint)stage);
}

/* The stage that has most time; NULL = there is none. */
static Stage *
find_longest (CoupletRun *run)
{
  Stage *longest = NULL;
  for (guint i = 0; i < run->solvers->len; i++) {
    Stage *stage = g_ptr_array_index (run->solvers, i);
    if (stage->problem == NULL && (longest == NULL || stage->limit_ms == 0 ||
                                   (longest->limit_ms != 0 && stage->limit_ms > longest->limit_ms)))
      longest = stage;
  }
  return longest;
}

/* Unfolds the automaton as far as its orders allow, within the time of the stage that has most.
 * Without a stage it is of use only to those who ask for evidence. Where orders are too many there
 * are two results, of which either may be NULL, and error is set. */
static void
unfold (CoupletRun *run, Examination *examination, GError **error)
{
  const CoupletAutomaton *automaton = examination->result.automaton;
  Stage *longest = find_longest (run);
  if (longest == NULL && !run->host.wants_evidence)
    return;
  if (longest != NULL)
    couplet_context_start (longest->context, longest->limit_ms);
  Clock *clock = longest != NULL ? context_clock (longest->context) : NULL;
  examination->unfolded =
      unfold_whole_by (automaton, clock, examination->diagnostics, &examination->merged, error);
  if (*error == NULL || longest == NULL || couplet_is_floating (automaton) ||
      couplet_context_should_stop (longest->context))
    return;
  examination->unfolded = unfold_by (automaton, UNFOLD_PART, clock, NULL, NULL);
  examination->wide = unfold_by (automaton, UNFOLD_NO_ORDERS, clock, NULL, NULL);
  examination->between = !couplet_context_should_stop (longest->context);
}

/* Tells the log what the stage answered, how long it took, and its statistics. */
static void
log_answer (const CoupletRun *run, const char *file, CoupletOutcome *outcome)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  if (run->host.log == NULL)
    return;
  g_autofree char *claim = claim_to_string (outcome);
  g_autofree char *time = couplet_format_duration (result->seconds);
  g_autoptr (GString) line = g_string_new (file);
  g_string_append_printf (line, ": %s, after %s", claim, time);
  for (guint i = 0; i < result->n_statistics; i++)
    g_string_append_printf (line, ", %s %" G_GUINT64_FORMAT, result->statistics[i].name,
                            result->statistics[i].value);
  run->host.log (run->host.data, line->str);
}

/* Asks stage number i, which has answered with lower bounds, what exact arithmetic needs. */
static void
run_exactly (CoupletRun *run, Examination *examination, guint i)
{
  StageOutcome *one = &examination->outcomes[i];
  const CoupletStageResult *result = couplet_outcome_result (one->outcome);
  if (!one->trusted || (claim_lower (result) == NULL && !result->has_least))
    return;
  watch_stage (run, i);
  one->exact = stage_run (g_ptr_array_index (run->solvers, i), &examination->exact);
}

/* What stage answers. error: why the automaton was not unfolded as a whole. */
static CoupletOutcome *
answer (Examination *examination, Stage *stage, const GError *error)
{
  const CoupletAutomaton *read = examination->result.automaton;
  if (error != NULL && examination->between)
    return stage_run_between (stage, examination->wide != NULL ? examination->wide : read,
                              examination->unfolded, error->message);
  if (error != NULL)
    return stage_skip (stage, error->message);
  return (examination->merged ? stage_run_merged : stage_run) (
      stage, examination->unfolded != NULL ? examination->unfolded : read);
}

/* Runs every stage on what the automaton unfolds to and concludes. */
static void
run_stages (CoupletRun *run, Examination *examination, const char *const *failures)
{
  guint n = run->solvers->len;
  Question question;
  g_autoptr (GError) error = NULL;
  unfold (run, examination, &error);
  examination->result.unfolded = examination->unfolded;
  const CoupletAutomaton *automaton =
      examination->unfolded != NULL ? examination->unfolded : examination->result.automaton;
  gboolean floating = couplet_is_floating (automaton);
  couplet_exact_view (automaton, &examination->exact);
  for (guint i = 0; i < n; i++) {
    Stage *stage = g_ptr_array_index (run->solvers, i);
    const char *failure = failures != NULL ? failures[i] : NULL;
    watch_stage (run, i);
    couplet_context_set_input (stage->context, examination->result.file);
    examination->outcomes[i] =
        (StageOutcome){.plugin = stage->plugin,
                       .outcome = failure != NULL ? stage_fail (stage, failure)
                                                  : answer (examination, stage, error),
                       .trusted = stage->installed && !run->host.requires_evidence};
    log_answer (run, examination->result.file, examination->outcomes[i].outcome);
    if (floating) {
      run_exactly (run, examination, i);
      /* inputs that show something of exact arithmetic show nothing of it */
      couplet_outcome_set_counterexample (examination->outcomes[i].outcome, NULL);
    }
  }
  question_init (&question, automaton);
  verdict_drop_walks_by_rule (&question, examination->outcomes, n);
  check_evidence (run, examination);
  verdict_conclude (&examination->result, &question, examination->outcomes, n);
  if (examination->between && examination->result.verdict != COUPLET_VERDICT_NOT_PRIVATE)
    examination->result.unfolded = examination->wide; /* a part shows no strategy */
  for (guint i = 0; i < n; i++)
    examination->stages[i] = *couplet_outcome_result (examination->outcomes[i].outcome);
  examination->result.n_stages = n;
  examination->result.stages = examination->stages;
  conclude_claim (&examination->result, &question, examination->outcomes, n);
}

static double
seconds_since (gint64 start)
{
  return (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;
}

/* An examination of what is called file, in which nothing is known. */
static void
begin_examination (CoupletRun *run, const char *file, Examination *examination)
{
  *examination =
      (Examination){.diagnostics = couplet_diagnostics_new (file), .arena = couplet_arena_new ()};
  examination->outcomes = g_new0 (StageOutcome, run->solvers->len + 1);
  examination->stages = g_new0 (CoupletStageResult, run->solvers->len + 1);
  examination->result = (CoupletFileResult){.file = file, .verdict = COUPLET_VERDICT_ERROR};
  couplet_rational_init (&examination->result.cost);
  couplet_rational_init (&examination->result.claim);
  couplet_rational_init (&examination->result.at_least);
}

/* Runs the stages on automaton, which may be NULL. */
static void
examine_automaton (CoupletRun *run, const CoupletAutomaton *automaton, const char *const *failures,
                   Examination *examination)
{
  CoupletFileResult *result = &examination->result;
  result->automaton = automaton;
  if (automaton != NULL) {
    result->name = automaton->name;
    result->sampling = couplet_sampling_to_string (automaton);
    result->adjacency = couplet_adjacency_to_string (automaton->adjacency);
    result->epsilon = couplet_epsilon_range (automaton);
    run_stages (run, examination, failures);
  }
  result->diagnostics = couplet_diagnostics_get (examination->diagnostics, &result->n_diagnostics);
  result->n_errors = couplet_diagnostics_count (examination->diagnostics, COUPLET_SEVERITY_ERROR);
  result->n_warnings =
      couplet_diagnostics_count (examination->diagnostics, COUPLET_SEVERITY_WARNING);
}

/* Reads the item, or finds its answer in the store of the run, if it may. FALSE: it is there. */
static gboolean
read_or_find (CoupletRun *run, const CoupletItem *item, gboolean may_find, Examination *examination)
{
  CoupletSource source;
  Stage *frontend = input_open (run, item->file, &source, examination->diagnostics);
  if (frontend == NULL)
    return TRUE;
  run_store_find (run, frontend, &source, &examination->keeping);
  gboolean found = may_find && examination->keeping.taken > 0;
  if (!found) {
    examination->keeping.taken = 0;
    examination->automaton = input_parse (run, frontend, &source, examination->arena,
                                          &examination->result.origin, examination->diagnostics);
  }
  g_free ((char *)source.data);
  return !found;
}

void
examine (CoupletRun *run, const CoupletItem *item, const char *const *failures,
         Examination *examination)
{
  gint64 start = g_get_monotonic_time ();
  begin_examination (run, item->file, examination);
  result_set_item (&examination->result, item);
  run_set_parameters (run, item, NULL);
  if (!read_or_find (run, item, failures == NULL, examination))
    return;
  examination->result.read_seconds = seconds_since (start);
  examine_automaton (run, examination->automaton, failures, examination);
  examination->result.seconds = seconds_since (start);
}

CoupletExamination *
couplet_run_automaton (CoupletRun *run, const CoupletAutomaton *automaton)
{
  gint64 start = g_get_monotonic_time ();
  CoupletExamination *examination = g_new (CoupletExamination, 1);
  begin_examination (run, automaton->name, examination);
  examine_automaton (run, automaton, NULL, examination);
  examination->result.seconds = seconds_since (start);
  return examination;
}

const CoupletFileResult *
couplet_examination_result (const CoupletExamination *examination)
{
  return &examination->result;
}

void
couplet_examination_free (CoupletExamination *examination)
{
  if (examination == NULL)
    return;
  examination_clear (examination);
  g_free (examination);
}

void
examination_clear (Examination *examination)
{
  CoupletFileResult *result = &examination->result;
  if (examination->whole != NULL) {
    examination->free_whole (examination->whole);
    couplet_arena_free (examination->arena);
    return;
  }
  for (guint i = 0; i < result->n_stages; i++) {
    couplet_outcome_free (examination->outcomes[i].outcome);
    couplet_outcome_free (examination->outcomes[i].exact);
  }
  g_free ((char *)result->epsilon);
  g_free ((char *)result->reason);
  g_free ((char *)result->disagreement_text);
  couplet_rational_clear (&result->cost);
  couplet_rational_clear (&result->claim);
  g_free ((char *)result->claim_reason);
  g_free ((char *)result->claim_path);
  couplet_counterexample_free ((CoupletCounterexample *)result->claim_counterexample);
  couplet_rational_clear (&result->at_least);
  g_free (examination->outcomes);
  g_free (examination->stages);
  couplet_automaton_free (examination->unfolded);
  couplet_automaton_free (examination->wide);
  couplet_automaton_free (examination->automaton);
  couplet_diagnostics_free (examination->diagnostics);
  couplet_arena_free (examination->arena);
}
