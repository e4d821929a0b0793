/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of what is published of a result (docs/formats.md): each is described here once. */
#ifndef COUPLET_CORE_RESULT_FIELDS_H
#define COUPLET_CORE_RESULT_FIELDS_H

#include "record_fields.h"

#include <couplet/internal/plugin.h>

/* A stage, and what follows from it. */
typedef struct {
  CoupletStageResult stage;
  gboolean skipped, optimizer, has_ratio;
  CoupletRational ratio; /* of the cost to the exact one; not to be cleared */
} StageRecord;

/* What is known of some runs: of lists of one length, or of those with one output. */
typedef struct {
  guint32 answers;
  const char *output, *count; /* count: JSON; NULL = they end alike */
  guint32 row;                /* of `outputs`, as evidence folders have it */
  const char *stages;         /* JSON: the evidence of stages; NULL = not asked for */
  const char *decimal;        /* of cost */
  CoupletBounds bounds;
} RunsRecord;

/* A file, and what belongs to its fields only. */
typedef struct {
  CoupletResult result; /* file without the name of the mechanism */
  CoupletOrigin origin;
  gboolean has_claim;
  const CoupletRational *least; /* couplet_result_least() */
  guint32 more_diagnostics, more_errors;
  guint n_lengths, n_outputs;
  const RunsRecord *lengths, *outputs;  /* what result.lengths and result.outputs say */
  const CoupletRational *const *ratios; /* of each stage; NULL = it has none */
} FileRecord;

extern const RecordKind FILE_RECORD, STAGE_RECORD;

/* What a stage's record is prepared with (RecordWriter.data). */
typedef struct {
  const CoupletRational *exact; /* the exact cost of the file; NULL = not known */
  CoupletRational value;        /* the last stage's cost in relation to it */
} Ratio;

/* What evidence is read with (Record.data). */
typedef struct {
  GPtrArray *evidence;               /* CoupletEvidence of all stages, in order */
  GPtrArray *ratios;                 /* CoupletRational of each stage; NULL = it has none */
  const CoupletAutomaton *automaton; /* NULL = it is kept as text */
} EvidenceRead;

/* Whether part, which comes from outside, is a place in some run. */
gboolean part_is_sensible (const CoupletPart *part);

/* What to say of one that is not; the caller frees it. */
char *part_fault (const CoupletPart *part);

#endif
