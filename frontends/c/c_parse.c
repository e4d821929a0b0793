/* SPDX-License-Identifier: Apache-2.0 */
#include "c_parse.h"

#include "c_words.h"
#include "python_run.h"

#include <couplet/text.h>

typedef struct {
  const CText *text;
  CFileUse use;
  gpointer data;
} Parsing;

/* Tables that are out of date must not be written anywhere. */
#define NO_FOLDER "/dev/null"

/* An object of pycparser's class CParser; NULL with an exception raised. */
static PyObject *
new_parser (void)
{
  g_autoptr (PyObject) module = PyImport_ImportModule ("pycparser.c_parser");
  g_autoptr (PyObject) class = module != NULL ? PyObject_GetAttrString (module, "CParser") : NULL;
  g_autoptr (PyObject) arguments = PyTuple_New (0);
  g_autoptr (PyObject) named = Py_BuildValue ("{s:s}", "taboutputdir", NO_FOLDER);
  return class != NULL && arguments != NULL && named != NULL
             ? PyObject_Call (class, arguments, named)
             : NULL;
}

/* Bytes as letters, so that columns are bytes. */
static PyObject *
parse_text (PyObject *parser, const char *text, gsize length)
{
  g_autoptr (PyObject) string = PyUnicode_DecodeLatin1 (text, (Py_ssize_t)length, NULL);
  return string != NULL ? PyObject_CallMethod (parser, "parse", "Os", string, "input") : NULL;
}

/* ---- Errors ------------------------------------------------------------------------------ */

/* pycparser's `input:LINE:COLUMN: REASON`. */
static void
report_syntax (const PythonText *text, const char *reason)
{
  guint64 line = 0, column = 0;
  const char *rest = g_str_has_prefix (reason, "input:") ? reason + strlen ("input:") : NULL;
  char *end = NULL;
  if (rest != NULL && g_ascii_isdigit (*rest)) {
    line = g_ascii_strtoull (rest, &end, 10);
    column = *end == ':' ? g_ascii_strtoull (end + 1, &end, 10) : 0;
    rest = *end == ':' ? end + 1 + strspn (end + 1, " ") : end;
  }
  if (line < 2) {
    long last = (long)text->lines->len;
    svt_error (text->reporter, python_place (text, last, 0, last, 0),
               "no C: the file ends inside a function or declaration");
    return;
  }
  long at = (long)MIN (line - 1, G_MAXINT32), from = (long)MIN (column, G_MAXINT32);
  SvtPlace place = python_place (text, at, MAX (from - 1, 0), at, MAX (from, 1));
  if (g_str_has_prefix (rest, "before: "))
    svt_error (text->reporter, place,
               "no C: found '%s' where it cannot stand, or behind a type that the file does not "
               "declare",
               rest + strlen ("before: "));
  else
    svt_error (text->reporter, place, "no C: %s", rest);
}

static void
report_failure (const PythonText *text)
{
  g_autoptr (PyObject) error = python_take_error ();
  g_autofree char *reason = python_describe (error);
  if (error != NULL && python_is (error, "ParseError"))
    report_syntax (text, reason);
  else
    svt_error (text->reporter, python_place (text, 1, 0, 1, 0), "pycparser cannot parse it: %s",
               *reason != '\0' ? reason : "it runs out of memory");
}

static void
report_missing (const SvtReporter *reporter)
{
  g_autoptr (PyObject) error = python_take_error ();
  g_autofree char *reason = python_describe (error);
  couplet_diagnostics_add (reporter->diagnostics, COUPLET_SEVERITY_ERROR, (CoupletPlace){0, 0},
                           "pycparser cannot be started: %s; it was looked for "
                           "in " COUPLET_PYCPARSER_FOLDER ", Debian's package is python3-pycparser",
                           reason);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static gboolean
parse (gpointer data)
{
  const Parsing *parsing = data;
  const PythonText *source = parsing->text->source;
  g_autofree char *whole = g_strconcat (c_declarations, parsing->text->text, NULL);
  g_autoptr (PyObject) parser = new_parser ();
  if (parser == NULL) {
    report_missing (source->reporter);
    return FALSE;
  }
  g_autoptr (PyObject) file = parse_text (parser, whole, strlen (whole));
  if (file == NULL)
    report_failure (source);
  else
    parsing->use (parser, file, parsing->data);
  return file != NULL;
}

gboolean
c_parse (const CText *text, gboolean keep, CFileUse use, gpointer data)
{
  Parsing parsing = {text, use, data};
  return python_run (text->source->reporter, COUPLET_PYCPARSER_FOLDER, keep, parse, &parsing);
}

PyObject *
c_parse_alone (PyObject *parser, const char *text, gsize length)
{
  g_autofree char *whole = g_strdup_printf ("int number = (%.*s);", (int)length, text);
  g_autoptr (PyObject) file = parse_text (parser, whole, strlen (whole));
  PyErr_Clear ();
  g_autoptr (PyObject) all = file != NULL ? python_get (file, "ext") : NULL;
  if (all == NULL || !PyList_Check (all) || PyList_GET_SIZE (all) != 1)
    return NULL;
  PyObject *value = python_get (PyList_GET_ITEM (all, 0), "init");
  if (value != Py_None)
    return value;
  Py_DECREF (value);
  return NULL;
}
