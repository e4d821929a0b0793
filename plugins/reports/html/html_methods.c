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

static void
put_cell (GString *out, const char *class, const char *text)
{
  g_string_append_printf (out, "<td class=\"%s\">", class);
  html_append_text (out, text != NULL ? text : "");
  g_string_append (out, "</td>");
}

static void
put_count (GString *out, guint n)
{
  g_string_append_printf (out, "<td class=\"number\">%u</td>", n);
}

/* A figure of the ratios of method. */
static void
put_figure (GString *out, const MethodSummary *method, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  put_cell (out, "number",
            method->ratios > 0 ? g_ascii_formatd (digits, sizeof digits, "%.3f", value) : "");
}

static void
put_method (GString *out, const MethodSummary *method)
{
  g_autofree char *worst = method->ratios > 0 ? couplet_format_cost_briefly (&method->worst) : NULL;
  g_autofree char *time = couplet_format_duration (method->seconds);
  g_string_append (out, "<tr>");
  put_cell (out, "short", method->stage);
  put_count (out, method->answered);
  put_count (out, method->agreeing);
  if (method->ratios > 0)
    put_count (out, method->loose);
  else
    put_cell (out, "number", NULL);
  put_figure (out, method, method->median);
  put_figure (out, method, method->p90);
  put_cell (out, "number", worst);
  put_cell (out, "", method->loose > 0 ? method->worst_item : NULL);
  put_cell (out, "number", time);
  g_string_append (out, "</tr>\n");
}

void
html_append_methods (GString *out, const Summary *summary)
{
  g_string_append (out, "<div class=\"wide\"><table id=\"summary\">\n<thead><tr><th>method</th>"
                        "<th class=\"number\">answered</th><th class=\"number\">agree</th>"
                        "<th class=\"number\">loose</th><th class=\"number\">median ratio</th>"
                        "<th class=\"number\">90 %</th><th class=\"number\">worst</th><th>in</th>"
                        "<th class=\"number\">total time</th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < summary->n_methods; i++)
    put_method (out, summary->methods[i]);
  g_string_append_printf (
      out,
      "</tbody></table></div>\n<p class=\"quiet\">Over %u files. Ratio: certified upper cost to "
      "exact cost; loose: files where it is above 1; 90 %%: nine of ten files have at most "
      "this.</p>\n",
      summary->n_files);
}
