/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_keywords.h"
#include "svt_parse.h"
#include "svt_parser.h"

/* sorted by word */
static const SvtKeyword KEYWORDS[] = {
    {"and", SVT_TOKEN_AND, "operator", FALSE},
    {"break", SVT_TOKEN_BREAK, "control", FALSE},
    {"claim", SVT_TOKEN_CLAIM, "declaration", TRUE},
    {"continue", SVT_TOKEN_CONTINUE, "control", FALSE},
    {"else", SVT_TOKEN_ELSE, "control", FALSE},
    {"eps", SVT_TOKEN_EPS, "value", FALSE},
    {"fresh", SVT_TOKEN_FRESH, "value", FALSE},
    {"halt", SVT_TOKEN_HALT, "control", FALSE},
    {"if", SVT_TOKEN_IF, "control", FALSE},
    {"independent", SVT_TOKEN_INDEPENDENT, "value", FALSE},
    {"int", SVT_TOKEN_INT, "declaration", TRUE},
    {"lap", SVT_TOKEN_LAP, "value", FALSE},
    {"loop", SVT_TOKEN_LOOP, "control", FALSE},
    {"mechanism", SVT_TOKEN_MECHANISM, "declaration", FALSE},
    {"not", SVT_TOKEN_NOT, "operator", FALSE},
    {"or", SVT_TOKEN_OR, "operator", FALSE},
    {"output", SVT_TOKEN_OUTPUT, "control", FALSE},
    {"private", SVT_TOKEN_PRIVATE, "value", FALSE},
    {"public", SVT_TOKEN_PUBLIC, "value", FALSE},
    {"repeat", SVT_TOKEN_REPEAT, "control", FALSE},
    {"sampling", SVT_TOKEN_SAMPLING, "declaration", FALSE},
    {"sensitivity", SVT_TOKEN_SENSITIVITY, "declaration", FALSE},
    {"shared", SVT_TOKEN_SHARED, "value", FALSE},
    {"threshold", SVT_TOKEN_THRESHOLD, "declaration", FALSE},
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

/* What other languages and papers write; the comparison ignores case. */
static const struct {
  const char *word, *meant;
} OTHER_WORDS[] = {
    {"abort", "halt"},
    {"algorithm", "mechanism"},
    {"elif", "else if"},
    {"elseif", "else if"},
    {"elsif", "else if"},
    {"emit", "output"},
    {"epsilon", "eps"},
    {"exit", "halt"},
    {"for", "repeat"},
    {"function", "mechanism"},
    {"integer", "int"},
    {"laplace", "lap"},
    {"let", "int"},
    {"print", "output"},
    {"procedure", "mechanism"},
    {"return", "halt"},
    {"sensitive", "private"},
    {"quit", "halt"},
    {"stop", "halt"},
    {"var", "int"},
    {"while", "loop"},
    {"\316\265", "eps"},
};

const char *
svt_keyword_meant (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (OTHER_WORDS); i++)
    if (g_ascii_strcasecmp (text, OTHER_WORDS[i].word) == 0)
      return OTHER_WORDS[i].meant;
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
