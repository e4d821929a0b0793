/* SPDX-License-Identifier: Apache-2.0 */
/* An event whose probability is known for any inputs: all paths of an automaton, or of a linear
 * tree, with the same outputs. Numbers are arrays of rationals.
 */
#ifndef COUPLET_PROBE_EVENT_H
#define COUPLET_PROBE_EVENT_H

#include "line_probability.h"

#include <couplet/host/counterexample.h>

typedef struct {
  guint n_inputs;      /* one for each step of the walk, or each answer; so are values of a walk */
  gboolean is_density; /* some real output has a density */
  GPtrArray *lines; /* CoupletLine *: of the paths, which read the same inputs; first of the walk */
  slong bits;       /* that were enough for a probability at other inputs, to begin with */
  /* of a walk */
  const CoupletAutomaton *automaton; /* NULL = of a tree */
  guint32 *transitions;
  /* of a tree */
  const CoupletLinearList *list;
  guint32 end;        /* the END node of a path */
  GArray *reals;      /* guint32: the nodes of its real outputs */
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

/* The walks (ProbeEvent *) that end where nothing follows, or where a further private input than
 * n_answers would be read. NULL when they are too many or too long, or as above. */
GPtrArray *probe_events_of_answers (const CoupletAutomaton *automaton, guint n_answers,
                                    const char **obstacle);

/* The events (ProbeEvent *) of list, which must outlive them; no further ones when they are more
 * than most. The caller frees the array. */
GPtrArray *probe_events_of_list (const CoupletLinearList *list, guint most);
void probe_event_free (ProbeEvent *event);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProbeEvent, probe_event_free)

/* Sets value to the probability, or the density of real outputs, of event. values: what is output
 * where real numbers are. epsilon > 0. An exact 0 means that it is impossible. */
ProbabilityStatus probe_event_chance (ProbeEvent *event, const GArray *inputs, const GArray *values,
                                      const CoupletRational *epsilon, CoupletContext *context,
                                      arb_t value);

/* The steps of a counterexample, *n of them. The caller frees them and their texts. */
CoupletCounterexampleStep *probe_event_steps (const ProbeEvent *event, const GArray *inputs,
                                              const GArray *adjacent, const GArray *values,
                                              guint32 *n);

/* The output that an onlooker sees; COUPLET_NONE = a real number. */
guint32 probe_letter (const CoupletAutomaton *automaton, guint32 transition);

/* Whether some noise is of whole numbers: then so are all inputs. */
gboolean probe_inputs_are_whole (const CoupletAutomaton *automaton);

#endif
