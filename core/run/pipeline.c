/* SPDX-License-Identifier: Apache-2.0 */
#include "attempt.h"
#include "claim.h"
#include "fees.h"
#include "left_out.h"
#include "pipeline.h"
#include "privacy_claim.h"
#include "provenance.h"
#include "reading.h"
#include "self_check.h"
#include "sized_result.h"

#include <couplet/format.h>
#include <couplet/host/unfold.h>
#include <couplet/sample.h>
#include <couplet/host/snap.h>

#include <string.h>

#define HEAD 4096
#define LARGEST_INPUT 8192 /* MiB */

/* ---- Making -------------------------------------------------------------------------- */

static gboolean
add_solvers (CoupletRun *run, CoupletPluginKind kind, const GPtrArray *names, GError **error)
{
  for (guint i = 0; i < names->len; i++) {
    const char *name = g_ptr_array_index (names, i);
    for (guint j = 0; j < run->solvers->len; j++)
      if (g_str_equal (((Stage *)g_ptr_array_index (run->solvers, j))->name, name)) {
        const char *origin = configuration_origin_of (run->configuration, kind, name);
        g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION,
                     "%s%sstage '%s' stands among the deciders and the optimizers",
                     origin != NULL ? origin : "", origin != NULL ? ": " : "", name);
        return FALSE;
      }
    Stage *stage = stage_new (run->configuration, run->registry, kind, name, &run->host, error);
    if (stage == NULL)
      return FALSE;
    g_ptr_array_add (run->solvers, stage);
  }
  return TRUE;
}

/* The stage of frontend name, made when first used. */
static Stage *
need_frontend (CoupletRun *run, const char *name, GError **error)
{
  for (guint i = 0; i < run->frontends->len; i++) {
    Stage *stage = g_ptr_array_index (run->frontends, i);
    if (g_str_equal (stage->name, name))
      return stage;
  }
  Stage *stage =
      stage_new (run->configuration, run->registry, COUPLET_KIND_FRONTEND, name, &run->host, error);
  if (stage != NULL) {
    couplet_context_set_parameters (stage->context, run->parameters);
    g_ptr_array_add (run->frontends, stage);
  }
  return stage;
}

/* Makes the frontends that something is set for, so that what is wrong there is told before any
 * file is read. With `auto`, what the pipeline does not name is a frontend. */
static gboolean
add_frontends (CoupletRun *run, const GPtrArray *settings, GError **error)
{
  for (guint i = 0; i < settings->len; i++) {
    const char *name = ((const StageSettings *)g_ptr_array_index (settings, i))->name;
    if (!configuration_uses (run->configuration, name) &&
        couplet_registry_find (run->registry, COUPLET_KIND_FRONTEND, name, NULL) != NULL &&
        need_frontend (run, name, error) == NULL)
      return FALSE;
  }
  return TRUE;
}

CoupletRun *
couplet_run_new (const CoupletConfiguration *configuration, CoupletRegistry *registry,
                 const CoupletHost *host, GArray *parameters, GError **error)
{
  g_autoptr (CoupletRun) run = g_new0 (CoupletRun, 1);
  run->configuration = configuration;
  run->registry = registry;
  run->host = *host;
  run->parameters = parameters;
  run->frontends = g_ptr_array_new_with_free_func ((GDestroyNotify)stage_free);
  run->solvers = g_ptr_array_new_with_free_func ((GDestroyNotify)stage_free);
  if (!configuration_check_unused (configuration, registry, error) ||
      !add_frontends (run, configuration->stages, error) ||
      !add_frontends (run, configuration->overrides, error) ||
      !add_solvers (run, COUPLET_KIND_DECIDER, configuration->deciders, error) ||
      !add_solvers (run, COUPLET_KIND_OPTIMIZER, configuration->optimizers, error))
    return NULL;
  if (!g_str_equal (configuration->frontend, "auto") &&
      need_frontend (run, configuration->frontend, error) == NULL)
    return NULL;
  run->report = stage_new (configuration, registry, COUPLET_KIND_REPORT, configuration->report,
                           &run->host, error);
  return run->report == NULL ? NULL : g_steal_pointer (&run);
}

void
couplet_run_free (CoupletRun *run)
{
  if (run == NULL)
    return;
  if (run->reporting)
    couplet_run_end (run);
  g_ptr_array_unref (run->frontends);
  g_ptr_array_unref (run->solvers);
  stage_free (run->report);
  g_free (run);
}

void
couplet_run_begin (CoupletRun *run, gboolean compare)
{
  run->report_state = run->report->plugin->report->begin (run->report->context, compare);
  run->reporting = TRUE;
}

void
couplet_run_end (CoupletRun *run)
{
  run->reporting = FALSE;
  run->report->plugin->report->end (run->report_state, run->report->context);
}

/* ---- Reading ---------------------------------------------------------------------------- */

/* What stands behind the last dot of file's name, in lower case; NULL = nothing. */
static char *
extension_of (const char *file)
{
  g_autofree char *base = g_path_get_basename (file);
  const char *dot = strrchr (base, '.');
  return dot == NULL || dot == base || dot[1] == '\0' ? NULL : g_ascii_strdown (dot + 1, -1);
}

static const CoupletPlugin *
recognise (CoupletRun *run, const CoupletSource *source)
{
  guint n;
  const CoupletRegistryEntry *entries = couplet_registry_list (run->registry, &n);
  const CoupletPlugin *best = NULL;
  int best_score = 0;
  for (guint i = 0; i < n; i++) {
    const CoupletPlugin *plugin = entries[i].plugin;
    if (plugin == NULL || plugin->kind != COUPLET_KIND_FRONTEND ||
        plugin->frontend->recognise == NULL)
      continue;
    int score = plugin->frontend->recognise (source->data, MIN (source->length, HEAD));
    if (score > best_score) {
      best_score = score;
      best = plugin;
    }
  }
  return best;
}

/* What is wrong with the plugin that would read files ending in extension, by its file's
 * name; NULL = there is none that is broken. The caller frees it. */
static char *
find_broken_frontend (CoupletRun *run, const char *extension)
{
  guint n;
  const CoupletRegistryEntry *entries = couplet_registry_list (run->registry, &n);
  g_autofree char *name = g_strdup_printf ("frontend-%s.so", extension);
  for (guint i = 0; i < n; i++) {
    g_autofree char *base = g_path_get_basename (entries[i].file);
    if (entries[i].plugin == NULL && g_str_equal (base, name))
      return g_strdup_printf ("%s: %s", entries[i].file, entries[i].problem);
  }
  return NULL;
}

static Stage *
choose_frontend (CoupletRun *run, const CoupletSource *source, GError **error)
{
  if (!g_str_equal (run->configuration->frontend, "auto"))
    return need_frontend (run, run->configuration->frontend, error);
  g_autofree char *extension = extension_of (source->name);
  const CoupletPlugin *plugin = NULL;
  if (extension != NULL)
    plugin = couplet_registry_find_extension (run->registry, extension);
  if (plugin == NULL)
    plugin = recognise (run, source);
  if (plugin != NULL)
    return need_frontend (run, plugin->name, error);
  g_autofree char *broken = extension != NULL ? find_broken_frontend (run, extension) : NULL;
  if (source->length == 0) {
    g_set_error_literal (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "the file is empty");
    return NULL;
  }
  g_autofree char *left_out = left_out_of_kind (COUPLET_KIND_FRONTEND);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
               "its format is not recognised by name or content; name it with --from%s%s%s",
               left_out, broken != NULL ? "; broken: " : "", broken != NULL ? broken : "");
  return NULL;
}

static void
report (CoupletDiagnostics *diagnostics, const GError *error)
{
  couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0}, "%s",
                           error->message);
}

/* Reads file into *source, whose data the caller frees, and finds the frontend for
 * it; NULL with an error added, and nothing to free. */
static Stage *
read_source (CoupletRun *run, const char *file, CoupletSource *source,
             CoupletDiagnostics *diagnostics)
{
  g_autoptr (GError) error = NULL;
  if (!couplet_source_read (source, file, LARGEST_INPUT, run->host.cancelled, &error)) {
    report (diagnostics, error);
    return NULL;
  }
  Stage *frontend = choose_frontend (run, source, &error);
  if (frontend == NULL) {
    report (diagnostics, error);
    g_free ((char *)source->data);
  }
  return frontend;
}

CoupletAutomaton *
couplet_run_read (CoupletRun *run, const char *file, CoupletDiagnostics *diagnostics)
{
  CoupletSource source;
  Stage *frontend = read_source (run, file, &source, diagnostics);
  if (frontend == NULL)
    return NULL;
  g_autofree gboolean *before = forget_use (run->parameters);
  CoupletAutomaton *automaton = stage_read (frontend, &source, run->parameters, diagnostics);
  g_autoptr (GArray) used = find_use (run->parameters, before);
  if (automaton != NULL && mpq_sgn (run->configuration->claim.value) != 0)
    mpq_set (automaton->claim.value, run->configuration->claim.value);
  if (run->host.wants_evidence && automaton != NULL)
    note_origin (&source, used, automaton);
  g_free ((char *)source.data);
  return automaton;
}

static void
append_text (gpointer text, const char *part, gsize length)
{
  g_string_append_len (text, part, (gssize)length);
}

/* Like couplet_run_format(), of a source that has been read. */
static gboolean
lay_out (Stage *frontend, const CoupletSource *source, GString *text,
         CoupletDiagnostics *diagnostics)
{
  const CoupletPlugin *plugin = frontend->plugin;
  if (plugin->frontend->format == NULL) {
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0},
                             "files of the format '%s' cannot be laid out anew", plugin->name);
    return FALSE;
  }
  /* what it writes is collected here, not printed */
  const CoupletHost host = {.data = text, .write = append_text};
  g_autoptr (CoupletContext) context =
      couplet_context_new (plugin, frontend->values, &host, frontend->name);
  if (plugin->frontend->format (context, source, diagnostics))
    return TRUE;
  if (couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR) == 0)
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0},
                             "frontend '%s' cannot lay it out and gives no reason", plugin->name);
  return FALSE;
}

gboolean
couplet_run_format (CoupletRun *run, const char *file, GString *text, gboolean *changed,
                    CoupletDiagnostics *diagnostics)
{
  CoupletSource source;
  gsize before = text->len;
  Stage *frontend = read_source (run, file, &source, diagnostics);
  if (frontend == NULL)
    return FALSE;
  gboolean good = lay_out (frontend, &source, text, diagnostics);
  *changed = text->len - before != source.length ||
             memcmp (text->str + before, source.data, source.length) != 0;
  g_free ((char *)source.data);
  return good;
}

gboolean
couplet_run_write (CoupletRun *run, const CoupletAutomaton *automaton, const char *format,
                   GError **error)
{
  Stage *frontend = need_frontend (run, format, error);
  if (frontend == NULL)
    return FALSE;
  if (frontend->plugin->frontend->write != NULL)
    return frontend->plugin->frontend->write (frontend->context, automaton, error);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "the format '%s' can only be read",
               format);
  return FALSE;
}

/* ---- Running ------------------------------------------------------------------------------ */

/* Exit statuses, worst first. */
static const int STATUSES[] = {7, 6, 5, 4, 3, 2, 10, 11, 0};

int
couplet_worse_status (int a, int b)
{
  for (guint i = 0; i < G_N_ELEMENTS (STATUSES); i++)
    if (STATUSES[i] == a || STATUSES[i] == b)
      return STATUSES[i];
  return a;
}

int
couplet_error_status (const GError *error)
{
  switch (error->domain == COUPLET_ERROR ? error->code : COUPLET_ERROR_USAGE) {
  case COUPLET_ERROR_CONFIGURATION:
    return 3;
  case COUPLET_ERROR_INPUT:
    return 4;
  case COUPLET_ERROR_PLUGIN:
    return 5;
  case COUPLET_ERROR_SOLVER:
    return 6;
  default:
    return 2;
  }
}

static int
status_of (const CoupletFileResult *result)
{
  int status = result->verdict == COUPLET_VERDICT_PRIVATE       ? 0
               : result->verdict == COUPLET_VERDICT_NOT_PRIVATE ? 10
               : result->verdict == COUPLET_VERDICT_UNKNOWN     ? 11
                                                                : 4;
  for (guint i = 0; i < result->n_stages; i++)
    if (result->stages[i].failed)
      status = couplet_worse_status (status, 6);
  if (result->claim_verdict == COUPLET_CLAIM_FAILS)
    status = couplet_worse_status (status, 10);
  if (result->claim_verdict == COUPLET_CLAIM_OPEN)
    status = couplet_worse_status (status, 11);
  return result->disagreement ? couplet_worse_status (status, 7) : status;
}

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

/* The automaton unfolded, within the time of the stage that has most; NULL = as it is. Without a
 * stage it is of use only to those who ask for evidence. */
static CoupletAutomaton *
unfold (CoupletRun *run, Examination *examination, GError **error)
{
  const CoupletAutomaton *automaton = examination->result.automaton;
  Stage *longest = NULL;
  for (guint i = 0; i < run->solvers->len; i++) {
    Stage *stage = g_ptr_array_index (run->solvers, i);
    if (stage->problem == NULL && (longest == NULL || stage->limit_ms == 0 ||
                                   (longest->limit_ms != 0 && stage->limit_ms > longest->limit_ms)))
      longest = stage;
  }
  if (longest == NULL && !run->host.wants_evidence)
    return NULL;
  if (longest != NULL)
    couplet_context_start (longest->context, longest->limit_ms);
  return couplet_unfold_within (automaton, longest != NULL ? longest->context : NULL,
                                examination->diagnostics, error);
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

/* Runs every stage on what the automaton unfolds to and concludes. */
static void
run_stages (CoupletRun *run, Examination *examination, const char *const *failures)
{
  guint n = run->solvers->len;
  g_autoptr (GError) error = NULL;
  examination->unfolded = unfold (run, examination, &error);
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
                                  : error != NULL ? stage_skip (stage, error->message)
                                                  : stage_run (stage, automaton),
                       .trusted = stage->installed && !run->host.requires_evidence};
    log_answer (run, examination->result.file, examination->outcomes[i].outcome);
    if (floating)
      run_exactly (run, examination, i);
  }
  check_evidence (run, examination);
  verdict_conclude (&examination->result, automaton, examination->outcomes, n);
  for (guint i = 0; i < n; i++)
    examination->stages[i] = *couplet_outcome_result (examination->outcomes[i].outcome);
  examination->result.n_stages = n;
  examination->result.stages = examination->stages;
  conclude_claim (&examination->result);
}

/* NULL where it makes no difference. */
static const char *
describe_sampling (const CoupletAutomaton *automaton)
{
  if (!sampling_matters (automaton))
    return NULL;
  return automaton->sampling == COUPLET_SHARED ? "shared" : "independent";
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
  *examination = (Examination){.diagnostics = couplet_diagnostics_new (file)};
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
    result->sampling = describe_sampling (automaton);
    result->epsilon = couplet_epsilon_range (automaton);
    run_stages (run, examination, failures);
  }
  result->diagnostics = couplet_diagnostics_get (examination->diagnostics, &result->n_diagnostics);
  result->n_errors = couplet_diagnostics_count (examination->diagnostics, COUPLET_SEVERITY_ERROR);
  result->n_warnings =
      couplet_diagnostics_count (examination->diagnostics, COUPLET_SEVERITY_WARNING);
}

void
examine (CoupletRun *run, const char *file, const char *const *failures, Examination *examination)
{
  gint64 start = g_get_monotonic_time ();
  begin_examination (run, file, examination);
  examination->automaton = couplet_run_read (run, file, examination->diagnostics);
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
  couplet_rational_clear (&result->at_least);
  g_free (examination->outcomes);
  g_free (examination->stages);
  couplet_automaton_free (examination->unfolded);
  couplet_automaton_free (examination->automaton);
  couplet_diagnostics_free (examination->diagnostics);
}

static void
report_file (CoupletRun *run, const CoupletFileResult *result)
{
  const CoupletPlugin *plugin = run->report->plugin;
  g_auto (SizedResult) sized;
  sized_result_init (&sized, result, interface_sizes (plugin->abi_minor));
  plugin->report->file (run->report_state, run->report->context, &sized.result);
}

int
deliver_result (CoupletRun *run, const CoupletFileResult *result, CoupletResultFunction function,
                gpointer data)
{
  if (function != NULL)
    function (data, result);
  if (run->reporting)
    report_file (run, result);
  return status_of (result);
}

int
couplet_run_file (CoupletRun *run, const char *file, CoupletResultFunction function, gpointer data)
{
  g_auto (Examination) examination;
  examine (run, file, NULL, &examination);
  return deliver_result (run, &examination.result, function, data);
}
