/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of names, as configurations and the command line have them. */
#include <couplet/host/configuration.h>

#include <string.h>

#define SEPARATORS ",; \t\r\n"

/* Reads the name in quotes that *at begins with, and goes after it; two quotes are one that belongs
 * to the name. NULL: it does not end. */
static char *
take_quoted (const char **at)
{
  g_autoptr (GString) name = g_string_new (NULL);
  for (const char *p = *at + 1; *p != '\0'; p++) {
    if (*p == '"' && *++p != '"') {
      *at = p;
      return g_string_free (g_steal_pointer (&name), FALSE);
    }
    g_string_append_c (name, *p);
  }
  return NULL;
}

/* Reads the name without quotes that *at begins with; between quotes inside it, separators are
 * letters. NULL: such a quote does not end. */
static char *
take_plain (const char **at)
{
  gboolean quoted = FALSE;
  const char *begin = *at, *p = begin;
  for (; *p != '\0' && (quoted || strchr (SEPARATORS, *p) == NULL); p++)
    quoted ^= *p == '"';
  *at = p;
  return quoted ? NULL : g_strndup (begin, (gsize)(p - begin));
}

char **
couplet_list_split (const char *text, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *problem = NULL;
  for (const char *p = text + strspn (text, SEPARATORS); *p != '\0' && problem == NULL;
       p += strspn (p, SEPARATORS)) {
    gboolean quoted = *p == '"';
    char *name = quoted ? take_quoted (&p) : take_plain (&p);
    if (name == NULL)
      problem = "has a double quote that is not closed";
    else
      g_ptr_array_add (names, name);
    if (problem == NULL && quoted && *p != '\0' && strchr (SEPARATORS, *p) == NULL)
      problem = "has no comma, semicolon or blank after a name in double quotes";
  }
  if (problem != NULL) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "%s", problem);
    return NULL;
  }
  g_ptr_array_add (names, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

void
couplet_list_append (GString *list, const char *name)
{
  if (list->len > 0 && list->str[list->len - 1] != '=')
    g_string_append_c (list, ',');
  if (*name != '\0' && strpbrk (name, SEPARATORS "\"") == NULL) {
    g_string_append (list, name);
    return;
  }
  g_string_append_c (list, '"');
  for (; *name != '\0'; name++)
    g_string_append_printf (list, *name == '"' ? "\"\"" : "%c", *name);
  g_string_append_c (list, '"');
}
