/* SPDX-License-Identifier: Apache-2.0 */
/* An automaton and what the examiner says of it. */
#ifndef COUPLET_TESTS_ASKED_H
#define COUPLET_TESTS_ASKED_H

#include "evidence_walks.h"
#include "examiner.h"

typedef struct {
  CoupletExamination *examination;
  const CoupletResult *result;
} Asked;

static inline void
ask (Asked *asked, Examiner *examiner, const CoupletAutomaton *automaton)
{
  asked->examination = examiner_ask (examiner, automaton);
  asked->result = couplet_examination_result (asked->examination);
}

static inline void
asked_clear (Asked *asked)
{
  couplet_examination_free (asked->examination);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Asked, asked_clear)

static inline const CoupletEvidence *
asked_evidence (const Asked *asked, CoupletEvidenceKind kind)
{
  const CoupletStageResult *by;
  return accepted_evidence (asked->result, kind, &by);
}

#endif
