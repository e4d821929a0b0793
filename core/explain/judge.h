/* SPDX-License-Identifier: Apache-2.0 */
/* Asks the deciders and optimizers about an automaton that no file holds. */
#ifndef COUPLET_EXPLAIN_JUDGE_H
#define COUPLET_EXPLAIN_JUDGE_H

#include <couplet/host.h>

/* The plugins of a registry that judge (not owned). */
typedef struct {
  const CoupletPlugin *decider;
  const CoupletPlugin *optimizer;
  const volatile int *cancelled;
} Judge;

/* What they say. Owns the automaton that stages looked at. */
typedef struct {
  gboolean is_private;
  CoupletRational cost;       /* exact, when is_private */
  CoupletAutomaton *unfolded; /* NULL: the automaton itself was looked at */
  CoupletOutcome *decided;    /* what the decider found */
  CoupletOutcome *optimized;  /* NULL when the decider found no strategy */
} Judgement;

/* Looks up the decider `graph` and the optimizer `frontier`. False with error set. */
gboolean judge_init (Judge *judge, CoupletRegistry *registry, const CoupletHost *host,
                     GError **error);

/* Judges automaton; *judgement is cleared by the caller, before automaton is freed. */
void judge_automaton (const Judge *judge, const CoupletAutomaton *automaton, Judgement *judgement);
void judgement_clear (Judgement *judgement);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Judgement, judgement_clear)

/* The first evidence of kind that the decider or the optimizer gave, or NULL. */
const CoupletEvidence *judgement_evidence (const Judgement *judgement, CoupletEvidenceKind kind);

#endif
