/* SPDX-License-Identifier: Apache-2.0 */
#include "examination.h"

#include "attempt.h"
#include "between.h"
#include "capabilities.h"
#include "claim.h"
#include "command_reader.h"
#include "stage_bounds.h"
#include "context.h"
#include "expand.h"
#include "fees.h"
#include "input.h"
#include "item.h"
#include "privacy_claim.h"
#include "record_fields.h"
#include "provenance.h"
#include "self_check.h"
#include "stage_new.h"
#include "within.h"

#include <couplet/internal/format.h>
#include <couplet/host/model.h>
#include <couplet/host/unfold.h>
#include <couplet/internal/json.h>
#include <couplet/internal/sample.h>

/* Sets what accepted evidence of n stages shows, and the disagreement of result to the first
 * installed one whose evidence the checker rejects; a stranger's costs its own answer only. */
static void
check_evidence (CoupletRun *run, StageOutcome *outcomes, guint n, CoupletDiagnostics *diagnostics,
                CoupletResult *result)
{
  for (guint i = 0; i < n && !result->rejected; i++) {
    StageOutcome *one = &outcomes[i];
    char *rejection = self_check (one->outcome, run->host.self_check, diagnostics, &one->shown);
    if (rejection != NULL && one->stranger != NULL) {
      couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_WARNING, (CoupletPlace){0},
                               "%s; what %s says does not count", rejection, one->stranger);
      g_clear_pointer (&rejection, g_free);
      one->shown = 0;
    }
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
  examination->unfolded = unfold_by (automaton, UNFOLD_PART, G_MAXUINT32, clock, NULL, NULL);
  examination->wide = unfold_by (automaton, UNFOLD_NO_ORDERS, G_MAXUINT32, clock, NULL, NULL);
  examination->between = !couplet_context_should_stop (longest->context);
}

/* An unfolded automaton of more states may take longer than a part of so many, and one without
 * orders. */
#define LARGE_WHOLE 4000
#define SMALL_PART 1000

/* Puts a small part, and the automaton without orders, in place of a large whole, which it returns;
 * NULL = it is not large. */
static CoupletAutomaton *
put_between (CoupletRun *run, Examination *examination)
{
  const CoupletAutomaton *automaton = examination->result.automaton;
  Stage *longest = find_longest (run);
  Clock *clock = longest != NULL ? context_clock (longest->context) : NULL;
  if (longest == NULL || examination->unfolded == NULL || examination->unfolded->order == NULL ||
      examination->unfolded->n_states <= LARGE_WHOLE || couplet_is_floating (automaton))
    return NULL;
  CoupletAutomaton *part = unfold_by (automaton, UNFOLD_PART, SMALL_PART, clock, NULL, NULL);
  CoupletAutomaton *wide = unfold_by (automaton, UNFOLD_NO_ORDERS, G_MAXUINT32, clock, NULL, NULL);
  if (part == NULL || couplet_context_should_stop (longest->context)) {
    couplet_automaton_free (part);
    couplet_automaton_free (wide);
    return NULL;
  }
  CoupletAutomaton *whole = examination->unfolded;
  examination->unfolded = part;
  examination->wide = wide;
  examination->between = TRUE;
  return whole;
}

/* Takes whole again, which something else was put in place of. */
static void
put_whole (Examination *examination, CoupletAutomaton *whole)
{
  couplet_automaton_free (examination->unfolded);
  g_clear_pointer (&examination->wide, couplet_automaton_free);
  examination->unfolded = whole;
  examination->between = FALSE;
}

/* Whether the n stages' answers settle what is asked, so that none could say more of the whole. */
static gboolean
is_settled (const Examination *examination, guint n)
{
  const CoupletRational *exact = NULL;
  for (guint i = 0; i < n; i++) {
    CoupletOutcome *outcome = examination->outcomes[i].outcome;
    const CoupletStageResult *result = couplet_outcome_result (outcome);
    if (examination->outcomes[i].stranger != NULL)
      continue;
    if (couplet_outcome_found (outcome) == COUPLET_FOUND_NO_STRATEGY)
      return TRUE;
    if (result->has_cost && result->guarantee == COUPLET_GUARANTEE_EXACT)
      exact = &result->cost;
  }
  for (guint i = 0; i < n && exact != NULL; i++) {
    const StageOutcome *one = &examination->outcomes[i];
    const CoupletRational *upper = stage_upper (couplet_outcome_result (one->outcome));
    if (one->plugin->kind == COUPLET_KIND_OPTIMIZER &&
        (upper == NULL || couplet_rational_compare (upper, exact) != 0))
      return FALSE;
  }
  return exact != NULL;
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
  if (!one->trusted || (stage_lower (result) == NULL && !result->has_least))
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

/* Asks the stages about what was unfolded. why: it is a part only, or nothing, for that reason. */
static void
ask_stages (CoupletRun *run, Examination *examination, const char *const *failures,
            const GError *why)
{
  gboolean floating = couplet_is_floating (examination->result.automaton);
  for (guint i = 0; i < run->solvers->len; i++) {
    Stage *stage = g_ptr_array_index (run->solvers, i);
    const char *failure = failures != NULL ? failures[i] : NULL;
    watch_stage (run, i);
    couplet_context_set_input (stage->context, examination->result.file);
    examination->outcomes[i] = (StageOutcome){
        .plugin = stage->plugin,
        .outcome = failure != NULL ? stage_fail (stage, failure) : answer (examination, stage, why),
        .stranger = stage->stranger,
        .trusted = stage->trusted && !run->host.requires_evidence};
    log_answer (run, examination->result.file, examination->outcomes[i].outcome);
    if (floating) {
      run_exactly (run, examination, i);
      /* inputs that show something of exact arithmetic show nothing of it */
      couplet_outcome_set_counterexample (examination->outcomes[i].outcome, NULL);
    }
  }
}

static void
forget_answers (Examination *examination, guint n)
{
  for (guint i = 0; i < n; i++) {
    couplet_outcome_free (examination->outcomes[i].outcome);
    couplet_outcome_free (examination->outcomes[i].exact);
    examination->outcomes[i] = (StageOutcome){0};
  }
}

/* Asks the stages between a part and an automaton without orders, where the whole is large. TRUE
 * when that settles all. */
static gboolean
ask_between (CoupletRun *run, Examination *examination, const char *const *failures)
{
  g_autoptr (GError) why = g_error_new_literal (
      COUPLET_ERROR, COUPLET_ERROR_SOLVER,
      "the orders of its thresholds were not told apart, as the least d is known without them");
  CoupletAutomaton *whole = put_between (run, examination);
  if (whole == NULL)
    return FALSE;
  ask_stages (run, examination, failures, why);
  if (is_settled (examination, run->solvers->len)) {
    couplet_automaton_free (whole);
    return TRUE;
  }
  forget_answers (examination, run->solvers->len);
  put_whole (examination, whole);
  return FALSE;
}

/* Runs every stage on what the automaton unfolds to and concludes. */
static void
run_stages (CoupletRun *run, Examination *examination, const char *const *failures)
{
  guint n = run->solvers->len;
  Question question;
  g_autoptr (GError) error = NULL;
  unfold (run, examination, &error);
  const CoupletAutomaton *examined =
      examination->unfolded != NULL ? examination->unfolded : examination->result.automaton;
  couplet_exact_view (examined, &examination->exact);
  if (error != NULL || !ask_between (run, examination, failures))
    ask_stages (run, examination, failures, error);
  examination->result.unfolded = examination->unfolded;
  const CoupletAutomaton *automaton =
      examination->unfolded != NULL ? examination->unfolded : examination->result.automaton;
  question_init (&question, automaton);
  verdict_drop_walks_by_rule (&question, examination->outcomes, n);
  check_evidence (run, examination->outcomes, n, examination->diagnostics, &examination->result);
  verdict_conclude (&examination->result, &question, examination->outcomes, n,
                    examination->diagnostics);
  if (examination->between && examination->result.verdict != COUPLET_VERDICT_NOT_PRIVATE)
    examination->result.unfolded = examination->wide; /* a part shows no strategy */
  for (guint i = 0; i < n; i++)
    examination->stages[i] = *couplet_outcome_result (examination->outcomes[i].outcome);
  examination->result.n_stages = n;
  examination->result.stages = examination->stages;
  conclude_claim (&examination->result, &question, examination->outcomes, n);
}

/* Solvers of linear mechanisms say themselves what outputs force: their lower bounds are of d. */
static const Question LINEAR_QUESTION = {.not_conclusive = NULL};

/* Whether stage computes what linear mechanisms cost; of a program nobody knows. */
static gboolean
computes_linear (const Stage *stage)
{
  const CoupletPlugin *plugin = stage->plugin;
  return stage->command == NULL && plugin->kind == COUPLET_KIND_OPTIMIZER &&
         capabilities_takes_linear (plugin) &&
         (plugin->capabilities.answers & COUPLET_COMPLETE) != 0;
}

/* The stage for linear mechanisms, where no optimizer of the run computes what they cost; NULL = it
 * is not needed: one does, or only deciders were asked for, of which one takes them. */
static Stage *
need_linear_stage (CoupletRun *run)
{
  gboolean decides = FALSE, optimizes = FALSE;
  for (guint i = 0; i < run->solvers->len; i++) {
    const Stage *stage = g_ptr_array_index (run->solvers, i);
    if (computes_linear (stage))
      return NULL;
    optimizes |= stage->plugin->kind == COUPLET_KIND_OPTIMIZER;
    decides |= capabilities_takes_linear (stage->plugin);
  }
  if (decides && !optimizes)
    return NULL;
  if (run->for_linear == NULL)
    run->for_linear = stage_new (run->configuration, run->registry, COUPLET_KIND_OPTIMIZER,
                                 couplet_stage_for (COUPLET_FOR_LINEAR), &run->host, NULL);
  return run->for_linear;
}

/* What each stage answers about one list, which view stands for. */
static void
run_linear_stages (CoupletRun *run, Examination *examination, const CoupletAutomaton *view,
                   const char *const *failures, StageOutcome *outcomes, guint n)
{
  for (guint i = 0; i < n; i++) {
    gboolean is_own = i == run->solvers->len;
    Stage *stage = is_own ? run->for_linear : g_ptr_array_index (run->solvers, i);
    const char *failure = failures != NULL && !is_own ? failures[i] : NULL;
    watch_stage (run, MIN (i, run->solvers->len - 1));
    couplet_context_set_input (stage->context, examination->result.file);
    outcomes[i] = (StageOutcome){.plugin = stage->plugin,
                                 .outcome = failure != NULL ? stage_fail (stage, failure)
                                                            : stage_run (stage, view),
                                 .stranger = stage->stranger,
                                 .trusted = stage->trusted && !run->host.requires_evidence};
    log_answer (run, examination->result.file, outcomes[i].outcome);
  }
}

static void
put_length (const CoupletJson *json, guint32 n_answers, const CoupletResult *one)
{
  couplet_json_open (json, NULL, '{');
  couplet_json_unsigned (json, "answers", n_answers);
  if (one->verdict == COUPLET_VERDICT_NOT_PRIVATE)
    couplet_json_infinite (json, "cost");
  else
    couplet_json_rational (json, "cost", one->bounds.upper);
  couplet_json_rational (json, COUPLET_LEAST_KEY, couplet_result_least (one));
  couplet_json_close (json, '}');
}

/* Copies the numbers of bounds, which are about to go, into arena. */
static void
keep_bounds (CoupletArena *arena, CoupletBounds *bounds)
{
  const CoupletRational **numbers[] = {&bounds->lower, &bounds->upper};
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    if (*numbers[i] == NULL)
      continue;
    CoupletRational *copy = couplet_arena_new_array (arena, CoupletRational, 1);
    keep_rational (arena, *numbers[i], copy);
    *numbers[i] = copy;
  }
}

/* Whether the list that one is about is worse than those before it, of which result tells. */
static gboolean
is_worse (const CoupletResult *result, const CoupletResult *one)
{
  const CoupletRational *most = result->bounds.lower, *least = couplet_result_least (one);
  return (one->bounds.is_infinite && !result->bounds.is_infinite) ||
         (least != NULL && (most == NULL || couplet_rational_compare (least, most) > 0)) ||
         (one->disagreement && !result->disagreement);
}

/* Takes what is known of one list into the result of all. */
static void
add_length (CoupletArena *arena, CoupletResult *result, const CoupletResult *one, gboolean first)
{
  CoupletBounds bounds = one->bounds;
  bounds.lower = couplet_result_least (one); /* what is forced of one list is of all */
  if (first)
    result->bounds = bounds;
  else
    couplet_bounds_cover (&result->bounds, &bounds);
  keep_bounds (arena, &result->bounds);
  result->verdict = couplet_bounds_verdict (&result->bounds);
  if (result->reason == NULL || one->bounds.is_infinite) {
    g_free ((char *)result->reason);
    result->reason = g_strdup (one->reason);
  }
  if (one->disagreement && !result->disagreement) {
    result->disagreement = TRUE;
    result->rejected = one->rejected;
    result->disagreement_text = g_strdup (one->disagreement_text);
  }
}

/* What is known of the least d of all lists; the caller frees it. */
static char *
least_words (const CoupletBounds *bounds)
{
  if (!couplet_bounds_are_exact (bounds) && !couplet_bounds_are_above_zero (bounds))
    return g_strdup ("the least d is not known");
  g_autofree char *least = couplet_rational_to_string (bounds->lower);
  return g_strdup_printf (couplet_bounds_are_exact (bounds) ? "least d %s" : "d is at least %s",
                          least);
}

/* Lists that are examples say nothing private of lists of any length. growing: the last cost more
 * than the one before. */
static void
conclude_examples (CoupletResult *result, const CoupletLinear *linear, gboolean growing)
{
  guint32 n = linear->lists[linear->n_lists - 1].n_answers;
  g_autofree char *least = least_words (&result->bounds);
  result->bounds.upper = NULL;
  if (result->verdict == COUPLET_VERDICT_NOT_PRIVATE || result->disagreement)
    return;
  result->verdict = COUPLET_VERDICT_UNKNOWN;
  result->bounds.is_finite = FALSE;
  g_free ((char *)result->reason);
  result->reason = g_strdup_printf ("%s for lists of up to %u answers%s%s%s", least, n,
                                    growing ? ", growing" : "", linear->reason != NULL ? "; " : "",
                                    linear->reason != NULL ? linear->reason : "");
}

/* What the n stages say of one list. */
static void
conclude_one (CoupletRun *run, Examination *examination, StageOutcome *outcomes, guint n,
              CoupletResult *one)
{
  *one = (CoupletResult){.verdict = COUPLET_VERDICT_UNKNOWN};
  check_evidence (run, outcomes, n, examination->diagnostics, one);
  verdict_conclude (one, &LINEAR_QUESTION, outcomes, n, examination->diagnostics);
}

static void
clear_one (CoupletResult *one)
{
  g_free ((char *)one->reason);
  g_free ((char *)one->disagreement_text);
}

/* Judges list number i of the linear mechanism that read stands for, and keeps what the n stages
 * say of it if it is the worst so far. growing becomes whether more is necessary than before. */
static void
judge_list (CoupletRun *run, Examination *examination, const CoupletAutomaton *read, guint32 i,
            const char *const *failures, guint n, const CoupletJson *lengths, gboolean *growing)
{
  CoupletResult one, *result = &examination->result;
  StageOutcome *outcomes = g_new0 (StageOutcome, n + 1);
  CoupletAutomaton view = *read;
  CoupletLinear list = *read->linear;
  list.lists = &read->linear->lists[i];
  list.n_lists = 1;
  list.exactly = TRUE;
  view.linear = &list;
  run_linear_stages (run, examination, &view, failures, outcomes, n);
  conclude_one (run, examination, outcomes, n, &one);
  const CoupletRational *least = couplet_result_least (&one), *before = result->bounds.lower;
  *growing =
      i > 0 && least != NULL && (before == NULL || couplet_rational_compare (least, before) > 0);
  put_length (lengths, list.lists->n_answers, &one);
  gboolean worse = i == 0 || is_worse (result, &one);
  add_length (examination->arena, result, &one, i == 0);
  if (worse) {
    StageOutcome *best = examination->outcomes;
    examination->outcomes = outcomes;
    outcomes = best;
  }
  clear_one (&one);
  for (guint k = 0; k < n; k++)
    couplet_outcome_free (outcomes[k].outcome);
  g_free (outcomes);
}

/* Judges each list of the linear mechanism that read stands for by itself. */
static void
judge_lists (CoupletRun *run, Examination *examination, const CoupletAutomaton *read,
             const char *const *failures)
{
  CoupletResult *result = &examination->result;
  const CoupletLinear *linear = read->linear;
  guint n = run->solvers->len + (need_linear_stage (run) != NULL);
  const CoupletJson lengths = {g_string_new (NULL), FALSE};
  gboolean growing = FALSE;
  couplet_json_open (&lengths, NULL, '[');
  for (guint32 i = 0; i < linear->n_lists; i++)
    judge_list (run, examination, read, i, failures, n, &lengths, &growing);
  couplet_json_close (&lengths, ']');
  result->lengths = g_string_free (lengths.text, FALSE);
  if (!linear->exactly)
    conclude_examples (result, linear, growing);
  if (linear->exactly)
    result->answers = g_strdup_printf ("%u", linear->lists[0].n_answers);
  else if (result->verdict == COUPLET_VERDICT_NOT_PRIVATE)
    result->answers = g_strdup ("null"); /* lists of one length refute those of any length */
  else
    result->answers =
        g_strdup_printf ("{\"up_to\": %u}", linear->lists[linear->n_lists - 1].n_answers);
  for (guint i = 0; i < n; i++)
    examination->stages[i] = *couplet_outcome_result (examination->outcomes[i].outcome);
  result->n_stages = n;
  result->stages = examination->stages;
  if (n > run->solvers->len)
    note_stage (run, result->origin, run->for_linear, examination->arena);
  conclude_claim_of (result, &read->claim);
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
  examination->result = (CoupletResult){.file = file, .verdict = COUPLET_VERDICT_ERROR};
  couplet_rational_init (&examination->result.claim);
}

/* Runs the stages on automaton, which may be NULL. */
static void
examine_automaton (CoupletRun *run, const CoupletAutomaton *automaton, const char *const *failures,
                   Examination *examination)
{
  CoupletResult *result = &examination->result;
  char *range =
      automaton != NULL && automaton->linear == NULL ? couplet_epsilon_range (automaton) : NULL;
  result->epsilon_is_read = range == NULL && automaton != NULL && examination->epsilon != NULL;
  result->epsilon = result->epsilon_is_read ? g_strdup (examination->epsilon) : range;
  result->linear = automaton != NULL ? automaton->linear : NULL;
  result->automaton = result->linear == NULL ? automaton : NULL;
  if (result->linear != NULL) {
    result->name = automaton->name;
    result->adjacency = couplet_adjacency_to_string (automaton->adjacency);
    judge_lists (run, examination, automaton, failures);
  } else if (automaton != NULL) {
    if (result->function != NULL)
      result->answers = g_strdup ("null");
    result->name = automaton->name;
    result->sampling = couplet_sampling_to_string (automaton);
    result->adjacency = couplet_adjacency_to_string (automaton->adjacency);
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
  Stage *frontend = item->reading != NULL
                        ? readers_open (run, item, &source, examination->diagnostics)
                        : input_open (run, item->file, &source, examination->diagnostics);
  if (frontend == NULL)
    return TRUE;
  run_store_find (run, frontend, &source, &examination->keeping);
  gboolean found = may_find && examination->keeping.taken;
  if (!found) {
    examination->keeping.taken = FALSE;
    examination->automaton = input_parse (run, frontend, &source, examination->arena,
                                          &examination->result.origin, examination->diagnostics);
  }
  readers_mark_use (run); /* also where nothing was parsed */
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
  examination->epsilon = item->reading != NULL ? item->reading->epsilon : NULL;
  examination->result.is_rounded = item->reading != NULL && item->reading->rounded;
  run_set_parameters (run, item, NULL);
  if (!read_or_find (run, item, failures == NULL, examination))
    return;
  double before = item->reading != NULL ? item->reading->seconds : 0;
  examination->result.read_seconds = before + seconds_since (start);
  examine_automaton (run, examination->automaton, failures, examination);
  examination->result.seconds = before + seconds_since (start);
}

static gboolean
all_are_used (const GArray *parameters)
{
  for (guint i = 0; parameters != NULL && i < parameters->len; i++)
    if (!g_array_index (parameters, CoupletParameter, i).used)
      return FALSE;
  return TRUE;
}

gboolean
couplet_run_asks_for_all (CoupletRun *run, const CoupletItem *items, guint n)
{
  for (guint i = 0; i < n && !all_are_used (run->parameters); i++) {
    Examination examination;
    if (g_str_equal (items[i].file, "-") || run_is_cancelled (run))
      return TRUE;
    begin_examination (run, items[i].file, &examination);
    run_set_parameters (run, &items[i], NULL);
    read_or_find (run, &items[i], FALSE, &examination);
    gboolean was_read = examination.automaton != NULL;
    examination_clear (&examination);
    if (!was_read)
      return TRUE;
  }
  return all_are_used (run->parameters);
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

const CoupletResult *
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
  CoupletResult *result = &examination->result;
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
  g_free ((char *)result->answers);
  g_free ((char *)result->lengths);
  g_free ((char *)result->outputs);
  g_free ((char *)result->reason);
  g_free ((char *)result->disagreement_text);
  couplet_rational_clear (&result->claim);
  g_free ((char *)result->claim_reason);
  g_free ((char *)result->claim_path);
  couplet_counterexample_free ((CoupletCounterexample *)result->claim_counterexample);
  g_free (examination->outcomes);
  g_free (examination->stages);
  couplet_automaton_free (examination->unfolded);
  couplet_automaton_free (examination->wide);
  couplet_automaton_free (examination->automaton);
  couplet_diagnostics_free (examination->diagnostics);
  couplet_arena_free (examination->arena);
}
