/* SPDX-License-Identifier: Apache-2.0 */
#include "marked_source.h"

#include "html_printer.h"
#include "read_again.h"

#include <string.h>

#define MOST_LINES 2000
#define MOST_SIZE 1 /* MiB */

GArray *
line_marks_new (void)
{
  return g_array_new (FALSE, TRUE, sizeof (LineMark));
}

void
line_marks_add (GArray *marks, guint32 line, LineMark mark)
{
  if (line == 0 || line > MOST_LINES)
    return;
  if (line > marks->len)
    g_array_set_size (marks, line);
  LineMark *old = &g_array_index (marks, LineMark, line - 1);
  *old = MAX (*old, mark);
}

static guint
count_lines (const CoupletSource *source)
{
  guint n = 0;
  for (const char *c = source->data;
       (c = memchr (c, '\n', (gsize)(source->data + source->length - c))) != NULL; c++)
    n++;
  return n;
}

static void
put_line (GString *out, const char *line, gsize length, LineMark mark)
{
  static const char *const items[] = {"<li>", "<li class=\"walk\">", "<li class=\"error\">"};
  g_autofree char *copy = g_strndup (line, length);
  g_strdelimit (copy, "\t", ' ');
  g_autofree char *text = couplet_make_visible (copy);
  g_string_append (out, items[mark]);
  html_put_text (out, text);
  g_string_append (out, "</li>\n");
}

static void
put_lines (GString *out, const CoupletSource *source, const GArray *marks)
{
  const char *end = source->data + source->length;
  guint number = 0;
  for (const char *line = source->data; line < end; number++) {
    const char *next = memchr (line, '\n', (gsize)(end - line));
    next = next != NULL ? next : end;
    put_line (out, line, (gsize)(next - line),
              number < marks->len ? g_array_index (marks, LineMark, number) : LINE_PLAIN);
    line = next + 1;
  }
}

static void
put_note (GString *out, const char *why)
{
  g_string_append (out, "<p class=\"quiet\">The source is not shown: ");
  html_put_text (out, why);
  g_string_append (out, ".</p>\n");
}

static void
put_source (GString *out, const CoupletSource *source, const GArray *marks)
{
  guint n = count_lines (source);
  if (n > MOST_LINES) {
    g_autofree char *why = g_strdup_printf ("it has %u lines", n);
    put_note (out, why);
  } else {
    g_string_append (out, "<div class=\"source\"><ol>\n");
    put_lines (out, source, marks);
    g_string_append (out, "</ol></div>\n");
  }
}

void
put_marked_source (GString *out, const CoupletFileResult *result, const GArray *marks)
{
  CoupletSource source;
  g_autofree char *why = NULL;
  g_string_append (out, "<h3>Source</h3>\n");
  if (!report_read_again (&source, result, MOST_SIZE, &why)) {
    put_note (out, why);
    return;
  }
  put_source (out, &source, marks);
  g_free ((char *)source.data);
}
