/* SPDX-License-Identifier: Apache-2.0 */
#include "read_result.h"
#include "result_fields.h"

#include <couplet/internal/format.h>
#include <couplet/host/result_json.h>

/* The record that result is the beginning of, as a line. The caller frees it. */
static char *
to_line (const RecordKind *kind, gpointer record, const CoupletRational *exact,
         gboolean with_evidence)
{
  const CoupletJson json = {g_string_new (NULL), FALSE};
  Ratio ratio = {.exact = exact};
  const RecordWriter writer = {&json, with_evidence, &ratio};
  couplet_rational_init (&ratio.value);
  kind->prepare (record, &ratio);
  record_write (&writer, NULL, kind, record);
  couplet_rational_clear (&ratio.value);
  g_string_append_c (json.text, '\n');
  return g_string_free (json.text, FALSE);
}

char *
couplet_result_to_json (const CoupletResult *result, gboolean with_evidence)
{
  g_autofree char *path = couplet_result_path (result);
  FileRecord record = {.result = *result};
  record.result.file = path;
  return to_line (&FILE_RECORD, &record, couplet_exact_cost (result), with_evidence);
}

char *
stage_to_json (const CoupletStageResult *stage)
{
  StageRecord record = {.stage = *stage};
  return to_line (&STAGE_RECORD, &record, NULL, TRUE);
}
