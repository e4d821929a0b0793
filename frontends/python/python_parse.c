/* SPDX-License-Identifier: Apache-2.0 */
#include "python_parse.h"

#include "python_run.h"

#define LARGEST_TEXT 16 /* MiB */

typedef struct {
  const PythonText *text;
  PythonModuleUse use;
  gpointer data;
} Parsing;

/* CPython counts characters of a line from 1. */
static SvtPlace
place_of_error (const PythonText *text, PyObject *error)
{
  long line = python_number (error, "lineno"), column = python_number (error, "offset");
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
  g_autoptr (PyObject) error = python_take_error ();
  if (error != NULL && PyErr_GivenExceptionMatches (error, PyExc_SyntaxError)) {
    g_autoptr (PyObject) message = python_get (error, "msg");
    g_autofree char *reason = python_describe (message);
    svt_error (text->reporter, place_of_error (text, error), "no Python: %s", reason);
  } else {
    g_autofree char *reason = python_describe (error);
    svt_error (text->reporter, python_place (text, 1, 0, 1, 0),
               "CPython cannot parse it: %s; write fewer levels of brackets and operators",
               *reason != '\0' ? reason : "it runs out of memory");
  }
}

/* Nodes have CPython's lines and columns. */
static PyObject *
compile (const char *source, int kind)
{
  PyCompilerFlags flags = {PyCF_ONLY_AST | PyCF_IGNORE_COOKIE | PyCF_SOURCE_IS_UTF8,
                           PY_MINOR_VERSION};
  return Py_CompileStringExFlags (source, "input", kind, &flags, -1);
}

static gboolean
parse (gpointer data)
{
  const Parsing *parsing = data;
  const SvtReporter *reporter = parsing->text->reporter;
  g_autoptr (PyObject) module =
      compile (reporter->text + python_text_mark (reporter), Py_file_input);
  if (module == NULL)
    report_failure (parsing->text);
  else
    parsing->use (module, parsing->data);
  return module != NULL;
}

/* Line feeds and blanks before the expression, in parentheses where they mean nothing, bring it
 * to its place. */
PyObject *
python_parse_expression (const PythonText *text, const char *expression, SvtPlace place)
{
  g_autoptr (GString) source = g_string_new ("(");
  guint32 blanks = place.column - 1;
  if (place.line == 1)
    blanks -= (guint32)python_text_mark (text->reporter) + 1;
  for (guint32 line = 1; line < place.line; line++)
    g_string_append_c (source, '\n');
  g_string_append_printf (source, "%*s%s\n)", (int)blanks, "", expression);
  PyObject *parsed = compile (source->str, Py_eval_input);
  PyErr_Clear ();
  return parsed;
}

/* Whether a text in that encoding means the same in UTF-8, as far as it is ASCII. */
static gboolean
is_plain_encoding (const char *name)
{
  static const char *const words[] = {"utf-8",      "utf8",      "utf-8-sig",   "u8",
                                      "ascii",      "us-ascii",  "latin-1",     "latin1",
                                      "iso-8859-1", "iso8859-1", "iso-latin-1", NULL};
  g_autofree char *lower = g_ascii_strdown (name, -1);
  for (char *c = lower; *c != '\0'; c++)
    if (*c == '_')
      *c = '-';
  char *system = g_strrstr (lower, "-unix");
  if (system != NULL)
    *system = '\0';
  return g_strv_contains (words, lower);
}

/* The comment that names the encoding stands in the first two lines (PEP 263). In another one, a
 * comment may hold statements. */
static gboolean
check_encoding (const PythonText *text)
{
  const SvtReporter *reporter = text->reporter;
  g_autoptr (GRegex) cookie =
      g_regex_new ("^[ \\t\\f]*#.*?coding[:=][ \\t]*([-_.a-zA-Z0-9]+)", 0, 0, NULL);
  for (guint line = 0; line < MIN (text->lines->len, 2); line++) {
    guint32 start = g_array_index (text->lines, guint32, line);
    guint32 end = line + 1 < text->lines->len ? g_array_index (text->lines, guint32, line + 1)
                                              : (guint32)reporter->length;
    start += line == 0 ? (guint32)python_text_mark (reporter) : 0;
    g_autoptr (GMatchInfo) match = NULL;
    g_autofree char *own = g_strndup (reporter->text + start, end > start ? end - start : 0);
    if (!g_regex_match (cookie, own, 0, &match))
      continue;
    g_autofree char *name = g_match_info_fetch (match, 1);
    if (is_plain_encoding (name))
      return TRUE;
    svt_error (reporter, python_place (text, line + 1, 0, line + 1, 1),
               "the encoding '%s' is not read; save the file in UTF-8", name);
    return FALSE;
  }
  return TRUE;
}

gboolean
python_parse (const PythonText *text, gboolean keep, PythonModuleUse use, gpointer data)
{
  Parsing parsing = {text, use, data};
  return python_text_check (text, LARGEST_TEXT) && check_encoding (text) &&
         python_run (text->reporter, NULL, keep, parse, &parsing);
}
