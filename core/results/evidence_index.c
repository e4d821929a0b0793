/* SPDX-License-Identifier: Apache-2.0 */
#include "origin.h"
#include "record_fields.h"

#include <couplet/host/output_file.h>
#include <couplet/internal/evidence_index.h>
#include <couplet/internal/provenance.h>

#include <string.h>

#define VERSION 1
#define LARGEST_INDEX 4095 /* MiB */

CoupletEvidenceIndex *
couplet_evidence_index_new (void)
{
  CoupletEvidenceIndex *index = g_new (CoupletEvidenceIndex, 1);
  *index = (CoupletEvidenceIndex){couplet_arena_new (),
                                  g_array_new (FALSE, TRUE, sizeof (CoupletIndexRun)),
                                  g_array_new (FALSE, FALSE, sizeof (CoupletIndexEntry))};
  return index;
}

void
couplet_evidence_index_free (CoupletEvidenceIndex *index)
{
  if (index == NULL)
    return;
  g_array_unref (index->runs);
  g_array_unref (index->entries);
  couplet_arena_free (index->arena);
  g_free (index);
}

/* ---- Fields ------------------------------------------------------------------------------- */

static gboolean
is_of_output (gconstpointer record)
{
  return ((const CoupletIndexEntry *)record)->output != NULL;
}

static gboolean
is_name (const char *name)
{
  return *name != '\0' && strchr (name, '/') == NULL && !g_str_equal (name, ".") &&
         !g_str_equal (name, "..");
}

static gboolean
is_count (const char *count)
{
  guint64 number;
  return g_strcmp0 (count, "null") == 0 ||
         (count != NULL && g_ascii_string_to_unsigned (count, 10, 0, G_MAXINT64, &number, NULL));
}

static gboolean
finish_entry (Record *record, gpointer into)
{
  const CoupletIndexEntry *entry = into;
  const CoupletEvidenceIndex *index = record->data;
  if (!is_name (entry->evidence))
    return record_fail (record, "\"evidence\" is not the name of a file in this folder");
  if (entry->model != NULL && !is_name (entry->model))
    return record_fail (record, "\"model\" is not the name of a file in this folder");
  if (entry->model_sha256 != NULL && entry->sha256 == NULL)
    return record_fail (record, "\"sha256\" is missing");
  if (entry->output != NULL && !is_count (entry->count))
    return record_fail (record, "\"count\" is missing, or neither a number nor null");
  return entry->run < index->runs->len || record_fail (record, "\"run\" is none of the runs");
}

static const Field ENTRY_FIELDS[] = {
    FIELD (CoupletIndexEntry, evidence, .key = "evidence", .type = FIELD_TEXT,
           .flags = FIELD_NEEDED),
    FIELD (CoupletIndexEntry, file, .key = "file", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
    FIELD (CoupletIndexEntry, uri, .key = "uri", .type = FIELD_TEXT),
    FIELD (CoupletIndexEntry, model, .key = "model", .type = FIELD_TEXT, .flags = FIELD_SPARSE),
    FIELD (CoupletIndexEntry, model_sha256, .key = "model_sha256", .type = FIELD_TEXT,
           .flags = FIELD_SPARSE),
    FIELD (CoupletIndexEntry, sha256, .key = "sha256", .type = FIELD_TEXT),
    FIELD (CoupletIndexEntry, parameters, .key = "parameters", .type = FIELD_DEFINITIONS,
           .flags = FIELD_NEEDED, .count = G_STRUCT_OFFSET (CoupletIndexEntry, n_parameters)),
    FIELD (CoupletIndexEntry, output, .key = "output", .type = FIELD_TEXT, .flags = FIELD_SPARSE),
    FIELD (CoupletIndexEntry, count, .key = "count", .type = FIELD_RAW,
           .begins = COUPLET_JSON_TOKEN_OBJECT_END, .when = is_of_output),
    FIELD (CoupletIndexEntry, row, .key = "row", .type = FIELD_SMALL, .when = is_of_output),
    FIELD (CoupletIndexEntry, stage, .key = "stage", .type = FIELD_TEXT),
    FIELD (CoupletIndexEntry, plugin, .key = "plugin", .type = FIELD_TEXT),
    FIELD (CoupletIndexEntry, kind, .key = "kind", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
    FIELD (CoupletIndexEntry, verdict, .key = "verdict", .type = FIELD_TEXT),
    FIELD (CoupletIndexEntry, cost, .key = "cost", .type = FIELD_TEXT),
    FIELD (CoupletIndexEntry, size, .key = "size", .type = FIELD_UNSIGNED),
    FIELD (CoupletIndexEntry, run, .key = "run", .type = FIELD_SMALL, .flags = FIELD_NEEDED),
};

static const RecordKind ENTRY = RECORD_KIND (CoupletIndexEntry, CoupletIndexEntry, "entry",
                                             ENTRY_FIELDS, .finish = finish_entry);

static const Field RUN_FIELDS[] = {
    FIELD (CoupletIndexRun, complete, .key = "complete", .type = FIELD_BOOLEAN,
           .flags = FIELD_NEEDED),
    FIELD (CoupletIndexRun, provenance, .key = "provenance", .type = FIELD_OBJECT,
           .flags = FIELD_SPARSE, .kind = &PROVENANCE_RECORD),
};

static const RecordKind RUN = RECORD_KIND (CoupletIndexRun, CoupletIndexRun, "run", RUN_FIELDS);

/* ---- Reading ------------------------------------------------------------------------------ */

/* Reads the objects of list, of which array becomes one of structures. */
static gboolean
read_all (Record *record, const RecordKind *kind, const CoupletJsonValue *list, GArray *array)
{
  record->list = kind->noun;
  record->index = 0;
  for (const CoupletJsonValue *one = couplet_json_first (list); one != NULL; one = one->next) {
    g_array_set_size (array, record->index + 1);
    gpointer into = array->data + (gsize)record->index * kind->size;
    memset (into, 0, kind->size);
    if (!record_object (record, kind, one, into))
      return FALSE;
    record->index++;
  }
  return TRUE;
}

static gboolean
read_root (Record *record, CoupletEvidenceIndex *index, const CoupletJsonValue *root)
{
  const CoupletJsonValue *runs = couplet_json_member (root, "runs");
  const CoupletJsonValue *entries = couplet_json_member (root, "entries");
  gint64 version;
  record->place = root->place;
  if (!couplet_json_whole_of (couplet_json_member (root, "couplet_evidence_index"), &version))
    return record_fail (record, "it is not an index of evidence");
  if (version != VERSION)
    return record_fail (record, "it is an index of another version of Couplet");
  if (!couplet_json_is_list (runs) || !couplet_json_is_list (entries))
    return record_fail (record, "\"runs\" or \"entries\" is missing or no list");
  return read_all (record, &RUN, runs, index->runs) &&
         read_all (record, &ENTRY, entries, index->entries);
}

CoupletEvidenceIndex *
couplet_evidence_index_read (const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, COUPLET_EVIDENCE_INDEX, NULL);
  g_autoptr (CoupletEvidenceIndex) index = couplet_evidence_index_new ();
  g_autoptr (GError) reason = NULL;
  CoupletSource source;
  if (!couplet_source_read (&source, path, LARGEST_INDEX, NULL, &reason)) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s: %s", path, reason->message);
    return NULL;
  }
  g_autofree char *text = (char *)source.data;
  Record record = {.arena = index->arena, .name = path, .line = 1, .data = index, .error = error};
  const CoupletJsonValue *root = record_parse (&record, text, source.length);
  return root != NULL && read_root (&record, index, root) ? g_steal_pointer (&index) : NULL;
}

/* ---- Adding ------------------------------------------------------------------------------- */

/* Sets the structure into to a copy of original that lies in index. */
static void
copy_record (CoupletEvidenceIndex *index, const RecordKind *kind, gconstpointer original,
             gpointer into)
{
  const CoupletJson json = {g_string_new (NULL), FALSE};
  const RecordWriter writer = {.json = &json};
  Record record = {.arena = index->arena, .name = "", .data = index};
  record_write (&writer, NULL, kind, original);
  gsize length = json.text->len;
  g_autofree char *text = g_string_free (json.text, FALSE);
  record_object (&record, kind, record_parse (&record, text, length), into);
}

guint
couplet_evidence_index_add_run (CoupletEvidenceIndex *index)
{
  g_array_set_size (index->runs, index->runs->len + 1);
  return index->runs->len - 1;
}

void
couplet_evidence_index_describe_run (CoupletEvidenceIndex *index, guint number,
                                     const CoupletProvenance *provenance)
{
  CoupletIndexRun *run = couplet_evidence_index_run (index, number);
  if (run->provenance != NULL || provenance == NULL)
    return;
  CoupletProvenance *copy = couplet_arena_new_array (index->arena, CoupletProvenance, 1);
  CoupletProvenance made_by = *provenance;
  made_by.command = NULL; /* what repeats the run stands in reports */
  *copy = (CoupletProvenance){0};
  copy_record (index, &PROVENANCE_RECORD, &made_by, copy);
  run->provenance = copy;
}

const char *
couplet_index_run_format (const CoupletIndexRun *run)
{
  for (guint32 i = 0; run->provenance != NULL && i < run->provenance->n_options; i++)
    if (g_str_has_prefix (run->provenance->options[i], "--from="))
      return run->provenance->options[i] + strlen ("--from=");
  return NULL;
}

/* NULL = standard input. The caller frees it. */
static char *
uri_of (const char *file)
{
  g_autofree char *path = g_canonicalize_filename (file, NULL);
  return g_str_equal (file, "-") ? NULL : g_filename_to_uri (path, NULL, NULL);
}

void
couplet_evidence_index_add (CoupletEvidenceIndex *index, const CoupletIndexEntry *entry,
                            const CoupletResult *result)
{
  g_autofree char *uri = uri_of (result->file);
  g_autofree char *model_sha256 =
      entry->model != NULL ? g_compute_checksum_for_string (G_CHECKSUM_SHA256, result->model, -1)
                           : NULL;
  CoupletIndexEntry whole = *entry, copy = {0};
  whole.file = result->file;
  whole.uri = uri;
  whole.model_sha256 = model_sha256;
  if (result->origin != NULL) {
    whole.sha256 = result->origin->sha256;
    whole.n_parameters = result->origin->n_parameters;
    whole.parameters = result->origin->parameters;
  }
  copy_record (index, &ENTRY, &whole, &copy);
  g_array_append_val (index->entries, copy);
}

static char *
item_of (const char *file, const CoupletDefinition *parameters, guint32 n)
{
  g_autoptr (GString) item = g_string_new (file);
  for (guint32 i = 0; i < n; i++)
    g_string_append_printf (item, "\n%s=%s", parameters[i].name, parameters[i].value);
  return g_string_free (g_steal_pointer (&item), FALSE);
}

char *
couplet_evidence_index_item (const CoupletIndexEntry *entry)
{
  return item_of (entry->uri != NULL ? entry->uri : entry->file, entry->parameters,
                  entry->n_parameters);
}

char *
couplet_evidence_index_item_of_result (const CoupletResult *result)
{
  g_autofree char *uri = uri_of (result->file);
  const CoupletOrigin *origin = result->origin;
  return item_of (uri != NULL ? uri : result->file, origin != NULL ? origin->parameters : NULL,
                  origin != NULL ? origin->n_parameters : 0);
}

/* ---- Writing ------------------------------------------------------------------------------ */

/* Drops runs of which nothing is left; the newest stays. */
static void
drop_runs (CoupletEvidenceIndex *index)
{
  guint n = index->runs->len, kept = 0;
  g_autofree guint32 *number = g_new0 (guint32, n + 1); /* from 1; 0 = nothing is left */
  for (guint i = 0; i < index->entries->len; i++)
    number[couplet_evidence_index_entry (index, i)->run] = 1;
  for (guint i = 0; i < n; i++)
    if (number[i] != 0 || i + 1 == n) {
      *couplet_evidence_index_run (index, kept) = *couplet_evidence_index_run (index, i);
      number[i] = ++kept;
    }
  g_array_set_size (index->runs, kept);
  for (guint i = 0; i < index->entries->len; i++)
    couplet_evidence_index_entry (index, i)->run =
        number[couplet_evidence_index_entry (index, i)->run] - 1;
}

/* Each on a line of its own. */
static void
write_all (const RecordWriter *writer, const char *key, const RecordKind *kind, const GArray *array)
{
  couplet_json_line (writer->json, 0);
  couplet_json_open (writer->json, key, '[');
  for (guint i = 0; i < array->len; i++) {
    couplet_json_line (writer->json, 0);
    record_write (writer, NULL, kind, array->data + (gsize)i * kind->size);
  }
  g_string_append_c (writer->json->text, '\n');
  couplet_json_close (writer->json, ']');
}

int
couplet_evidence_index_write (CoupletEvidenceIndex *index, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, COUPLET_EVIDENCE_INDEX, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  const CoupletJson json = {text, FALSE};
  const RecordWriter writer = {.json = &json};
  drop_runs (index);
  couplet_json_open (&json, NULL, '{');
  couplet_json_unsigned (&json, "couplet_evidence_index", VERSION);
  write_all (&writer, "runs", &RUN, index->runs);
  write_all (&writer, "entries", &ENTRY, index->entries);
  couplet_json_close (&json, '}');
  g_string_append_c (text, '\n');
  return couplet_write_file (path, text->str, text->len);
}
