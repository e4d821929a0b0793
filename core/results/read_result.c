/* SPDX-License-Identifier: Apache-2.0 */
#include "read_result.h"

#include "compare_answers.h"
#include "part.h"
#include "record_fields.h"

#include <couplet/context.h>
#include <couplet/host/evidence.h>
#include <couplet/host/evidence_read.h>

#include <string.h>

#define SHA256_DIGITS 64

/* record is first: what reads a field finds the rest behind it. */
typedef struct {
  Record record;
  ReadResult *read;
  const CoupletAutomaton *automaton; /* NULL = evidence is kept as text */
} Reading;

static const char *const VERDICTS[] = {"unknown", "private", "not-private", "error", NULL};
static const char *const CLAIM_VERDICTS[] = {"none", "holds", "fails", "open", NULL};
static const char *const GUARANTEES[] = {"exact", "upper-bound", "lower-bound", NULL};
static const char *const SOLUTION_KINDS[] = {"unknown", "exact",        "between", "everywhere",
                                             "nowhere", "not-monotone", NULL};
static const char *const SEARCHED[] = {"least", "largest", NULL};
static const char *const SEVERITIES[] = {"warning", "error", NULL};

#define TEXT(structure, name, member)                                                              \
  {                                                                                                \
    .key = (name), .type = FIELD_TEXT, .offset = G_STRUCT_OFFSET (structure, member)               \
  }
#define NEEDED_TEXT(structure, name, member)                                                       \
  {                                                                                                \
    .key = (name), .type = FIELD_SOME_TEXT, .needed = TRUE,                                        \
    .offset = G_STRUCT_OFFSET (structure, member)                                                  \
  }
#define FLAG(structure, name, member)                                                              \
  {                                                                                                \
    .key = (name), .type = FIELD_BOOLEAN, .offset = G_STRUCT_OFFSET (structure, member)            \
  }
#define RATIONAL(structure, name, member, present)                                                 \
  {                                                                                                \
    .key = (name), .type = FIELD_RATIONAL, .offset = G_STRUCT_OFFSET (structure, member),          \
    .flag = G_STRUCT_OFFSET (structure, present)                                                   \
  }
#define SMALL(structure, name, member)                                                             \
  {                                                                                                \
    .key = (name), .type = FIELD_SMALL, .offset = G_STRUCT_OFFSET (structure, member)              \
  }
#define SECONDS(structure, name, member)                                                           \
  {                                                                                                \
    .key = (name), .type = FIELD_SECONDS, .offset = G_STRUCT_OFFSET (structure, member)            \
  }
#define OTHER(name, function)                                                                      \
  {                                                                                                \
    .key = (name), .type = FIELD_OTHER, .read = (function)                                         \
  }
#define DERIVED(name)                                                                              \
  {                                                                                                \
    .key = (name), .type = FIELD_DERIVED                                                           \
  }

/* ---- Counterexamples --------------------------------------------------------------------- */

static const Field STEP_FIELDS[] = {
    {.key = "transition",
     .type = FIELD_SMALL,
     .needed = TRUE,
     .offset = G_STRUCT_OFFSET (CoupletCounterexampleStep, transition)},
    NEEDED_TEXT (CoupletCounterexampleStep, "input", input),
    DERIVED ("input_decimal"),
    NEEDED_TEXT (CoupletCounterexampleStep, "adjacent", adjacent),
    DERIVED ("adjacent_decimal"),
    TEXT (CoupletCounterexampleStep, "output", output),
    DERIVED ("output_decimal"),
};

static gboolean
read_steps (Record *record, gpointer into)
{
  CoupletCounterexample *counterexample = into;
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (CoupletCounterexampleStep));
  if (!record_list (record, "step", STEP_FIELDS, G_N_ELEMENTS (STEP_FIELDS),
                    sizeof (CoupletCounterexampleStep), steps))
    return FALSE;
  counterexample->n_steps = steps->len;
  counterexample->steps = record_keep (record, steps);
  return TRUE;
}

static const Field COUNTEREXAMPLE_FIELDS[] = {
    TEXT (CoupletCounterexample, "epsilon", epsilon),
    DERIVED ("epsilon_decimal"),
    TEXT (CoupletCounterexample, "claim", claim),
    DERIVED ("claim_decimal"),
    TEXT (CoupletCounterexample, "probability", probability),
    TEXT (CoupletCounterexample, "adjacent_probability", adjacent_probability),
    FLAG (CoupletCounterexample, "density", is_density),
    TEXT (CoupletCounterexample, "loss", loss),
    DERIVED ("loss_decimal"),
    FLAG (CoupletCounterexample, "refutes", refutes),
    TEXT (CoupletCounterexample, "pairs", pairs),
    {.key = "steps", .type = FIELD_OTHER, .needed = TRUE, .read = read_steps},
};

static gboolean
read_counterexample (Record *record, const CoupletCounterexample **counterexample)
{
  CoupletCounterexample *read = couplet_arena_new_array (record->arena, CoupletCounterexample, 1);
  *read = (CoupletCounterexample){0};
  *counterexample = read;
  return record_object (record, COUNTEREXAMPLE_FIELDS, G_N_ELEMENTS (COUNTEREXAMPLE_FIELDS), read);
}

/* ---- Evidence ------------------------------------------------------------------------------ */

/* Goes to the end of the object that begins with the current token; *kind is the text of its key
 * `kind`, NULL = it has none. */
static gboolean
skip_evidence (Record *record, const char **kind)
{
  CoupletJsonTokenizer *tokenizer = &record->tokenizer;
  guint depth = tokenizer->depth;
  *kind = NULL;
  while (tokenizer->depth >= depth) {
    gboolean is_kind = tokenizer->depth == depth && tokenizer->token == COUPLET_JSON_TOKEN_KEY &&
                       couplet_text_is (tokenizer->text, "kind");
    if (!record_next (record))
      return FALSE;
    if (is_kind && tokenizer->token == COUPLET_JSON_TOKEN_STRING)
      *kind = record_text (record);
  }
  return TRUE;
}

static gboolean
keep_text (Record *record, const char *kind, const char *text, gsize length)
{
  Reading *reading = (Reading *)record;
  for (int k = COUPLET_EVIDENCE_BOUND; k <= COUPLET_EVIDENCE_WEIGHTS; k++)
    if (g_strcmp0 (kind, couplet_evidence_kind_to_string ((CoupletEvidenceKind)k)) == 0) {
      g_ptr_array_add (reading->read->evidence,
                       couplet_evidence_new_text ((CoupletEvidenceKind)k, text, length));
      return TRUE;
    }
  return record_fail (record, "its \"kind\" is none of evidence");
}

static gboolean
keep_evidence (Record *record, const char *text, gsize length)
{
  Reading *reading = (Reading *)record;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) pieces =
      couplet_evidence_read (reading->automaton, "its text", text, length, &error);
  if (pieces == NULL)
    return record_fail (record, "%s", error->message);
  g_ptr_array_set_free_func (pieces, NULL);
  for (guint i = 0; i < pieces->len; i++)
    g_ptr_array_add (reading->read->evidence, g_ptr_array_index (pieces, i));
  return TRUE;
}

/* Adds one piece to the evidence of all stages. */
static gboolean
read_piece (Record *record)
{
  const char *kind, *begin = record->tokenizer.at - 1;
  if (!record_expect (record, COUPLET_JSON_TOKEN_OBJECT_BEGIN, "evidence", "a list of objects") ||
      !skip_evidence (record, &kind))
    return FALSE;
  gsize length = (gsize)(record->tokenizer.at - begin);
  return ((Reading *)record)->automaton != NULL ? keep_evidence (record, begin, length)
                                                : keep_text (record, kind, begin, length);
}

/* ---- Stages -------------------------------------------------------------------------------- */

/* A stage, and what decides on its fields. */
typedef struct {
  CoupletStageResult stage;
  gboolean has_finite_cost, skipped;
} StageRecord;

static gboolean
read_evidence (Record *record, gpointer into)
{
  StageRecord *stage = into;
  GPtrArray *all = ((Reading *)record)->read->evidence;
  guint before = all->len;
  if (!record_expect (record, COUPLET_JSON_TOKEN_ARRAY_BEGIN, "evidence", "a list"))
    return FALSE;
  for (;;) {
    if (!record_next (record))
      return FALSE;
    if (record->tokenizer.token == COUPLET_JSON_TOKEN_ARRAY_END)
      break;
    if (!read_piece (record))
      return FALSE;
  }
  stage->stage.n_evidence = all->len - before;
  return TRUE;
}

static gboolean
read_statistics (Record *record, gpointer into)
{
  StageRecord *stage = into;
  g_autoptr (GArray) statistics = g_array_new (FALSE, FALSE, sizeof (CoupletStatistic));
  if (!record_expect (record, COUPLET_JSON_TOKEN_OBJECT_BEGIN, "statistics", "an object"))
    return FALSE;
  for (;;) {
    CoupletStatistic statistic = {0};
    if (!record_next (record))
      return FALSE;
    if (record->tokenizer.token == COUPLET_JSON_TOKEN_OBJECT_END)
      break;
    statistic.name = record_text (record);
    if (!record_next (record) ||
        !record_unsigned (record, statistic.name, G_MAXUINT64, &statistic.value))
      return FALSE;
    g_array_append_val (statistics, statistic);
  }
  stage->stage.n_statistics = statistics->len;
  stage->stage.statistics = record_keep (record, statistics);
  return TRUE;
}

static gboolean
read_stage_counterexample (Record *record, gpointer into)
{
  return read_counterexample (record, &((StageRecord *)into)->stage.counterexample);
}

/* The value that begins with the current token, as it stands. */
static const char *
read_raw (Record *record)
{
  CoupletJsonToken token = record->tokenizer.token;
  if (token == COUPLET_JSON_TOKEN_NULL)
    return "null";
  if (token == COUPLET_JSON_TOKEN_NUMBER)
    return record_text (record);
  const char *begin = record->tokenizer.at - 1;
  if (couplet_json_skip (&record->tokenizer))
    return couplet_arena_strndup (record->arena, begin, (gsize)(record->tokenizer.at - begin));
  record_fail (record, "%s", record->tokenizer.error);
  return NULL;
}

static gboolean
read_delta (Record *record, gpointer into)
{
  StageRecord *stage = into;
  if (!record_expect (record, COUPLET_JSON_TOKEN_ARRAY_BEGIN, "delta", "an array"))
    return FALSE;
  stage->stage.delta = read_raw (record);
  return stage->stage.delta != NULL;
}

static const Field STAGE_FIELDS[] = {
    NEEDED_TEXT (StageRecord, "stage", stage.stage),
    NEEDED_TEXT (StageRecord, "plugin", stage.plugin),
    NEEDED_TEXT (StageRecord, "kind", stage.kind),
    {.key = "verdict",
     .type = FIELD_WORD,
     .needed = TRUE,
     .offset = G_STRUCT_OFFSET (StageRecord, stage.verdict),
     .words = VERDICTS},
    FLAG (StageRecord, "claimed", stage.claimed),
    {.key = "guarantee",
     .type = FIELD_WORD,
     .offset = G_STRUCT_OFFSET (StageRecord, stage.guarantee),
     .words = GUARANTEES},
    RATIONAL (StageRecord, "cost", stage.cost, has_finite_cost),
    DERIVED ("cost_decimal"),
    FLAG (StageRecord, "infinite", stage.cost_is_infinite),
    DERIVED ("ratio"),
    DERIVED ("ratio_decimal"),
    RATIONAL (StageRecord, "lower", stage.lower, stage.has_lower),
    DERIVED ("lower_decimal"),
    RATIONAL (StageRecord, "upper", stage.upper, stage.has_upper),
    DERIVED ("upper_decimal"),
    FLAG (StageRecord, "certified", stage.certified),
    RATIONAL (StageRecord, "at_least", stage.least, stage.has_least),
    DERIVED ("at_least_decimal"),
    TEXT (StageRecord, "structure", stage.structure),
    OTHER ("delta", read_delta),
    TEXT (StageRecord, "reason", stage.reason),
    FLAG (StageRecord, "failed", stage.failed),
    FLAG (StageRecord, "skipped", skipped),
    OTHER ("statistics", read_statistics),
    OTHER ("counterexample", read_stage_counterexample),
    {.key = "evidence_left_out",
     .type = FIELD_UNSIGNED,
     .offset = G_STRUCT_OFFSET (StageRecord, stage.evidence_left_out)},
    OTHER ("evidence", read_evidence),
    SECONDS (StageRecord, "seconds", stage.seconds),
};

static gboolean
finish_stage (Record *record, StageRecord *read)
{
  CoupletStageResult *stage = &read->stage;
  if (!g_str_equal (stage->kind, "decider") && !g_str_equal (stage->kind, "optimizer"))
    return record_fail (record, "stage '%s' is neither a decider nor an optimizer", stage->stage);
  if (read->has_finite_cost && stage->cost_is_infinite)
    return record_fail (record, "stage '%s' has a cost that is infinite", stage->stage);
  stage->has_cost = read->has_finite_cost || stage->cost_is_infinite;
  if (g_str_equal (stage->kind, "decider") && stage->has_cost)
    return record_fail (record, "stage '%s' is a decider and has a cost", stage->stage);
  stage->ran = !stage->failed && !read->skipped;
  return TRUE;
}

static gboolean
read_stages (Record *record, gpointer into)
{
  CoupletFileResult *result = into;
  g_autoptr (GArray) read = g_array_new (FALSE, FALSE, sizeof (StageRecord));
  if (!record_list (record, "stage", STAGE_FIELDS, G_N_ELEMENTS (STAGE_FIELDS),
                    sizeof (StageRecord), read))
    return FALSE;
  CoupletStageResult *stages =
      couplet_arena_new_array (record->arena, CoupletStageResult, MAX (read->len, 1));
  for (guint i = 0; i < read->len; i++) {
    StageRecord *one = &g_array_index (read, StageRecord, i);
    if (!finish_stage (record, one))
      return FALSE;
    stages[i] = one->stage;
  }
  result->n_stages = read->len;
  result->stages = stages;
  return TRUE;
}

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

/* ---- Where the answer is from --------------------------------------------------------------- */

/* An object of texts. */
static gboolean
read_definitions (Record *record, const char *key, const CoupletDefinition **definitions,
                  guint32 *n)
{
  g_autoptr (GArray) read = g_array_new (FALSE, FALSE, sizeof (CoupletDefinition));
  if (!record_expect (record, COUPLET_JSON_TOKEN_OBJECT_BEGIN, key, "an object"))
    return FALSE;
  for (;;) {
    CoupletDefinition definition = {0};
    if (!record_next (record))
      return FALSE;
    if (record->tokenizer.token == COUPLET_JSON_TOKEN_OBJECT_END)
      break;
    definition.name = record_text (record);
    if (!record_next (record) ||
        !record_expect (record, COUPLET_JSON_TOKEN_STRING, definition.name, "a string"))
      return FALSE;
    definition.value = record_text (record);
    g_array_append_val (read, definition);
  }
  *n = read->len;
  *definitions = record_keep (record, read);
  return TRUE;
}

static gboolean
read_libraries (Record *record, gpointer into)
{
  CoupletProvenance *provenance = into;
  return read_definitions (record, "libraries", &provenance->libraries, &provenance->n_libraries);
}

static gboolean
read_options (Record *record, gpointer into)
{
  CoupletProvenance *provenance = into;
  g_autoptr (GArray) options = g_array_new (FALSE, FALSE, sizeof (char *));
  if (!record_expect (record, COUPLET_JSON_TOKEN_ARRAY_BEGIN, "options", "a list"))
    return FALSE;
  for (;;) {
    if (!record_next (record))
      return FALSE;
    if (record->tokenizer.token == COUPLET_JSON_TOKEN_ARRAY_END)
      break;
    if (!record_expect (record, COUPLET_JSON_TOKEN_STRING, "options", "a list of strings"))
      return FALSE;
    const char *option = record_text (record);
    g_array_append_val (options, option);
  }
  provenance->n_options = options->len;
  provenance->options = record_keep (record, options);
  return TRUE;
}

static const Field PROVENANCE_FIELDS[] = {
    NEEDED_TEXT (CoupletProvenance, "version", version),
    TEXT (CoupletProvenance, "commit", commit),
    {.key = "libraries", .type = FIELD_OTHER, .needed = TRUE, .read = read_libraries},
    {.key = "options", .type = FIELD_OTHER, .needed = TRUE, .read = read_options},
    NEEDED_TEXT (CoupletProvenance, "date", date),
};

/* ---- Files ---------------------------------------------------------------------------------- */

/* What a line says, result first. */
typedef struct {
  CoupletFileResult result;
  CoupletOrigin origin;
  guint more_diagnostics, more_errors;
} FileRecord;

static gboolean
read_provenance (Record *record, gpointer into)
{
  CoupletProvenance *provenance = couplet_arena_new_array (record->arena, CoupletProvenance, 1);
  *provenance = (CoupletProvenance){0};
  ((FileRecord *)into)->origin.provenance = provenance;
  return record_object (record, PROVENANCE_FIELDS, G_N_ELEMENTS (PROVENANCE_FIELDS), provenance);
}

static gboolean
read_parameters (Record *record, gpointer into)
{
  CoupletOrigin *origin = &((FileRecord *)into)->origin;
  return read_definitions (record, "parameters", &origin->parameters, &origin->n_parameters);
}

static gboolean
read_swept (Record *record, gpointer into)
{
  CoupletFileResult *result = &((FileRecord *)into)->result;
  return read_definitions (record, "swept", &result->swept, &result->n_swept);
}

#define PART_NUMBER(name, member)                                                                  \
  {                                                                                                \
    .key = (name), .type = FIELD_SMALL, .needed = TRUE,                                            \
    .offset = G_STRUCT_OFFSET (CoupletPart, member)                                                \
  }

static const Field PART_FIELDS[] = {
    PART_NUMBER ("shard", shard),       PART_NUMBER ("shards", n_shards),
    PART_NUMBER ("item", item),         PART_NUMBER ("items", n_items),
    TEXT (CoupletPart, "asked", asked), TEXT (CoupletPart, "list", list)};

static gboolean
read_part (Record *record, gpointer into)
{
  CoupletPart *part = couplet_arena_new_array (record->arena, CoupletPart, 1);
  *part = (CoupletPart){0};
  ((FileRecord *)into)->result.part = part;
  if (!record_object (record, PART_FIELDS, G_N_ELEMENTS (PART_FIELDS), part))
    return FALSE;
  g_autofree char *fault = part_is_sensible (part) ? NULL : part_fault (part);
  return fault == NULL || record_fail (record, "%s", fault);
}

static const Field SOLUTION_POINT_FIELDS[] = {
    NEEDED_TEXT (CoupletSolutionPoint, "value", value),
    DERIVED ("value_decimal"),
    {.key = "verdict",
     .type = FIELD_WORD,
     .needed = TRUE,
     .offset = G_STRUCT_OFFSET (CoupletSolutionPoint, verdict),
     .words = VERDICTS},
    TEXT (CoupletSolutionPoint, "cost", cost),
    DERIVED ("cost_decimal"),
    TEXT (CoupletSolutionPoint, "at_least", at_least),
    DERIVED ("at_least_decimal"),
};

static gboolean
read_solution_points (Record *record, gpointer into)
{
  CoupletSolution *solution = into;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (CoupletSolutionPoint));
  if (!record_list (record, "point", SOLUTION_POINT_FIELDS, G_N_ELEMENTS (SOLUTION_POINT_FIELDS),
                    sizeof (CoupletSolutionPoint), points))
    return FALSE;
  solution->n_points = points->len;
  solution->points = record_keep (record, points);
  return TRUE;
}

static const Field SOLUTION_FIELDS[] = {
    NEEDED_TEXT (CoupletSolution, "parameter", parameter),
    NEEDED_TEXT (CoupletSolution, "at_most", at_most),
    DERIVED ("at_most_decimal"),
    {.key = "found",
     .type = FIELD_WORD,
     .needed = TRUE,
     .offset = G_STRUCT_OFFSET (CoupletSolution, kind),
     .words = SOLUTION_KINDS},
    {.key = "which",
     .type = FIELD_WORD,
     .needed = TRUE,
     .offset = G_STRUCT_OFFSET (CoupletSolution, which),
     .words = SEARCHED},
    TEXT (CoupletSolution, "value", value),
    DERIVED ("value_decimal"),
    TEXT (CoupletSolution, "beyond", beyond),
    DERIVED ("beyond_decimal"),
    NEEDED_TEXT (CoupletSolution, "at", at),
    DERIVED ("at_decimal"),
    TEXT (CoupletSolution, "reason", reason),
    {.key = "points", .type = FIELD_OTHER, .needed = TRUE, .read = read_solution_points},
};

static gboolean
read_solution (Record *record, gpointer into)
{
  CoupletSolution *solution = couplet_arena_new_array (record->arena, CoupletSolution, 1);
  *solution = (CoupletSolution){.which = COUPLET_SOLUTION_NEITHER};
  ((FileRecord *)into)->result.solution = solution;
  return record_object (record, SOLUTION_FIELDS, G_N_ELEMENTS (SOLUTION_FIELDS), solution);
}

/* A claim's number and verdict. */
typedef struct {
  CoupletRational d;
  gboolean has_d;
  guint verdict;
} Claim;

static const Field CLAIM_FIELDS[] = {
    RATIONAL (Claim, "d", d, has_d),
    DERIVED ("d_decimal"),
    {.key = "verdict",
     .type = FIELD_WORD,
     .needed = TRUE,
     .offset = G_STRUCT_OFFSET (Claim, verdict),
     .words = CLAIM_VERDICTS},
};

static gboolean
read_claim (Record *record, gpointer into)
{
  CoupletFileResult *result = &((FileRecord *)into)->result;
  Claim claim = {.verdict = COUPLET_CLAIM_NONE};
  if (!record_object (record, CLAIM_FIELDS, G_N_ELEMENTS (CLAIM_FIELDS), &claim))
    return FALSE;
  if (!claim.has_d || claim.verdict == COUPLET_CLAIM_NONE)
    return record_fail (record, "\"claim\" has no number or no verdict");
  result->claim_verdict = (CoupletClaimVerdict)claim.verdict;
  result->claim = claim.d;
  return TRUE;
}

static gboolean
read_claim_counterexample (Record *record, gpointer into)
{
  return read_counterexample (record, &((FileRecord *)into)->result.claim_counterexample);
}

static const Field DIAGNOSTIC_FIELDS[] = {
    {.key = "severity",
     .type = FIELD_WORD,
     .needed = TRUE,
     .offset = G_STRUCT_OFFSET (CoupletDiagnostic, severity),
     .words = SEVERITIES},
    SMALL (CoupletDiagnostic, "line", place.line),
    SMALL (CoupletDiagnostic, "column", place.column),
    NEEDED_TEXT (CoupletDiagnostic, "message", message),
};

static gboolean
read_diagnostics (Record *record, gpointer into)
{
  CoupletFileResult *result = &((FileRecord *)into)->result;
  g_autoptr (GArray) read = g_array_new (FALSE, FALSE, sizeof (CoupletDiagnostic));
  if (!record_list (record, "diagnostic", DIAGNOSTIC_FIELDS, G_N_ELEMENTS (DIAGNOSTIC_FIELDS),
                    sizeof (CoupletDiagnostic), read))
    return FALSE;
  result->n_diagnostics = read->len;
  result->diagnostics = record_keep (record, read);
  return TRUE;
}

/* Passed on as it stands. */
static gboolean
read_understood (Record *record, gpointer into)
{
  FileRecord *file = into;
  const char *begin = record->tokenizer.at - 1;
  if (!record_expect (record, COUPLET_JSON_TOKEN_OBJECT_BEGIN, "understood", "an object"))
    return FALSE;
  if (!couplet_json_skip (&record->tokenizer))
    return record_fail (record, "%s", record->tokenizer.error);
  file->result.understood =
      couplet_arena_strndup (record->arena, begin, (gsize)(record->tokenizer.at - begin));
  return TRUE;
}

static gboolean
read_answers (Record *record, gpointer into)
{
  FileRecord *file = into;
  file->result.answers = read_raw (record);
  return file->result.answers != NULL;
}

static gboolean
read_lengths (Record *record, gpointer into)
{
  FileRecord *file = into;
  if (!record_expect (record, COUPLET_JSON_TOKEN_ARRAY_BEGIN, "lengths", "an array"))
    return FALSE;
  file->result.lengths = read_raw (record);
  return file->result.lengths != NULL;
}

static gboolean
read_outputs (Record *record, gpointer into)
{
  FileRecord *file = into;
  if (!record_expect (record, COUPLET_JSON_TOKEN_ARRAY_BEGIN, "outputs", "an array"))
    return FALSE;
  file->result.outputs = read_raw (record);
  return file->result.outputs != NULL;
}

static const Field FILE_FIELDS[] = {
    NEEDED_TEXT (FileRecord, "file", result.file),
    TEXT (FileRecord, "function", result.function),
    OTHER ("swept", read_swept),
    OTHER ("part", read_part),
    TEXT (FileRecord, "automaton", result.name),
    {.key = "verdict",
     .type = FIELD_WORD,
     .needed = TRUE,
     .offset = G_STRUCT_OFFSET (FileRecord, result.verdict),
     .words = VERDICTS},
    RATIONAL (FileRecord, "cost", result.cost, result.has_cost),
    DERIVED ("cost_decimal"),
    RATIONAL (FileRecord, "at_least", result.at_least, result.has_at_least),
    DERIVED ("at_least_decimal"),
    OTHER ("claim", read_claim),
    TEXT (FileRecord, "claim_reason", result.claim_reason),
    TEXT (FileRecord, "claim_path", result.claim_path),
    OTHER ("claim_counterexample", read_claim_counterexample),
    TEXT (FileRecord, "epsilon", result.epsilon),
    OTHER ("answers", read_answers),
    OTHER ("lengths", read_lengths),
    OTHER ("outputs", read_outputs),
    FLAG (FileRecord, "epsilon_is_read", result.epsilon_is_read),
    OTHER ("understood", read_understood),
    TEXT (FileRecord, "sha256", origin.sha256),
    OTHER ("parameters", read_parameters),
    OTHER ("solve", read_solution),
    TEXT (FileRecord, "sampling", result.sampling),
    TEXT (FileRecord, "adjacency", result.adjacency),
    TEXT (FileRecord, "reason", result.reason),
    TEXT (FileRecord, "disagreement", result.disagreement_text),
    FLAG (FileRecord, "rejected", result.rejected),
    SECONDS (FileRecord, "read_seconds", result.read_seconds),
    SECONDS (FileRecord, "seconds", result.seconds),
    {.key = "stages", .type = FIELD_OTHER, .needed = TRUE, .read = read_stages},
    {.key = "diagnostics", .type = FIELD_OTHER, .needed = TRUE, .read = read_diagnostics},
    SMALL (FileRecord, "more_diagnostics", more_diagnostics),
    SMALL (FileRecord, "more_errors", more_errors),
    OTHER ("provenance", read_provenance),
};

/* Numbers of messages beyond this mean nothing. */
#define MOST_DIAGNOSTICS (G_MAXINT32 / 2)

static gboolean
count_diagnostics (Record *record, FileRecord *file)
{
  CoupletFileResult *result = &file->result;
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
  if (!is_sha256 (file->origin.sha256))
    return record_fail (record, "\"sha256\" is no hash");
  CoupletOrigin *origin = couplet_arena_new_array (record->arena, CoupletOrigin, 1);
  g_autofree char *base = g_path_get_basename (path);
  *origin = file->origin;
  origin->file =
      g_str_equal (path, "-") ? NULL : couplet_arena_strndup (record->arena, base, strlen (base));
  file->result.origin = origin;
  return TRUE;
}

static gboolean
finish_file (Record *record, FileRecord *file)
{
  CoupletFileResult *result = &file->result;
  if (result->function != NULL) { /* behind the path, as in every other result */
    g_autofree char *whole = g_strdup_printf ("%s::%s", result->file, result->function);
    result->file = couplet_arena_strndup (record->arena, whole, strlen (whole));
    result->function = result->file + strlen (whole) - strlen (result->function);
  }
  result->disagreement = result->disagreement_text != NULL;
  if (result->claim_verdict != COUPLET_CLAIM_NONE && result->claim_reason == NULL)
    return record_fail (record, "\"claim_reason\" is missing");
  if (result->rejected && !result->disagreement)
    return record_fail (record, "\"disagreement\" is missing");
  g_autofree char *contradiction = answer_contradicts_itself (result);
  if (contradiction != NULL)
    return record_fail (record, "the answer contradicts itself: %s", contradiction);
  return count_diagnostics (record, file) && finish_origin (record, file);
}

gboolean
is_summary_line (const char *text)
{
  return g_str_has_prefix (text, "{\"summary\":");
}

gboolean
read_result (ReadResult *read, const char *name, guint64 line, const char *text, gsize length,
             const CoupletAutomaton *automaton, GError **error)
{
  *read = (ReadResult){.arena = couplet_arena_new (),
                       .evidence =
                           g_ptr_array_new_with_free_func ((GDestroyNotify)couplet_evidence_free)};
  Reading reading = {
      {.arena = read->arena, .name = name, .line = line, .error = error}, read, automaton};
  Record *record = &reading.record;
  FileRecord file = {0};
  couplet_json_tokenizer_init (&record->tokenizer, text, length, read->arena);
  gboolean good = record_next (record) &&
                  record_object (record, FILE_FIELDS, G_N_ELEMENTS (FILE_FIELDS), &file) &&
                  record_next (record) && finish_file (record, &file);
  couplet_json_tokenizer_clear (&record->tokenizer);
  file.result.linear = automaton != NULL ? automaton->linear : NULL;
  file.result.automaton = file.result.linear == NULL ? automaton : NULL;
  read->result = file.result;
  point_to_evidence (read);
  return good;
}

void
read_result_clear (ReadResult *read)
{
  g_clear_pointer (&read->evidence, g_ptr_array_unref);
  g_clear_pointer (&read->arena, couplet_arena_free);
}
