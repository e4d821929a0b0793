/* SPDX-License-Identifier: Apache-2.0 */
/* Interned texts: each distinct text once, numbered in the order of first
 * appearance. An open-addressing table, made for millions of names. */
#ifndef COUPLET_CORE_NAMES_H
#define COUPLET_CORE_NAMES_H

#include <couplet/internal/arena.h>
#include <couplet/internal/text.h>

typedef struct Names Names;

/* An empty table whose texts are kept in arena (not owned). */
Names *names_new (CoupletArena *arena);
void names_free (Names *names);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Names, names_free)

/* Has the processor fetch what names_find() will need for text. */
void names_prefetch (const Names *names, CoupletText text);

/* The number of text, which is added if it is new. */
guint32 names_intern (Names *names, CoupletText text);

/* The number of text, COUPLET_NONE when it was never added. */
guint32 names_find (const Names *names, CoupletText text);

guint32 names_count (const Names *names);

/* The text with that number; NUL-terminated, in the arena. */
const char *names_text (const Names *names, guint32 number);
gsize names_length (const Names *names, guint32 number);
CoupletText names_get (const Names *names, guint32 number);

#endif
