/* SPDX-License-Identifier: Apache-2.0 */
/* A smaller automaton with the same fault. */
#ifndef COUPLET_TESTS_SHRINK_H
#define COUPLET_TESTS_SHRINK_H

#include "random_many.h"

/* Whether many, which may be refused, has the fault. */
typedef gboolean (*HasFault) (gpointer data, const ManyAutomaton *many);

/* Takes from many, which has the fault, transitions, states, and all that is unusual, as long as
 * the fault remains. */
void shrink_many (ManyAutomaton *many, HasFault has_fault, gpointer data);

#endif
