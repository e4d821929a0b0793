/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the evidence that an answer comes with is right, and is for that answer. */
#ifndef COUPLET_CORE_SELF_CHECK_H
#define COUPLET_CORE_SELF_CHECK_H

#include <couplet/host.h>

/* Checks each piece of outcome's evidence whose check takes less effort than most
 * (check_effort()). What proves too large is a
 * warning in diagnostics. *shown becomes what accepted evidence shows of the answer (Shown).
 * NULL, or claim and rejection as a clause, which the caller frees. */
char *self_check (CoupletOutcome *outcome, gsize most, CoupletDiagnostics *diagnostics,
                  guint32 *shown);

#endif
