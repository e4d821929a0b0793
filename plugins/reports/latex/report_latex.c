/* SPDX-License-Identifier: Apache-2.0 */
#include "report_latex.h"

#include <couplet/internal/format.h>
#include <couplet/internal/provenance.h>

#include <string.h>

/* Appends text, in which LaTeX obeys nothing. */
static void
append_text (GString *out, const char *text)
{
  g_autofree char *visible = couplet_make_visible (text);
  for (const char *at = visible; *at != '\0'; at++)
    if (strchr ("#$%&_{}", *at) != NULL)
      g_string_append_printf (out, "\\%c", *at);
    else if (*at == '\\')
      g_string_append (out, "\\textbackslash{}");
    else if (*at == '~' || *at == '^')
      g_string_append_printf (out, "\\%c{}", *at);
    else
      g_string_append_c (out, *at);
}

/* A figure of the ratios of method, as a cell. */
static void
append_figure (GString *out, const MethodSummary *method, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  if (method->ratios > 0)
    g_string_append (out, g_ascii_formatd (digits, sizeof digits, "%.3f", value));
  g_string_append (out, " & ");
}

static void
append_method (GString *out, const MethodSummary *method)
{
  g_autofree char *worst =
      method->ratios > 0 ? couplet_format_cost_briefly (&method->worst) : g_strdup ("");
  g_autofree char *time = couplet_format_duration (method->seconds);
  append_text (out, method->stage);
  g_string_append_printf (out, " & %u & %u & ", method->answered, method->agreeing);
  if (method->ratios > 0)
    g_string_append_printf (out, "%u", method->loose);
  g_string_append (out, " & ");
  append_figure (out, method, method->median);
  append_figure (out, method, method->p90);
  append_text (out, worst);
  g_string_append (out, " & ");
  if (method->loose > 0)
    append_text (out, method->worst_item);
  g_string_append (out, " & ");
  append_text (out, time);
  g_string_append (out, " \\\\\n");
}

char *
summary_to_latex (const Summary *summary)
{
  GString *out = g_string_new (NULL);
  const CoupletProvenance *made = summary->provenance;
  g_string_append_printf (out,
                          "%% Over %u files. Ratio: certified upper cost to exact cost; loose: "
                          "files where it is above 1.\n",
                          summary->n_files);
  if (made != NULL)
    g_string_append_printf (out, "%% couplet %s, commit %s, %s\n", made->version,
                            made->commit != NULL ? made->commit : "not known", made->date);
  g_string_append (out,
                   "\\begin{tabular}{lrrrrrrlr}\n\\toprule\n"
                   "method & answered & agree & loose & median ratio & 90\\,\\% & worst & in & "
                   "total time \\\\\n\\midrule\n");
  for (guint i = 0; i < summary->n_methods; i++)
    append_method (out, summary->methods[i]);
  g_string_append (out, "\\bottomrule\n\\end{tabular}\n");
  return g_string_free (out, FALSE);
}
