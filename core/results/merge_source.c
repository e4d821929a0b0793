/* SPDX-License-Identifier: Apache-2.0 */
#include "merge_source.h"

#include "result_fields.h"
#include "report_file.h"
#include "store.h"

#include <couplet/internal/json.h>

#include <string.h>
#include <sys/stat.h>

/* One of both. */
struct MergeSource {
  ReportFile *report;
  Store *store;
};

MergeSource *
merge_source_open (const char *name, GError **error)
{
  MergeSource *source = g_new0 (MergeSource, 1);
  if (store_is_one (name))
    source->store = store_open (name, FALSE, error);
  else
    source->report = report_file_open (name, error);
  if (source->store == NULL && source->report == NULL)
    g_clear_pointer (&source, merge_source_free);
  return source;
}

void
merge_source_free (MergeSource *source)
{
  report_file_free (source->report);
  store_free (source->store);
  g_free (source);
}

static const char *
name_of (const MergeSource *source)
{
  return source->store != NULL ? store_name (source->store) : report_file_name (source->report);
}

gboolean
merge_source_is (const MergeSource *source, const char *name)
{
  struct stat own, other;
  return stat (name_of (source), &own) == 0 && stat (name, &other) == 0 &&
         own.st_dev == other.st_dev && own.st_ino == other.st_ino;
}

char *
merge_source_place (const MergeSource *source, SourcePlace place)
{
  return g_strdup_printf (source->store != NULL ? "%s (item %" G_GUINT64_FORMAT ")"
                                                : "%s:%" G_GUINT64_FORMAT,
                          name_of (source), place.number);
}

/* ---- Reports ---------------------------------------------------------------------------- */

static gboolean
read_report (ReportFile *report, const SourceTakers *takers, guint64 *cut_off, GError **error)
{
  for (;;) {
    g_auto (ReadResult) read = {0};
    ReportPlace place;
    ReportStep step = report_file_next (report, &read, &place, error);
    if (step == REPORT_CUT_OFF)
      *cut_off = place.number;
    if (step != REPORT_ANSWER)
      return step != REPORT_WRONG;
    const CoupletPart *part = read.result.part;
    takers->answer (
        takers->data, &read.result, (SourcePlace){place.at, place.number},
        (SourceRun){part != NULL ? part->list : NULL, part != NULL ? part->asked : NULL});
  }
}

/* ---- Stores ------------------------------------------------------------------------------- */

/* Reads line, which answers item. FALSE with error set. */
static gboolean
read_line (const MergeSource *source, const char *line, guint64 item,
           const CoupletAutomaton *automaton, ReadResult *read, GError **error)
{
  *read = (ReadResult){0};
  return line != NULL &&
         read_result (read, name_of (source), item, line, strlen (line), automaton, error);
}

/* A line of an item that has no answer. The caller frees it. */
static char *
empty_line (const StoreRow *row)
{
  const CoupletJson json = {g_string_new ("{"), FALSE};
  couplet_json_string (&json, "file", row->file);
  if (row->swept != NULL)
    g_string_append_printf (json.text, ",\"swept\":%s", row->swept);
  g_string_append (json.text, ",\"verdict\":\"unknown\",\"stages\":[],\"diagnostics\":[]}");
  return g_string_free (json.text, FALSE);
}

typedef struct {
  MergeSource *source;
  const SourceTakers *takers;
} Taking;

/* text, or NULL where it says that nothing is known. */
static const char *
known (const char *text)
{
  return g_str_has_prefix (text, STORE_UNKNOWN) ? NULL : text;
}

static gboolean
take_row (gpointer data, const StoreRow *row, GError **error)
{
  const Taking *taking = data;
  const SourceTakers *takers = taking->takers;
  g_auto (ReadResult) read = {0};
  g_autofree char *line = row->answer == 0
                              ? empty_line (row)
                              : store_line_of (taking->source->store, row->run, row->item, error);
  if (!read_line (taking->source, line, row->item, NULL, &read, error))
    return FALSE;
  if (!part_is_sensible (&row->part)) {
    g_autofree char *fault = part_fault (&row->part);
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s: %s: %s", name_of (taking->source),
                 row->file, fault);
    return FALSE;
  }
  read.result.part = &row->part;
  if (row->answer == 0)
    takers->unanswered (takers->data, &read.result);
  else
    takers->answer (takers->data, &read.result, (SourcePlace){row->run, row->item},
                    (SourceRun){known (row->list), known (row->asked)});
  return TRUE;
}

/* ---- Both --------------------------------------------------------------------------------- */

gboolean
merge_source_read_all (MergeSource *source, const SourceTakers *takers, guint64 *cut_off,
                       GError **error)
{
  Taking taking = {source, takers};
  return source->store != NULL ? store_rows (source->store, take_row, &taking, error)
                               : read_report (source->report, takers, cut_off, error);
}

gboolean
merge_source_read (MergeSource *source, SourcePlace place, const CoupletAutomaton *automaton,
                   ReadResult *read, GError **error)
{
  if (source->report != NULL)
    return report_file_read (source->report, (ReportPlace){place.at, place.number}, automaton, read,
                             error);
  g_autofree char *line = store_line_of (source->store, place.at, (guint32)place.number, error);
  return read_line (source, line, place.number, automaton, read, error);
}

gboolean
merge_source_key (MergeSource *source, SourcePlace place, guint8 *key)
{
  return source->store != NULL &&
         store_key_of (source->store, place.at, (guint32)place.number, key);
}
