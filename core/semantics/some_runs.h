/* SPDX-License-Identifier: Apache-2.0 */
/* An automaton of some of the runs of another: those that end in some states, that output a
 * symbol so many times, or that read so many answers. Its least d is the supremum of the costs of
 * these runs. */
#ifndef COUPLET_CORE_SOME_RUNS_H
#define COUPLET_CORE_SOME_RUNS_H

#include <couplet/internal/automaton.h>

/* group: a number for each state of the automaton that was read, end: that of the states in which
 * they may end; NULL = any. output: an index into outputs whose symbol is counted, COUPLET_NONE =
 * none; count: how often it stands in the outputs. answers: the most private inputs that are read,
 * with no symbol counted; 0 = any number. */
typedef struct {
  const guint32 *group;
  guint32 end;
  guint32 output;
  guint32 count;
  guint32 answers;
} RunChoice;

/* The automaton of these runs of automaton, which may be unfolded and must outlive it. Orders are
 * in its states; what is remembered of earlier inputs is not, so that it has to be unfolded again.
 * It claims nothing, and does not say that it is unfolded. NULL when there is no such run, or when
 * it has too many states. The caller frees it. */
CoupletAutomaton *some_runs_new (const CoupletAutomaton *automaton, const RunChoice *choice);

/* The states of the automaton that was read in which runs of automaton may end for ever, ascending:
 * those of bottom components. An array of guint32 that the caller frees. */
GArray *run_ends (const CoupletAutomaton *automaton);

/* The largest number of times that the symbol output stands in the outputs of a run; COUPLET_NONE =
 * there is no largest one, or output is not a symbol that is shown. */
guint32 most_of_output (const CoupletAutomaton *automaton, guint32 output);

#endif
