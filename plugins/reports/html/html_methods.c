/* SPDX-License-Identifier: Apache-2.0 */
#include "html_methods.h"

#include <couplet/internal/format.h>

void
html_append_text (GString *out, const char *text)
{
  g_autofree char *visible = couplet_make_visible (text);
  g_autofree char *escaped = g_markup_escape_text (visible, -1);
  g_string_append (out, escaped);
}

/* How the cells of each column are laid out. */
static const char *const CLASSES[N_SUMMARY_COLUMNS] = {
    "short", "number", "number", "number", "number", "number", "number", "", "number"};

static void
put_method (GString *out, const MethodSummary *method)
{
  g_string_append (out, "<tr>");
  for (guint i = 0; i < N_SUMMARY_COLUMNS; i++) {
    g_autofree char *cell = summary_cell (method, i);
    g_string_append_printf (out, "<td class=\"%s\">", CLASSES[i]);
    html_append_text (out, cell);
    g_string_append (out, "</td>");
  }
  g_string_append (out, "</tr>\n");
}

void
html_append_methods (GString *out, const Summary *summary)
{
  g_string_append (out, "<div class=\"wide\"><table id=\"summary\">\n<thead><tr>");
  for (guint i = 0; i < N_SUMMARY_COLUMNS; i++)
    g_string_append_printf (out, "<th%s>%s</th>",
                            g_str_equal (CLASSES[i], "number") ? " class=\"number\"" : "",
                            SUMMARY_HEADS[i]);
  g_string_append (out, "</tr></thead>\n<tbody>\n");
  for (guint i = 0; i < summary->n_methods; i++)
    put_method (out, summary->methods[i]);
  g_string_append_printf (
      out,
      "</tbody></table></div>\n<p class=\"quiet\">Over %u files. Ratio: certified upper cost to "
      "exact cost; loose: files where it is above 1; 90 %%: nine of ten files have at most "
      "this.</p>\n",
      summary->n_files);
}
