/* SPDX-License-Identifier: Apache-2.0 */
/* What is seen of a run, and how likely it is: a walk of an automaton whose outputs tell it, or all
 * paths of a linear tree with the same outputs.
 */
#ifndef COUPLET_PROBE_EVENT_H
#define COUPLET_PROBE_EVENT_H

#include "path_draws.h"
#include "probability.h"

#include <couplet/context.h>
#include <couplet/counterexample.h>
#include <couplet/linear.h>

typedef struct {
  guint n_inputs;      /* one for each step of the walk, or each answer */
  guint n_values;      /* of real outputs: one for each step, or each real output */
  gboolean is_density; /* some real output has a density */
  /* of a walk */
  const CoupletAutomaton *automaton; /* NULL = of a tree */
  guint32 *transitions;
  PathDraws *draws;
  /* of a tree */
  const CoupletLinearList *list;
  GArray *ends;       /* guint32: the END nodes of the paths */
  GArray *reals;      /* guint32: the nodes of the real outputs of one of them */
  gboolean has_reals; /* some of the paths has real outputs */
} ProbeEvent;

/* The walk of n transitions; automaton must outlive it. NULL with *obstacle set to a constant
 * sentence when a guard on it has several alternatives. The caller frees it. */
ProbeEvent *probe_event_of_walk (const CoupletAutomaton *automaton, const guint32 *transitions,
                                 guint n, const char **obstacle);

/* The events (ProbeEvent *) of list, which must outlive them; no further ones when they are more
 * than most. The caller frees the array. */
GPtrArray *probe_events_of_list (const CoupletLinearList *list, guint most);
void probe_event_free (ProbeEvent *event);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProbeEvent, probe_event_free)

/* Sets value to the probability, or the density of real outputs, of event. values: what is output
 * where real numbers are; NULL = nowhere. epsilon > 0. An exact 0 means that it is impossible. */
ProbabilityStatus probe_event_chance (const ProbeEvent *event, const fmpq *inputs,
                                      const fmpq *values, const fmpq_t epsilon,
                                      CoupletContext *context, arb_t value);

/* The steps of a counterexample, *n of them. The caller frees them and their texts. */
CoupletCounterexampleStep *probe_event_steps (const ProbeEvent *event, const fmpq *inputs,
                                              const fmpq *adjacent, const fmpq *values, guint32 *n);

#endif
