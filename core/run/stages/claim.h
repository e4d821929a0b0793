/* SPDX-License-Identifier: Apache-2.0 */
/* What a stage says, and how much of that its accepted evidence shows. */
#ifndef COUPLET_CORE_CLAIM_H
#define COUPLET_CORE_CLAIM_H

#include <couplet/host.h>

/* What accepted evidence shows of an answer. */
typedef enum {
  SHOWN_STRATEGY = 1 << 0,    /* a valid strategy exists */
  SHOWN_NO_STRATEGY = 1 << 1, /* none exists */
  SHOWN_UPPER = 1 << 2,       /* the cost is at most what the stage says */
  SHOWN_LOWER = 1 << 3,       /* the cost is at least what the stage says */
  SHOWN_ASIDE = 1 << 4        /* what no evidence is about, and no verdict rests on: inputs that
                                 refute a claim, what some outputs force d to be */
} Shown;

/* `frontier says exact cost 5/4 (1.25)`. The caller frees it. */
char *claim_to_string (CoupletOutcome *outcome);

/* What evidence, once it is accepted, shows of outcome's answer: a set of Shown. */
guint32 claim_shown_by (CoupletOutcome *outcome, const CoupletEvidence *evidence);

/* What has to be shown for the whole of outcome's answer: a set of Shown. conclusive:
 * whether the absence of a strategy proves that the automaton is not private. Where it does not,
 * no evidence can show a distinguisher, and the set has a member that is never shown. */
guint32 claim_needs (CoupletOutcome *outcome, gboolean conclusive);

#endif
