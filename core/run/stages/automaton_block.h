/* SPDX-License-Identifier: Apache-2.0 */
/* An automaton in one block of memory, which another process can read at the same address. */
#ifndef COUPLET_CORE_AUTOMATON_BLOCK_H
#define COUPLET_CORE_AUTOMATON_BLOCK_H

#include <couplet/internal/automaton.h>

/* Copies automaton, with all that it points to and what it was unfolded from, to room, which has
 * so many bytes and is aligned for any type. Returns the copy, which lies in room and is not
 * freed; NULL = it takes more. */
const CoupletAutomaton *automaton_to_block (const CoupletAutomaton *automaton, gpointer room,
                                            gsize size);

#endif
