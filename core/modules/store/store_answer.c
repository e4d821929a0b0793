/* SPDX-License-Identifier: Apache-2.0 */
#include "store_answer.h"

#include "store.h"

#include <couplet/internal/provenance.h>
#include <couplet/internal/json.h>
#include <couplet/host/result_json.h>

#include <string.h>

/* ---- What made it ------------------------------------------------------------------------ */

/* `{"GMP":"6.3"}`; the caller frees it. */
static char *
libraries_text (const CoupletProvenance *provenance)
{
  const CoupletJson json = {g_string_new (NULL), FALSE};
  couplet_json_open (&json, NULL, '{');
  for (guint32 i = 0; i < provenance->n_libraries; i++)
    couplet_json_string (&json, provenance->libraries[i].name, provenance->libraries[i].value);
  couplet_json_close (&json, '}');
  return g_string_free (json.text, FALSE);
}

/* `["--deciders=graph"]`; the caller frees it. */
static char *
options_text (const CoupletProvenance *provenance)
{
  const CoupletJson json = {g_string_new (NULL), FALSE};
  couplet_json_open (&json, NULL, '[');
  for (guint32 i = 0; i < provenance->n_options; i++)
    couplet_json_string (&json, NULL, provenance->options[i]);
  couplet_json_close (&json, ']');
  return g_string_free (json.text, FALSE);
}

/* `{"command":"verify"}`, or `{}`; the caller frees it. */
static char *
setup_text (const CoupletProvenance *provenance)
{
  const CoupletJson json = {g_string_new (NULL), FALSE};
  couplet_json_setup (&json, NULL, provenance);
  return g_string_free (json.text, FALSE);
}

gboolean
store_provenance (const Database *database, const CoupletProvenance *provenance, gint64 *id,
                  GError **error)
{
  static const char *const sql[] = {
      "INSERT OR IGNORE INTO provenance (version, commit_hash, libraries, options, setup) "
      "VALUES (?1, ?2, ?3, ?4, ?5)",
      "SELECT id FROM provenance WHERE version = ?1 AND commit_hash = ?2 AND libraries = ?3 AND "
      "options = ?4 AND setup = ?5"};
  g_autofree char *setup = setup_text (provenance);
  g_autofree char *libraries = libraries_text (provenance), *options = options_text (provenance);
  for (guint i = 0; i < G_N_ELEMENTS (sql); i++) {
    g_autoptr (Statement) statement = database_prepare (database, sql[i], error);
    if (statement == NULL)
      return FALSE;
    bind_text (statement, 1, provenance->version);
    bind_text (statement, 2, provenance->commit != NULL ? provenance->commit : "");
    bind_text (statement, 3, libraries);
    bind_text (statement, 4, options);
    bind_text (statement, 5, setup);
    if (database_step (database, statement, error) < 0)
      return FALSE;
    *id = sqlite3_column_int64 (statement, 0);
  }
  return TRUE;
}

/* ---- The answer ---------------------------------------------------------------------------- */

/* The object of a JSON report without what depends on the file's name and on the run. The caller
 * frees it. */
static char *
record_of (const CoupletResult *result, gboolean with_evidence)
{
  static const char begin[] = "{\"file\":\"\",";
  CoupletResult copy = *result;
  CoupletOrigin origin = {0};
  copy.file = "";
  copy.function = NULL; /* it points into file */
  copy.part = NULL;
  copy.n_swept = 0;
  if (result->origin != NULL) {
    origin = *result->origin;
    origin.provenance = NULL;
    copy.origin = &origin;
  }
  g_autofree char *line = couplet_result_to_json (&copy, with_evidence);
  g_strchomp (line);
  return g_strconcat ("{", line + strlen (begin), NULL);
}

static gboolean
add_row (const Database *database, const guint8 *key, const CoupletResult *result,
         gboolean with_evidence, gint64 *id, GError **error)
{
  gboolean made = result->origin != NULL && result->origin->provenance != NULL;
  gboolean claimed = result->claim_verdict != COUPLET_CLAIM_NONE;
  gint64 provenance = 0;
  if (made && !store_provenance (database, result->origin->provenance, &provenance, error))
    return FALSE;
  g_autoptr (Statement) add = database_prepare (
      database,
      "INSERT INTO answers (key, sha256, automaton, verdict, cost, cost_real, at_least, "
      "at_least_real, claim, claim_real, claim_verdict, epsilon, sampling, adjacency, reason, "
      "disagreement, read_seconds, seconds, provenance, date, record) VALUES (?1, ?2, ?3, ?4, ?5, "
      "?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)",
      error);
  if (add == NULL)
    return FALSE;
  g_autofree char *record = record_of (result, with_evidence);
  if (key != NULL)
    sqlite3_bind_blob (add, 1, key, STORE_KEY_BYTES, SQLITE_STATIC);
  bind_text (add, 2, result->origin != NULL ? result->origin->sha256 : NULL);
  bind_text (add, 3, result->name);
  bind_text (add, 4, couplet_verdict_to_string (result->verdict));
  bind_rational (add, 5, result->has_cost, &result->cost);
  bind_rational (add, 7, result->has_at_least, &result->at_least);
  bind_rational (add, 9, claimed, &result->claim);
  bind_text (add, 11, couplet_claim_verdict_to_string (result->claim_verdict));
  bind_text (add, 12, result->epsilon);
  bind_text (add, 13, result->sampling);
  bind_text (add, 14, result->adjacency);
  bind_text (add, 15, result->reason);
  bind_text (add, 16, result->disagreement_text);
  bind_seconds (add, 17, result->read_seconds);
  bind_seconds (add, 18, result->seconds);
  if (made) {
    bind_number (add, 19, provenance);
    bind_text (add, 20, result->origin->provenance->date);
  }
  bind_text (add, 21, record);
  if (!database_do (database, add, error))
    return FALSE;
  *id = sqlite3_last_insert_rowid (database->db);
  return TRUE;
}

static gboolean
add_parameters (const Database *database, gint64 answer, const CoupletOrigin *origin,
                GError **error)
{
  for (guint32 i = 0; origin != NULL && i < origin->n_parameters; i++) {
    g_autoptr (Statement) add =
        database_prepare (database, "INSERT OR REPLACE INTO parameters VALUES (?1, ?2, ?3)", error);
    if (add == NULL)
      return FALSE;
    bind_number (add, 1, answer);
    bind_text (add, 2, origin->parameters[i].name);
    bind_text (add, 3, origin->parameters[i].value);
    if (!database_do (database, add, error))
      return FALSE;
  }
  return TRUE;
}

static void
bind_stage (Statement *add, const CoupletStageResult *stage)
{
  gboolean finite = stage->has_cost && !stage->cost_is_infinite;
  bind_text (add, 3, stage->stage);
  bind_text (add, 4, stage->plugin);
  bind_text (add, 5, stage->kind);
  bind_text (add, 6, stage->ran ? "ran" : stage->failed ? "failed" : "skipped");
  bind_text (add, 7, couplet_verdict_to_string (stage->verdict));
  bind_number (add, 8, stage->claimed);
  bind_text (add, 9, stage->has_cost ? couplet_guarantee_to_string (stage->guarantee) : NULL);
  bind_rational (add, 10, finite, &stage->cost);
  if (stage->has_cost && !finite) {
    bind_text (add, 10, "infinite");
    bind_seconds (add, 11, G_MAXDOUBLE * 2); /* infinite */
  }
  bind_rational (add, 12, stage->has_lower, &stage->lower);
  bind_rational (add, 14, stage->has_upper, &stage->upper);
  bind_number (add, 16, stage->has_cost && stage->certified);
  bind_text (add, 17, stage->structure);
  bind_text (add, 18, stage->reason);
  bind_seconds (add, 19, stage->seconds);
}

static gboolean
add_stages (const Database *database, gint64 answer, const CoupletResult *result, GError **error)
{
  g_autoptr (Statement) add = database_prepare (
      database,
      "INSERT INTO stages VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, "
      "?15, ?16, ?17, ?18, ?19)",
      error);
  for (guint i = 0; add != NULL && i < result->n_stages; i++) {
    sqlite3_reset (add);
    bind_number (add, 1, answer);
    bind_number (add, 2, i + 1);
    bind_stage (add, &result->stages[i]);
    if (!database_do (database, add, error))
      return FALSE;
  }
  return add != NULL;
}

static gboolean
add_diagnostics (const Database *database, gint64 answer, const CoupletResult *result,
                 GError **error)
{
  g_autoptr (Statement) add =
      database_prepare (database, "INSERT INTO diagnostics VALUES (?1, ?2, ?3, ?4, ?5, ?6)", error);
  for (guint i = 0; add != NULL && i < result->n_diagnostics; i++) {
    const CoupletDiagnostic *diagnostic = &result->diagnostics[i];
    gboolean is_error = diagnostic->severity == COUPLET_SEVERITY_ERROR;
    sqlite3_reset (add);
    bind_number (add, 1, answer);
    bind_number (add, 2, i + 1);
    bind_text (add, 3, is_error ? "error" : "warning");
    bind_number (add, 4, diagnostic->place.line);
    bind_number (add, 5, diagnostic->place.column);
    bind_text (add, 6, diagnostic->message);
    if (!database_do (database, add, error))
      return FALSE;
  }
  return add != NULL;
}

gboolean
store_add_answer (const Database *database, const guint8 *key, const CoupletResult *result,
                  gboolean with_evidence, gint64 *id, GError **error)
{
  return add_row (database, key, result, with_evidence, id, error) &&
         add_parameters (database, *id, result->origin, error) &&
         add_stages (database, *id, result, error) &&
         add_diagnostics (database, *id, result, error);
}
