/* SPDX-License-Identifier: Apache-2.0 */
/* Outcomes from the host's side: made for a plugin to fill, and read. */
#ifndef COUPLET_HOST_OUTCOME_H
#define COUPLET_HOST_OUTCOME_H

#include <couplet/host/result.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* An outcome for the stage called stage of plugin, nothing found yet. Both must
 * outlive it; the caller frees it. */
CoupletOutcome *couplet_outcome_new (const char *stage, const CoupletPlugin *plugin);
void couplet_outcome_free (CoupletOutcome *outcome);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletOutcome, couplet_outcome_free)

/* What the plugin found. */
CoupletFound couplet_outcome_found (const CoupletOutcome *outcome);

/* The stage as a report reads it, to be completed by the host; valid until the
 * outcome changes. */
CoupletStageResult *couplet_outcome_result (CoupletOutcome *outcome);

#pragma GCC visibility pop
G_END_DECLS

#endif
