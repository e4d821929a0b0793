/* SPDX-License-Identifier: Apache-2.0 */
/* What stages found and what a run says of a file, carried to another process. */
#ifndef COUPLET_CORE_TRANSFER_H
#define COUPLET_CORE_TRANSFER_H

#include "verdict.h"
#include "wire.h"

/* Appends what outcome holds. */
void wire_put_outcome (GByteArray *out, CoupletOutcome *outcome);

/* Sets outcome to what was put; its evidence is about automaton. FALSE with
 * error set (SOLVER) when the wire is broken. */
gboolean wire_take_outcome (Wire *wire, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
                            GError **error);

/* Appends which parameters (CoupletParameter; NULL = none) are used; marks those that were. */
void wire_put_parameters (GByteArray *out, const GArray *parameters);
void wire_take_parameters (Wire *wire, GArray *parameters);

/* Appends diagnostics; adds those that were put, and counts those that were not kept. FALSE:
 * the wire is broken. */
void wire_put_diagnostics (GByteArray *out, const CoupletDiagnostics *diagnostics);
gboolean wire_take_diagnostics (Wire *wire, CoupletDiagnostics *diagnostics);

/* Appends what result says, except which file it is about. */
void wire_put_result (GByteArray *out, const CoupletFileResult *result, gboolean with_evidence);

/* A result that was put; it points into the wire's data. */
typedef struct {
  CoupletFileResult result;
  CoupletArena *arena; /* of its origin */
  GArray *stages;      /* CoupletStageResult */
  GArray *diagnostics; /* CoupletDiagnostic */
  GArray *statistics;  /* CoupletStatistic of all stages, in order */
  GPtrArray *evidence; /* CoupletEvidence of all stages, in order, owned */
} ReceivedResult;

void received_init (ReceivedResult *received);
void received_clear (ReceivedResult *received);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ReceivedResult, received_clear)

/* Sets received->result to what was put about file. automaton: of the file, for
 * evidence, which is left out when it is NULL. run: what its origin says of the run, NULL = it gets
 * no origin. FALSE: the wire is broken. */
gboolean wire_take_result (Wire *wire, const char *file, const CoupletAutomaton *automaton,
                           const CoupletProvenance *run, ReceivedResult *received);

#endif
