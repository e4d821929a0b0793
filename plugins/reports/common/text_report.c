/* SPDX-License-Identifier: Apache-2.0 */
#include "text_report.h"

#include <string.h>

gpointer
text_report_begin (CoupletContext *context)
{
  if (!couplet_context_option_boolean (context, "summary"))
    return NULL;
  Summary *summary = summary_new ();
  summary->provenance = couplet_context_provenance (context);
  return summary;
}

void
text_report_file (gpointer report, CoupletContext *context, const CoupletResult *result, char *text)
{
  if (text != NULL)
    couplet_context_write (context, text, strlen (text));
  g_free (text);
  if (report != NULL)
    summary_add (report, result);
}

void
text_report_end (gpointer report, CoupletContext *context,
                 char *(*to_text) (const Summary *summary))
{
  if (report == NULL)
    return;
  summary_finish (report);
  g_autofree char *text = to_text (report);
  couplet_context_write (context, text, strlen (text));
  summary_free (report);
}
