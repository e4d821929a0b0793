/* SPDX-License-Identifier: Apache-2.0 */
/* A pipeline run on an automaton that no file holds. */
#ifndef COUPLET_HOST_EXAMINATION_H
#define COUPLET_HOST_EXAMINATION_H

#include <couplet/host/run.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* The pipeline run on an automaton that no file holds, nothing reported; it must outlive
 * what is returned, which the caller frees. */
typedef struct CoupletExamination CoupletExamination;
CoupletExamination *couplet_run_automaton (CoupletRun *run, const CoupletAutomaton *automaton);
void couplet_examination_free (CoupletExamination *examination);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletExamination, couplet_examination_free)

/* What came of it; owned by examination. The automaton's name stands for the file's. */
const CoupletResult *couplet_examination_result (const CoupletExamination *examination);

#pragma GCC visibility pop
G_END_DECLS

#endif
