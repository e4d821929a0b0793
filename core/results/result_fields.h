/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of what is published of a result (docs/formats.md): each is described here once. */
#ifndef COUPLET_CORE_RESULT_FIELDS_H
#define COUPLET_CORE_RESULT_FIELDS_H

#include "record_fields.h"

#include <couplet/result.h>

/* A stage, and what follows from it. */
typedef struct {
  CoupletStageResult stage;
  gboolean skipped, optimizer, has_ratio;
  CoupletRational ratio; /* of the cost to the exact one; not to be cleared */
} StageRecord;

/* A file, and what belongs to its fields only. */
typedef struct {
  CoupletFileResult result; /* file without the name of the mechanism */
  CoupletOrigin origin;
  gboolean has_claim;
  guint32 more_diagnostics, more_errors;
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
  const CoupletAutomaton *automaton; /* NULL = it is kept as text */
} EvidenceRead;

#endif
