/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_keywords.h"
#include "svt_parse.h"
#include "svt_parser.h"

/* sorted by word */
static const SvtKeyword KEYWORDS[] = {
    {"and", SVT_TOKEN_AND, "operator"},
    {"break", SVT_TOKEN_BREAK, "control"},
    {"continue", SVT_TOKEN_CONTINUE, "control"},
    {"else", SVT_TOKEN_ELSE, "control"},
    {"eps", SVT_TOKEN_EPS, "value"},
    {"fresh", SVT_TOKEN_FRESH, "value"},
    {"halt", SVT_TOKEN_HALT, "control"},
    {"if", SVT_TOKEN_IF, "control"},
    {"independent", SVT_TOKEN_INDEPENDENT, "value"},
    {"lap", SVT_TOKEN_LAP, "value"},
    {"loop", SVT_TOKEN_LOOP, "control"},
    {"mechanism", SVT_TOKEN_MECHANISM, "declaration"},
    {"not", SVT_TOKEN_NOT, "operator"},
    {"or", SVT_TOKEN_OR, "operator"},
    {"output", SVT_TOKEN_OUTPUT, "control"},
    {"private", SVT_TOKEN_PRIVATE, "value"},
    {"public", SVT_TOKEN_PUBLIC, "value"},
    {"repeat", SVT_TOKEN_REPEAT, "control"},
    {"sampling", SVT_TOKEN_SAMPLING, "declaration"},
    {"sensitivity", SVT_TOKEN_SENSITIVITY, "declaration"},
    {"shared", SVT_TOKEN_SHARED, "value"},
    {"threshold", SVT_TOKEN_THRESHOLD, "declaration"},
};

const SvtKeyword *
svt_keywords (guint *n)
{
  *n = G_N_ELEMENTS (KEYWORDS);
  return KEYWORDS;
}

const SvtKeyword *
svt_keyword_find (const char *text, gsize length)
{
  guint low = 0, high = G_N_ELEMENTS (KEYWORDS);
  while (low < high) {
    guint middle = (low + high) / 2;
    const char *word = KEYWORDS[middle].word;
    int order = strncmp (text, word, length);
    if (order == 0 && word[length] == '\0')
      return &KEYWORDS[middle];
    if (order > 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}
