/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_format.h"
#include "svt_reader.h"

/* After blanks and comments. */
static gsize
skip_comments (const char *head, gsize length)
{
  gsize i = 0;
  for (;;) {
    while (i < length && g_ascii_isspace (head[i]))
      i++;
    if (i == length || head[i] != '#')
      return i;
    while (i < length && head[i] != '\n')
      i++;
  }
}

static int
recognise (const char *head, gsize length)
{
  static const char *const words[] = {"mechanism", "sampling", "queries", "sensitivity", "claim"};
  gsize i = couplet_text_mark_length (head, length);
  i += skip_comments (head + i, length - i);
  for (guint w = 0; w < G_N_ELEMENTS (words); w++) {
    gsize n = strlen (words[w]);
    if (length - i > n && memcmp (head + i, words[w], n) == 0 && g_ascii_isspace (head[i + n]))
      return 90;
  }
  return 0;
}

static const char *const EXTENSIONS[] = {"svt", NULL};

static const CoupletFrontend FRONTEND = {.extensions = EXTENSIONS,
                                         .recognise = recognise,
                                         .read = svt_read_automaton,
                                         .format = svt_format_source};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_FRONTEND,
    .name = "svt",
    .version = "1.0",
    .summary = "mechanisms written as papers do",
    .frontend = &FRONTEND,
    .restate = svt_restate_source,
    .rewrite = svt_rewrite_source,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
