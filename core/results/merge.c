/* SPDX-License-Identifier: Apache-2.0 */
/* All answers go into one table; questions to it tell what is double, contradictory and missing. */
#include "merge.h"

#include "compare_answers.h"
#include "report_reader.h"
#include "sql.h"
#include "store.h"

#include <couplet/internal/format.h>
#include <couplet/internal/provenance.h>

#include <string.h>
#include <sys/stat.h>

struct CoupletMerge {
  Database *database; /* merge_tables.sql; NULL = nothing is asked of it yet */
  GPtrArray *sources; /* names */
  GPtrArray *wanted;  /* files that are to be answered */
  GArray *findings;   /* CoupletFinding */
  gint64 n_kept;
  gint64 one_run; /* all answers are of shards of one run ... */
  gint64 whole;   /* ... and all of its answers are there */
};

static void
clear_finding (gpointer data)
{
  g_free (((CoupletFinding *)data)->text);
}

CoupletMerge *
couplet_merge_new (void)
{
  CoupletMerge *merge = g_new0 (CoupletMerge, 1);
  merge->sources = g_ptr_array_new_with_free_func (g_free);
  merge->wanted = g_ptr_array_new_with_free_func (g_free);
  merge->findings = g_array_new (FALSE, FALSE, sizeof (CoupletFinding));
  g_array_set_clear_func (merge->findings, clear_finding);
  return merge;
}

void
couplet_merge_free (CoupletMerge *merge)
{
  if (merge == NULL)
    return;
  database_close (merge->database);
  g_ptr_array_unref (merge->sources);
  g_ptr_array_unref (merge->wanted);
  g_array_unref (merge->findings);
  g_free (merge);
}

/* Opens the tables, unless they are there. FALSE with error set. */
static gboolean
open_tables (CoupletMerge *merge, GError **error)
{
  if (merge->database != NULL)
    return TRUE;
  const char *name = merge->sources->len > 0 ? merge->sources->pdata[0] : "no report";
  merge->database = database_open (name, DATABASE_TEMPORARY, error);
  return merge->database != NULL && database_script (merge->database, MERGE_TABLES_SQL, error);
}

/* FALSE with error set. */
static gboolean
add_finding (const CoupletMerge *merge, CoupletFindingKind kind, const char *text, GError **error)
{
  return database_do (merge->database, error, "INSERT INTO findings (kind, text) VALUES (?1, ?2)",
                      "it", (gint64)kind, text);
}

/* ---- Adding ------------------------------------------------------------------------------ */

/* What made the answer, but the libraries, which depend on the file's format; NULL = not known. The
 * caller frees it. */
static char *
maker_of (const CoupletOrigin *origin)
{
  if (origin == NULL || origin->provenance == NULL)
    return NULL;
  const CoupletProvenance *provenance = origin->provenance;
  g_autofree char *options = couplet_provenance_options (provenance);
  return g_strdup_printf ("version %s, commit %s, %s", provenance->version,
                          provenance->commit != NULL ? provenance->commit : "unknown",
                          *options != '\0' ? options : "no options");
}

/* What result is about. The caller frees it. */
static char *
name_of (const CoupletResult *result)
{
  g_autofree char *item = couplet_format_item (result);
  return g_strdup_printf ("%u %s", result->n_swept, item);
}

/* Adds the answer that stands at place of the last source, and has that line. FALSE with error set.
 */
static gboolean
add_answer (const CoupletMerge *merge, const char *place, const CoupletResult *result,
            const char *key, const char *line, GError **error)
{
  static const CoupletPart nowhere = {0};
  const CoupletOrigin *origin = result->origin;
  const CoupletPart *part = result->part != NULL ? result->part : &nowhere;
  guint8 digest[DIGEST_BYTES];
  answer_digest (result, digest);
  g_autofree char *text = g_base64_encode (digest, sizeof digest);
  g_autofree char *name = name_of (result), *maker = maker_of (origin);
  g_autofree char *path = couplet_result_path (result);
  g_autofree char *parameters = origin != NULL ? couplet_origin_parameters (origin) : NULL;
  return database_do (
             merge->database, error,
             "INSERT INTO answers (source, place, file, path, name, parameters, sha256, digest, "
             "key, "
             "maker, list, asked, shard, shards, item, items) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, "
             "?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
             "itttttttttttiiii", (gint64)merge->sources->len, place, result->file, path, name,
             parameters, origin != NULL ? origin->sha256 : NULL, text, key, maker, part->list,
             part->asked, (gint64)part->shard, (gint64)part->n_shards, (gint64)part->item,
             (gint64)part->n_items) &&
         database_do (merge->database, error,
                      "INSERT INTO lines (id, line) VALUES (last_insert_rowid(), ?1)", "t", line);
}

static gboolean
add_report (const CoupletMerge *merge, const char *name, GError **error)
{
  g_autoptr (CoupletReportReader) reader = report_open (name, error);
  if (reader == NULL)
    return FALSE;
  for (;;) {
    g_auto (ReadResult) read = {0};
    ReportStep step = report_next (reader, &read, error);
    g_autofree char *place =
        g_strdup_printf ("%s:%" G_GUINT64_FORMAT, name, report_number (reader));
    g_autofree char *cut_off =
        g_strconcat (place, ": the last line is cut off, and left out", NULL);
    if (step == REPORT_CUT_OFF)
      return add_finding (merge, COUPLET_FINDING_NOTE, cut_off, error);
    if (step != REPORT_ANSWER)
      return step == REPORT_END;
    if (!add_answer (merge, place, &read.result, NULL, report_line (reader), error))
      return FALSE;
  }
}

/* Adds an answer that a store has, or notes that there is none. FALSE with error set. */
static gboolean
add_item (const CoupletMerge *merge, const char *store, gint64 item, gboolean is_answered,
          const char *key, const char *line, GError **error)
{
  g_auto (ReadResult) read = {0};
  if (!read_result (&read, store, (guint64)item, line, strlen (line), NULL, error))
    return FALSE;
  g_autofree char *place = g_strdup_printf ("%s (item %" G_GINT64_FORMAT ")", store, item);
  g_autofree char *name = name_of (&read.result);
  return is_answered ? add_answer (merge, place, &read.result, key, line, error)
                     : database_do (merge->database, error,
                                    "INSERT INTO unanswered (name) VALUES (?1)", "t", name);
}

/* A store without items is of a shard that has none, or of a run that was stopped before it began.
 * FALSE with error set. */
static gboolean
add_no_items (const CoupletMerge *merge, const char *name, Database *store, GError **error)
{
  gint64 has_ended = 0;
  g_autofree char *text = g_strconcat (name, ": the run was stopped before it began", NULL);
  g_autoptr (Statement) last = database_ask (
      store, error, "SELECT status IS NOT NULL FROM runs ORDER BY turn DESC LIMIT 1", "");
  return statement_next (last, error, "i", &has_ended) >= 0 &&
         (has_ended > 0 || add_finding (merge, COUPLET_FINDING_MISSING, text, error));
}

static gboolean
add_store (const CoupletMerge *merge, const char *name, GError **error)
{
  int row;
  guint n_rows = 0;
  gint64 item, answered;
  const char *line, *kept, *key, *seal;
  g_autoptr (Database) store = store_open (name, FALSE, error);
  g_autoptr (Statement) rows = store != NULL ? store_last_rows (store, error) : NULL;
  while ((row = statement_next (rows, error, STORE_ROW, &item, &line, &answered, &kept, &key,
                                &seal)) > 0) {
    n_rows++;
    if ((answered > 0 && !store_check_line (store, key, seal, kept, error)) ||
        !add_item (merge, name, item, answered > 0, key, line, error))
      return FALSE;
  }
  return row == 0 && (n_rows > 0 || add_no_items (merge, name, store, error));
}

gboolean
couplet_merge_add (CoupletMerge *merge, const char *name, GError **error)
{
  g_ptr_array_add (merge->sources, g_strdup (name));
  return open_tables (merge, error) &&
         (store_is_one (name) ? add_store (merge, name, error) : add_report (merge, name, error));
}

gboolean
couplet_merge_has_source (const CoupletMerge *merge, const char *name)
{
  struct stat own, other;
  gboolean found = FALSE;
  for (guint i = 0; i < merge->sources->len && !found; i++)
    found = stat (merge->sources->pdata[i], &own) == 0 && stat (name, &other) == 0 &&
            own.st_dev == other.st_dev && own.st_ino == other.st_ino;
  return found;
}

void
couplet_merge_expect (CoupletMerge *merge, const char *const *files, guint n)
{
  for (guint i = 0; i < n; i++) /* names stand in reports as valid text */
    g_ptr_array_add (merge->wanted, g_utf8_make_valid (files[i], -1));
}

/* ---- Joining ------------------------------------------------------------------------------- */

static gboolean
note_wanted (const CoupletMerge *merge, GError **error)
{
  for (guint i = 0; i < merge->wanted->len; i++)
    if (!database_do (merge->database, error, "INSERT OR IGNORE INTO wanted (file) VALUES (?1)",
                      "t", merge->wanted->pdata[i]))
      return FALSE;
  return TRUE;
}

/* Leaves out the first or the second of two answers. told: what is said of their item, their
 * places, and more. FALSE with error set. */
static gboolean
leave_out (const CoupletMerge *merge, const gint64 pair[2], guint which, CoupletFindingKind kind,
           const char *told, const char *more, GError **error)
{
  return database_do (merge->database, error,
                      "INSERT INTO findings (kind, text) SELECT ?3, printf(?4, a.shown, a.place, "
                      "b.place, ?5) FROM answers AS a, answers AS b WHERE a.id = ?1 AND b.id = ?2",
                      "iiitt", pair[0], pair[1], (gint64)kind, told, more) &&
         database_do (merge->database, error, "UPDATE answers SET left_out = 1 WHERE id = ?1", "i",
                      pair[which]);
}

/* Keeps the first of answers that cannot both be right. FALSE with error set. */
static gboolean
settle_contradiction (const CoupletMerge *merge, const gint64 pair[2], const char *contradiction,
                      GError **error)
{
  return leave_out (merge, pair, 1, COUPLET_FINDING_CONTRADICTION,
                    "%s: %s and %s contradict each other: %s", contradiction, error) &&
         database_do (
             merge->database, error,
             "UPDATE answers SET contradiction = ifnull(contradiction, place || ' and ' || "
             "(SELECT place FROM answers WHERE id = ?2) || ': ' || ?3) WHERE id = ?1",
             "iit", pair[0], pair[1], contradiction);
}

/* Keeps the one of two answers that says more, unless they contradict each other. at, lines: where
 * they stand. FALSE with error set. */
static gboolean
settle (const CoupletMerge *merge, const gint64 pair[2], const char *const at[2],
        const char *const lines[2], GError **error)
{
  g_auto (ReadResult) a = {0};
  g_auto (ReadResult) b = {0};
  if (!read_result (&a, at[0], 1, lines[0], strlen (lines[0]), NULL, error) ||
      !read_result (&b, at[1], 1, lines[1], strlen (lines[1]), NULL, error))
    return FALSE;
  g_autofree char *contradiction = answers_contradiction (&a.result, &b.result);
  if (contradiction != NULL)
    return settle_contradiction (merge, pair, contradiction, error);
  guint more = answer_says_more (&a.result, &b.result) ? 1 : 0;
  return leave_out (merge, pair, 1 - more, COUPLET_FINDING_DOUBLE,
                    "%s: %s and %s answer differently; %s says more", at[more], error);
}

/* Leaves out one of two answers, unless one is by now. item: both are lines of one file about it, 0
 * = they are not. FALSE with error set. */
static gboolean
join_pair (const CoupletMerge *merge, const gint64 pair[2], gint64 item, GError **error)
{
  const char *at[2], *lines[2];
  gint64 contents_differ;
  g_autoptr (Statement) both =
      database_ask (merge->database, error,
                    "SELECT a.place, b.place, first.line, second.line, a.sha256 <> b.sha256 "
                    "FROM answers AS a, answers AS b JOIN lines AS first ON first.id = a.id "
                    "JOIN lines AS second ON second.id = b.id "
                    "WHERE a.id = ?1 AND b.id = ?2 AND NOT a.left_out AND NOT b.left_out",
                    "ii", pair[0], pair[1]);
  int row =
      statement_next (both, error, "tttti", &at[0], &at[1], &lines[0], &lines[1], &contents_differ);
  if (row <= 0)
    return row == 0;
  if (item > 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
                 "%s: item %" G_GINT64_FORMAT " of the run has another answer in %s", at[1], item,
                 at[0]);
    return FALSE;
  }
  return contents_differ == 0
             ? settle (merge, pair, at, lines, error)
             : leave_out (merge, pair, 1, COUPLET_FINDING_CONTRADICTION,
                          "%s: the contents differ: %s and %s are about different contents of the "
                          "file; the first is kept",
                          NULL, error);
}

static gboolean
join_pairs (const CoupletMerge *merge, GError **error)
{
  int row;
  gint64 pair[2], item;
  g_autoptr (Statement) pairs =
      database_ask (merge->database, error, "SELECT first, second, one_item FROM pairs", "");
  while ((row = statement_next (pairs, error, "iii", &pair[0], &pair[1], &item)) > 0)
    if (!join_pair (merge, pair, item, error))
      return FALSE;
  return row == 0;
}

/* Takes what was found out of the tables. FALSE with error set. */
static gboolean
read_joined (CoupletMerge *merge, GError **error)
{
  int row;
  gint64 kind;
  const char *text;
  g_autoptr (Statement) found =
      database_ask (merge->database, error, "SELECT kind, text FROM findings ORDER BY id", "");
  while ((row = statement_next (found, error, "it", &kind, &text)) > 0) {
    const CoupletFinding finding = {(CoupletFindingKind)kind, g_strdup (text)};
    g_array_append_val (merge->findings, finding);
  }
  g_autoptr (Statement) joined =
      database_ask (merge->database, error, "SELECT n_kept, one_run, whole FROM joined", "");
  return row == 0 &&
         statement_next (joined, error, "iii", &merge->n_kept, &merge->one_run, &merge->whole) > 0;
}

gboolean
couplet_merge_join (CoupletMerge *merge, GError **error)
{
  return open_tables (merge, error) && note_wanted (merge, error) &&
         database_script (merge->database, MERGE_ALIKE_SQL, error) && join_pairs (merge, error) &&
         database_script (merge->database, MERGE_MISSING_SQL, error) && read_joined (merge, error);
}

const CoupletFinding *
couplet_merge_findings (const CoupletMerge *merge, guint *n)
{
  *n = merge->findings->len;
  return (const CoupletFinding *)(gpointer)merge->findings->data;
}

/* ---- Reading what is kept ------------------------------------------------------------------- */

guint
merge_n_kept (const CoupletMerge *merge)
{
  return (guint)merge->n_kept;
}

gboolean
merge_is_part (const CoupletMerge *merge)
{
  return merge->one_run > 0 && merge->whole == 0;
}

gboolean
merge_read (const CoupletMerge *merge, guint index, const CoupletAutomaton *automaton,
            ReadResult *read, GError **error)
{
  const char *place, *line, *contradiction;
  *read = (ReadResult){0};
  g_autoptr (Statement) kept = database_ask (
      merge->database, error,
      "SELECT place, line, contradiction FROM kept JOIN answers ON answers.id = answer "
      "JOIN lines ON lines.id = answer WHERE position = ?1",
      "i", (gint64)index + 1);
  if (statement_next (kept, error, "ttt", &place, &line, &contradiction) <= 0 ||
      !read_result (read, place, 1, line, strlen (line), automaton, error))
    return FALSE;
  CoupletResult *result = &read->result;
  if (merge->whole > 0 || (result->part != NULL && result->part->n_shards <= 1))
    result->part = NULL;
  if (contradiction != NULL && !result->disagreement) {
    result->disagreement = TRUE;
    result->disagreement_text =
        couplet_arena_strndup (read->arena, contradiction, strlen (contradiction));
  }
  return TRUE;
}

char *
merge_key (const CoupletMerge *merge, guint index)
{
  const char *key;
  g_autoptr (Statement) kept =
      database_ask (merge->database, NULL,
                    "SELECT key FROM kept JOIN answers ON answers.id = answer WHERE position = ?1",
                    "i", (gint64)index + 1);
  return statement_next (kept, NULL, "t", &key) > 0 ? g_strdup (key) : NULL;
}

char *
merge_list (const CoupletMerge *merge)
{
  const char *name;
  g_autoptr (GChecksum) names = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (Statement) kept = database_ask (
      merge->database, NULL,
      "SELECT name FROM kept JOIN answers ON answers.id = answer ORDER BY position", "");
  while (statement_next (kept, NULL, "t", &name) > 0)
    g_checksum_update (names, (const guchar *)name, (gssize)strlen (name) + 1);
  return g_strdup (g_checksum_get_string (names));
}
