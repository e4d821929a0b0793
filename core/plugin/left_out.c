/* SPDX-License-Identifier: Apache-2.0 */
#include "left_out.h"

#include <string.h>

/* Which the build defines: COUPLET_LEFT_OUT, `decider-z3 frontend-dot`, and COUPLET_BACK_ENDS,
 * `Z3=decider-z3 GLPK=optimizer-glpk`. */

/* The name in file, `decider-z3`, of a plugin of that kind; NULL = it is of another. */
static const char *
name_in (const char *file, CoupletPluginKind kind)
{
  const char *text = couplet_plugin_kind_to_string (kind);
  gsize length = strlen (text);
  return g_str_has_prefix (file, text) && file[length] == '-' ? file + length + 1 : NULL;
}

gboolean
left_out_has_file (const char *file)
{
  g_auto (GStrv) files = g_strsplit (COUPLET_LEFT_OUT, " ", -1);
  return g_strv_contains ((const char *const *)files, file);
}

gboolean
left_out_has (CoupletPluginKind kind, const char *name)
{
  g_autofree char *file = g_strdup_printf ("%s-%s", couplet_plugin_kind_to_string (kind), name);
  return left_out_has_file (file);
}

char **
left_out_back_ends (void)
{
  return g_strsplit (COUPLET_BACK_ENDS, " ", -1);
}

char *
left_out_of_kind (CoupletPluginKind kind)
{
  g_auto (GStrv) files = g_strsplit (COUPLET_LEFT_OUT, " ", -1);
  GString *text = g_string_new (NULL);
  for (char **file = files; *file != NULL; file++)
    if (name_in (*file, kind) != NULL)
      g_string_append_printf (text, "%s%s '%s'",
                              text->len == 0 ? "; left out when Couplet was built: " : ", ",
                              couplet_plugin_kind_to_string (kind), name_in (*file, kind));
  return g_string_free (text, FALSE);
}
