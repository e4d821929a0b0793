/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_keywords.h"
#include "svt_parse.h"
#include "svt_parser.h"
#include "svt_message.h"

/* sorted by word */
static const SvtKeyword KEYWORDS[] = {
    {"again", SVT_TOKEN_AGAIN, "value", SVT_BEFORE_NOISE},
    {"and", SVT_TOKEN_AND, "operator", SVT_EVERYWHERE},
    {"any", SVT_TOKEN_ANY, "value", SVT_BEHIND_QUERIES},
    {"argmax", SVT_TOKEN_ARGMAX, "value", SVT_AS_OUTPUT},
    {"break", SVT_TOKEN_BREAK, "control", SVT_EVERYWHERE},
    {"claim", SVT_TOKEN_CLAIM, "declaration", SVT_AT_BEGINNING},
    {"continue", SVT_TOKEN_CONTINUE, "control", SVT_EVERYWHERE},
    {"dlap", SVT_TOKEN_DLAP, "value", SVT_BEFORE_SCALE},
    {"else", SVT_TOKEN_ELSE, "control", SVT_EVERYWHERE},
    {"eps", SVT_TOKEN_EPS, "value", SVT_EVERYWHERE},
    {"exp", SVT_TOKEN_EXP, "value", SVT_BEFORE_SCALE},
    {"floating", SVT_TOKEN_FLOATING, "value", SVT_LAST_IN_SNAP},
    {"fresh", SVT_TOKEN_FRESH, "value", SVT_EVERYWHERE},
    {"halt", SVT_TOKEN_HALT, "control", SVT_EVERYWHERE},
    {"if", SVT_TOKEN_IF, "control", SVT_EVERYWHERE},
    {"independent", SVT_TOKEN_INDEPENDENT, "value", SVT_EVERYWHERE},
    {"int", SVT_TOKEN_INT, "declaration", SVT_AT_BEGINNING},
    {"lap", SVT_TOKEN_LAP, "value", SVT_EVERYWHERE},
    {"loop", SVT_TOKEN_LOOP, "control", SVT_EVERYWHERE},
    {"mechanism", SVT_TOKEN_MECHANISM, "declaration", SVT_EVERYWHERE},
    {"monotonic", SVT_TOKEN_MONOTONIC, "value", SVT_BEHIND_QUERIES},
    {"not", SVT_TOKEN_NOT, "operator", SVT_EVERYWHERE},
    {"one", SVT_TOKEN_ONE, "value", SVT_BEHIND_QUERIES},
    {"or", SVT_TOKEN_OR, "operator", SVT_EVERYWHERE},
    {"output", SVT_TOKEN_OUTPUT, "control", SVT_EVERYWHERE},
    {"private", SVT_TOKEN_PRIVATE, "value", SVT_EVERYWHERE},
    {"public", SVT_TOKEN_PUBLIC, "value", SVT_EVERYWHERE},
    {"queries", SVT_TOKEN_QUERIES, "declaration", SVT_AT_BEGINNING},
    {"repeat", SVT_TOKEN_REPEAT, "control", SVT_EVERYWHERE},
    {"sampling", SVT_TOKEN_SAMPLING, "declaration", SVT_EVERYWHERE},
    {"sensitivity", SVT_TOKEN_SENSITIVITY, "declaration", SVT_EVERYWHERE},
    {"shared", SVT_TOKEN_SHARED, "value", SVT_EVERYWHERE},
    {"snap", SVT_TOKEN_SNAP, "value", SVT_AS_OUTPUT},
    {"threshold", SVT_TOKEN_THRESHOLD, "declaration", SVT_EVERYWHERE},
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

const char *
svt_keyword_meant (const char *text)
{
  const char *meant = svt_word_meant (text);
  if (meant != NULL)
    return meant;
  for (guint i = 0; i < G_N_ELEMENTS (KEYWORDS); i++)
    if (g_ascii_strcasecmp (text, KEYWORDS[i].word) == 0 && !g_str_equal (text, KEYWORDS[i].word))
      return KEYWORDS[i].word;
  return NULL;
}

const char *
svt_keyword_nearest (const char *text)
{
  static const char *const STATEMENTS[] = {"break", "continue", "else",   "halt",      "if",
                                           "loop",  "output",   "repeat", "threshold", NULL};
  const char *meant = svt_keyword_meant (text);
  /* anything is near a short word */
  return meant != NULL || strlen (text) < 3 ? meant : couplet_nearest (text, STATEMENTS);
}
