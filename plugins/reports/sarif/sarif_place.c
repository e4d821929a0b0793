/* SPDX-License-Identifier: Apache-2.0 */
#include "sarif_place.h"

#include "read_again.h"

#include <couplet/internal/format.h>

#include <string.h>

#define MOST_SIZE 4 /* MiB of a text in which columns are counted */

/* ---- Files -------------------------------------------------------------------------------- */

/* The caller frees it. */
static char *
uri_of (const CoupletResult *result)
{
  g_autofree char *whole = couplet_result_path (result);
  const char *file = whole;
  if (g_str_equal (file, "-"))
    return g_strdup ("stdin");
  g_autofree char *folder = g_get_current_dir ();
  gsize length = g_str_equal (folder, "/") ? 0 : strlen (folder);
  while (g_str_has_prefix (file, "./"))
    file += strlen ("./");
  if (strncmp (file, folder, length) == 0 && file[length] == '/')
    file += length + 1;
  g_autofree char *path = g_uri_escape_bytes ((const guint8 *)file, strlen (file), "/");
  return g_path_is_absolute (file) ? g_strconcat ("file://", path, NULL) : g_steal_pointer (&path);
}

SarifFile
sarif_file (const CoupletResult *result)
{
  return (SarifFile){result, uri_of (result), FALSE, COUPLET_TEXT_LEFT_OUT};
}

void
sarif_file_clear (SarifFile *file)
{
  g_free (file->uri);
  g_free ((char *)file->text.text);
}

/* ---- Lines and columns ---------------------------------------------------------------------- */

static CoupletText
text_of (SarifFile *file)
{
  CoupletSource source;
  g_autofree char *why = NULL;
  if (!file->asked && report_read_again (&source, file->result, MOST_SIZE, &why))
    file->text = (CoupletText){source.data, source.length};
  file->asked = TRUE;
  return file->text;
}

/* The line of text with that number, from 1; left out when there is none. */
static CoupletText
line_of (CoupletText text, guint32 number)
{
  const char *line = text.text, *end = line + text.length;
  for (; line != NULL && number > 1; number--) {
    line = memchr (line, '\n', (gsize)(end - line));
    line = line != NULL ? line + 1 : NULL;
  }
  if (line == NULL || number == 0)
    return COUPLET_TEXT_LEFT_OUT;
  const char *next = memchr (line, '\n', (gsize)(end - line));
  return (CoupletText){line, (gsize)((next != NULL ? next : end) - line)};
}

/* The column of the code point at byte number bytes of line, both from 1. A byte of no character
 * is one, as viewers show it. */
static guint32
column_of (CoupletText line, guint32 bytes)
{
  gsize before = MIN (bytes - 1, line.length);
  g_autofree char *valid = g_utf8_make_valid (line.text, (gssize)before);
  return (guint32)g_utf8_strlen (valid, -1) + 1;
}

SarifRegion
sarif_region_of_place (SarifFile *file, CoupletPlace place)
{
  SarifRegion region = {place.line, place.column, 0};
  if (place.column <= 1)
    return region;
  CoupletText line = line_of (text_of (file), place.line);
  region.column = line.text != NULL ? column_of (line, place.column) : 0;
  return region;
}

/* What stands after the bar of a line that a message shows; NULL = there is none. */
static const char *
behind_bar (const char *line)
{
  const char *bar = line != NULL ? strstr (line, " | ") : NULL;
  return bar != NULL && memchr (line, '\n', (gsize)(bar - line)) == NULL ? bar + strlen (" | ")
                                                                         : NULL;
}

/* The column of a mark with so many signs before it, under a line that is shown as characters; 0 =
 * not told, since the line's beginning is left out. */
static guint32
marked_column (const char *shown, gsize lead)
{
  return g_str_has_prefix (shown, "...") ? 0 : (guint32)lead + 1;
}

SarifRegion
sarif_region_of_message (SarifFile *file, const CoupletDiagnostic *diagnostic)
{
  SarifRegion region = sarif_region_of_place (file, diagnostic->place);
  const char *line = strchr (diagnostic->message, '\n');
  const char *below = line != NULL ? strchr (line + 1, '\n') : NULL;
  const char *shown = behind_bar (line != NULL ? line + 1 : NULL);
  const char *marks = behind_bar (below != NULL ? below + 1 : NULL);
  if (shown == NULL || marks == NULL || diagnostic->place.column == 0)
    return region;
  gsize lead = strspn (marks, " \t."), n = strspn (marks + lead, "^~");
  if (region.column == 0)
    region.column = marked_column (shown, lead);
  if (region.column > 0 && n > 0)
    region.end_column = region.column + (guint32)n;
  return region;
}

void
sarif_put_location (const CoupletJson *json, const SarifFile *file, SarifRegion region)
{
  couplet_json_open (json, "physicalLocation", '{');
  couplet_json_open (json, "artifactLocation", '{');
  couplet_json_string (json, "uri", file->uri);
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
