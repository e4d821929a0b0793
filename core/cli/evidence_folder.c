/* SPDX-License-Identifier: Apache-2.0 */
#include "evidence_folder.h"

#include "terminal.h"

#include <couplet/host/evidence.h>
#include <couplet/host/output_file.h>
#include <couplet/output_file.h>

#include <errno.h>
#include <glib/gstdio.h>

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
  folder->path = g_strdup (path);
  folder->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return TRUE;
}

/* `svt.svt`, or `svt.svt-c=1_2` where c is swept. The caller frees it. */
static char *
input_name (const CoupletFileResult *result)
{
  g_autofree char *base = g_path_get_basename (result->file);
  GString *name = g_string_new (g_str_equal (base, "-") ? "stdin" : base);
  for (guint i = 0; i < result->n_swept; i++)
    g_string_append_printf (name, "-%s=%s", result->swept[i].name, result->swept[i].value);
  for (char *at = name->str; *at != '\0'; at++)
    if (*at == G_DIR_SEPARATOR)
      *at = '_';
  return g_string_free (name, FALSE);
}

/* A name that no evidence of this run has yet: two inputs may be called alike in
 * different folders, and one stage may give two pieces of a kind. */
static char *
choose_name (EvidenceFolder *folder, const CoupletFileResult *result, const char *stage,
             const char *kind)
{
  g_autofree char *input = input_name (result);
  char *name = g_strdup_printf ("%s.%s.%s.json", input, stage, kind);
  for (guint n = 2; !g_hash_table_add (folder->names, g_strdup (name)); n++) {
    g_free (name);
    name = g_strdup_printf ("%s.%s.%s-%u.json", input, stage, kind, n);
  }
  return name;
}

static void
write_one (EvidenceFolder *folder, const CoupletFileResult *result, const char *stage,
           const CoupletEvidence *evidence)
{
  const char *kind = couplet_evidence_kind_to_string (couplet_evidence_kind (evidence));
  g_autofree char *name = choose_name (folder, result, stage, kind);
  g_autofree char *path = g_build_filename (folder->path, name, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  couplet_evidence_append_json (text, evidence);
  g_string_append_c (text, '\n');
  int reason = couplet_write_file (path, text->str, text->len);
  if (reason == 0)
    return;
  print_line (stderr, "couplet: %s: it could not be written: %s", path, g_strerror (reason));
  folder->failed = TRUE;
}

void
evidence_folder_write (EvidenceFolder *folder, const CoupletFileResult *result)
{
  for (guint i = 0; folder->path != NULL && i < result->n_stages; i++)
    for (guint j = 0; j < result->stages[i].n_evidence; j++)
      write_one (folder, result, result->stages[i].stage, result->stages[i].evidence[j]);
}

gboolean
evidence_folder_close (EvidenceFolder *folder)
{
  g_clear_pointer (&folder->path, g_free);
  g_clear_pointer (&folder->names, g_hash_table_unref);
  return !folder->failed;
}
