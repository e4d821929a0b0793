/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_choice.h"

#define MOST_LISTED 20

/* `first, second`; the caller frees it. */
static char *
list_functions (const GPtrArray *noisy)
{
  GString *list = g_string_new (NULL);
  for (guint i = 0; i < noisy->len && i < MOST_LISTED; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", (const char *)noisy->pdata[i]);
  return g_string_free (list, FALSE);
}

void
routine_report_choice (const SvtReporter *reporter, const char *frontend, const char *wanted,
                       const GPtrArray *noisy, SvtPlace place)
{
  g_autofree char *list = list_functions (noisy);
  if (*wanted != '\0')
    svt_error (reporter, place, "-o %s.function=%s: the file has no function of that name%s%s",
               frontend, wanted, *list != '\0' ? "; those that draw noise are " : "", list);
  else
    svt_error (reporter, place,
               "several functions draw noise: choose one with -o %s.function=NAME (%s)", frontend,
               list);
}
