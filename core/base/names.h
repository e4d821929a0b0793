/* SPDX-License-Identifier: Apache-2.0 */
/* Interned texts: each distinct text once, numbered in the order of first
 * appearance. An open-addressing table, made for millions of names. */
#ifndef COUPLET_CORE_NAMES_H
#define COUPLET_CORE_NAMES_H

#include <couplet/arena.h>
#include <couplet/model.h>

typedef struct CoupletNames CoupletNames;

/* An empty table whose texts are kept in arena (not owned). */
CoupletNames *couplet_names_new (CoupletArena *arena);
void couplet_names_free (CoupletNames *names);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletNames, couplet_names_free)

/* The number of text, which is added if it is new. */
guint32 couplet_names_intern (CoupletNames *names, CoupletText text);

/* The number of text, COUPLET_NONE when it was never added. */
guint32 couplet_names_find (const CoupletNames *names, CoupletText text);

guint32 couplet_names_count (const CoupletNames *names);

/* The text with that number; NUL-terminated, in the arena. */
const char *couplet_names_text (const CoupletNames *names, guint32 number);
gsize couplet_names_length (const CoupletNames *names, guint32 number);

#endif
