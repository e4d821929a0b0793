/* SPDX-License-Identifier: Apache-2.0 */
/* The words that mean something in the language: the lexer's only table of
 * them, which the editors' files are tested against. */
#ifndef SVT_KEYWORDS_H
#define SVT_KEYWORDS_H

#include <glib.h>

typedef struct {
  const char *word;
  int token;         /* svt_yytoken_kind_t */
  const char *group; /* `control`, `declaration`, `operator` or `value`, for editors */
  /* a keyword only where it begins a statement; a name elsewhere, and before `=` and `:=` */
  gboolean in_place;
} SvtKeyword;

/* All keywords, sorted; *n receives their number. */
const SvtKeyword *svt_keywords (guint *n);

/* The keyword that text is, or NULL. */
const SvtKeyword *svt_keyword_find (const char *text, gsize length);

/* The keyword, or `else if`, for which people write text by mistake: a word of other
 * languages, or the keyword in other letters. NULL when there is none. */
const char *svt_keyword_meant (const char *text);

/* Likewise, where a statement begins: also the nearest keyword that begins one. */
const char *svt_keyword_nearest (const char *text);

#endif
