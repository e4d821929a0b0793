/* SPDX-License-Identifier: Apache-2.0 */
#include "page_format.h"

#include <string.h>

#define MARGIN 20 /* on each side of a page */
#define LEAST 20
#define MOST 2000

static const struct {
  const char *name;
  PageFormat paper;
} PAPERS[] = {{"a4", {210, 297}}, {"a5", {148, 210}}, {"letter", {216, 279}}};

static gboolean
parse_paper (const char *text, PageFormat *page)
{
  static const char landscape[] = "-landscape";
  for (guint i = 0; i < G_N_ELEMENTS (PAPERS); i++) {
    gsize length = strlen (PAPERS[i].name);
    if (strncmp (text, PAPERS[i].name, length) != 0)
      continue;
    guint width = PAPERS[i].paper.width - 2 * MARGIN, height = PAPERS[i].paper.height - 2 * MARGIN;
    if (text[length] == '\0')
      *page = (PageFormat){width, height};
    else if (g_str_equal (text + length, landscape))
      *page = (PageFormat){height, width};
    else
      return FALSE;
    return TRUE;
  }
  return FALSE;
}

static gboolean
parse_length (const char *text, guint *length)
{
  guint64 number;
  gboolean good = g_ascii_string_to_unsigned (text, 10, LEAST, MOST, &number, NULL);
  *length = good ? (guint)number : 0;
  return good;
}

gboolean
page_format_parse (const char *text, PageFormat *page)
{
  g_auto (GStrv) sides = g_strsplit (text, "x", 2);
  if (g_strv_length (sides) == 2)
    return parse_length (sides[0], &page->width) && parse_length (sides[1], &page->height);
  return parse_paper (text, page);
}
