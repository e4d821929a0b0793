/* SPDX-License-Identifier: Apache-2.0 */
#include "program_stage.h"

#include "answer.h"
#include "outcome.h"
#include "program_call.h"
#include "read_result.h"

#include <couplet/internal/json.h>

#include <stdlib.h>
#include <string.h>

/* ---- What it is asked -------------------------------------------------------------------- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* The options that are set, by their names. */
static void
add_options (const CoupletJson *json, GHashTable *values)
{
  guint n;
  g_autofree char **names = (char **)g_hash_table_get_keys_as_array (values, &n);
  qsort (names, n, sizeof *names, compare_names);
  couplet_json_open (json, "options", '{');
  for (guint i = 0; i < n; i++)
    couplet_json_string (json, names[i], g_hash_table_lookup (values, names[i]));
  couplet_json_close (json, '}');
}

static void
append (gpointer data, const char *text, gsize length)
{
  g_string_append_len (data, text, (gssize)length);
}

/* The model of automaton, or of the linear mechanism that it is a view of, as the file has it, on
 * one line. NULL with error set. */
static GString *
model_of (const Stage *stage, const CoupletAutomaton *automaton, GError **error)
{
  const CoupletPlugin *writer =
      couplet_registry_find (stage->registry, COUPLET_KIND_FRONTEND, MODEL_FORMAT, error);
  if (writer == NULL)
    return NULL;
  g_autoptr (GString) model = g_string_new (NULL);
  const CoupletHost host = {.data = model, .write = append};
  g_autoptr (CoupletContext) context = couplet_context_new (writer, NULL, &host, MODEL_FORMAT);
  const CoupletAutomaton *read = automaton->linear != NULL   ? automaton->linear->automaton
                                 : automaton->folded != NULL ? automaton->folded
                                                             : automaton;
  gboolean good = writer->frontend->write (context, read, error);
  g_strdelimit (model->str, "\n", ' '); /* which strings do not have */
  return good ? g_steal_pointer (&model) : NULL;
}

/* The line that asks about the model; NULL with error set. */
static GString *
request_of (const Stage *stage, const CoupletAutomaton *automaton, GError **error)
{
  g_autoptr (GString) model = model_of (stage, automaton, error);
  if (model == NULL)
    return NULL;
  GString *text = g_string_new (NULL);
  const CoupletJson json = {text, FALSE};
  couplet_json_open (&json, NULL, '{');
  couplet_json_string (&json, "kind", couplet_plugin_kind_to_string (stage->plugin->kind));
  couplet_json_string (&json, "name", stage->name);
  couplet_json_string (&json, "file", couplet_context_input (stage->context));
  couplet_json_unsigned (&json, "time_limit_ms", (guint64)stage->limit_ms);
  add_options (&json, stage->values);
  g_string_append_printf (text, ",\"%s\":%s", automaton->linear != NULL ? "linear" : "automaton",
                          model->str);
  couplet_json_close (&json, '}');
  g_string_append_c (text, '\n');
  return text;
}

GString *
program_report_head (const Stage *stage, gboolean compare)
{
  GString *text = g_string_new (NULL);
  const CoupletJson json = {text, FALSE};
  couplet_json_open (&json, NULL, '{');
  couplet_json_string (&json, "kind", "report");
  couplet_json_string (&json, "name", stage->name);
  couplet_json_boolean (&json, "compare", compare);
  add_options (&json, stage->values);
  couplet_json_close (&json, '}');
  g_string_append_c (text, '\n');
  return text;
}

/* ---- What it answers --------------------------------------------------------------------- */

/* What said, an object, says of a stage, with the names of this one. NULL with error set where it
 * is no object, or no text. */
static GString *
record_of (const Stage *stage, const GString *said, GError **error)
{
  const char *at = said->str + strspn (said->str, " \t\r\n");
  if (*at != '{' || strlen (said->str) < said->len) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "its program prints no JSON object as its answer");
    return NULL;
  }
  at += 1 + strspn (at + 1, " \t\r\n");
  GString *text = g_string_new (NULL);
  const CoupletJson json = {text, FALSE};
  couplet_json_open (&json, NULL, '{');
  couplet_json_string (&json, "stage", stage->name);
  couplet_json_string (&json, "plugin", stage->name);
  couplet_json_string (&json, "kind", couplet_plugin_kind_to_string (stage->plugin->kind));
  g_string_append_printf (text, "%s%s", *at == '}' ? "" : ",", at);
  return text;
}

/* What an answer proves if it is right. */
static CoupletFound
found_of (const CoupletStageResult *stage)
{
  return stage->verdict == COUPLET_VERDICT_PRIVATE       ? COUPLET_FOUND_STRATEGY
         : stage->verdict == COUPLET_VERDICT_NOT_PRIVATE ? COUPLET_FOUND_NO_STRATEGY
                                                         : COUPLET_FOUND_NOTHING;
}

static gboolean
ask (const Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome, GError **error)
{
  g_auto (ReadResult) read = {0};
  g_autofree char *name = g_strdup_printf ("the answer of the program '%s'", stage->name);
  g_autoptr (GString) request = request_of (stage, automaton, error);
  g_autoptr (GString) said = request != NULL ? program_call (stage->command, request, error) : NULL;
  g_autoptr (GString) record = said != NULL ? record_of (stage, said, error) : NULL;
  if (record == NULL || !read_stage (&read, name, record->str, record->len, automaton, error))
    return FALSE;
  outcome_set_read (outcome, found_of (read.result.stages), &read);
  return TRUE;
}

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)context;
  return ask (instance, automaton, outcome, error);
}

static gboolean
run_linear (gpointer instance, CoupletContext *context, const CoupletLinear *linear,
            CoupletOutcome *outcome, GError **error)
{
  (void)context;
  return ask (instance, linear->automaton, outcome, error);
}

static const CoupletSolver SOLVER = {.run = run, .run_linear = run_linear};

void
stage_be_program (Stage *stage, CoupletPluginKind kind, char **words)
{
  gboolean solves = kind != COUPLET_KIND_REPORT;
  stage->command = g_strdupv (words);
  stage->stand_in = (CoupletPlugin){
      COUPLET_PLUGIN_HEADER,
      .kind = kind,
      .name = stage->name,
      .version = "",
      .summary = "a program",
      .capabilities = {.answers = solves ? COUPLET_COMPLETE : 0,
                       .takes = COUPLET_TAKES_ALL_AUTOMATA},
      .solver = solves ? &SOLVER : NULL,
  };
  stage->plugin = &stage->stand_in;
  stage->instance = solves ? stage : NULL;
  stage->entered = TRUE;
}
