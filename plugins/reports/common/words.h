/* SPDX-License-Identifier: Apache-2.0 */
/* What a result says, in words for people, the same in every report. The caller frees what is
 * not const. */
#ifndef COUPLET_REPORT_WORDS_H
#define COUPLET_REPORT_WORDS_H

#include <couplet/internal/plugin.h>

/* `private`, `not private`, `unknown`, `error`. */
const char *verdict_words (CoupletVerdict verdict);

/* The same of a file, with the number of errors: `error (2 errors)`. */
char *report_verdict_words (const CoupletResult *result);

/* `claim 1 fails`; NULL: nothing is claimed. */
char *report_claim_words (const CoupletResult *result);

/* What a stage answers: `private`, `exact cost 5/4 (1.25)`, `cost at most 2, claimed`. */
char *report_stage_words (const CoupletStageResult *stage);

/* The shortest that still tells what the answer means: `2`, `<= 2`, `1..2`, `none`, `?`, `-`,
 * `absent`. */
char *report_stage_words_briefly (const CoupletStageResult *stage);

/* The cost in relation to the exact one; empty where either is missing. */
char *report_ratio_words (const CoupletStageResult *stage, const CoupletRational *exact);

/* What stands after an answer that is only claimed; else empty. */
static inline const char *
report_claim_mark (const CoupletStageResult *stage)
{
  return stage->claimed ? ", claimed" : "";
}

/* Whether stage has an infinite cost that means something: an infinite upper
 * bound alone does not. */
gboolean report_denies_cost (const CoupletStageResult *stage);

/* Whether stage judges automata only, and result is about a linear mechanism. */
gboolean report_is_for_automata (const CoupletResult *result, const CoupletStageResult *stage);

/* Whether stage's reason adds to the answers: it did not run, did not answer, or
 * its figure needs a word. */
gboolean report_needs_reason (const CoupletResult *result, const CoupletStageResult *stage);

/* What leads a contradiction's text. */
static inline const char *
report_disagreement (const CoupletResult *result)
{
  return result->rejected ? "THE CHECKER REJECTS AN ANSWER" : "THE STAGES DISAGREE";
}

#endif
