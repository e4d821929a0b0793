/* SPDX-License-Identifier: Apache-2.0 */
/* The words that mean something in the language: the lexer's only table of
 * them, which the editors' files are tested against. */
#ifndef SVT_KEYWORDS_H
#define SVT_KEYWORDS_H

#include <couplet/internal/automaton.h>

/* Where a word is a keyword; elsewhere it is a name. */
typedef enum {
  SVT_EVERYWHERE,
  SVT_AT_BEGINNING,   /* of a statement, but not before `=` and `:=` */
  SVT_BEHIND_QUERIES, /* after the word `queries` */
  SVT_BEFORE_SCALE,   /* before `(`, but not as the name of a mechanism or of what is output */
  SVT_BEFORE_NOISE,   /* where a draw may begin, in a statement with noise */
  SVT_AS_OUTPUT,      /* after `output`, before parentheses with a comma in them */
  SVT_LAST_IN_SNAP    /* after the third comma of a `snap`, before `)` */
} SvtKeywordPlace;

typedef struct {
  const char *word;
  int token;         /* svt_yytoken_kind_t */
  const char *group; /* `control`, `declaration`, `operator` or `value`, for editors */
  SvtKeywordPlace where;
  CoupletNoiseKind noise; /* that it names; COUPLET_NOISELESS = none */
} SvtKeyword;

/* All keywords, sorted; *n receives their number. */
const SvtKeyword *svt_keywords (guint *n);

/* The keyword that text is, or NULL. */
const SvtKeyword *svt_keyword_find (const char *text, gsize length);

/* The noise that token names; COUPLET_NOISELESS = none. */
CoupletNoiseKind svt_noise_of (int token);

static inline gboolean
svt_is_noise (int token)
{
  return svt_noise_of (token) != COUPLET_NOISELESS;
}

/* The keyword, or `else if`, for which people write text by mistake: a word of other
 * languages, or the keyword in other letters. NULL when there is none. */
const char *svt_keyword_meant (const char *text);

/* Likewise, where a statement begins: also the nearest keyword that begins one. */
const char *svt_keyword_nearest (const char *text);

#endif
