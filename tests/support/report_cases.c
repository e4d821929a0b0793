/* SPDX-License-Identifier: Apache-2.0 */
#include "report_cases.h"

#include <couplet/internal/plugin.h>

#include "unit.h"

struct ReportCase {
  CoupletRational upper, lower; /* of result */
  CoupletResult result;
  GPtrArray *outcomes; /* CoupletOutcome * */
  GPtrArray *names;    /* char *: of the stages */
  GArray *stages;      /* CoupletStageResult: what result points to */
  CoupletDiagnostics *messages;
};

static const CoupletPlugin DECIDER = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_DECIDER,
                                      .name = "judge"};
static const CoupletPlugin OPTIMIZER = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                        .name = "solver"};

static void
set_rational (CoupletRational *rational, const char *text)
{
  assert_true (couplet_rational_parse (rational, text, strlen (text), NULL));
}

ReportCase *
report_case_new (const char *file, CoupletVerdict verdict, const char *cost, const char *reason)
{
  ReportCase *made = g_new0 (ReportCase, 1);
  made->outcomes = g_ptr_array_new_with_free_func ((GDestroyNotify)couplet_outcome_free);
  made->names = g_ptr_array_new_with_free_func (g_free);
  made->stages = g_array_new (FALSE, FALSE, sizeof (CoupletStageResult));
  made->messages = couplet_diagnostics_new (file);
  made->result.file = couplet_diagnostics_file (made->messages);
  made->result.name = verdict == COUPLET_VERDICT_ERROR ? NULL : "mechanism";
  made->result.verdict = verdict;
  made->result.reason = g_strdup (reason);
  made->result.read_seconds = 0.25;
  made->result.seconds = 1.5;
  couplet_rational_init (&made->upper);
  couplet_rational_init (&made->result.claim);
  couplet_rational_init (&made->lower);
  made->result.bounds.is_finite = verdict == COUPLET_VERDICT_PRIVATE;
  made->result.bounds.is_infinite = verdict == COUPLET_VERDICT_NOT_PRIVATE;
  if (cost != NULL) {
    set_rational (&made->upper, cost);
    made->result.bounds.upper = &made->upper;
  }
  return made;
}

void
report_case_free (ReportCase *made)
{
  if (made == NULL)
    return;
  couplet_rational_clear (&made->upper);
  couplet_rational_clear (&made->result.claim);
  couplet_rational_clear (&made->lower);
  g_free ((char *)made->result.reason);
  g_free ((char *)made->result.disagreement_text);
  g_array_unref (made->stages);
  g_ptr_array_unref (made->outcomes);
  g_ptr_array_unref (made->names);
  couplet_diagnostics_free (made->messages);
  g_free (made);
}

CoupletOutcome *
report_case_outcome (ReportCase *made, guint stage)
{
  return g_ptr_array_index (made->outcomes, stage);
}

static CoupletOutcome *
last_outcome (ReportCase *made)
{
  return report_case_outcome (made, made->outcomes->len - 1);
}

CoupletStageResult *
report_case_add (ReportCase *made, CoupletPluginKind kind, const char *stage,
                 CoupletVerdict verdict, double seconds)
{
  char *name = g_strdup (stage);
  g_ptr_array_add (made->names, name);
  g_ptr_array_add (made->outcomes, couplet_outcome_new (
                                       name, kind == COUPLET_KIND_DECIDER ? &DECIDER : &OPTIMIZER));
  CoupletStageResult *result = couplet_outcome_result (last_outcome (made));
  result->ran = TRUE;
  result->verdict = verdict;
  result->seconds = seconds;
  result->seconds_total = 2 * seconds;
  result->cpu_seconds = seconds / 2;
  return result;
}

void
report_case_cost (ReportCase *made, const char *cost, CoupletGuarantee guarantee)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  set_rational (&value, cost);
  couplet_outcome_set_cost (last_outcome (made), &value, guarantee);
}

void
report_case_reason (ReportCase *made, const char *reason)
{
  couplet_outcome_set_reason (last_outcome (made), "%s", reason);
}

void
report_case_message (ReportCase *made, CoupletSeverity severity, CoupletPlace place,
                     const char *text)
{
  couplet_diagnostics_add (made->messages, severity, place, "%s", text);
}

void
report_case_disagree (ReportCase *made, const char *text)
{
  made->result.disagreement = TRUE;
  made->result.disagreement_text = g_strdup (text);
}

void
report_case_epsilon (ReportCase *made, const char *epsilon)
{
  made->result.epsilon = epsilon;
}

void
report_case_understood (ReportCase *made, const char *understood)
{
  made->result.understood = understood;
}

void
report_case_at_least (ReportCase *made, const char *d)
{
  set_rational (&made->lower, d);
  made->result.bounds.lower = &made->lower;
}

void
report_case_origin (ReportCase *made)
{
  static const CoupletDefinition parameters[] = {{"c", "2"}, {"k", "3"}};
  static const CoupletDefinition libraries[] = {{"GMP", "6.3"}};
  static const char *const options[] = {"--claim=2"};
  static const char *const folders[] = {"/plugins of mine"}, *const words[] = {"python3", "r.py"};
  static const CoupletTool reader = {"frontend", "mine", NULL, NULL, "89ab", 2, words};
  static const CoupletTool plugins[] = {
      {"decider", "graph", "1.0", "/lib/basic.so", "cdef", 0, NULL}};
  static const CoupletProvenance provenance = {.version = "1.2",
                                               .commit = "4567-dirty",
                                               .date = "2026-01-02T03:04:05Z",
                                               .n_libraries = 1,
                                               .libraries = libraries,
                                               .n_options = 1,
                                               .options = options,
                                               .command = "verify",
                                               .frontend = &reader,
                                               .n_plugins = 1,
                                               .plugins = plugins,
                                               .n_plugin_path = 1,
                                               .plugin_path = folders};
  static const CoupletOrigin origin = {"in.svt", "0123", 2, parameters, &provenance};
  made->result.origin = &origin;
  made->result.adjacency = "one";
}

void
report_case_sampling (ReportCase *made, const char *sampling)
{
  made->result.sampling = sampling;
}

void
report_case_claim (ReportCase *made, const char *d, CoupletClaimVerdict verdict, const char *reason,
                   const char *path)
{
  set_rational (&made->result.claim, d);
  made->result.claim_verdict = verdict;
  made->result.claim_reason = reason;
  made->result.claim_path = path;
}

void
report_case_counterexample (ReportCase *made, const CoupletCounterexample *counterexample)
{
  made->result.claim_counterexample = counterexample;
}

const CoupletResult *
report_case_result (ReportCase *made)
{
  g_array_set_size (made->stages, 0);
  for (guint i = 0; i < made->outcomes->len; i++)
    g_array_append_vals (made->stages, couplet_outcome_result (report_case_outcome (made, i)), 1);
  made->result.n_stages = made->stages->len;
  made->result.stages = (const CoupletStageResult *)(gpointer)made->stages->data;
  if (couplet_result_is_snapped (&made->result) && made->result.bounds.lower != NULL) {
    made->result.beside = made->result.bounds.lower;
    made->result.bounds.lower = NULL;
  }
  made->result.diagnostics = couplet_diagnostics_get (made->messages, &made->result.n_diagnostics);
  made->result.n_errors = couplet_diagnostics_count (made->messages, COUPLET_SEVERITY_ERROR);
  made->result.n_warnings = couplet_diagnostics_count (made->messages, COUPLET_SEVERITY_WARNING);
  return &made->result;
}

/* ---- The cases ------------------------------------------------------------------------- */

#define LEAK                                                                                       \
  "leaking pair: 'low -> low on insample < x' can repeat, so the shift of x must be 1; "           \
  "'high -> high on insample >= x' can repeat, so it must be -1"

ReportCase *
private_case (const char *file)
{
  ReportCase *made = report_case_new (file, COUPLET_VERDICT_PRIVATE, "5/4", NULL);
  report_case_add (made, COUPLET_KIND_DECIDER, "graph", COUPLET_VERDICT_PRIVATE, 0.000002);
  report_case_add (made, COUPLET_KIND_OPTIMIZER, "frontier", COUPLET_VERDICT_PRIVATE, 0.00025);
  report_case_cost (made, "5/4", COUPLET_GUARANTEE_EXACT);
  report_case_at_least (made, "5/4");
  couplet_outcome_set_statistic (last_outcome (made), "vectors", 17);
  report_case_add (made, COUPLET_KIND_OPTIMIZER, "segment", COUPLET_VERDICT_PRIVATE, 1.5);
  report_case_cost (made, "5/3", COUPLET_GUARANTEE_UPPER_BOUND);
  return made;
}

ReportCase *
not_private_case (const char *file)
{
  ReportCase *made = report_case_new (file, COUPLET_VERDICT_NOT_PRIVATE, NULL, LEAK);
  report_case_add (made, COUPLET_KIND_DECIDER, "graph", COUPLET_VERDICT_NOT_PRIVATE, 0.000003);
  report_case_reason (made, LEAK);
  couplet_outcome_set_structure (last_outcome (made), "leaking pair");
  report_case_add (made, COUPLET_KIND_OPTIMIZER, "frontier", COUPLET_VERDICT_NOT_PRIVATE, 0.002);
  couplet_outcome_set_infinite (last_outcome (made), COUPLET_GUARANTEE_EXACT);
  report_case_reason (made, "no shift is left after a walk of 3 transitions");
  report_case_add (made, COUPLET_KIND_OPTIMIZER, "segment", COUPLET_VERDICT_UNKNOWN, 0.001);
  couplet_outcome_set_infinite (last_outcome (made), COUPLET_GUARANTEE_UPPER_BOUND);
  return made;
}

ReportCase *
unknown_case (const char *file)
{
  static const char reason[] = "stopped after the time limit of 60 s";
  ReportCase *made = report_case_new (file, COUPLET_VERDICT_UNKNOWN, NULL, reason);
  g_auto (CoupletRational) lower, upper;
  couplet_rational_init (&lower);
  couplet_rational_init (&upper);
  set_rational (&lower, "3/2");
  set_rational (&upper, "7");
  CoupletStageResult *graph =
      report_case_add (made, COUPLET_KIND_DECIDER, "graph", COUPLET_VERDICT_UNKNOWN, 0);
  graph->ran = FALSE;
  report_case_reason (made, "'graph' takes at most 1 threshold; the automaton has 2");
  report_case_add (made, COUPLET_KIND_OPTIMIZER, "frontier", COUPLET_VERDICT_UNKNOWN, 60);
  couplet_outcome_set_bounds (last_outcome (made), &lower, &upper);
  report_case_reason (made, reason);
  report_case_add (made, COUPLET_KIND_OPTIMIZER, "segment", COUPLET_VERDICT_UNKNOWN, 60.25);
  couplet_outcome_set_bounds (last_outcome (made), &lower, NULL);
  report_case_at_least (made, "3/2");
  return made;
}

ReportCase *
error_case (const char *file)
{
  ReportCase *made = report_case_new (file, COUPLET_VERDICT_ERROR, NULL, NULL);
  report_case_message (made, COUPLET_SEVERITY_WARNING, (CoupletPlace){1, 2}, "state 'q' is alone");
  report_case_message (made, COUPLET_SEVERITY_ERROR, (CoupletPlace){3, 14},
                       "expected \"name\", found a tab\there\n  {\t\n  ^");
  report_case_message (made, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0}, "no state is initial");
  return made;
}

ReportCase *
disagreement_case (const char *file)
{
  ReportCase *made = report_case_new (file, COUPLET_VERDICT_UNKNOWN, NULL, NULL);
  report_case_add (made, COUPLET_KIND_DECIDER, "graph", COUPLET_VERDICT_NOT_PRIVATE, 0.001);
  report_case_add (made, COUPLET_KIND_OPTIMIZER, "frontier", COUPLET_VERDICT_PRIVATE, 0.001);
  report_case_cost (made, "2", COUPLET_GUARANTEE_EXACT);
  report_case_add (made, COUPLET_KIND_OPTIMIZER, "segment", COUPLET_VERDICT_PRIVATE, 0.001);
  report_case_cost (made, "3/2", COUPLET_GUARANTEE_UPPER_BOUND);
  report_case_disagree (made, "graph says that no coupling proof exists, but frontier says exact "
                              "cost 2");
  return made;
}

ReportCase *
failing_case (const char *file)
{
  ReportCase *made = report_case_new (file, COUPLET_VERDICT_PRIVATE, "2", NULL);
  report_case_add (made, COUPLET_KIND_DECIDER, "graph", COUPLET_VERDICT_PRIVATE, 0.001);
  CoupletStageResult *frontier =
      report_case_add (made, COUPLET_KIND_OPTIMIZER, "frontier", COUPLET_VERDICT_UNKNOWN, 0.5);
  frontier->ran = FALSE;
  frontier->failed = TRUE;
  report_case_reason (made, "its process ended with signal 6");
  report_case_add (made, COUPLET_KIND_OPTIMIZER, "segment", COUPLET_VERDICT_PRIVATE, 0.001);
  report_case_cost (made, "2", COUPLET_GUARANTEE_UPPER_BOUND);
  return made;
}

ReportCase *
uncertified_case (const char *file)
{
  ReportCase *made = report_case_new (file, COUPLET_VERDICT_PRIVATE, "4", NULL);
  report_case_add (made, COUPLET_KIND_DECIDER, "graph", COUPLET_VERDICT_PRIVATE, 0.001);
  report_case_add (made, COUPLET_KIND_OPTIMIZER, "frontier", COUPLET_VERDICT_PRIVATE, 0.001);
  report_case_cost (made, "13/4", COUPLET_GUARANTEE_EXACT);
  couplet_outcome_set_certified (last_outcome (made), FALSE);
  report_case_reason (made, "that no walk costs more rests on a floating-point search");
  report_case_add (made, COUPLET_KIND_OPTIMIZER, "segment", COUPLET_VERDICT_PRIVATE, 0.001);
  report_case_cost (made, "4", COUPLET_GUARANTEE_UPPER_BOUND);
  return made;
}

/* ---- Running ------------------------------------------------------------------------------- */

static void
keep_text (gpointer data, const char *text, gsize length)
{
  g_string_append_len (data, text, (gssize)length);
}

static void
ignore_log (gpointer data, const char *message)
{
  (void)data;
  (void)message;
}

char *
report_run (const ReportSettings *settings, ReportCase *const *cases, guint n)
{
  guint n_plugins;
  const CoupletPlugin *plugin = couplet_plugin_entry_v1 (&n_plugins)[0];
  GString *text = g_string_new (NULL);
  CoupletHost host = {.data = text,
                      .write = keep_text,
                      .wants_colour = settings->coloured,
                      .columns = settings->columns,
                      .log = settings->details ? ignore_log : NULL,
                      .wants_evidence = settings->evidence};
  g_autoptr (GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);
  if (settings->option != NULL)
    g_hash_table_insert (values, (gpointer)settings->option, (gpointer)settings->value);
  g_autoptr (CoupletContext) context = couplet_context_new (plugin, values, &host, plugin->name);
  gpointer report = plugin->report->begin (context, settings->compare);
  for (guint i = 0; i < n; i++)
    plugin->report->file (report, context, &report_case_result (cases[i])->shown);
  plugin->report->end (report, context);
  return g_string_free (text, FALSE);
}
