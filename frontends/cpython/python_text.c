/* SPDX-License-Identifier: Apache-2.0 */
#include "python_text.h"

#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

gsize
python_text_mark (const SvtReporter *reporter)
{
  return g_str_has_prefix (reporter->text, BYTE_ORDER_MARK) ? strlen (BYTE_ORDER_MARK) : 0;
}

/* Lines end as CPython's do: by a line feed, a carriage return, or both. */
void
python_text_init (PythonText *text, const SvtReporter *reporter)
{
  *text = (PythonText){reporter, g_array_new (FALSE, FALSE, sizeof (guint32))};
  guint32 start = (guint32)python_text_mark (reporter);
  g_array_append_val (text->lines, start);
  for (guint32 i = 0; i < reporter->length; i++)
    if (reporter->text[i] == '\n' || (reporter->text[i] == '\r' && reporter->text[i + 1] != '\n')) {
      start = i + 1;
      g_array_append_val (text->lines, start);
    }
}

void
python_text_clear (PythonText *text)
{
  g_clear_pointer (&text->lines, g_array_unref);
}

static guint32
offset_of (const PythonText *text, long line, long column)
{
  guint32 length = (guint32)text->reporter->length;
  if (line < 1 || column < 0 || line > (long)text->lines->len)
    return length;
  guint32 start = g_array_index (text->lines, guint32, line - 1);
  return column > (long)(length - start) ? length : start + (guint32)column;
}

SvtPlace
python_place (const PythonText *text, long line, long column, long end_line, long end_column)
{
  guint32 start = offset_of (text, line, column), end = offset_of (text, end_line, end_column);
  long mark = line == 1 ? (long)python_text_mark (text->reporter) : 0;
  return (SvtPlace){(guint32)CLAMP (line, 1, (long)text->lines->len),
                    (guint32)MAX (column + mark, 0) + 1, start, end > start ? end - start : 0};
}

gboolean
python_text_check (const PythonText *text, guint limit)
{
  const SvtReporter *reporter = text->reporter;
  const char *end;
  g_autofree char *wrong = NULL;
  gboolean large = reporter->length > (gsize)limit << 20;
  if (large)
    wrong = g_strdup_printf ("more than %u MiB are not read", limit);
  else if (!g_utf8_validate (reporter->text, (gssize)reporter->length, &end))
    wrong = g_strdup (*end == '\0' ? "found a NUL byte" : "these bytes are not valid UTF-8");
  if (wrong == NULL)
    return TRUE;
  guint32 line = 1, offset = large ? 0 : (guint32)(end - reporter->text);
  while (line < text->lines->len && g_array_index (text->lines, guint32, line) <= offset)
    line++;
  long column = (long)offset - (long)g_array_index (text->lines, guint32, line - 1);
  svt_error (reporter, python_place (text, line, MAX (column, 0), line, column + 1), "%s", wrong);
  return FALSE;
}
