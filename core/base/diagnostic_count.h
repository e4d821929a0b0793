/* SPDX-License-Identifier: Apache-2.0 */
/* Diagnostics of another process, of which only some were kept. */
#ifndef COUPLET_CORE_DIAGNOSTIC_COUNT_H
#define COUPLET_CORE_DIAGNOSTIC_COUNT_H

#include <couplet/host/model.h>

/* Counts n of that severity, where fewer were added: the others are not kept. */
void diagnostics_count_up_to (CoupletDiagnostics *diagnostics, CoupletSeverity severity, guint n);

#endif
