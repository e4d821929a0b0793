/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_keywords.h"
#include "svt_parse.h"
#include "svt_parser.h"
#include "svt_message.h"

#include <couplet/internal/text.h>

/* sorted by word */
static const SvtKeyword KEYWORDS[] = {
    {"again", SVT_TOKEN_AGAIN, "value", SVT_BEFORE_NOISE, COUPLET_NOISELESS},
    {"and", SVT_TOKEN_AND, "operator", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"any", SVT_TOKEN_ANY, "value", SVT_BEHIND_QUERIES, COUPLET_NOISELESS},
    {"argmax", SVT_TOKEN_ARGMAX, "value", SVT_AS_OUTPUT, COUPLET_NOISELESS},
    {"break", SVT_TOKEN_BREAK, "control", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"claim", SVT_TOKEN_CLAIM, "declaration", SVT_AT_BEGINNING, COUPLET_NOISELESS},
    {"continue", SVT_TOKEN_CONTINUE, "control", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"dlap", SVT_TOKEN_DLAP, "value", SVT_BEFORE_SCALE, COUPLET_DISCRETE_LAPLACE},
    {"else", SVT_TOKEN_ELSE, "control", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"eps", SVT_TOKEN_EPS, "value", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"exp", SVT_TOKEN_EXP, "value", SVT_BEFORE_SCALE, COUPLET_EXPONENTIAL},
    {"floating", SVT_TOKEN_FLOATING, "value", SVT_LAST_IN_SNAP, COUPLET_NOISELESS},
    {"fresh", SVT_TOKEN_FRESH, "value", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"halt", SVT_TOKEN_HALT, "control", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"if", SVT_TOKEN_IF, "control", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"independent", SVT_TOKEN_INDEPENDENT, "value", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"int", SVT_TOKEN_INT, "declaration", SVT_AT_BEGINNING, COUPLET_NOISELESS},
    {"lap", SVT_TOKEN_LAP, "value", SVT_EVERYWHERE, COUPLET_LAPLACE},
    {"loop", SVT_TOKEN_LOOP, "control", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"mechanism", SVT_TOKEN_MECHANISM, "declaration", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"monotonic", SVT_TOKEN_MONOTONIC, "value", SVT_BEHIND_QUERIES, COUPLET_NOISELESS},
    {"not", SVT_TOKEN_NOT, "operator", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"one", SVT_TOKEN_ONE, "value", SVT_BEHIND_QUERIES, COUPLET_NOISELESS},
    {"or", SVT_TOKEN_OR, "operator", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"output", SVT_TOKEN_OUTPUT, "control", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"private", SVT_TOKEN_PRIVATE, "value", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"public", SVT_TOKEN_PUBLIC, "value", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"queries", SVT_TOKEN_QUERIES, "declaration", SVT_AT_BEGINNING, COUPLET_NOISELESS},
    {"repeat", SVT_TOKEN_REPEAT, "control", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"sampling", SVT_TOKEN_SAMPLING, "declaration", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"sensitivity", SVT_TOKEN_SENSITIVITY, "declaration", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"shared", SVT_TOKEN_SHARED, "value", SVT_EVERYWHERE, COUPLET_NOISELESS},
    {"snap", SVT_TOKEN_SNAP, "value", SVT_AS_OUTPUT, COUPLET_NOISELESS},
    {"threshold", SVT_TOKEN_THRESHOLD, "declaration", SVT_EVERYWHERE, COUPLET_NOISELESS},
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

CoupletNoiseKind
svt_noise_of (int token)
{
  for (guint i = 0; i < G_N_ELEMENTS (KEYWORDS); i++)
    if (KEYWORDS[i].token == token)
      return KEYWORDS[i].noise;
  return COUPLET_NOISELESS;
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
