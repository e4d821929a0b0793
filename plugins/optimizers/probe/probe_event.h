/* SPDX-License-Identifier: Apache-2.0 */
/* What is seen of a run, and how likely it is: all paths of an automaton, or of a linear tree, with
 * the same outputs.
 */
#ifndef COUPLET_PROBE_EVENT_H
#define COUPLET_PROBE_EVENT_H

#include "path_draws.h"
#include "probability.h"

#include <couplet/internal/context.h>
#include <couplet/host/counterexample.h>
#include <couplet/host/model.h>

/* A path with the outputs of the walk. */
typedef struct {
  PathDraws *draws;
  guint *reads; /* per step: the step of the walk that reads the same input */
  guint *shows; /* per step that is seen: the step of the walk that shows the same */
  glong bits;   /* that were enough for its probability at other inputs, to begin with */
} ProbeWalk;

typedef struct {
  guint n_inputs;      /* one for each step of the walk, or each answer */
  guint n_values;      /* of real outputs: one for each step, or each real output */
  gboolean is_density; /* some real output has a density */
  /* of a walk */
  const CoupletAutomaton *automaton; /* NULL = of a tree */
  guint32 *transitions;
  GPtrArray *walks; /* ProbeWalk *: the walk itself, and others */
  /* of a tree */
  const CoupletLinearList *list;
  GArray *ends;       /* guint32: the END nodes of the paths */
  GArray *reals;      /* guint32: the nodes of the real outputs of one of them */
  gboolean has_reals; /* some of the paths has real outputs */
} ProbeEvent;

/* The walk of n transitions; automaton must outlive it. NULL with *obstacle set to a constant
 * sentence when its probability is not computed, as where a guard on it has several alternatives.
 * The caller frees it. */
ProbeEvent *probe_event_of_walk (const CoupletAutomaton *automaton, const guint32 *transitions,
                                 guint n, const char **obstacle);

/* The outputs of the walk, whose last transition is not silent: it and all other paths with these.
 * They read the same inputs in the same order. automaton is not unfolded. NULL as above. */
ProbeEvent *probe_event_of_outputs (const CoupletAutomaton *automaton, const guint32 *transitions,
                                    guint n, const char **obstacle);

/* The draws of the walk, which belong to event. */
const PathDraws *probe_event_draws (const ProbeEvent *event);

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
