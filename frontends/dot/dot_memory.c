/* SPDX-License-Identifier: Apache-2.0 */
#include "dot_memory.h"

#include <stdlib.h>
#include <string.h>

#define MOST_DICTIONARIES 16
#define MOST_BLOCKS 40
#define FIRST_BLOCK ((gsize)16384)
#define ALIGNMENT 16

/* What cgraph has of the arena: blocks that double, so that few hold any graph. */
typedef struct {
  CoupletArena *arena;
  char *free_bytes;
  gsize left;
  struct {
    const char *begin, *end;
  } blocks[MOST_BLOCKS];
  guint n_blocks;
} Pool;

static void *
open_memory (Agdisc_t *disc)
{
  CoupletArena *arena = ((DotMemory *)(gpointer)disc)->arena;
  Pool *pool = memset (couplet_arena_new_array (arena, Pool, 1), 0, sizeof (Pool));
  pool->arena = arena;
  return pool;
}

static void
add_block (Pool *pool, gsize least)
{
  g_assert (pool->n_blocks < MOST_BLOCKS);
  gsize size = MAX (least, FIRST_BLOCK << pool->n_blocks);
  pool->free_bytes = couplet_arena_alloc (pool->arena, size);
  pool->left = size;
  pool->blocks[pool->n_blocks].begin = pool->free_bytes;
  pool->blocks[pool->n_blocks++].end = pool->free_bytes + size;
}

/* cgraph expects zeros. */
static void *
take_memory (void *data, size_t size)
{
  Pool *pool = data;
  size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (size > pool->left)
    add_block (pool, size);
  char *memory = pool->free_bytes;
  pool->free_bytes += size;
  pool->left -= size;
  return memset (memory, 0, size);
}

static void *
resize_memory (void *pool, void *memory, size_t old, size_t size)
{
  void *moved = take_memory (pool, size);
  if (memory != NULL)
    memcpy (moved, memory, MIN (old, size));
  return moved;
}

/* What is the pool's goes with the arena. The rest cgraph took from malloc, behind the back
 * of this discipline: it takes some entries of dictionaries there and gives them up here. */
static void
leave_memory (void *data, void *memory)
{
  const Pool *pool = data;
  const char *at = memory;
  for (guint i = 0; i < pool->n_blocks; i++)
    if (at >= pool->blocks[i].begin && at < pool->blocks[i].end)
      return;
  free (memory);
}

static void
leave_all (void *pool)
{
  (void)pool;
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
