/* SPDX-License-Identifier: Apache-2.0 */
/* Looks for two adjacent inputs, neighbours on a line, and an event, whose certified probabilities
 * differ.
 */
#ifndef COUPLET_PAIR_SEARCH_H
#define COUPLET_PAIR_SEARCH_H

#include "probe.h"
#include "probe_event.h"

/* A pair of inputs; the first run is the more likely one. */
typedef struct {
  const ProbeEvent *event; /* NULL = none was found */
  GArray *inputs, *adjacent, *values;
  arb_t probability, adjacent_probability; /* or densities, of real outputs */
  arb_t loss;                              /* in multiples of epsilon; may be infinite */
  gboolean proven;                         /* the loss is above the claim */
} ProbePair;

/* Numbers are arrays of rationals. */
typedef struct {
  CoupletContext *context;
  const ProbeOptions *options;
  const CoupletRational *sensitivity;
  /* What is asked: the event, and the line base + k * sensitivity * direction. */
  ProbeEvent *event;
  GArray *base, *values; /* values: of the real outputs */
  gint8 *direction;
  gboolean begins_half; /* steps are counted from half a step before the base */
  gboolean one_order; /* the first of two neighbours is the more likely one, or they do not count */
  /* What was found. */
  guint64 n_chances;    /* that were asked for */
  const char *obstacle; /* why something was not computed, NULL = nothing */
  ProbePair best;
} PairSearch;

/* Inputs are n_inputs numbers, of which the event may read fewer, and values n_values, all 0. */
void pair_search_init (PairSearch *search, CoupletContext *context, const ProbeOptions *options,
                       const CoupletRational *sensitivity, guint n_inputs, guint n_values);
void pair_search_clear (PairSearch *search);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PairSearch, pair_search_clear)

/* Tries the neighbours k and k + 1; TRUE when the best pair got better. *possible: both are in the
 * range asked for, and their probabilities are known. */
gboolean pair_search_try (PairSearch *search, gint64 k, gboolean *possible);

/* Forgets the best pair. */
void pair_search_forget (PairSearch *search);

/* Whether the best pair shows that the claim is wrong. */
gboolean pair_search_refutes (const PairSearch *search);

/* Answers with the best pair, or with the reason why there is none. subject: whose loss it is. */
void pair_search_answer (const PairSearch *search, const char *subject, CoupletOutcome *outcome);

/* Sets *result to value, which is finite, rounded up or else down to some decimals. */
void probe_round (const arb_t value, guint decimals, gboolean up, CoupletRational *result);

#endif
