/* SPDX-License-Identifier: Apache-2.0 */
#include "read_result.h"

#include "contradiction.h"

#include <couplet/host/evidence.h>

/* All evidence lies in one array, which does not move any more. */
static void
point_to_evidence (ReadResult *read)
{
  guint next = 0;
  for (guint i = 0; i < read->result.n_stages; i++) {
    CoupletStageResult *stage = (CoupletStageResult *)&read->result.stages[i];
    if (stage->n_evidence > 0)
      stage->evidence = (CoupletEvidence *const *)&g_ptr_array_index (read->evidence, next);
    next += stage->n_evidence;
  }
}

/* FALSE with error set where what a file's result says cannot all be right. */
static gboolean
is_consistent (Record *record, const FileRecord *file)
{
  if (record->as_told)
    return TRUE;
  g_autofree char *contradiction = answer_contradicts_itself (file);
  return contradiction == NULL ||
         record_fail (record, "the answer contradicts itself: %s", contradiction);
}

/* Reads the only object of the line. */
static gboolean
read_line (ReadResult *read, const RecordKind *kind, Record *record, const char *text, gsize length,
           const CoupletAutomaton *automaton, gpointer into)
{
  *read = (ReadResult){.arena = couplet_arena_new (),
                       .evidence =
                           g_ptr_array_new_with_free_func ((GDestroyNotify)couplet_evidence_free)};
  g_autoptr (GPtrArray) ratios = g_ptr_array_new ();
  EvidenceRead evidence = {read->evidence, ratios, automaton};
  record->arena = read->arena;
  record->data = &evidence;
  const CoupletJsonValue *value = record_parse (record, text, length);
  return value != NULL && record_object (record, kind, value, into) &&
         (kind != &FILE_RECORD || is_consistent (record, into));
}

gboolean
is_summary_line (const char *text)
{
  return g_str_has_prefix (text, "{\"summary\":");
}

static gboolean
read_file (ReadResult *read, Record *record, const char *text, gsize length,
           const CoupletAutomaton *automaton)
{
  FileRecord file = {0};
  gboolean good = read_line (read, &FILE_RECORD, record, text, length, automaton, &file);
  file.result.linear = automaton != NULL ? automaton->linear : NULL;
  file.result.automaton = file.result.linear == NULL ? automaton : NULL;
  read->result = file.result;
  point_to_evidence (read);
  return good;
}

gboolean
read_result (ReadResult *read, const char *name, guint64 line, const char *text, gsize length,
             const CoupletAutomaton *automaton, GError **error)
{
  Record record = {.name = name, .line = line, .error = error};
  return read_file (read, &record, text, length, automaton);
}

gboolean
read_result_as_told (ReadResult *read, const char *name, guint64 line, const char *text,
                     gsize length, GError **error)
{
  Record record = {.name = name, .line = line, .error = error, .as_told = TRUE};
  return read_file (read, &record, text, length, NULL);
}

gboolean
read_stage (ReadResult *read, const char *name, const char *text, gsize length,
            const CoupletAutomaton *automaton, GError **error)
{
  Record record = {.name = name, .line = 1, .error = error};
  StageRecord stage = {0};
  gboolean good = read_line (read, &STAGE_RECORD, &record, text, length, automaton, &stage);
  CoupletStageResult *kept = couplet_arena_new_array (read->arena, CoupletStageResult, 1);
  *kept = stage.stage;
  read->result.stages = kept;
  read->result.n_stages = 1;
  point_to_evidence (read);
  return good;
}

void
read_result_clear (ReadResult *read)
{
  g_clear_pointer (&read->evidence, g_ptr_array_unref);
  g_clear_pointer (&read->arena, couplet_arena_free);
}
