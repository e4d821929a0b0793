/* SPDX-License-Identifier: Apache-2.0 */
/* The rates of an automaton's draws (noise parameters), several of which may belong to one group
 * that changes together, and the changes that make its least d small enough.
 */
#ifndef COUPLET_EXPLAIN_RATES_H
#define COUPLET_EXPLAIN_RATES_H

#include "draft.h"
#include "examiner.h"
#include "rate_program.h"
#include "walk_samples.h"

/* group: by draft_rate(), COUPLET_NONE where nothing is drawn with noise. factors: what the rates
 * of each group are multiplied by. */
typedef struct {
  const CoupletAutomaton *automaton;
  guint n_groups;
  guint n_draws;
  guint32 *group;
  CoupletRational *factors;
} Rates;

/* No groups yet, and no draw in one. automaton is not owned; the caller frees the rates. */
Rates *rates_new (const CoupletAutomaton *automaton);
void rates_free (Rates *rates);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Rates, rates_free)

/* Adds a group with factor 1 and returns it. */
guint32 rates_add_group (Rates *rates);

/* The noise parameter of draw (below n_draws), into automaton->numbers; COUPLET_NONE: it has none,
 * or nothing reaches it. */
guint32 rates_number (const Rates *rates, guint draw);
/* The state that makes draw, and its sample, or DRAFT_FRESH. */
guint32 rates_state (const Rates *rates, guint draw);
guint32 rates_slot (const Rates *rates, guint draw);

/* The first draw of group; n_draws = it has none. */
guint rates_first (const Rates *rates, guint32 group);

/* The automaton with its rates multiplied by factors (n_groups; NULL = those of rates). The caller
 * frees it. */
CoupletAutomaton *rates_apply (const Rates *rates, const CoupletRational *factors);

/* The d that is proven of what rates_apply() makes, and the examination that shows it. NULL: none
 * is. The caller frees both. */
typedef struct {
  CoupletAutomaton *automaton;
  CoupletExamination *examination;
} RatesProof;
void rates_proof_clear (RatesProof *proof);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RatesProof, rates_proof_clear)
const CoupletRational *rates_prove (const Rates *rates, const CoupletRational *factors,
                                    Examiner *examiner, RatesProof *proof);

/* What the samples of a walk with known shifts pay for each group, by rates as their automaton has
 * them: sums (n_groups), multiples of epsilon. */
void rates_sum (const Rates *rates, const WalkSamples *samples, CoupletRational *sums);

/* The same for the walk that costs most of proof. FALSE: none is known. */
gboolean rates_pay (const Rates *rates, const RatesProof *proof, CoupletRational *sums);

/* Sets the factors, each at most 1, so that the least d is at most `most`, and the sum of 1
 * less each is small: no more than with one factor for all, which *is_uniform tells. No factor is
 * below half of that one. FALSE: no d is proven of the mechanism. */
gboolean rates_search (Rates *rates, const CoupletRational *most, Examiner *examiner,
                       gboolean *is_uniform);

/* What is spent on answers, for 1 that is spent on thresholds, and what the difference of an answer
 * and a threshold varies by, in multiples of 1 / epsilon^2: before and after. */
typedef struct {
  CoupletRational ratio, before, after;
} Split;

void split_init (Split *split);
void split_clear (Split *split);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Split, split_clear)

/* Sets the factors so that the least d is at most `most` and that varies little: what is spent
 * stands in the ratio that is best by what both kinds of draws cost. NULL, or why there is no such
 * split. */
const char *rates_split (Rates *rates, const CoupletRational *most, Examiner *examiner,
                         Split *split);

#endif
