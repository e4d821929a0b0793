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
} SvtKeyword;

/* All keywords, sorted; *n receives their number. */
const SvtKeyword *svt_keywords (guint *n);

/* The keyword that text is, or NULL. */
const SvtKeyword *svt_keyword_find (const char *text, gsize length);

#endif
