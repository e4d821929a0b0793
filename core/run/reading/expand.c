/* SPDX-License-Identifier: Apache-2.0 */
#include "expand.h"

#include "command_reader.h"
#include "frontends.h"
#include "goal.h"
#include "origin.h"
#include "own_reader.h"

#include <string.h>

#define BEGIN "::" /* of a mechanism's name */

struct Readers {
  GPtrArray *all;      /* CommandReader: of the configuration, then those that were needed */
  GPtrArray *answers;  /* GPtrArray of CoupletReading, which items point to */
  GStringChunk *names; /* of items */
  GPtrArray *ignored;  /* paths: of files of which comments leave out all */
  const CoupletReading *opened; /* of which a model was given that is not parsed yet, or NULL */
};

void
readers_free (Readers *readers)
{
  if (readers == NULL)
    return;
  g_ptr_array_unref (readers->all);
  g_ptr_array_unref (readers->answers);
  g_string_chunk_free (readers->names);
  g_ptr_array_unref (readers->ignored);
  g_free (readers);
}

/* ---- The readers there are ---------------------------------------------------------------- */

/* What is set for reader, as it is passed on, the last of a key counts. */
static void
take_settings (CommandReader *reader, const CoupletConfiguration *configuration)
{
  const GPtrArray *lists[] = {configuration->stages, configuration->overrides};
  g_autoptr (GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
    GHashTableIter iter;
    gpointer key, setting;
    const StageSettings *settings = settings_find (lists[i], reader->name);
    if (settings == NULL)
      continue;
    g_hash_table_iter_init (&iter, settings->settings);
    while (g_hash_table_iter_next (&iter, &key, &setting))
      g_hash_table_insert (values, key, ((Setting *)setting)->value);
  }
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_autoptr (GList) keys = g_list_sort (g_hash_table_get_keys (values), (GCompareFunc)strcmp);
  for (GList *key = keys; key != NULL; key = key->next) {
    const char *value = g_hash_table_lookup (values, key->data);
    if (g_str_equal (key->data, "time-limit-ms"))
      reader->limit_ms = g_ascii_strtoll (value, NULL, 10);
    g_autofree char *word = g_strdup_printf ("%s.%s=%s", reader->name, (char *)key->data, value);
    g_strv_builder_add (words, word);
  }
  reader->settings = g_strv_builder_end (words);
}

static void
add_command (Readers *readers, const CoupletConfiguration *configuration,
             const StageProgram *program)
{
  if (program->kind != COUPLET_KIND_FRONTEND)
    return;
  CommandReader *reader = command_reader_new (program->name);
  reader->command = g_strdupv (program->words);
  reader->endings = g_strdupv (program->endings);
  reader->serves = program->serves;
  reader->limit_ms = COMMAND_READER_LIMIT;
  take_settings (reader, configuration);
  g_ptr_array_add (readers->all, reader);
}

static Readers *
need_readers (CoupletRun *run)
{
  if (run->readers != NULL)
    return run->readers;
  const CoupletConfiguration *configuration = run->configuration;
  Readers *readers = run->readers = g_new0 (Readers, 1);
  readers->all = g_ptr_array_new_with_free_func ((GDestroyNotify)command_reader_free);
  readers->answers = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  readers->names = g_string_chunk_new (4096);
  readers->ignored = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < configuration->programs->len; i++)
    add_command (readers, configuration, g_ptr_array_index (configuration->programs, i));
  return readers;
}

/* The path of file without the name of a mechanism (NULL = there is none), which stands in it. */
static char *
path_of (const char *file, const char *name)
{
  return name != NULL ? g_strndup (file, (gsize)(name - file) - strlen (BEGIN)) : g_strdup (file);
}

/* A reader that there is already. */
static CommandReader *
find_known (CoupletRun *run, const char *ending)
{
  const GPtrArray *all = need_readers (run)->all;
  const char *frontend = run->configuration->frontend;
  gboolean automatic = g_str_equal (frontend, "auto");
  for (guint i = 0; i < all->len; i++) {
    CommandReader *reader = g_ptr_array_index (all, i);
    if (automatic ? ending != NULL && g_strv_contains ((const char *const *)reader->endings, ending)
                  : g_str_equal (frontend, reader->name))
      return reader;
  }
  return NULL;
}

/* The front end whose files the reader reads that comes with Couplet; NULL = path is no code. */
static const Stage *
find_code (CoupletRun *run, const char *ending)
{
  g_autoptr (GError) error = NULL;
  const char *name = run->configuration->frontend;
  if (g_str_equal (name, "auto")) {
    const CoupletPlugin *plugin =
        ending != NULL ? couplet_registry_find_extension (run->registry, ending) : NULL;
    if (plugin == NULL || (plugin->capabilities.takes & COUPLET_IS_CODE) == 0)
      return NULL;
    name = plugin->name;
  }
  const Stage *stage = need_frontend (run, name, &error);
  return stage != NULL && (stage->plugin->capabilities.takes & COUPLET_IS_CODE) != 0 ? stage : NULL;
}

/* The program that reads path; NULL = a front end does. */
static CommandReader *
find_reader (CoupletRun *run, const char *path)
{
  g_autofree char *ending = frontend_ending (path);
  CommandReader *reader = find_known (run, ending);
  const Stage *code = reader == NULL ? find_code (run, ending) : NULL;
  if (code != NULL) {
    reader = own_reader_new (code);
    g_ptr_array_add (run->readers->all, reader);
  }
  return reader;
}

const char *
readers_split (CoupletRun *run, const char *file)
{
  const char *at = g_strrstr (file, BEGIN);
  const char *name = at != NULL ? at + strlen (BEGIN) : NULL;
  if (name == NULL || g_file_test (file, G_FILE_TEST_EXISTS))
    return NULL;
  g_autofree char *path = path_of (file, name);
  return find_reader (run, path) != NULL ? name : NULL;
}

const char *
readers_name (CoupletRun *run, const char *file)
{
  g_autofree char *path = path_of (file, readers_split (run, file));
  const CommandReader *reader = find_reader (run, path);
  return reader != NULL ? reader->name : NULL;
}

/* ---- Items -------------------------------------------------------------------------------- */

/* What reader says of what is asked for in path at point (NULL = without parameters). A parameter
 * that is looked for has the least value that it may have. */
static GPtrArray *
ask_at (CoupletRun *run, CommandReader *reader, const char *path, const char *asked,
        const CoupletPoint *point)
{
  guint n = point != NULL ? point->n_parameters : 0;
  const CoupletGoal *goal = point != NULL ? point->goal : NULL;
  g_autofree CoupletDefinition *values = g_new0 (CoupletDefinition, n + 1);
  g_autofree char *least = NULL;
  for (guint i = 0; i < n; i++)
    values[i] = point->parameters[i];
  if (goal != NULL && goal->range.kind == RANGE_FREE)
    return command_reader_refuse (
        path, "--solve finds a parameter of code where -D says from where to where: -D NAME=1..10");
  if (goal != NULL)
    values[n - 1].value = least = couplet_rational_to_string (&goal->range.first);
  return command_reader_ask (reader, path, asked, values, n, run->host.cancelled);
}

const CoupletReading *
readers_ask (CoupletRun *run, const CoupletItem *item)
{
  const char *name = readers_split (run, item->file);
  g_autofree char *path = path_of (item->file, name);
  GPtrArray *answers =
      ask_at (run, find_reader (run, path), path, name != NULL ? name : "", item->point);
  g_ptr_array_add (run->readers->answers, answers);
  return g_ptr_array_index (answers, 0);
}

/* Marks the run's parameters that reading asks for: all where that is not told, or it is no model.
 */
static void
mark_use (CoupletRun *run, const CoupletReading *reading)
{
  for (guint i = 0; run->parameters != NULL && i < run->parameters->len; i++) {
    CoupletParameter *parameter = &g_array_index (run->parameters, CoupletParameter, i);
    if (reading->model == NULL || reading->used == NULL ||
        g_strv_contains ((const char *const *)reading->used, parameter->name))
      parameter->used = TRUE;
  }
}

static void
add_answers (CoupletRun *run, CommandReader *reader, const CoupletItem *item, const char *name,
             GArray *items)
{
  g_autofree char *path = path_of (item->file, name);
  const Setting *function = configuration_setting_of (run->configuration, reader->name, "function");
  const char *asked = name != NULL ? name : function != NULL ? function->value : "";
  GPtrArray *answers = reader->refusal != NULL ? command_reader_refuse (path, reader->refusal)
                                               : ask_at (run, reader, path, asked, item->point);
  g_ptr_array_add (run->readers->answers, answers);
  for (guint i = 0; i < answers->len; i++) {
    const CoupletReading *reading = g_ptr_array_index (answers, i);
    CoupletItem one = *item;
    if (reading->is_ignored) {
      g_ptr_array_add (run->readers->ignored, g_strdup (path));
      mark_use (run, reading);
      continue;
    }
    if (reader->warning != NULL && reader->refusal == NULL)
      couplet_diagnostics_add (reading->diagnostics, COUPLET_SEVERITY_WARNING, (CoupletPlace){0, 0},
                               "%s", reader->warning);
    g_autofree char *file =
        reading->name != NULL ? g_strdup_printf ("%s" BEGIN "%s", path, reading->name) : NULL;
    one.file = g_string_chunk_insert (run->readers->names, file != NULL ? file : path);
    one.reading = reading;
    if (reading->model == NULL && item->point != NULL && item->point->goal != NULL)
      one.point = NULL; /* nothing is looked for */
    g_array_append_val (items, one);
  }
}

GArray *
couplet_run_expand (CoupletRun *run, const GArray *items)
{
  GArray *expanded = g_array_sized_new (FALSE, FALSE, sizeof (CoupletItem), items->len);
  for (guint i = 0; i < items->len; i++) {
    const CoupletItem *item = &g_array_index (items, CoupletItem, i);
    const char *name = readers_split (run, item->file);
    g_autofree char *path = path_of (item->file, name);
    CommandReader *reader = find_reader (run, path);
    if (reader == NULL)
      g_array_append_val (expanded, *item);
    else
      add_answers (run, reader, item, name, expanded);
  }
  return expanded;
}

const char *
couplet_run_ignored (const CoupletRun *run, guint i)
{
  const GPtrArray *ignored = run->readers != NULL ? run->readers->ignored : NULL;
  return ignored != NULL && i < ignored->len ? g_ptr_array_index (ignored, i) : NULL;
}

/* What the mechanisms of items are called, for a message. */
static char *
names_of (const GArray *items)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < items->len; i++)
    g_string_append_printf (text, "%s'%s'", i > 0 ? ", " : "",
                            g_array_index (items, CoupletItem, i).file);
  return g_string_free (text, FALSE);
}

void
readers_choose (CoupletRun *run, CoupletItem *item)
{
  guint n = run->parameters != NULL ? run->parameters->len : 0;
  g_autofree CoupletDefinition *values = g_new0 (CoupletDefinition, n + 1);
  for (guint i = 0; i < n; i++) {
    const CoupletParameter *parameter = &g_array_index (run->parameters, CoupletParameter, i);
    values[i] = (CoupletDefinition){.name = parameter->name, .value = parameter->value};
  }
  const CoupletPoint point = {.n_parameters = n, .parameters = values};
  item->point = &point;
  g_autoptr (GArray) one = g_array_new (FALSE, FALSE, sizeof (CoupletItem));
  g_array_append_val (one, *item);
  g_autoptr (GArray) items = couplet_run_expand (run, one);
  if (items->len == 1) {
    *item = g_array_index (items, CoupletItem, 0);
  } else {
    g_autofree char *names = names_of (items);
    g_autofree char *error =
        items->len == 0
            ? g_strdup ("comments 'couplet: ignore' leave out all its mechanisms; FILE::NAME asks "
                        "for one of them")
            : g_strdup_printf ("it has several mechanisms, of which one must be named: %s", names);
    GPtrArray *refusal = command_reader_refuse (item->file, error);
    g_ptr_array_add (run->readers->answers, refusal);
    item->reading = g_ptr_array_index (refusal, 0);
  }
  item->point = NULL;
}

Stage *
readers_open (CoupletRun *run, const CoupletItem *item, CoupletSource *source,
              CoupletDiagnostics *diagnostics)
{
  guint n;
  g_autoptr (GError) error = NULL;
  const CoupletReading *reading = item->reading;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (reading->diagnostics, &n);
  for (guint i = 0; i < n; i++)
    couplet_diagnostics_add (diagnostics, messages[i].severity, messages[i].place, "%s",
                             messages[i].message);
  mark_use (run, reading);
  if (reading->model == NULL)
    return NULL;
  Stage *frontend = need_frontend (run, MODEL_FORMAT, &error);
  if (frontend == NULL)
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0}, "%s",
                             error->message);
  else
    *source = (CoupletSource){item->file, g_strdup (reading->model), strlen (reading->model)};
  run->readers->opened = frontend != NULL ? reading : NULL;
  return frontend;
}

char *
readers_content_hash (const CoupletRun *run, const CoupletSource *source)
{
  const CoupletReading *opened = run->readers != NULL ? run->readers->opened : NULL;
  return opened != NULL && opened->sha256 != NULL
             ? g_strdup (opened->sha256)
             : g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *)source->data,
                                            source->length);
}

const CommandReader *
readers_opened (const CoupletRun *run)
{
  const CoupletReading *opened = run->readers != NULL ? run->readers->opened : NULL;
  return opened != NULL ? opened->reader : NULL;
}

void
readers_place (const CoupletRun *run, CoupletAutomaton *automaton)
{
  if (automaton != NULL && run->readers != NULL && run->readers->opened != NULL)
    automaton_set_place (automaton, (CoupletPlace){run->readers->opened->line, 0});
}

void
readers_mark_use (CoupletRun *run)
{
  if (run->readers == NULL || !run->readers->opened)
    return;
  mark_use (run, run->readers->opened);
  run->readers->opened = NULL;
}
