/* SPDX-License-Identifier: Apache-2.0 */
/* What stages found and what a run says of a file, carried to another process. */
#ifndef COUPLET_CORE_TRANSFER_H
#define COUPLET_CORE_TRANSFER_H

#include "verdict.h"
#include "wire.h"

/* Appends what outcome holds. */
void couplet_put_outcome (GByteArray *out, CoupletOutcome *outcome);

/* Sets outcome to what was put; its evidence is about automaton. FALSE with
 * error set (SOLVER) when the wire is broken. */
gboolean couplet_take_outcome (CoupletWire *wire, const CoupletAutomaton *automaton,
                               CoupletOutcome *outcome, GError **error);

/* Appends which parameters (CoupletParameter; NULL = none) are used; marks those that were. */
void couplet_put_parameters (GByteArray *out, const GArray *parameters);
void couplet_take_parameters (CoupletWire *wire, GArray *parameters);

/* Appends diagnostics; adds those that were put, and counts those that were not kept. FALSE:
 * the wire is broken. */
void couplet_put_diagnostics (GByteArray *out, const CoupletDiagnostics *diagnostics);
gboolean couplet_take_diagnostics (CoupletWire *wire, CoupletDiagnostics *diagnostics);

/* Appends what result says, except which file it is about. */
void couplet_put_result (GByteArray *out, const CoupletFileResult *result, gboolean with_evidence);

/* A result that was put; it points into the wire's data. */
typedef struct {
  CoupletFileResult result;
  GArray *stages;      /* CoupletStageResult */
  GArray *diagnostics; /* CoupletDiagnostic */
  GArray *statistics;  /* CoupletStatistic of all stages, in order */
  GPtrArray *evidence; /* CoupletEvidence of all stages, in order, owned */
} ReceivedResult;

void couplet_received_init (ReceivedResult *received);
void couplet_received_clear (ReceivedResult *received);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ReceivedResult, couplet_received_clear)

/* Sets received->result to what was put about file. automaton: of the file, for
 * evidence, which is left out when it is NULL. FALSE: the wire is broken. */
gboolean couplet_take_result (CoupletWire *wire, const char *file,
                              const CoupletAutomaton *automaton, ReceivedResult *received);

#endif
