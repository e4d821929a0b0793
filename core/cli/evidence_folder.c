/* SPDX-License-Identifier: Apache-2.0 */
#include "evidence_folder.h"

#include "terminal.h"

#include <couplet/host/evidence.h>
#include <couplet/host/output_file.h>
#include <couplet/internal/json_tree.h>

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#define LONGEST_NAME 160 /* bytes of an input's name in that of its evidence */

/* The index of earlier runs, empty where there is none. */
static CoupletEvidenceIndex *
read_index (const char *path, GError **error)
{
  g_autofree char *file = g_build_filename (path, COUPLET_EVIDENCE_INDEX, NULL);
  return g_file_test (file, G_FILE_TEST_EXISTS) ? couplet_evidence_index_read (path, error)
                                                : couplet_evidence_index_new ();
}

gboolean
evidence_folder_open (EvidenceFolder *folder, const char *path, GError **error)
{
  if (path == NULL)
    return TRUE;
  if (g_mkdir_with_parents (path, 0777) != 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "--evidence-dir %s: %s", path,
                 g_strerror (errno));
    return FALSE;
  }
  folder->index = read_index (path, error);
  if (folder->index == NULL)
    return FALSE;
  folder->path = g_strdup (path);
  folder->n_earlier = folder->index->entries->len;
  folder->owners = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  folder->written = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  folder->items = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  folder->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < folder->n_earlier; i++) {
    const CoupletIndexEntry *entry = couplet_evidence_index_entry (folder->index, i);
    g_hash_table_replace (folder->owners, g_strdup (entry->evidence),
                          couplet_evidence_index_item (entry));
  }
  return TRUE;
}

/* ---- Names -------------------------------------------------------------------------------- */

/* Makes name one that every tool takes, and an index can tell. */
static void
make_plain (GString *name)
{
  if (name->len > LONGEST_NAME) {
    const char *end = g_utf8_find_prev_char (name->str, name->str + LONGEST_NAME + 1);
    g_string_truncate (name, (gsize)(end - name->str));
  }
  for (char *at = name->str; *at != '\0'; at++)
    if (*at == G_DIR_SEPARATOR || g_ascii_iscntrl (*at))
      *at = '_';
}

/* `svt.svt`, or `svt.svt-c=1_2` where c is swept. The caller frees it. */
static char *
input_name (const CoupletResult *result)
{
  g_autofree char *base = g_path_get_basename (result->file);
  g_autoptr (GString) name = g_string_new (g_str_equal (base, "-") ? "stdin" : base);
  for (guint i = 0; i < result->n_swept; i++)
    g_string_append_printf (name, "-%s=%s", result->swept[i].name, result->swept[i].value);
  g_autoptr (GString) valid = g_string_new (NULL);
  g_autofree char *text = g_utf8_make_valid (name->str, (gssize)name->len);
  g_string_append (valid, text);
  make_plain (valid);
  return g_strdup (valid->str);
}

/* Whether evidence for item may be called name: nothing is, or what an earlier run has of it. */
static gboolean
may_take (const EvidenceFolder *folder, const char *name, const char *item)
{
  const char *owner = g_hash_table_lookup (folder->owners, name);
  return !g_hash_table_contains (folder->written, name) &&
         (owner == NULL || g_str_equal (owner, item));
}

/* A name for what is written of item, which begins with stem, which is taken: two inputs may be
 * called alike in different folders, and one stage may give two pieces of a kind. folder keeps it.
 */
static const char *
choose_name (EvidenceFolder *folder, const char *item, char *stem)
{
  guint n = MAX (1, GPOINTER_TO_UINT (g_hash_table_lookup (folder->numbers, stem)));
  char *name = NULL;
  do {
    g_free (name);
    name = n == 1 ? g_strconcat (stem, ".json", NULL) : g_strdup_printf ("%s-%u.json", stem, n);
    n++;
  } while (!may_take (folder, name, item));
  g_hash_table_replace (folder->numbers, stem, GUINT_TO_POINTER (n));
  g_hash_table_add (folder->written, name);
  return name;
}

/* ---- Writing ------------------------------------------------------------------------------ */

static void
report_failure (EvidenceFolder *folder, const char *name, int reason)
{
  g_autofree char *path = g_build_filename (folder->path, name, NULL);
  print_line (stderr, "couplet: %s: it could not be written: %s", path, g_strerror (reason));
  folder->failed = TRUE;
}

static void
write_index (EvidenceFolder *folder)
{
  int reason = couplet_evidence_index_write (folder->index, folder->path);
  if (reason != 0)
    report_failure (folder, COUPLET_EVIDENCE_INDEX, reason);
}

/* Notes that there is a run that has not ended. */
static void
begin (EvidenceFolder *folder)
{
  if (folder->begun)
    return;
  folder->begun = TRUE;
  couplet_evidence_index_add_run (folder->index);
  write_index (folder);
  folder->run = folder->index->runs->len - 1; /* where earlier ones were dropped */
}

/* Writes what code came to, so that nobody has to run it again; its name, or NULL. */
static const char *
write_model (EvidenceFolder *folder, const CoupletResult *result, const char *item)
{
  gboolean any = FALSE;
  for (guint i = 0; i < result->n_stages; i++)
    any |= result->stages[i].n_evidence > 0;
  if (result->model == NULL || !any)
    return NULL;
  g_autofree char *input = input_name (result);
  const char *name = choose_name (folder, item, g_strconcat (input, ".model", NULL));
  g_autofree char *path = g_build_filename (folder->path, name, NULL);
  int reason = couplet_write_file (path, result->model, strlen (result->model));
  if (reason != 0)
    report_failure (folder, name, reason);
  return reason == 0 ? name : NULL;
}

/* Writes text, evidence of result for item, of which entry says the rest. */
static void
write_one (EvidenceFolder *folder, const CoupletResult *result, const char *item,
           CoupletIndexEntry entry, GString *text)
{
  g_autofree char *input = input_name (result);
  g_autofree char *row =
      entry.output != NULL ? g_strdup_printf (".row-%u", entry.row) : g_strdup ("");
  entry.evidence = choose_name (
      folder, item, g_strdup_printf ("%s%s.%s.%s", input, row, entry.stage, entry.kind));
  g_autofree char *path = g_build_filename (folder->path, entry.evidence, NULL);
  g_string_append_c (text, '\n');
  entry.size = text->len;
  entry.run = folder->run;
  int reason = couplet_write_file (path, text->str, text->len);
  if (reason == 0)
    couplet_evidence_index_add (folder->index, &entry, result);
  else
    report_failure (folder, entry.evidence, reason);
}

/* Writes the evidence of a stage of result. of: what stands in the index of all of it. */
static void
write_stage (EvidenceFolder *folder, const CoupletResult *result, const char *item,
             const CoupletStageResult *stage, CoupletIndexEntry of)
{
  of.stage = stage->stage;
  of.plugin = stage->plugin;
  of.verdict = couplet_verdict_to_string (stage->verdict);
  for (guint i = 0; i < stage->n_evidence; i++) {
    const CoupletEvidence *evidence = stage->evidence[i];
    const CoupletRational *number = couplet_evidence_cost (evidence);
    g_autofree char *cost = number != NULL ? couplet_rational_to_string (number) : NULL;
    g_autoptr (GString) text = g_string_new (NULL);
    of.kind = couplet_evidence_kind_to_string (couplet_evidence_kind (evidence));
    of.cost = cost;
    couplet_evidence_append_json (text, evidence);
    write_one (folder, result, item, of, text);
  }
}

static const char *
text_of (const CoupletJsonValue *object, const char *key)
{
  return couplet_json_text_of (couplet_json_member (object, key));
}

/* Writes what a stage found of an entry of `outputs`. */
static void
write_stage_of_row (EvidenceFolder *folder, const CoupletResult *result, const char *item,
                    const CoupletJsonValue *stage, CoupletIndexEntry of)
{
  const CoupletJsonValue *piece = couplet_json_first (couplet_json_member (stage, "evidence"));
  of.stage = text_of (stage, "stage");
  of.plugin = text_of (stage, "plugin");
  of.verdict = text_of (stage, "verdict");
  for (; piece != NULL; piece = piece->next) {
    g_autoptr (GString) text = g_string_new_len (piece->begin, piece->end - piece->begin);
    of.kind = text_of (piece, "kind");
    of.cost = text_of (piece, "cost");
    write_one (folder, result, item, of, text);
  }
}

/* Writes the evidence of each entry of `outputs`. */
static void
write_rows (EvidenceFolder *folder, const CoupletResult *result, const char *item,
            CoupletIndexEntry of)
{
  CoupletPlace place;
  g_autofree char *why = NULL;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  const char *text = result->outputs != NULL ? result->outputs : "[]";
  const CoupletJsonValue *row =
      couplet_json_read (text, strlen (text), arena, NULL, &place, &why)->first;
  for (; row != NULL; row = row->next) {
    const CoupletJsonValue *stage = couplet_json_first (couplet_json_member (row, "stages"));
    gint64 number = 0;
    couplet_json_whole_of (couplet_json_member (row, "row"), &number);
    g_autofree char *count = couplet_json_written (couplet_json_member (row, "count"));
    of.output = text_of (row, "output");
    of.count = count;
    of.row = (guint32)number;
    for (; stage != NULL; stage = stage->next)
      write_stage_of_row (folder, result, item, stage, of);
  }
}

void
evidence_folder_write (EvidenceFolder *folder, const CoupletResult *result)
{
  if (folder->path == NULL)
    return;
  begin (folder);
  if (result->origin != NULL)
    couplet_evidence_index_describe_run (folder->index, folder->run, result->origin->provenance);
  g_autofree char *item = couplet_evidence_index_item_of_result (result);
  g_hash_table_add (folder->items, g_strdup (item));
  const CoupletIndexEntry of = {.model = write_model (folder, result, item)};
  for (guint i = 0; i < result->n_stages; i++)
    write_stage (folder, result, item, &result->stages[i], of);
  write_rows (folder, result, item, of);
}

/* Drops what earlier runs said of inputs of this one. */
static void
drop_earlier (EvidenceFolder *folder)
{
  guint kept = 0;
  for (guint i = 0; i < folder->n_earlier; i++) {
    const CoupletIndexEntry *entry = couplet_evidence_index_entry (folder->index, i);
    g_autofree char *item = couplet_evidence_index_item (entry);
    if (!g_hash_table_contains (folder->items, item))
      *couplet_evidence_index_entry (folder->index, kept++) = *entry;
  }
  if (kept < folder->n_earlier)
    g_array_remove_range (folder->index->entries, kept, folder->n_earlier - kept);
}

gboolean
evidence_folder_close (EvidenceFolder *folder, gboolean complete)
{
  if (folder->path != NULL && complete)
    begin (folder); /* also where there was nothing to do */
  if (folder->path != NULL && folder->begun) {
    couplet_evidence_index_run (folder->index, folder->run)->complete = complete;
    drop_earlier (folder);
    write_index (folder);
  }
  g_clear_pointer (&folder->path, g_free);
  g_clear_pointer (&folder->index, couplet_evidence_index_free);
  g_clear_pointer (&folder->owners, g_hash_table_unref);
  g_clear_pointer (&folder->written, g_hash_table_unref);
  g_clear_pointer (&folder->items, g_hash_table_unref);
  g_clear_pointer (&folder->numbers, g_hash_table_unref);
  return !folder->failed;
}
