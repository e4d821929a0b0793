/* SPDX-License-Identifier: Apache-2.0 */
#include "collected.h"

gboolean
collected_has_all (const CoupletBuilder *builder)
{
  return couplet_diagnostics_count (builder->diagnostics, COUPLET_SEVERITY_ERROR) ==
         builder->n_errors;
}

char *
collected_describe (const CoupletBuilder *builder, guint32 from, guint32 to)
{
  g_autofree char *source = couplet_quote (names_text (builder->state_names, from), -1);
  g_autofree char *target = couplet_quote (names_text (builder->state_names, to), -1);
  return g_strdup_printf ("transition %s -> %s", source, target);
}

char *
collected_find_word (const char *what, CoupletText text, const char *const *words, guint *number)
{
  for (*number = 0; words[*number] != NULL; ++*number)
    if (couplet_text_is (text, words[*number]))
      return NULL;
  g_autofree char *quoted = couplet_quote (text.text, (gssize)text.length);
  GString *message = g_string_new (what);
  g_string_append_printf (message, " is %s; expected '%s'", quoted, words[0]);
  for (guint i = 1; words[i] != NULL; i++)
    g_string_append_printf (message, "%s'%s'", words[i + 1] != NULL ? ", " : " or ", words[i]);
  return g_string_free (message, FALSE);
}
