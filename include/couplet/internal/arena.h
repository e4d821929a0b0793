/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is freed all at once: what one automaton, or one run of a
 * plugin, needs. Allocation never fails (like g_malloc, it ends the program
 * when the system has no memory left) and is not thread safe.
 */
#ifndef COUPLET_INTERNAL_ARENA_H
#define COUPLET_INTERNAL_ARENA_H

#include <glib.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

typedef struct CoupletArena CoupletArena;

/* An empty arena. The caller frees it with couplet_arena_free(). */
CoupletArena *couplet_arena_new (void);

/* Frees the arena and everything allocated from it. NULL is allowed. */
void couplet_arena_free (CoupletArena *arena);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletArena, couplet_arena_free)

/* size bytes, aligned for any type, contents undefined. */
gpointer couplet_arena_alloc (CoupletArena *arena, gsize size);

/* Room for count elements of size bytes; ends the program if the product
 * overflows, as g_new() does. */
gpointer couplet_arena_alloc_array (CoupletArena *arena, gsize count, gsize size);

/* A copy of length bytes, with a NUL after them. */
char *couplet_arena_strndup (CoupletArena *arena, const char *text, gsize length);

/* A copy of what array has. */
gpointer couplet_arena_keep (CoupletArena *arena, const GArray *array);

/* Bytes handed out so far, for statistics. */
gsize couplet_arena_used (const CoupletArena *arena);

#define couplet_arena_new_array(arena, type, count)                                                \
  ((type *)couplet_arena_alloc_array ((arena), (count), sizeof (type)))

#pragma GCC visibility pop
G_END_DECLS

#endif
