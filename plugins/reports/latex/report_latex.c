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

static void
append_method (GString *out, const MethodSummary *method)
{
  for (guint i = 0; i < N_SUMMARY_COLUMNS; i++) {
    g_autofree char *cell = summary_cell (method, i);
    g_string_append (out, i > 0 ? " & " : "");
    append_text (out, cell);
  }
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
