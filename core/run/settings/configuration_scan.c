/* SPDX-License-Identifier: Apache-2.0 */
#include "configuration_scan.h"

#include <couplet/internal/text.h>

#include "configuration_keys.h"

#include <string.h>

void
configuration_scan_init (ConfigurationScan *scan, const char *file)
{
  *scan = (ConfigurationScan){file, 1, NULL, NULL};
  scan->lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
configuration_scan_clear (ConfigurationScan *scan)
{
  g_hash_table_unref (scan->lines);
  g_free (scan->group);
}

/* ---- Lines ------------------------------------------------------------------------------ */

static gboolean scan_fail (const ConfigurationScan *scan, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static gboolean
scan_fail (const ConfigurationScan *scan, GError **error, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "%s:%u: %s", scan->file,
               scan->line, text);
  return FALSE;
}

/* Notes the line of name, which must be new. */
static gboolean
note (ConfigurationScan *scan, char *name, const char *what, const char *shown, GError **error)
{
  guint first = GPOINTER_TO_UINT (g_hash_table_lookup (scan->lines, name));
  if (first != 0) {
    g_free (name);
    g_autofree char *quoted = couplet_quote (shown, -1);
    return scan_fail (scan, error, "%s %s stands twice; first on line %u", what, quoted, first);
  }
  g_hash_table_insert (scan->lines, name, GUINT_TO_POINTER (scan->line));
  return TRUE;
}

/* What a group called name may be meant as; the caller frees it. */
static char *
group_hint (const char *name)
{
  static const char *const groups[] = {"pipeline", CONFIGURATION_DEFAULTS, NULL};
  char *near = couplet_did_you_mean (name, groups);
  gsize length = strspn (name, "abcdefghijklmnopqrstuvwxyz0123456789-_");
  if (*near != '\0' || length == 0 || name[length] != '\0')
    return near;
  g_free (near);
  return g_strdup_printf ("; what -o %s.KEY=VALUE sets stands in [stage %s]", name, name);
}

const char *
configuration_scan_program (const char *group, CoupletPluginKind *kind)
{
  for (*kind = COUPLET_KIND_FRONTEND; *kind <= COUPLET_KIND_REPORT; ++*kind) {
    const char *word = couplet_plugin_kind_to_string (*kind);
    gsize length = strlen (word);
    if (g_str_has_prefix (group, word) && group[length] == ' ' && group[length + 1] != '\0')
      return group + length + 1;
  }
  return NULL;
}

static gboolean
scan_group (ConfigurationScan *scan, const char *text, GError **error)
{
  CoupletPluginKind kind;
  gsize length = strlen (text);
  if (text[length - 1] != ']')
    return scan_fail (scan, error, "a group's name must end in ']'");
  g_free (scan->group);
  scan->group = g_strndup (text + 1, length - 2);
  gboolean stage = g_str_has_prefix (scan->group, "stage ") && scan->group[6] != '\0' &&
                   !g_str_equal (scan->group + 6, EVERY_STAGE);
  gboolean program = configuration_scan_program (scan->group, &kind) != NULL;
  if (!stage && !program && !g_str_equal (scan->group, "pipeline") &&
      !g_str_equal (scan->group, CONFIGURATION_DEFAULTS)) {
    g_autofree char *quoted = couplet_quote (scan->group, -1);
    g_autofree char *hint = group_hint (scan->group);
    return scan_fail (
        scan, error,
        "unknown group %s; expected [pipeline], [" CONFIGURATION_DEFAULTS
        "], [stage NAME], or, of programs, [frontend NAME], [decider NAME], [optimizer NAME] "
        "or [report NAME]%s",
        quoted, hint);
  }
  return note (scan, g_strdup (scan->group), "group", scan->group, error);
}

/* What begins with a backslash in text, a value, must be known to GKeyFile: two faults in
 * one value make it set one error over another. */
static gboolean
scan_escapes (const ConfigurationScan *scan, const char *text, GError **error)
{
  for (const char *at = strchr (text, '\\'); at != NULL; at = strchr (at + 2, '\\')) {
    if (at[1] == '\0')
      return scan_fail (scan, error, "a value must not end in a single '\\'");
    if (strchr ("\\nrst", at[1]) == NULL) {
      g_autofree char *quoted = couplet_quote (at, g_utf8_next_char (at + 1) - at);
      return scan_fail (scan, error,
                        "unknown escape %s; expected '\\\\', '\\s', '\\t', '\\n' or '\\r'", quoted);
    }
  }
  return TRUE;
}

static gboolean
scan_pair (ConfigurationScan *scan, const char *text, GError **error)
{
  const char *equals = strchr (text, '=');
  if (equals == NULL)
    return scan_fail (scan, error, "expected '[group]', 'key = value' or '# comment'");
  if (scan->group == NULL)
    return scan_fail (scan, error, "a key stands before the first group");
  g_autofree char *key = g_strchomp (g_strndup (text, (gsize)(equals - text)));
  if (*key == '\0')
    return scan_fail (scan, error, "a key's name is missing before '='");
  if (strstr (equals, " #") != NULL || strstr (equals, "\t#") != NULL)
    return scan_fail (scan, error, "a comment must stand on a line of its own");
  if (!scan_escapes (scan, equals, error))
    return FALSE;
  g_autofree char *quoted = couplet_quote (key, -1);
  if (g_str_equal (scan->group, "pipeline") && pipeline_key_find (key) == NULL) {
    g_autofree char *hint = pipeline_key_hint (key);
    return scan_fail (scan, error, "unknown key %s in [pipeline]%s", quoted, hint);
  }
  return note (scan, g_strdup_printf ("%s\n%s", scan->group, key), "key", key, error);
}

static gboolean
scan_line (ConfigurationScan *scan, const char *line, GError **error)
{
  g_autofree char *text = g_strstrip (g_strdup (line));
  if (*text == '\0' || *text == '#')
    return TRUE;
  if (*text == ';')
    return scan_fail (scan, error, "a comment begins with '#'");
  return *text == '[' ? scan_group (scan, text, error) : scan_pair (scan, text, error);
}

gboolean
configuration_scan_text (ConfigurationScan *scan, const char *text, gsize length, GError **error)
{
  const char *invalid;
  if (!g_utf8_validate_len (text, length, &invalid)) {
    for (const char *p = text; p < invalid; p++)
      scan->line += *p == '\n';
    return scan_fail (scan, error, "not valid UTF-8 text");
  }
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++, scan->line++)
    if (!scan_line (scan, *line, error))
      return FALSE;
  return TRUE;
}

char *
configuration_scan_origin (const ConfigurationScan *scan, const char *group, const char *key)
{
  g_autofree char *name = key == NULL ? g_strdup (group) : g_strdup_printf ("%s\n%s", group, key);
  guint line = GPOINTER_TO_UINT (g_hash_table_lookup (scan->lines, name));
  return g_strdup_printf ("%s:%u", scan->file, line);
}
