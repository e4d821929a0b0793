/* SPDX-License-Identifier: Apache-2.0 */
#include "python_parse.h"

#include <couplet/text.h>

#define LONGEST_TEXT (16u << 20)
#define LONGEST_REASON 200
#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

/* ---- Places ----------------------------------------------------------------------------- */

static gsize
mark_length (const SvtReporter *reporter)
{
  return g_str_has_prefix (reporter->text, BYTE_ORDER_MARK) ? strlen (BYTE_ORDER_MARK) : 0;
}

/* Lines end as CPython's do: by a line feed, a carriage return, or both. */
void
python_text_init (PythonText *text, const SvtReporter *reporter)
{
  *text = (PythonText){reporter, g_array_new (FALSE, FALSE, sizeof (guint32))};
  guint32 start = (guint32)mark_length (reporter);
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
  long mark = line == 1 ? (long)mark_length (text->reporter) : 0;
  return (SvtPlace){(guint32)CLAMP (line, 1, (long)text->lines->len),
                    (guint32)MAX (column + mark, 0) + 1, start, end > start ? end - start : 0};
}

/* ---- Errors ------------------------------------------------------------------------------ */

static long
number_of (PyObject *object, const char *attribute)
{
  g_autoptr (PyObject) value = PyObject_GetAttrString (object, attribute);
  long number = value != NULL && PyLong_Check (value) ? PyLong_AsLong (value) : 0;
  PyErr_Clear ();
  return number;
}

static char *
text_of (PyObject *object)
{
  g_autoptr (PyObject) string = object != NULL ? PyObject_Str (object) : NULL;
  const char *text = string != NULL ? PyUnicode_AsUTF8 (string) : NULL;
  PyErr_Clear ();
  g_autofree char *visible = couplet_make_visible (text != NULL ? text : "no reason");
  return g_utf8_substring (visible, 0, MIN (LONGEST_REASON, g_utf8_strlen (visible, -1)));
}

/* CPython counts characters of a line from 1. */
static SvtPlace
place_of_error (const PythonText *text, PyObject *error)
{
  long line = number_of (error, "lineno"), column = number_of (error, "offset");
  SvtPlace start = python_place (text, line, 0, line, 0);
  const char *at = text->reporter->text + start.offset;
  const char *end = text->reporter->text + text->reporter->length;
  long bytes = 0;
  for (; column > 1 && at + bytes < end && at[bytes] != '\n'; column--)
    bytes += g_utf8_next_char (at + bytes) - (at + bytes);
  return python_place (text, line, bytes, line, bytes + 1);
}

static void
report_failure (const PythonText *text)
{
  PyObject *type = NULL, *value = NULL, *trace = NULL;
  PyErr_Fetch (&type, &value, &trace);
  PyErr_NormalizeException (&type, &value, &trace);
  if (type != NULL && PyErr_GivenExceptionMatches (type, PyExc_SyntaxError)) {
    g_autoptr (PyObject) message = PyObject_GetAttrString (value, "msg");
    g_autofree char *reason = text_of (message);
    svt_error (text->reporter, place_of_error (text, value), "no Python: %s", reason);
  } else {
    g_autofree char *reason = text_of (value);
    svt_error (text->reporter, python_place (text, 1, 0, 1, 0),
               "CPython cannot parse it: %s; write fewer levels of brackets and operators",
               *reason != '\0' ? reason : "it runs out of memory");
  }
  Py_XDECREF (type);
  Py_XDECREF (value);
  Py_XDECREF (trace);
}

/* ---- The interpreter ----------------------------------------------------------------------- */

/* FALSE with an error reported. */
static gboolean
start (const PythonText *text)
{
  PyConfig config;
  PyConfig_InitIsolatedConfig (&config);
  config.site_import = 0;
  config.install_signal_handlers = 0;
  config.write_bytecode = 0;
  config.pathconfig_warnings = 0;
  config.module_search_paths_set = 1;
  PyStatus status = PyWideStringList_Append (&config.warnoptions, L"ignore");
  if (!PyStatus_Exception (status))
    status = PyWideStringList_Append (&config.module_search_paths, L"" COUPLET_PYTHON_LIBRARY);
  if (!PyStatus_Exception (status))
    status = PyConfig_SetString (&config, &config.program_name, L"couplet");
  if (!PyStatus_Exception (status))
    status = Py_InitializeFromConfig (&config);
  PyConfig_Clear (&config);
  if (PyStatus_Exception (status))
    couplet_diagnostics_add (text->reporter->diagnostics, COUPLET_SEVERITY_ERROR,
                             (CoupletPlace){0, 0},
                             "CPython's library cannot be started: %s; its modules were looked for "
                             "in " COUPLET_PYTHON_LIBRARY,
                             status.err_msg != NULL ? status.err_msg : "no reason");
  return !PyStatus_Exception (status);
}

/* FALSE with an error reported: CPython takes texts that end with a NUL, in UTF-8. */
static gboolean
check_text (const PythonText *text)
{
  const SvtReporter *reporter = text->reporter;
  const char *end;
  const char *wrong = NULL;
  if (reporter->length > LONGEST_TEXT)
    wrong = "more than 16 MiB are not read";
  else if (!g_utf8_validate (reporter->text, (gssize)reporter->length, &end))
    wrong = *end == '\0' ? "found a NUL byte" : "these bytes are not valid UTF-8";
  if (wrong == NULL)
    return TRUE;
  guint32 line = 1, offset = 0;
  if (reporter->length <= LONGEST_TEXT)
    offset = (guint32)(end - reporter->text);
  while (line < text->lines->len && g_array_index (text->lines, guint32, line) <= offset)
    line++;
  long column = (long)offset - (long)g_array_index (text->lines, guint32, line - 1);
  svt_error (reporter, python_place (text, line, MAX (column, 0), line, column + 1), "%s", wrong);
  return FALSE;
}

/* Nodes have CPython's lines and columns. */
static PyObject *
compile (const char *source, int kind)
{
  PyCompilerFlags flags = {PyCF_ONLY_AST | PyCF_IGNORE_COOKIE | PyCF_SOURCE_IS_UTF8,
                           PY_MINOR_VERSION};
  return Py_CompileStringExFlags (source, "input", kind, &flags, -1);
}

/* Line feeds and blanks before the expression, in parentheses where they mean nothing, bring it
 * to its place. */
PyObject *
python_parse_expression (const PythonText *text, const char *expression, SvtPlace place)
{
  g_autoptr (GString) source = g_string_new ("(");
  guint32 blanks = place.column - 1;
  if (place.line == 1)
    blanks -= (guint32)mark_length (text->reporter) + 1;
  for (guint32 line = 1; line < place.line; line++)
    g_string_append_c (source, '\n');
  g_string_append_printf (source, "%*s%s\n)", (int)blanks, "", expression);
  PyObject *parsed = compile (source->str, Py_eval_input);
  PyErr_Clear ();
  return parsed;
}

gboolean
python_parse (const PythonText *text, gboolean keep, PythonUse use, gpointer data)
{
  if (!check_text (text) || !start (text))
    return FALSE;
  PyObject *module = compile (text->reporter->text + mark_length (text->reporter), Py_file_input);
  if (module == NULL)
    report_failure (text);
  else
    use (module, data);
  gboolean parsed = module != NULL;
  Py_XDECREF (module);
  if (!keep)
    Py_FinalizeEx ();
  return parsed;
}
