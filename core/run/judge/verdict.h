/* SPDX-License-Identifier: Apache-2.0 */
/* From what the stages found to what may be said: docs/theory.md section 5. */
#ifndef COUPLET_CORE_VERDICT_H
#define COUPLET_CORE_VERDICT_H

#include "question.h"

#include <couplet/host.h>

/* A stage's plugin and outcome, in the order of the pipeline. */
typedef struct {
  const CoupletPlugin *plugin;
  CoupletOutcome *outcome;
  gboolean trusted;      /* believed without evidence */
  const char *stranger;  /* what messages call one that is not an installed plugin; else NULL */
  guint32 shown;         /* what accepted evidence shows of the outcome: a set of Shown */
  CoupletOutcome *exact; /* what it says of exact arithmetic, where outputs are snapped in
                            floating point; NULL = it was not asked */
} StageOutcome;

/* Drops walks that show what costs by the rule that cycles must be free, where that asks for too
 * much: they show nothing of the least d, and a checker may reject them. */
void verdict_drop_walks_by_rule (const Question *question, const StageOutcome *stages, guint n);

/* Sets the verdict of each stage, and verdict, cost, reason and disagreement of
 * *result, whose bounds point into the outcomes. question: of what the stages ran on. What rests on
 * the rule that cycles must be free is made an upper bound where that asks for too much. What a
 * stranger only claims is no part of a disagreement: where it contradicts another stage, a warning
 * is added to diagnostics (NULL = nobody wants it). The strings it sets are the caller's to free.
 */
void verdict_conclude (CoupletResult *result, const Question *question, const StageOutcome *stages,
                       guint n, CoupletDiagnostics *diagnostics);

#endif
