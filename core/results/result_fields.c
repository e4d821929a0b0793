/* SPDX-License-Identifier: Apache-2.0 */
#include "result_fields.h"

#include "origin.h"

#include <couplet/internal/format.h>
#include <couplet/host/evidence.h>

#include <string.h>

#define SHA256_DIGITS 64

static const char *const VERDICTS[] = {"unknown", "private", "not-private", "error", NULL};
static const char *const CLAIM_VERDICTS[] = {"none", "holds", "fails", "open", NULL};
static const char *const GUARANTEES[] = {"exact", "upper-bound", "lower-bound", NULL};
static const char *const SOLUTION_KINDS[] = {"unknown", "exact",        "between", "everywhere",
                                             "nowhere", "not-monotone", NULL};
static const char *const SOLUTION_ENDS[] = {"least", "largest", NULL};
static const char *const SEVERITIES[] = {"warning", "error", NULL};

/* ---- Counterexamples --------------------------------------------------------------------- */

static const Field STEP_FIELDS[] = {
    FIELD (CoupletCounterexampleStep, transition, .key = "transition", .type = FIELD_SMALL,
           .flags = FIELD_NEEDED),
    FIELD (CoupletCounterexampleStep, input, .key = "input", .type = FIELD_NUMBER,
           .flags = FIELD_NEEDED),
    FIELD (CoupletCounterexampleStep, adjacent, .key = "adjacent", .type = FIELD_NUMBER,
           .flags = FIELD_NEEDED),
    FIELD (CoupletCounterexampleStep, output, .key = "output", .type = FIELD_NUMBER),
};

static const RecordKind STEP =
    RECORD_KIND (CoupletCounterexampleStep, CoupletCounterexampleStep, "step", STEP_FIELDS);

static const Field COUNTEREXAMPLE_FIELDS[] = {
    FIELD (CoupletCounterexample, epsilon, .key = "epsilon", .type = FIELD_NUMBER),
    FIELD (CoupletCounterexample, claim, .key = "claim", .type = FIELD_NUMBER),
    FIELD (CoupletCounterexample, probability, .key = "probability", .type = FIELD_TEXT),
    FIELD (CoupletCounterexample, adjacent_probability, .key = "adjacent_probability",
           .type = FIELD_TEXT),
    FIELD (CoupletCounterexample, is_density, .key = "density", .type = FIELD_BOOLEAN),
    FIELD (CoupletCounterexample, loss, .key = "loss", .type = FIELD_NUMBER),
    FIELD (CoupletCounterexample, refutes, .key = "refutes", .type = FIELD_BOOLEAN),
    FIELD (CoupletCounterexample, pairs, .key = "pairs", .type = FIELD_TEXT),
    FIELD (CoupletCounterexample, steps, .key = "steps", .type = FIELD_LIST, .flags = FIELD_NEEDED,
           .count = G_STRUCT_OFFSET (CoupletCounterexample, n_steps), .kind = &STEP),
};

static const RecordKind COUNTEREXAMPLE = RECORD_KIND (CoupletCounterexample, CoupletCounterexample,
                                                      "counterexample", COUNTEREXAMPLE_FIELDS);

/* ---- Evidence ------------------------------------------------------------------------------ */

/* Keeps value, a piece of evidence, as text. */
static gboolean
keep_text (Record *record, const CoupletJsonValue *value)
{
  const EvidenceRead *read = record->data;
  const char *word = couplet_json_text_of (couplet_json_member (value, "kind"));
  for (int k = COUPLET_EVIDENCE_BOUND; k <= COUPLET_EVIDENCE_WEIGHTS; k++)
    if (g_strcmp0 (word, couplet_evidence_kind_to_string ((CoupletEvidenceKind)k)) == 0) {
      g_ptr_array_add (read->evidence,
                       couplet_evidence_new_text ((CoupletEvidenceKind)k, value->begin,
                                                  (gsize)(value->end - value->begin)));
      return TRUE;
    }
  return record_fail (record, "its \"kind\" is none of evidence");
}

static gboolean
keep_evidence (Record *record, const CoupletJsonValue *value)
{
  const EvidenceRead *read = record->data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) pieces = couplet_evidence_read (read->automaton, "its text", value->begin,
                                                        (gsize)(value->end - value->begin), &error);
  if (pieces == NULL)
    return record_fail (record, "%s", error->message);
  g_ptr_array_set_free_func (pieces, NULL);
  for (guint i = 0; i < pieces->len; i++)
    g_ptr_array_add (read->evidence, g_ptr_array_index (pieces, i));
  return TRUE;
}

/* Adds the list to the evidence of all stages. */
static gboolean
read_evidence (Record *record, const CoupletJsonValue *list, const Field *field, gpointer into)
{
  const EvidenceRead *read = record->data;
  guint before = read->evidence->len;
  if (!record_expect (record, list, COUPLET_JSON_TOKEN_ARRAY_BEGIN, field->key, "a list"))
    return FALSE;
  for (const CoupletJsonValue *piece = list->first; piece != NULL; piece = piece->next)
    if (!record_expect (record, piece, COUPLET_JSON_TOKEN_OBJECT_BEGIN, field->key,
                        "a list of objects") ||
        !(read->automaton != NULL ? keep_evidence (record, piece) : keep_text (record, piece)))
      return FALSE;
  ((StageRecord *)into)->stage.n_evidence = read->evidence->len - before;
  return TRUE;
}

static void
write_evidence (const RecordWriter *writer, const Field *field, gconstpointer record)
{
  const CoupletStageResult *stage = record;
  if (stage->n_evidence == 0 || !writer->with_evidence)
    return;
  couplet_json_open (writer->json, field->key, '[');
  for (guint i = 0; i < stage->n_evidence; i++)
    couplet_evidence_append_json (writer->json->text, stage->evidence[i]);
  couplet_json_close (writer->json, ']');
}

/* ---- Stages -------------------------------------------------------------------------------- */

static gboolean
is_optimizer (gconstpointer record)
{
  return ((const StageRecord *)record)->optimizer;
}

static gboolean
has_infinite_cost (gconstpointer record)
{
  const CoupletStageResult *stage = record;
  return stage->has_cost && stage->cost_is_infinite;
}

static gboolean
has_failed (gconstpointer record)
{
  const CoupletStageResult *stage = record;
  return stage->failed && !stage->ran;
}

static void
prepare_stage (gpointer record, gpointer data)
{
  StageRecord *view = record;
  CoupletStageResult *stage = record;
  Ratio *ratio = data;
  view->skipped = !stage->ran && !stage->failed;
  view->optimizer = g_str_equal (stage->kind, "optimizer");
  view->has_ratio = ratio->exact != NULL && stage->has_cost && !stage->cost_is_infinite &&
                    couplet_cost_ratio (&stage->cost, ratio->exact, &ratio->value);
  view->ratio = ratio->value;
  stage->certified = stage->has_cost && stage->certified;
  if (!stage->has_cost)
    stage->guarantee = (CoupletGuarantee)G_N_ELEMENTS (GUARANTEES);
}

static gboolean
finish_stage (Record *record, gpointer into)
{
  StageRecord *read = into;
  CoupletStageResult *stage = into;
  if (!g_str_equal (stage->kind, "decider") && !g_str_equal (stage->kind, "optimizer"))
    return record_fail (record, "stage '%s' is neither a decider nor an optimizer", stage->stage);
  if (stage->has_cost && stage->cost_is_infinite)
    return record_fail (record, "stage '%s' has a cost that is infinite", stage->stage);
  stage->has_cost = stage->has_cost || stage->cost_is_infinite;
  if (g_str_equal (stage->kind, "decider") && stage->has_cost)
    return record_fail (record, "stage '%s' is a decider and has a cost", stage->stage);
  stage->ran = !stage->failed && !read->skipped;
  if (stage->left_out && stage->ran)
    return record_fail (record, "stage '%s' is left out and has run", stage->stage);
  /* records of before have one time only */
  stage->seconds_total = MAX (stage->seconds_total, stage->seconds);
  CoupletRational *ratio =
      read->has_ratio ? couplet_arena_new_array (record->arena, CoupletRational, 1) : NULL;
  if (ratio != NULL)
    *ratio = read->ratio;
  g_ptr_array_add (((const EvidenceRead *)record->data)->ratios, ratio);
  return TRUE;
}

static const Field STAGE_FIELDS[] = {
    FIELD (StageRecord, stage.stage, .key = "stage", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
    FIELD (StageRecord, stage.plugin, .key = "plugin", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
    FIELD (StageRecord, stage.kind, .key = "kind", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
    FIELD (StageRecord, stage.verdict, .key = "verdict", .type = FIELD_WORD, .flags = FIELD_NEEDED,
           .words = VERDICTS),
    FIELD (StageRecord, stage.claimed, .key = "claimed", .type = FIELD_BOOLEAN,
           .flags = FIELD_SPARSE),
    FIELD (StageRecord, stage.guarantee, .key = "guarantee", .type = FIELD_WORD,
           .words = GUARANTEES, .when = is_optimizer),
    FIELD (StageRecord, stage.cost, .key = "cost", .type = FIELD_RATIONAL,
           .present = G_STRUCT_OFFSET (StageRecord, stage.has_cost), .when = is_optimizer,
           .infinite = has_infinite_cost),
    FIELD (StageRecord, stage.cost_is_infinite, .key = "infinite", .type = FIELD_BOOLEAN,
           .when = has_infinite_cost),
    FIELD (StageRecord, ratio, .key = "ratio", .type = FIELD_RATIONAL, .flags = FIELD_SPARSE,
           .present = G_STRUCT_OFFSET (StageRecord, has_ratio), .when = is_optimizer),
    FIELD (StageRecord, stage.lower, .key = "lower", .type = FIELD_RATIONAL, .flags = FIELD_SPARSE,
           .present = G_STRUCT_OFFSET (StageRecord, stage.has_lower), .when = is_optimizer),
    FIELD (StageRecord, stage.upper, .key = "upper", .type = FIELD_RATIONAL, .flags = FIELD_SPARSE,
           .present = G_STRUCT_OFFSET (StageRecord, stage.has_upper), .when = is_optimizer),
    FIELD (StageRecord, stage.certified, .key = "certified", .type = FIELD_BOOLEAN,
           .when = is_optimizer),
    FIELD (StageRecord, stage.least, .key = COUPLET_LEAST_KEY, .type = FIELD_RATIONAL,
           .flags = FIELD_SPARSE, .present = G_STRUCT_OFFSET (StageRecord, stage.has_least)),
    FIELD (StageRecord, stage.structure, .key = "structure", .type = FIELD_TEXT,
           .flags = FIELD_SPARSE),
    FIELD (StageRecord, stage.delta, .key = "delta", .type = FIELD_RAW, .flags = FIELD_SPARSE,
           .begins = COUPLET_JSON_TOKEN_ARRAY_BEGIN),
    FIELD (StageRecord, stage.reason, .key = "reason", .type = FIELD_TEXT, .flags = FIELD_SPARSE),
    FIELD (StageRecord, stage.failed, .key = "failed", .type = FIELD_BOOLEAN, .when = has_failed),
    FIELD (StageRecord, skipped, .key = "skipped", .type = FIELD_BOOLEAN, .flags = FIELD_SPARSE),
    FIELD (StageRecord, stage.left_out, .key = "left_out", .type = FIELD_BOOLEAN,
           .flags = FIELD_SPARSE),
    FIELD (StageRecord, stage.statistics, .key = "statistics", .type = FIELD_COUNTS,
           .flags = FIELD_SPARSE, .count = G_STRUCT_OFFSET (StageRecord, stage.n_statistics)),
    FIELD (StageRecord, stage.counterexample, .key = "counterexample", .type = FIELD_OBJECT,
           .flags = FIELD_SPARSE, .kind = &COUNTEREXAMPLE),
    FIELD (StageRecord, stage.evidence_left_out, .key = "evidence_left_out", .type = FIELD_UNSIGNED,
           .flags = FIELD_SPARSE),
    FIELD (StageRecord, stage.evidence, .key = "evidence", .type = FIELD_OTHER,
           .read = read_evidence, .write = write_evidence),
    FIELD (StageRecord, stage.seconds, .key = "seconds", .type = FIELD_SECONDS),
    FIELD (StageRecord, stage.seconds_total, .key = "seconds_total", .type = FIELD_SECONDS),
    FIELD (StageRecord, stage.cpu_seconds, .key = "cpu_seconds", .type = FIELD_SECONDS),
};

const RecordKind STAGE_RECORD = RECORD_KIND (CoupletStageResult, StageRecord, "stage", STAGE_FIELDS,
                                             .prepare = prepare_stage, .finish = finish_stage);

/* ---- Where the answer is from --------------------------------------------------------------- */

static gboolean
finish_part (Record *record, gpointer into)
{
  g_autofree char *fault = part_is_sensible (into) ? NULL : part_fault (into);
  return fault == NULL || record_fail (record, "%s", fault);
}

static const Field PART_FIELDS[] = {
    FIELD (CoupletPart, shard, .key = "shard", .type = FIELD_SMALL, .flags = FIELD_NEEDED),
    FIELD (CoupletPart, n_shards, .key = "shards", .type = FIELD_SMALL, .flags = FIELD_NEEDED),
    FIELD (CoupletPart, item, .key = "item", .type = FIELD_SMALL, .flags = FIELD_NEEDED),
    FIELD (CoupletPart, n_items, .key = "items", .type = FIELD_SMALL, .flags = FIELD_NEEDED),
    FIELD (CoupletPart, asked, .key = "asked", .type = FIELD_TEXT, .flags = FIELD_SPARSE),
    FIELD (CoupletPart, list, .key = "list", .type = FIELD_TEXT, .flags = FIELD_SPARSE),
};

static const RecordKind PART =
    RECORD_KIND (CoupletPart, CoupletPart, "part", PART_FIELDS, .finish = finish_part);

/* ---- Solutions ------------------------------------------------------------------------------ */

static gboolean
is_not_private (gconstpointer record)
{
  return ((const CoupletSolutionPoint *)record)->verdict == COUPLET_VERDICT_NOT_PRIVATE;
}

static const Field POINT_FIELDS[] = {
    FIELD (CoupletSolutionPoint, value, .key = "value", .type = FIELD_NUMBER,
           .flags = FIELD_NEEDED),
    FIELD (CoupletSolutionPoint, verdict, .key = "verdict", .type = FIELD_WORD,
           .flags = FIELD_NEEDED, .words = VERDICTS),
    FIELD (CoupletSolutionPoint, cost, .key = "cost", .type = FIELD_NUMBER,
           .infinite = is_not_private),
    FIELD (CoupletSolutionPoint, least, .key = COUPLET_LEAST_KEY, .type = FIELD_NUMBER),
};

static const RecordKind POINT =
    RECORD_KIND (CoupletSolutionPoint, CoupletSolutionPoint, "point", POINT_FIELDS);

static const Field SOLUTION_FIELDS[] = {
    FIELD (CoupletSolution, parameter, .key = "parameter", .type = FIELD_TEXT,
           .flags = FIELD_NEEDED),
    FIELD (CoupletSolution, at_most, .key = "at_most", .type = FIELD_NUMBER, .flags = FIELD_NEEDED),
    FIELD (CoupletSolution, kind, .key = "found", .type = FIELD_WORD, .flags = FIELD_NEEDED,
           .words = SOLUTION_KINDS),
    FIELD (CoupletSolution, which, .key = "which", .type = FIELD_WORD, .flags = FIELD_NEEDED,
           .words = SOLUTION_ENDS, .null = COUPLET_SOLUTION_NEITHER),
    FIELD (CoupletSolution, value, .key = "value", .type = FIELD_NUMBER),
    FIELD (CoupletSolution, beyond, .key = "beyond", .type = FIELD_NUMBER),
    FIELD (CoupletSolution, at, .key = "at", .type = FIELD_NUMBER, .flags = FIELD_NEEDED),
    FIELD (CoupletSolution, reason, .key = "reason", .type = FIELD_TEXT, .flags = FIELD_SPARSE),
    FIELD (CoupletSolution, points, .key = "points", .type = FIELD_LIST, .flags = FIELD_NEEDED,
           .count = G_STRUCT_OFFSET (CoupletSolution, n_points), .kind = &POINT),
};

static const RecordKind SOLUTION =
    RECORD_KIND (CoupletSolution, CoupletSolution, "solution", SOLUTION_FIELDS);

/* ---- Some runs ------------------------------------------------------------------------------ */

static gboolean
are_infinite (gconstpointer record)
{
  return ((const RunsRecord *)record)->bounds.is_infinite;
}

static gboolean
finish_runs (Record *record, gpointer into)
{
  RunsRecord *runs = into;
  runs->bounds.is_infinite = g_strcmp0 (runs->decimal, COUPLET_FORMAT_INFINITE) == 0;
  if (!record->as_told && runs->bounds.is_infinite && runs->bounds.upper != NULL)
    return record_fail (record, "\"cost_decimal\" is inf, and \"cost\" is a number");
  return record->as_told || runs->bounds.lower == NULL || runs->bounds.upper == NULL ||
         couplet_rational_compare (runs->bounds.lower, runs->bounds.upper) <= 0 ||
         record_fail (record, "\"" COUPLET_LEAST_KEY "\" is above \"cost\"");
}

#define COSTS_OF_RUNS                                                                              \
  FIELD (RunsRecord, bounds.upper, .key = "cost", .type = FIELD_BOUND,                             \
         .decimal = G_STRUCT_OFFSET (RunsRecord, decimal), .infinite = are_infinite),              \
      FIELD (RunsRecord, bounds.lower, .key = COUPLET_LEAST_KEY, .type = FIELD_BOUND)

static const Field LENGTH_FIELDS[] = {
    FIELD (RunsRecord, answers, .key = "answers", .type = FIELD_SMALL, .flags = FIELD_NEEDED),
    COSTS_OF_RUNS,
};

static const RecordKind LENGTH =
    RECORD_KIND (RunsRecord, RunsRecord, "length", LENGTH_FIELDS, .finish = finish_runs);

static const Field OUTPUT_FIELDS[] = {
    FIELD (RunsRecord, output, .key = "output", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
    FIELD (RunsRecord, count, .key = "count", .type = FIELD_RAW,
           .begins = COUPLET_JSON_TOKEN_OBJECT_END),
    COSTS_OF_RUNS,
    FIELD (RunsRecord, row, .key = "row", .type = FIELD_SMALL),
    FIELD (RunsRecord, stages, .key = "stages", .type = FIELD_RAW,
           .begins = COUPLET_JSON_TOKEN_ARRAY_BEGIN),
};

static const RecordKind OUTPUT =
    RECORD_KIND (RunsRecord, RunsRecord, "output", OUTPUT_FIELDS, .finish = finish_runs);

static const Field LENGTH_LIST =
    FIELD (FileRecord, lengths, .key = "lengths", .count = G_STRUCT_OFFSET (FileRecord, n_lengths),
           .kind = &LENGTH);
static const Field OUTPUT_LIST =
    FIELD (FileRecord, outputs, .key = "outputs", .count = G_STRUCT_OFFSET (FileRecord, n_outputs),
           .kind = &OUTPUT);

/* Reads the list, and keeps its text as the value of field. */
static gboolean
read_runs (Record *record, const CoupletJsonValue *value, const Field *field, gpointer into)
{
  G_STRUCT_MEMBER (const char *, into, field->offset) =
      couplet_arena_strndup (record->arena, value->begin, (gsize)(value->end - value->begin));
  return record_list (
      record, value, g_str_equal (field->key, LENGTH_LIST.key) ? &LENGTH_LIST : &OUTPUT_LIST, into);
}

static void
write_runs (const RecordWriter *writer, const Field *field, gconstpointer record)
{
  couplet_json_raw (writer->json, field->key,
                    G_STRUCT_MEMBER (const char *const, record, field->offset));
}

/* ---- Files ---------------------------------------------------------------------------------- */

static gboolean
is_claimed (gconstpointer record)
{
  return ((const CoupletResult *)record)->claim_verdict != COUPLET_CLAIM_NONE;
}

static gboolean
has_origin (gconstpointer record)
{
  return ((const CoupletResult *)record)->origin != NULL;
}

/* No d is enough, and none is given. */
static gboolean
needs_infinite_cost (gconstpointer record)
{
  const CoupletResult *result = record;
  return result->bounds.upper == NULL && result->verdict == COUPLET_VERDICT_NOT_PRIVATE;
}

static gboolean
has_no_least (gconstpointer record)
{
  const FileRecord *file = record;
  return file->least == NULL && file->result.verdict == COUPLET_VERDICT_NOT_PRIVATE;
}

static gboolean
finish_claim (Record *record, gpointer into)
{
  const FileRecord *file = into;
  return (file->has_claim && is_claimed (file)) ||
         record_fail (record, "\"claim\" has no number or no verdict");
}

static const Field CLAIM_FIELDS[] = {
    FIELD (FileRecord, result.claim, .key = "d", .type = FIELD_RATIONAL,
           .present = G_STRUCT_OFFSET (FileRecord, has_claim)),
    FIELD (FileRecord, result.claim_verdict, .key = "verdict", .type = FIELD_WORD,
           .flags = FIELD_NEEDED, .words = CLAIM_VERDICTS),
};

static const RecordKind CLAIM =
    RECORD_KIND (FileRecord, FileRecord, "claim", CLAIM_FIELDS, .finish = finish_claim);

static const Field DIAGNOSTIC_FIELDS[] = {
    FIELD (CoupletDiagnostic, severity, .key = "severity", .type = FIELD_WORD,
           .flags = FIELD_NEEDED, .words = SEVERITIES),
    FIELD (CoupletDiagnostic, place.line, .key = "line", .type = FIELD_SMALL),
    FIELD (CoupletDiagnostic, place.column, .key = "column", .type = FIELD_SMALL),
    FIELD (CoupletDiagnostic, message, .key = "message", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
};

static const RecordKind DIAGNOSTIC =
    RECORD_KIND (CoupletDiagnostic, CoupletDiagnostic, "diagnostic", DIAGNOSTIC_FIELDS);

/* Numbers of messages beyond this mean nothing. */
#define MOST_DIAGNOSTICS (G_MAXINT32 / 2)

static gboolean
count_diagnostics (Record *record, FileRecord *file)
{
  CoupletResult *result = &file->result;
  if (file->more_errors > file->more_diagnostics || file->more_diagnostics > MOST_DIAGNOSTICS)
    return record_fail (record, "\"more_diagnostics\" and \"more_errors\" make no sense");
  result->n_errors = file->more_errors;
  result->n_warnings = file->more_diagnostics - file->more_errors;
  for (guint i = 0; i < result->n_diagnostics; i++) {
    CoupletDiagnostic *diagnostic = (CoupletDiagnostic *)&result->diagnostics[i];
    diagnostic->file = result->file;
    *(diagnostic->severity == COUPLET_SEVERITY_ERROR ? &result->n_errors : &result->n_warnings) +=
        1;
  }
  return TRUE;
}

static gboolean
is_sha256 (const char *text)
{
  return strlen (text) == SHA256_DIGITS && strspn (text, "0123456789abcdef") == SHA256_DIGITS;
}

static gboolean
finish_origin (Record *record, FileRecord *file)
{
  const char *path = file->result.file;
  if (file->origin.sha256 == NULL)
    return TRUE;
  if (!record->as_told && !is_sha256 (file->origin.sha256))
    return record_fail (record, "\"sha256\" is not a hash");
  CoupletOrigin *origin = couplet_arena_new_array (record->arena, CoupletOrigin, 1);
  g_autofree char *base = g_path_get_basename (path);
  *origin = file->origin;
  origin->file =
      g_str_equal (path, "-") ? NULL : couplet_arena_strndup (record->arena, base, strlen (base));
  file->result.origin = origin;
  return TRUE;
}

/* From what is told of them: what is necessary is no bound where outputs are snapped, or no d is
 * enough. */
static void
set_bounds (FileRecord *file)
{
  CoupletResult *result = &file->result;
  gboolean infinite = result->verdict == COUPLET_VERDICT_NOT_PRIVATE;
  result->bounds.is_infinite = infinite;
  result->bounds.is_finite = result->verdict == COUPLET_VERDICT_PRIVATE;
  if (infinite || couplet_result_is_snapped (result))
    result->beside = file->least;
  else
    result->bounds.lower = file->least;
}

static gboolean
finish_file (Record *record, gpointer into)
{
  CoupletResult *result = into;
  if (result->function != NULL) { /* after the path, as in every other result */
    g_autofree char *whole = g_strdup_printf ("%s::%s", result->file, result->function);
    result->file = couplet_arena_strndup (record->arena, whole, strlen (whole));
    result->function = result->file + strlen (whole) - strlen (result->function);
  }
  ((FileRecord *)into)->ratios =
      (const CoupletRational *const *)((const EvidenceRead *)record->data)->ratios->pdata;
  result->disagreement = result->disagreement_text != NULL;
  set_bounds (into);
  if (record->as_told)
    return count_diagnostics (record, into) && finish_origin (record, into);
  if (result->claim_verdict != COUPLET_CLAIM_NONE && result->claim_reason == NULL)
    return record_fail (record, "\"claim_reason\" is missing");
  if (result->rejected && !result->disagreement)
    return record_fail (record, "\"disagreement\" is missing");
  return count_diagnostics (record, into) && finish_origin (record, into);
}

static void
prepare_file (gpointer record, gpointer data)
{
  (void)data;
  FileRecord *file = record;
  const CoupletResult *result = record;
  guint errors = result->n_errors, all = result->n_errors + result->n_warnings;
  for (guint i = 0; i < result->n_diagnostics; i++)
    errors -= result->diagnostics[i].severity == COUPLET_SEVERITY_ERROR;
  file->more_diagnostics = all > result->n_diagnostics ? all - result->n_diagnostics : 0;
  file->more_errors = errors;
  file->has_claim = is_claimed (record);
  file->least = couplet_result_least (result);
  if (result->origin != NULL)
    file->origin = *result->origin;
}

static const Field FILE_FIELDS[] = {
    FIELD (FileRecord, result.file, .key = "file", .type = FIELD_TEXT, .flags = FIELD_NEEDED),
    FIELD (FileRecord, result.function, .key = "function", .type = FIELD_TEXT,
           .flags = FIELD_SPARSE),
    FIELD (FileRecord, result.swept, .key = "swept", .type = FIELD_DEFINITIONS,
           .flags = FIELD_SPARSE, .count = G_STRUCT_OFFSET (FileRecord, result.n_swept)),
    FIELD (FileRecord, result.part, .key = "part", .type = FIELD_OBJECT, .flags = FIELD_SPARSE,
           .kind = &PART),
    FIELD (FileRecord, result.name, .key = "automaton", .type = FIELD_TEXT),
    FIELD (FileRecord, result.verdict, .key = "verdict", .type = FIELD_WORD, .flags = FIELD_NEEDED,
           .words = VERDICTS),
    FIELD (FileRecord, result.bounds.upper, .key = "cost", .type = FIELD_BOUND,
           .infinite = needs_infinite_cost),
    FIELD (FileRecord, least, .key = COUPLET_LEAST_KEY, .type = FIELD_BOUND,
           .infinite = has_no_least),
    FIELD (FileRecord, result, .key = "claim", .type = FIELD_MEMBERS, .kind = &CLAIM,
           .when = is_claimed),
    FIELD (FileRecord, result.claim_reason, .key = "claim_reason", .type = FIELD_TEXT,
           .when = is_claimed),
    FIELD (FileRecord, result.claim_path, .key = "claim_path", .type = FIELD_TEXT,
           .flags = FIELD_SPARSE, .when = is_claimed),
    FIELD (FileRecord, result.claim_counterexample, .key = "claim_counterexample",
           .type = FIELD_OBJECT, .flags = FIELD_SPARSE, .kind = &COUNTEREXAMPLE,
           .when = is_claimed),
    FIELD (FileRecord, result.epsilon, .key = "epsilon", .type = FIELD_TEXT, .flags = FIELD_SPARSE),
    FIELD (FileRecord, result.answers, .key = "answers", .type = FIELD_RAW, .flags = FIELD_SPARSE,
           .begins = COUPLET_JSON_TOKEN_OBJECT_END),
    FIELD (FileRecord, result.lengths, .key = "lengths", .type = FIELD_OTHER, .flags = FIELD_SPARSE,
           .read = read_runs, .write = write_runs),
    FIELD (FileRecord, result.understood, .key = "understood", .type = FIELD_RAW,
           .flags = FIELD_SPARSE, .begins = COUPLET_JSON_TOKEN_OBJECT_BEGIN),
    FIELD (FileRecord, result.outputs, .key = "outputs", .type = FIELD_OTHER, .flags = FIELD_SPARSE,
           .read = read_runs, .write = write_runs),
    FIELD (FileRecord, result.epsilon_is_read, .key = "epsilon_is_read", .type = FIELD_BOOLEAN,
           .flags = FIELD_SPARSE),
    FIELD (FileRecord, result.is_rounded, .key = "rounded", .type = FIELD_BOOLEAN,
           .flags = FIELD_SPARSE),
    FIELD (FileRecord, origin.sha256, .key = "sha256", .type = FIELD_TEXT, .when = has_origin),
    FIELD (FileRecord, origin.parameters, .key = "parameters", .type = FIELD_DEFINITIONS,
           .count = G_STRUCT_OFFSET (FileRecord, origin.n_parameters), .when = has_origin),
    FIELD (FileRecord, result.sampling, .key = "sampling", .type = FIELD_TEXT,
           .flags = FIELD_SPARSE),
    FIELD (FileRecord, result.adjacency, .key = "adjacency", .type = FIELD_TEXT,
           .flags = FIELD_SPARSE),
    FIELD (FileRecord, result.solution, .key = "solve", .type = FIELD_OBJECT, .flags = FIELD_SPARSE,
           .kind = &SOLUTION),
    FIELD (FileRecord, result.reason, .key = "reason", .type = FIELD_TEXT, .flags = FIELD_SPARSE),
    FIELD (FileRecord, result.disagreement_text, .key = "disagreement", .type = FIELD_TEXT,
           .flags = FIELD_SPARSE),
    FIELD (FileRecord, result.rejected, .key = "rejected", .type = FIELD_BOOLEAN,
           .flags = FIELD_SPARSE),
    FIELD (FileRecord, result.read_seconds, .key = "read_seconds", .type = FIELD_SECONDS),
    FIELD (FileRecord, result.seconds, .key = "seconds", .type = FIELD_SECONDS),
    FIELD (FileRecord, result.stages, .key = "stages", .type = FIELD_LIST, .flags = FIELD_NEEDED,
           .count = G_STRUCT_OFFSET (FileRecord, result.n_stages), .kind = &STAGE_RECORD),
    FIELD (FileRecord, result.diagnostics, .key = "diagnostics", .type = FIELD_LIST,
           .flags = FIELD_NEEDED, .count = G_STRUCT_OFFSET (FileRecord, result.n_diagnostics),
           .kind = &DIAGNOSTIC),
    FIELD (FileRecord, more_diagnostics, .key = "more_diagnostics", .type = FIELD_SMALL,
           .flags = FIELD_SPARSE),
    FIELD (FileRecord, more_errors, .key = "more_errors", .type = FIELD_SMALL,
           .flags = FIELD_SPARSE),
    FIELD (FileRecord, origin.provenance, .key = "provenance", .type = FIELD_OBJECT,
           .flags = FIELD_SPARSE, .kind = &PROVENANCE_RECORD),
};

const RecordKind FILE_RECORD = RECORD_KIND (CoupletResult, FileRecord, "file", FILE_FIELDS,
                                            .prepare = prepare_file, .finish = finish_file);

/* ---- Places in a run that is divided -------------------------------------------------------- */

gboolean
part_is_sensible (const CoupletPart *part)
{
  return part->shard >= 1 && part->shard <= part->n_shards &&
         part->n_shards <= COUPLET_MOST_SHARDS && part->item >= 1 && part->item <= part->n_items;
}

char *
part_fault (const CoupletPart *part)
{
  return g_strdup_printf ("shard %u of %u and item %u of %u make no sense", part->shard,
                          part->n_shards, part->item, part->n_items);
}
