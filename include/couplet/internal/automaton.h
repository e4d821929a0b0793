/* SPDX-License-Identifier: Apache-2.0 */
/* What the library and the shipped plugins share about automata, beside <couplet/model.h>. */
#ifndef COUPLET_INTERNAL_AUTOMATON_H
#define COUPLET_INTERNAL_AUTOMATON_H

#include <couplet/host/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* The transition, or COUPLET_NONE, of the automaton that was read which transition stands for. */
static inline guint32
couplet_folded_transition (const CoupletAutomaton *automaton, guint32 transition)
{
  return automaton->folded != NULL && transition != COUPLET_NONE
             ? automaton->folded_transition[transition]
             : transition;
}

/* How the fresh outputs of state are snapped; NULL = not at all. */
static inline const CoupletSnap *
couplet_snap_of (const CoupletAutomaton *automaton, const CoupletState *state)
{
  const CoupletSnap *snap = automaton->snaps != NULL ? &automaton->snaps[state->noise] : NULL;
  return snap != NULL && snap->bound != COUPLET_NONE ? snap : NULL;
}

/* True when all samples of a state have the same parameter d, or none has one. */
gboolean couplet_noise_is_uniform (const CoupletAutomaton *automaton, const CoupletNoise *noise);

/* TRUE when the guards of all reachable transitions are conjunctions: each holds in one way. */
gboolean couplet_has_only_conjunctions (const CoupletAutomaton *automaton);

/* Whether the form of a row of path contains a draw that is not discrete. */
gboolean couplet_linear_is_continuous (const CoupletLinearList *list, const CoupletLinearPath *path,
                                       const CoupletLinearForm *form);

/* Whether list has a discrete draw. */
gboolean couplet_linear_has_discrete (const CoupletLinearList *list);

/* How formats call an adjacency, an input and a kind of noise. */
const char *couplet_adjacency_to_string (CoupletAdjacency adjacency);
const char *couplet_input_to_string (CoupletInput input);
const char *couplet_noise_kind_to_string (CoupletNoiseKind kind);

#pragma GCC visibility pop
G_END_DECLS

#endif
