/* SPDX-License-Identifier: Apache-2.0 */
#include "sarif_place.h"

#include <string.h>

/* ---- Files -------------------------------------------------------------------------------- */

char *
sarif_uri (const char *file)
{
  if (g_str_equal (file, "-"))
    return g_strdup ("stdin");
  g_autofree char *folder = g_get_current_dir ();
  gsize length = strlen (folder);
  while (g_str_has_prefix (file, "./"))
    file += strlen ("./");
  if (strncmp (file, folder, length) == 0 && file[length] == '/')
    file += length + 1;
  g_autofree char *path = g_uri_escape_bytes ((const guint8 *)file, strlen (file), "/");
  return g_path_is_absolute (file) ? g_strconcat ("file://", path, NULL) : g_steal_pointer (&path);
}

/* ---- Lines and columns ---------------------------------------------------------------------
 */

SarifRegion
sarif_region_of_place (CoupletPlace place)
{
  return (SarifRegion){place.line, place.column, 0};
}

char *
sarif_first_line (const char *message)
{
  return g_strndup (message, strcspn (message, "\n"));
}

/* What stands behind the bar of a line that a message shows; NULL = there is none. */
static const char *
behind_bar (const char *line)
{
  const char *bar = line != NULL ? strstr (line, " | ") : NULL;
  return bar != NULL && memchr (line, '\n', (gsize)(bar - line)) == NULL ? bar + strlen (" | ")
                                                                         : NULL;
}

static gboolean
is_ascii (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if ((guchar)text[i] >= 0x80)
      return FALSE;
  return TRUE;
}

/* Columns of messages count bytes. Those of a line that is shown from its beginning are counted
 * again in characters, others are left out where it has characters of several bytes. The line is
 * shown with `?` for what cannot be printed, as one column. */
static void
count_characters (SarifRegion *region, const char *shown, const char *marks)
{
  gsize length = strcspn (shown, "\n"), lead = strspn (marks, " \t.");
  gsize n = strspn (marks + lead, "^~");
  if (is_ascii (shown, length))
    region->end_column = region->column + (guint32)n;
  else if (g_str_has_prefix (shown, "..."))
    region->column = 0;
  else {
    region->column = (guint32)lead + 1;
    region->end_column = region->column + (guint32)n;
  }
}

SarifRegion
sarif_region_of_message (const CoupletDiagnostic *diagnostic)
{
  SarifRegion region = sarif_region_of_place (diagnostic->place);
  const char *line = strchr (diagnostic->message, '\n');
  const char *below = line != NULL ? strchr (line + 1, '\n') : NULL;
  const char *shown = behind_bar (line != NULL ? line + 1 : NULL);
  const char *marks = behind_bar (below != NULL ? below + 1 : NULL);
  if (shown != NULL && marks != NULL && region.column > 0 && strpbrk (marks, "^") != NULL)
    count_characters (&region, shown, marks);
  return region;
}

void
sarif_put_location (const CoupletJson *json, const char *uri, SarifRegion region)
{
  couplet_json_open (json, "physicalLocation", '{');
  couplet_json_open (json, "artifactLocation", '{');
  couplet_json_string (json, "uri", uri);
  couplet_json_close (json, '}');
  couplet_json_open (json, "region", '{');
  couplet_json_unsigned (json, "startLine", MAX (region.line, 1));
  if (region.line > 0 && region.column > 0)
    couplet_json_unsigned (json, "startColumn", region.column);
  if (region.line > 0 && region.end_column > region.column)
    couplet_json_unsigned (json, "endColumn", region.end_column);
  couplet_json_close (json, '}');
  couplet_json_close (json, '}');
}
