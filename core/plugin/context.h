/* SPDX-License-Identifier: Apache-2.0 */
/* What the core sees of a context besides <couplet/host.h>. */
#ifndef COUPLET_CORE_CONTEXT_H
#define COUPLET_CORE_CONTEXT_H

#include "clock.h"

#include <couplet/result.h>

/* The clock of context, which lives as long; NULL for NULL. */
Clock *couplet_context_clock (CoupletContext *context);

/* Calls what couplet_context_on_save() was given. */
void couplet_context_save (CoupletContext *context, CoupletOutcome *outcome);

#endif
