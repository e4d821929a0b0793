/* SPDX-License-Identifier: Apache-2.0 */
/* Memory for cgraph's graphs that is given back at once: agclose() takes a graph apart
 * object by object, which is a fifth of the time that reading takes. */
#ifndef COUPLET_DOT_MEMORY_H
#define COUPLET_DOT_MEMORY_H

#include <couplet/arena.h>
#include <graphviz/cgraph.h>

/* What agread() is to be given: the address of disc. */
typedef struct {
  Agdisc_t disc; /* first: cgraph passes its address on */
  CoupletArena *arena;
} DotMemory;

/* Graphs will stand in arena, which must outlive them. */
void dot_memory_init (DotMemory *memory, CoupletArena *arena, Agiodisc_t *io);

/* Closes a graph made with such memory (agclose() may be called instead). */
void dot_memory_close (Agraph_t *graph);

#endif
