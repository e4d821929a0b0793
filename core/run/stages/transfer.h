/* SPDX-License-Identifier: Apache-2.0 */
/* What a front end leaves, carried to another process: parameters used, diagnostics. */
#ifndef COUPLET_CORE_TRANSFER_H
#define COUPLET_CORE_TRANSFER_H

#include "run.h"
#include "wire.h"

/* Appends which parameters (CoupletParameter; NULL = none) are used; marks those that were. */
void wire_put_parameters (GByteArray *out, const GArray *parameters);
void wire_take_parameters (Wire *wire, GArray *parameters);

/* Appends diagnostics; adds those that were put, and counts those that were not kept. FALSE:
 * the wire is broken. */
void wire_put_diagnostics (GByteArray *out, const CoupletDiagnostics *diagnostics);
gboolean wire_take_diagnostics (Wire *wire, CoupletDiagnostics *diagnostics);

#endif
