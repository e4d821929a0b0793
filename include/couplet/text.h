/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of an input: slices of it, and made fit to be shown in messages. */
#ifndef COUPLET_TEXT_H
#define COUPLET_TEXT_H

#include <glib.h>

#include <string.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* A slice of the input; text NULL = left out. Need not end in NUL; what is
 * kept of it is copied. */
typedef struct {
  const char *text;
  gsize length;
} CoupletText;

/* All of text, which ends in NUL; NULL = left out. */
static inline CoupletText
couplet_text (const char *text)
{
  CoupletText slice = {text, text != NULL ? strlen (text) : 0};
  return slice;
}

#define COUPLET_TEXT(text) (couplet_text (text))
#define COUPLET_TEXT_LEFT_OUT (couplet_text (NULL))

/* The same for a literal in the initializer of a static variable: `= COUPLET_TEXT_LITERAL ("x")`.
 */
#define COUPLET_TEXT_LITERAL(literal)                                                              \
  {                                                                                                \
    "" literal, sizeof (literal) - 1                                                               \
  }

/* Whether text, which may be left out, is word. */
static inline gboolean
couplet_text_is (CoupletText text, const char *word)
{
  return text.length == strlen (word) && memcmp (text.text, word, text.length) == 0;
}

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

/* "No such thing" wherever an index is expected. */
#define COUPLET_NONE G_MAXUINT32

/* text between apostrophes for a message: what a terminal might obey and invalid UTF-8 as
 * `\xHH`, long text cut. length -1: text ends in NUL. The caller frees it. */
char *couplet_quote (const char *text, gssize length);

/* Text of whatever origin, fit to stand in a line on a terminal: what might move the
 * cursor or turn the direction of writing becomes `?`, invalid UTF-8 U+FFFD. The caller
 * frees it. */
char *couplet_make_visible (const char *text);

/* The candidate with the least edit distance to text, NULL when none is near.
 * candidates ends in NULL. */
const char *couplet_nearest (const char *text, const char *const *candidates);

/* `; did you mean 'x'?`, to stand after a message, with name; empty for NULL. The caller
 * frees it. */
char *couplet_suggest (const char *name);
/* The same with the nearest candidate; empty when none is near. */
char *couplet_did_you_mean (const char *text, const char *const *candidates);
/* The same, but `; choose from a, b` with all candidates when none is near; empty without any. */
char *couplet_choose_from (const char *text, const char *const *candidates);

#pragma GCC visibility pop
G_END_DECLS

#endif
