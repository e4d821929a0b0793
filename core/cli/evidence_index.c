/* SPDX-License-Identifier: Apache-2.0 */
#include "evidence_index.h"

#include <couplet/host/evidence.h>
#include <couplet/host/output_file.h>
#include <couplet/internal/provenance.h>

#include <jansson.h>
#include <string.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC (json_t, json_decref)

#define VERSION 1
#define LARGEST_INDEX 4095 /* MiB */

/* ---- Memory ------------------------------------------------------------------------------- */

static void
entry_free (gpointer data)
{
  IndexEntry *entry = data;
  g_free (entry->evidence);
  g_free (entry->file);
  g_free (entry->uri);
  g_free (entry->model);
  g_free (entry->sha256);
  g_free (entry->model_sha256);
  g_strfreev (entry->parameters);
  g_free (entry->kind);
  g_free (entry->cost);
  g_free (entry->output);
  g_string_free (entry->content, TRUE);
  g_free (entry);
}

static void
run_free (gpointer data)
{
  IndexRun *run = data;
  g_free (run->content);
  g_free (run->from);
  g_free (run->date);
  g_free (run);
}

EvidenceIndex *
evidence_index_new (void)
{
  EvidenceIndex *index = g_new (EvidenceIndex, 1);
  *index = (EvidenceIndex){g_ptr_array_new_with_free_func (run_free),
                           g_ptr_array_new_with_free_func (entry_free)};
  return index;
}

void
evidence_index_free (EvidenceIndex *index)
{
  if (index == NULL)
    return;
  g_ptr_array_unref (index->runs);
  g_ptr_array_unref (index->entries);
  g_free (index);
}

/* ---- Reading ------------------------------------------------------------------------------ */

/* An index that is being read. */
typedef struct {
  const char *path;
  GError **error;
} Reading;

static gboolean
fail (const Reading *reading, const char *what)
{
  g_set_error (reading->error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s: %s", reading->path, what);
  return FALSE;
}

/* A member that must be a text, or null where that is allowed. */
static gboolean
take_text (const Reading *reading, json_t *object, const char *key, gboolean optional, char **text)
{
  json_t *value = json_object_get (object, key);
  *text = g_strdup (json_string_value (value));
  if (*text != NULL || (optional && json_is_null (value)))
    return TRUE;
  g_autofree char *wrong = g_strdup_printf ("'%s' is missing or no text", key);
  return fail (reading, wrong);
}

static gboolean
take_parameters (const Reading *reading, json_t *object, char ***parameters)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  json_t *members = json_object_get (object, "parameters"), *value;
  const char *name;
  if (!json_is_object (members))
    return fail (reading, "'parameters' is missing or no object");
  json_object_foreach (members, name, value)
  {
    g_autofree char *word = g_strconcat (name, "=", json_string_value (value), NULL);
    if (!json_is_string (value))
      return fail (reading, "'parameters' has a member that is not a text");
    g_strv_builder_add (words, word);
  }
  *parameters = g_strv_builder_end (words);
  return TRUE;
}

/* The members of object without key, as text. */
static char *
members_without (json_t *object, const char *key)
{
  json_object_del (object, key);
  char *text = json_dumps (object, JSON_COMPACT);
  char *members = g_strndup (text + 1, strlen (text) - 2);
  g_free (text);
  return members;
}

static gboolean
is_name (const char *name)
{
  return *name != '\0' && strchr (name, '/') == NULL && !g_str_equal (name, ".") &&
         !g_str_equal (name, "..");
}

/* What entry of `outputs` it is about; without them it is about the whole. */
static gboolean
read_row (const Reading *reading, json_t *object, IndexEntry *entry)
{
  json_t *count = json_object_get (object, "count"), *row = json_object_get (object, "row");
  if (json_object_get (object, "output") == NULL)
    return TRUE;
  if (!take_text (reading, object, "output", FALSE, &entry->output))
    return FALSE;
  if (!json_is_integer (row) || json_integer_value (row) < 0 ||
      json_integer_value (row) >= G_MAXUINT32)
    return fail (reading, "'row' is missing or no number of a row");
  if (!json_is_null (count) && (!json_is_integer (count) || json_integer_value (count) < 0))
    return fail (reading, "'count' is missing or neither a number nor null");
  entry->count = json_is_null (count) ? -1 : json_integer_value (count);
  entry->row = (guint)json_integer_value (row);
  return TRUE;
}

static gboolean
read_entry (const Reading *reading, EvidenceIndex *index, json_t *object)
{
  IndexEntry *entry = g_new0 (IndexEntry, 1);
  json_t *run = json_object_get (object, "run");
  entry->content = g_string_new (NULL);
  g_ptr_array_add (index->entries, entry);
  if (!take_text (reading, object, "evidence", FALSE, &entry->evidence) ||
      !take_text (reading, object, "file", FALSE, &entry->file) ||
      !take_text (reading, object, "uri", TRUE, &entry->uri) ||
      (json_object_get (object, "model") != NULL &&
       !take_text (reading, object, "model", FALSE, &entry->model)) ||
      (json_object_get (object, "model_sha256") != NULL &&
       (!take_text (reading, object, "model_sha256", FALSE, &entry->model_sha256) ||
        !take_text (reading, object, "sha256", FALSE, &entry->sha256))) ||
      !take_text (reading, object, "kind", FALSE, &entry->kind) ||
      !take_text (reading, object, "cost", TRUE, &entry->cost) ||
      !take_parameters (reading, object, &entry->parameters) || !read_row (reading, object, entry))
    return FALSE;
  if (!is_name (entry->evidence))
    return fail (reading, "'evidence' is not the name of a file in this folder");
  if (entry->model != NULL && !is_name (entry->model))
    return fail (reading, "'model' is not the name of a file in this folder");
  if (!json_is_integer (run) || json_integer_value (run) < 0 ||
      json_integer_value (run) >= (json_int_t)index->runs->len)
    return fail (reading, "'run' is missing or none of the runs");
  entry->run = (guint)json_integer_value (run);
  g_autofree char *content = members_without (object, "run");
  g_string_append (entry->content, content);
  return TRUE;
}

/* The value of `--from=` in options, as provenance has them; NULL = it is not there. */
static char *
format_of (const char *const *options, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (g_str_has_prefix (options[i], "--from="))
      return g_strdup (options[i] + strlen ("--from="));
  return NULL;
}

static gboolean
read_run (const Reading *reading, EvidenceIndex *index, json_t *object)
{
  json_t *provenance = json_object_get (object, "provenance"), *option;
  json_t *options = json_object_get (provenance, "options");
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  size_t i;
  if (!json_is_object (object) || !json_is_boolean (json_object_get (object, "complete")))
    return fail (reading, "'complete' of a run is missing or neither true nor false");
  IndexRun *run = g_new0 (IndexRun, 1);
  g_ptr_array_add (index->runs, run);
  run->complete = json_is_true (json_object_get (object, "complete"));
  run->date = g_strdup (json_string_value (json_object_get (provenance, "date")));
  json_array_foreach (options, i, option)
  {
    if (json_is_string (option))
      g_ptr_array_add (words, (gpointer)json_string_value (option));
  }
  run->from = format_of ((const char *const *)words->pdata, words->len);
  run->content = members_without (object, "complete");
  return TRUE;
}

static gboolean
read_all (const Reading *reading, EvidenceIndex *index, json_t *root)
{
  json_t *runs = json_object_get (root, "runs"), *entries = json_object_get (root, "entries");
  json_t *version = json_object_get (root, "couplet_evidence_index"), *item;
  size_t i;
  if (!json_is_integer (version))
    return fail (reading, "it is not an index of evidence");
  if (json_integer_value (version) != VERSION)
    return fail (reading, "it is an index of another version of Couplet");
  if (!json_is_array (runs) || !json_is_array (entries))
    return fail (reading, "'runs' or 'entries' is missing or no list");
  json_array_foreach (runs, i, item)
  {
    if (!read_run (reading, index, item))
      return FALSE;
  }
  json_array_foreach (entries, i, item)
  {
    if (!read_entry (reading, index, item))
      return FALSE;
  }
  return TRUE;
}

EvidenceIndex *
evidence_index_read (const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, EVIDENCE_INDEX_NAME, NULL), *text = NULL;
  g_autoptr (EvidenceIndex) index = evidence_index_new ();
  g_autoptr (GError) reason = NULL;
  const Reading reading = {path, error};
  gsize length;
  json_error_t wrong;
  CoupletSource source;
  if (!couplet_source_read (&source, path, LARGEST_INDEX, NULL, &reason)) {
    fail (&reading, reason->message);
    return NULL;
  }
  text = (char *)source.data;
  length = source.length;
  g_autoptr (json_t) root = json_loadb (text, length, JSON_REJECT_DUPLICATES, &wrong);
  if (root == NULL) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s:%d:%d: %s", path, wrong.line,
                 wrong.column, wrong.text);
    return NULL;
  }
  return read_all (&reading, index, root) ? g_steal_pointer (&index) : NULL;
}

/* ---- Adding ------------------------------------------------------------------------------- */

guint
evidence_index_add_run (EvidenceIndex *index)
{
  g_ptr_array_add (index->runs, g_new0 (IndexRun, 1));
  return index->runs->len - 1;
}

void
evidence_index_describe_run (EvidenceIndex *index, guint number,
                             const CoupletProvenance *provenance)
{
  IndexRun *run = g_ptr_array_index (index->runs, number);
  if (run->content != NULL || provenance == NULL)
    return;
  const CoupletJson json = {g_string_new (NULL), FALSE};
  CoupletProvenance made_by = *provenance;
  made_by.command = NULL; /* what repeats the run stands in reports */
  couplet_json_provenance (&json, "provenance", &made_by);
  run->content = g_string_free (json.text, FALSE);
  run->date = g_strdup (provenance->date);
  run->from = format_of (provenance->options, provenance->n_options);
}

/* NULL = standard input. The caller frees it. */
static char *
uri_of (const char *file)
{
  g_autofree char *path = g_canonicalize_filename (file, NULL);
  return g_str_equal (file, "-") ? NULL : g_filename_to_uri (path, NULL, NULL);
}

static char **
parameters_of (const CoupletOrigin *origin)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  for (guint i = 0; origin != NULL && i < origin->n_parameters; i++) {
    g_autofree char *word =
        g_strconcat (origin->parameters[i].name, "=", origin->parameters[i].value, NULL);
    g_strv_builder_add (words, word);
  }
  return g_strv_builder_end (words);
}

/* The whole entry, as members of a JSON object. */
static void
write_entry (IndexEntry *entry, const CoupletResult *result, const IndexedEvidence *evidence,
             gsize size)
{
  const CoupletJson json = {entry->content, FALSE};
  couplet_json_string (&json, "evidence", entry->evidence);
  couplet_json_string (&json, "file", entry->file);
  couplet_json_string (&json, "uri", entry->uri);
  if (entry->model != NULL) {
    couplet_json_string (&json, "model", entry->model);
    couplet_json_string (&json, "model_sha256", entry->model_sha256);
  }
  couplet_json_string (&json, "sha256", entry->sha256);
  if (result->origin != NULL)
    couplet_json_parameters (&json, "parameters", result->origin);
  else {
    couplet_json_open (&json, "parameters", '{');
    couplet_json_close (&json, '}');
  }
  if (evidence->output != NULL) {
    couplet_json_string (&json, "output", evidence->output);
    if (evidence->count >= 0)
      couplet_json_integer (&json, "count", evidence->count);
    else
      couplet_json_null (&json, "count");
    couplet_json_unsigned (&json, "row", evidence->row);
  }
  couplet_json_string (&json, "stage", evidence->stage);
  couplet_json_string (&json, "plugin", evidence->plugin);
  couplet_json_string (&json, "kind", evidence->kind);
  couplet_json_string (&json, "verdict", evidence->verdict);
  couplet_json_string (&json, "cost", evidence->cost);
  couplet_json_unsigned (&json, "size", size);
}

void
evidence_index_add (EvidenceIndex *index, guint run, const CoupletResult *result,
                    const IndexedEvidence *evidence, const char *name, gsize size)
{
  IndexEntry *entry = g_new0 (IndexEntry, 1);
  entry->evidence = g_strdup (name);
  entry->file = g_strdup (result->file);
  entry->uri = uri_of (result->file);
  entry->model = g_strdup (evidence->model);
  entry->model_sha256 = evidence->model != NULL
                            ? g_compute_checksum_for_string (G_CHECKSUM_SHA256, result->model, -1)
                            : NULL;
  entry->sha256 = g_strdup (result->origin != NULL ? result->origin->sha256 : NULL);
  entry->parameters = parameters_of (result->origin);
  entry->run = run;
  entry->content = g_string_new (NULL);
  write_entry (entry, result, evidence, size);
  g_ptr_array_add (index->entries, entry);
}

static char *
join_item (const char *file, const char *uri, char **parameters)
{
  g_autofree char *words = g_strjoinv ("\n", parameters);
  return g_strconcat (uri != NULL ? uri : file, "\n", words, NULL);
}

char *
evidence_index_item (const IndexEntry *entry)
{
  return join_item (entry->file, entry->uri, entry->parameters);
}

char *
evidence_index_item_of_result (const CoupletResult *result)
{
  g_autofree char *uri = uri_of (result->file);
  g_auto (GStrv) parameters = parameters_of (result->origin);
  return join_item (result->file, uri, parameters);
}

/* ---- Writing ------------------------------------------------------------------------------ */

/* The new number of each run, negative = nothing of it is left. The caller frees it. */
static gint *
number_runs (const EvidenceIndex *index)
{
  gint *numbers = g_new (gint, index->runs->len + 1), next = 0;
  for (guint i = 0; i < index->runs->len; i++)
    numbers[i] = i + 1 == index->runs->len ? 0 : -1; /* the newest stays */
  for (guint i = 0; i < index->entries->len; i++)
    numbers[((const IndexEntry *)g_ptr_array_index (index->entries, i))->run] = 0;
  for (guint i = 0; i < index->runs->len; i++)
    if (numbers[i] >= 0)
      numbers[i] = next++;
  return numbers;
}

static void
append_runs (GString *text, const EvidenceIndex *index, const gint *numbers)
{
  g_string_append (text, "\"runs\":[");
  for (guint i = 0; i < index->runs->len; i++) {
    const IndexRun *run = g_ptr_array_index (index->runs, i);
    if (numbers[i] < 0)
      continue;
    gboolean described = run->content != NULL && *run->content != '\0';
    g_string_append_printf (text, "%s\n{\"complete\":%s%s%s}", numbers[i] > 0 ? "," : "",
                            run->complete ? "true" : "false", described ? "," : "",
                            described ? run->content : "");
  }
  g_string_append (text, "\n],\n");
}

int
evidence_index_write (const EvidenceIndex *index, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, EVIDENCE_INDEX_NAME, NULL);
  g_autofree gint *numbers = number_runs (index);
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_append_printf (text, "{\"couplet_evidence_index\":%d,\n", VERSION);
  append_runs (text, index, numbers);
  g_string_append (text, "\"entries\":[");
  for (guint i = 0; i < index->entries->len; i++) {
    const IndexEntry *entry = g_ptr_array_index (index->entries, i);
    g_string_append_printf (text, "%s\n{%s,\"run\":%d}", i > 0 ? "," : "", entry->content->str,
                            numbers[entry->run]);
  }
  g_string_append (text, "\n]}\n");
  return couplet_write_file (path, text->str, text->len);
}
