/* SPDX-License-Identifier: Apache-2.0 */
/* Outcomes and results in which every field is set, and comparing them field by field: for what
 * carries them elsewhere. */
#ifndef COUPLET_TESTS_FULL_RESULTS_H
#define COUPLET_TESTS_FULL_RESULTS_H

#include <couplet/host.h>

extern const CoupletPlugin FULL_PLUGIN;
extern const CoupletProvenance FULL_RUN; /* what the origin of a result is made by */

/* Each text of its own, each flag once TRUE and once FALSE. */
extern const CoupletCounterexample FULL_COUNTEREXAMPLES[];
#define N_FULL_COUNTEREXAMPLES 2

/* What the evidence is about; the caller frees it. */
CoupletAutomaton *full_automaton (void);

/* An outcome in which everything is set, no two figures alike; and one with an infinite cost. The
 * caller frees them. */
CoupletOutcome *full_outcome (const CoupletAutomaton *automaton,
                              const CoupletCounterexample *counterexample);
CoupletOutcome *empty_outcome (void);

/* A result in which everything is set, no two figures alike, and what it points to. */
typedef struct {
  CoupletOutcome *outcomes[2];
  CoupletStageResult stages[2];
  CoupletRational upper, lower;
  CoupletResult result;
} FullResult;

void full_init (FullResult *full, const CoupletAutomaton *automaton);
void full_clear (FullResult *full);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FullResult, full_clear)

/* That both are the same in every field but what the process that receives fills in. */
void assert_same_answer (const CoupletStageResult *a, const CoupletStageResult *b);
void assert_same_counterexample (const CoupletCounterexample *a, const CoupletCounterexample *b);

/* That both are the same in every field but the automata, which are not sent. */
void assert_same_stage (const CoupletStageResult *a, const CoupletStageResult *b);
void assert_same_result (const CoupletResult *a, const CoupletResult *b);

#endif
