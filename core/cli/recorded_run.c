/* SPDX-License-Identifier: Apache-2.0 */
#include "recorded_run.h"

#include <couplet/internal/format.h>
#include <couplet/internal/provenance.h>

#include <string.h>

const char *const ANSWER_PARTS[N_ANSWER_PARTS] = {"verdict", "cost", COUPLET_LEAST_KEY, "claim"};

/* ---- Answers ---------------------------------------------------------------------------- */

static char *
number_text (const CoupletRational *number)
{
  return number != NULL ? couplet_rational_to_string (number) : g_strdup ("none");
}

static char *
claim_text (const CoupletResult *result)
{
  if (result->claim_verdict == COUPLET_CLAIM_NONE)
    return g_strdup ("none");
  g_autofree char *d = couplet_rational_to_string (&result->claim);
  return g_strdup_printf ("%s (%s)", d, couplet_claim_verdict_to_string (result->claim_verdict));
}

char *
answer_part (const CoupletResult *result, guint part)
{
  switch (part) {
  case ANSWER_VERDICT:
    return g_strdup (couplet_verdict_to_string (result->verdict));
  case ANSWER_COST:
    return number_text (result->bounds.upper);
  case ANSWER_AT_LEAST:
    return number_text (couplet_result_least (result));
  default:
    return claim_text (result);
  }
}

static void
answer_free (gpointer data)
{
  RecordedAnswer *answer = data;
  g_free (answer->item);
  g_free (answer->file);
  g_free (answer->path);
  g_free (answer->sha256);
  for (guint i = 0; i < N_ANSWER_PARTS; i++)
    g_free (answer->parts[i]);
  g_free (answer);
}

static RecordedAnswer *
answer_new (const CoupletResult *result)
{
  RecordedAnswer *answer = g_new0 (RecordedAnswer, 1);
  answer->item = couplet_format_item (result);
  answer->file = g_strdup (result->file);
  answer->path = couplet_result_path (result);
  answer->sha256 = result->origin != NULL ? g_strdup (result->origin->sha256) : NULL;
  for (guint i = 0; i < N_ANSWER_PARTS; i++)
    answer->parts[i] = answer_part (result, i);
  return answer;
}

/* ---- Questions -------------------------------------------------------------------------- */

/* Whether the run looks for the value of the parameter called name. */
static gboolean
is_looked_for (const RecordedRun *run, const char *name)
{
  const CoupletProvenance *setup = run->setup;
  for (guint32 i = 0; i < setup->n_more_options; i++) {
    const char *option = setup->more_options[i];
    if (g_str_has_prefix (option, "--solve=") && g_str_equal (option + strlen ("--solve="), name))
      return TRUE;
  }
  return FALSE;
}

/* The file, and the values that it is read with but for one that is looked for. The caller frees
 * it. */
static char *
key_of (const RecordedRun *run, const char *file, const CoupletDefinition *swept, guint n)
{
  GString *key = g_string_new (file);
  for (guint i = 0; i < n; i++)
    if (!is_looked_for (run, swept[i].name))
      g_string_append_printf (key, "\n%s=%s", swept[i].name, swept[i].value);
  return g_string_free (key, FALSE);
}

RecordedAnswer *
recorded_run_find (const RecordedRun *run, const CoupletResult *result)
{
  g_autofree char *key = key_of (run, result->file, result->swept, result->n_swept);
  return g_hash_table_lookup (run->by_key, key);
}

RecordedAnswer *
recorded_run_find_item (const RecordedRun *run, const CoupletItem *item)
{
  const CoupletPoint *point = item->point;
  g_autofree char *key = key_of (run, item->file, point != NULL ? point->swept : NULL,
                                 point != NULL ? point->n_swept : 0);
  return g_hash_table_lookup (run->by_key, key);
}

/* ---- The report --------------------------------------------------------------------------- */

void
recorded_run_clear (RecordedRun *run)
{
  g_clear_pointer (&run->reader, couplet_report_reader_free);
  g_hash_table_unref (run->by_key);
  g_ptr_array_unref (run->answers);
  g_ptr_array_unref (run->made_by);
}

static const CoupletProvenance *
provenance_of (const CoupletResult *result)
{
  const CoupletProvenance *made = result->origin != NULL ? result->origin->provenance : NULL;
  return made != NULL && made->command != NULL ? made : NULL;
}

/* Why n answers, of which read are about files that were read, do not tell how to repeat the run.
 * FALSE with error set. */
static gboolean
fail_untold (const char *name, guint n, guint read, GError **error)
{
  g_set_error (
      error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
      "%s: none of its answers tells how its run is repeated: %s", name,
      n > 0 && read == 0
          ? "none of the files could be read"
          : "it is no JSON report of 'couplet verify' or 'couplet compare' of this version");
  return FALSE;
}

/* Finds the first answer that tells how to repeat the run. FALSE with error set. */
static gboolean
find_setup (RecordedRun *run, const char *name, GError **error)
{
  const CoupletResult *result;
  guint n = 0, read = 0;
  g_autoptr (GError) reason = NULL;
  run->reader = couplet_report_reader_new (name, error);
  if (run->reader == NULL)
    return FALSE;
  while ((result = couplet_report_reader_next (run->reader, &reason)) != NULL) {
    if ((run->setup = provenance_of (result)) != NULL)
      return TRUE;
    n++;
    read += result->origin != NULL || result->verdict != COUPLET_VERDICT_ERROR;
  }
  if (reason == NULL)
    return fail_untold (name, n, read, error);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* What repeats the run, as one text, but for plugins, of which some answers have more. The caller
 * frees it. */
static char *
setup_text (const CoupletProvenance *provenance)
{
  CoupletProvenance copy = *provenance;
  g_autofree char *options = couplet_provenance_options (provenance);
  GString *text = g_string_new (options);
  const CoupletJson json = {text, FALSE};
  copy.frontend = NULL;
  copy.n_plugins = 0;
  couplet_json_setup (&json, NULL, &copy);
  return g_string_free (text, FALSE);
}

static void
add_answer (RecordedRun *run, const CoupletResult *result)
{
  char *key = key_of (run, result->file, result->swept, result->n_swept);
  if (g_hash_table_contains (run->by_key, key)) { /* the file was named twice */
    g_free (key);
    return;
  }
  RecordedAnswer *answer = answer_new (result);
  g_ptr_array_add (run->answers, answer);
  g_hash_table_insert (run->by_key, key, answer);
  run->is_part |= result->part != NULL && result->part->n_shards > 1;
}

gboolean
recorded_run_load (RecordedRun *run, const char *name, GError **error)
{
  *run = (RecordedRun){.answers = g_ptr_array_new_with_free_func (answer_free),
                       .by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                       .made_by = components_new ()};
  if (!find_setup (run, name, error))
    return FALSE;
  const CoupletResult *result;
  g_autoptr (GError) reason = NULL;
  g_autofree char *setup = setup_text (run->setup);
  g_autoptr (CoupletReportReader) reader = couplet_report_reader_new (name, error);
  if (reader == NULL)
    return FALSE;
  while ((result = couplet_report_reader_next (reader, &reason)) != NULL) {
    const CoupletProvenance *made = provenance_of (result);
    g_autofree char *own = made != NULL ? setup_text (made) : NULL;
    if (own != NULL && !g_str_equal (own, setup)) {
      g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
                   "%s: %s: this answer is of another run than those before: they have other "
                   "settings",
                   name, result->file);
      return FALSE;
    }
    if (made != NULL)
      components_add (run->made_by, made);
    add_answer (run, result);
  }
  gboolean good = reason == NULL;
  if (!good)
    g_propagate_error (error, g_steal_pointer (&reason));
  return good;
}
