/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_words.h"

/* What other languages and papers write; the comparison ignores case. */
static const struct {
  const char *word, *meant;
} WORDS[] = {
    {"abort", "halt"},    {"algorithm", "mechanism"},
    {"elif", "else if"},  {"elseif", "else if"},
    {"elsif", "else if"}, {"emit", "output"},
    {"epsilon", "eps"},   {"exit", "halt"},
    {"for", "repeat"},    {"function", "mechanism"},
    {"integer", "int"},   {"dlaplace", "dlap"},
    {"expo", "exp"},      {"exponential", "exp"},
    {"geom", "dlap"},     {"geometric", "dlap"},
    {"laplace", "lap"},   {"let", "int"},
    {"print", "output"},  {"procedure", "mechanism"},
    {"return", "halt"},   {"sensitive", "private"},
    {"quit", "halt"},     {"stop", "halt"},
    {"var", "int"},       {"while", "loop"},
    {"\316\265", "eps"},
};

const char *
svt_word_meant (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (WORDS); i++)
    if (g_ascii_strcasecmp (text, WORDS[i].word) == 0)
      return WORDS[i].meant;
  return NULL;
}

gboolean
svt_word_is_beyond (const char *text)
{
  static const char *const words[] = {"delta", "rdp", "renyi", "rho", "zcdp", NULL};
  for (guint i = 0; words[i] != NULL; i++)
    if (g_ascii_strcasecmp (text, words[i]) == 0)
      return TRUE;
  return FALSE;
}
