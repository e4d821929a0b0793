/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/arena.h>
#include <couplet/internal/large.h>

#include <stdint.h>
#include <string.h>

#define FIRST_CHUNK 4096
#define LARGEST_CHUNK (1 << 20) /* of what is not large */
#define LARGEST_LARGE_CHUNK (16 << 20)
#define CHUNKS_OF_LARGE 4 /* a chunk is no larger than that part of what is used */
#define ALIGNMENT 16

typedef struct Chunk Chunk;
struct Chunk {
  Chunk *next;
  char padding[ALIGNMENT - sizeof (Chunk *)]; /* keeps what follows aligned */
};

struct CoupletArena {
  Chunk *chunks;
  char *free_bytes;
  gsize left;
  gsize next_size;
  gsize used;
};

CoupletArena *
couplet_arena_new (void)
{
  CoupletArena *arena = g_new0 (CoupletArena, 1);
  arena->next_size = FIRST_CHUNK;
  return arena;
}

void
couplet_arena_free (CoupletArena *arena)
{
  if (arena == NULL)
    return;
  for (Chunk *chunk = arena->chunks; chunk != NULL;) {
    Chunk *next = chunk->next;
    g_free (chunk);
    chunk = next;
  }
  g_free (arena);
}

static char *
add_chunk (CoupletArena *arena, gsize size)
{
  if (size > G_MAXSIZE - sizeof (Chunk))
    g_error ("out of memory");
  Chunk *chunk = couplet_large_advise (g_malloc (sizeof (Chunk) + size), sizeof (Chunk) + size);
  chunk->next = arena->chunks;
  arena->chunks = chunk;
  return (char *)(chunk + 1);
}

/* What is large is given in large pages, of which the last chunk leaves some unused. */
static gsize
largest_chunk (const CoupletArena *arena)
{
  return CLAMP (arena->used / CHUNKS_OF_LARGE, LARGEST_CHUNK, LARGEST_LARGE_CHUNK);
}

/* Room for size bytes at an end of the chunk that is open: aligned in front, as they come after.
 */
static gpointer
take (CoupletArena *arena, gsize size, gboolean in_front)
{
  arena->used += size;
  if (size > arena->left || arena->free_bytes == NULL) {
    /* a large block gets a chunk of its own and leaves the current one open */
    if (size > arena->next_size / 4)
      return add_chunk (arena, size);
    arena->free_bytes = add_chunk (arena, arena->next_size);
    arena->left = arena->next_size;
    if (arena->next_size < largest_chunk (arena))
      arena->next_size *= 2;
  }
  arena->left -= size;
  if (!in_front)
    return arena->free_bytes + arena->left;
  char *block = arena->free_bytes;
  arena->free_bytes += size;
  return block;
}

gpointer
couplet_arena_alloc (CoupletArena *arena, gsize size)
{
  if (size > G_MAXSIZE - ALIGNMENT)
    g_error ("out of memory");
  return take (arena, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT, TRUE);
}

gpointer
couplet_arena_alloc_array (CoupletArena *arena, gsize count, gsize size)
{
  gsize bytes;
  if (!g_size_checked_mul (&bytes, count, size))
    g_error ("out of memory");
  return couplet_arena_alloc (arena, bytes);
}

char *
couplet_arena_strndup (CoupletArena *arena, const char *text, gsize length)
{
  if (length > G_MAXSIZE - ALIGNMENT)
    g_error ("out of memory");
  char *copy = take (arena, length + 1, FALSE);
  if (length > 0)
    memcpy (copy, text, length);
  copy[length] = '\0';
  return copy;
}

gpointer
couplet_arena_keep (CoupletArena *arena, const GArray *array)
{
  gsize bytes = (gsize)array->len * g_array_get_element_size ((GArray *)array);
  gpointer kept = couplet_arena_alloc (arena, MAX (bytes, 1));
  return bytes > 0 ? memcpy (kept, array->data, bytes) : kept;
}

gsize
couplet_arena_used (const CoupletArena *arena)
{
  return arena->used;
}
