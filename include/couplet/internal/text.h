/* SPDX-License-Identifier: Apache-2.0 */
/* What else is done with texts of an input. */
#ifndef COUPLET_INTERNAL_TEXT_H
#define COUPLET_INTERNAL_TEXT_H

#include <couplet/plugin.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* How many bytes of the byte order mark text, of length bytes, begins with: 3, or 0 without one. */
static inline gsize
couplet_text_mark_length (const char *text, gsize length)
{
  return length >= 3 && memcmp (text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* The first line of a message, of which others may show the source. The caller frees it. */
static inline char *
couplet_first_line (const char *message)
{
  return g_strndup (message, strcspn (message, "\n"));
}

/* The candidate with the least edit distance to text, NULL when none is near.
 * candidates ends in NULL. */
const char *couplet_nearest (const char *text, const char *const *candidates);

/* `; did you mean 'x'?`, to stand after a message, with name; empty for NULL. The caller
 * frees it. */
char *couplet_suggest (const char *name);

/* The same, but `; choose from a, b` with all candidates when none is near; empty without any. */
char *couplet_choose_from (const char *text, const char *const *candidates);

/* `; did you mean 'x'?`, to stand after a message, with the candidate nearest to text; empty when
 * none is near. candidates ends in NULL. The caller frees it. */
char *couplet_did_you_mean (const char *text, const char *const *candidates);

#pragma GCC visibility pop
G_END_DECLS

#endif
