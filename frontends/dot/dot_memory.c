/* SPDX-License-Identifier: Apache-2.0 */
#include "dot_memory.h"

#include <string.h>

#define MOST_DICTIONARIES 16

static void *
open_memory (Agdisc_t *disc)
{
  return ((DotMemory *)(gpointer)disc)->arena;
}

/* cgraph expects zeros. */
static void *
take_memory (void *arena, size_t size)
{
  return memset (couplet_arena_alloc (arena, size), 0, size);
}

static void *
resize_memory (void *arena, void *memory, size_t old, size_t size)
{
  void *moved = take_memory (arena, size);
  if (memory != NULL)
    memcpy (moved, memory, MIN (old, size));
  return moved;
}

/* All of it goes with the arena. */
static void
leave_memory (void *arena, void *memory)
{
  (void)arena;
  (void)memory;
}

static void
leave_all (void *arena)
{
  (void)arena;
}

/* With a function to close, agclose() gives up the whole graph in one call. */
static Agmemdisc_t PIECE_BY_PIECE = {open_memory, take_memory, resize_memory, leave_memory, NULL};
static Agmemdisc_t AT_ONCE = {open_memory, take_memory, resize_memory, leave_memory, leave_all};

void
dot_memory_init (DotMemory *memory, CoupletArena *arena, Agiodisc_t *io)
{
  *memory = (DotMemory){{&PIECE_BY_PIECE, &AgIdDisc, io}, arena};
}

/* ---- Closing -------------------------------------------------------------------------- */

typedef struct {
  Dict_t *items[MOST_DICTIONARIES];
  guint n;
} Dictionaries;

static void
note (Dictionaries *all, Dict_t *dictionary)
{
  if (dictionary != NULL && all->n < MOST_DICTIONARIES)
    all->items[all->n++] = dictionary;
}

/* The dictionaries of a graph without subgraphs. */
static Dictionaries
dictionaries_of (Agraph_t *graph)
{
  Dictionaries all = {.n = 0};
  const Agclos_t *shared = graph->clos;
  const Agdatadict_t *data = (gpointer)aggetrec (graph, (char *)"_AG_datadict", FALSE);
  Dict_t *const own[] = {graph->n_seq, graph->n_id,   graph->e_seq,
                         graph->e_id,  graph->g_dict, shared->strdict};
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    note (&all, own[i]);
  for (guint i = 0; i < G_N_ELEMENTS (shared->lookup_by_name); i++) {
    note (&all, shared->lookup_by_name[i]);
    note (&all, shared->lookup_by_id[i]);
  }
  if (data != NULL) {
    note (&all, data->dict.n);
    note (&all, data->dict.e);
    note (&all, data->dict.g);
  }
  return all;
}

static void *
leave_dictionary_memory (Dict_t *dictionary, void *memory, size_t size, Dtdisc_t *disc)
{
  (void)dictionary;
  (void)memory;
  (void)size;
  (void)disc;
  return NULL;
}

/* Frees the one thing that cdt takes from malloc: the handle. */
static void
close_dictionary (Dict_t *dictionary)
{
  Dtdisc_t disc = *dictionary->disc;
  disc.freef = NULL;
  disc.eventf = NULL;
  dictionary->disc = &disc;
  dictionary->memoryf = leave_dictionary_memory;
  dtclose (dictionary);
}

void
dot_memory_close (Agraph_t *graph)
{
  /* the dictionaries of subgraphs are views of their parents': cgraph knows how */
  if (agfstsubg (graph) != NULL) {
    agclose (graph);
    return;
  }
  Dictionaries all = dictionaries_of (graph);
  graph->clos->disc.mem = &AT_ONCE;
  agclose (graph);
  for (guint i = 0; i < all.n; i++)
    close_dictionary (all.items[i]);
}
