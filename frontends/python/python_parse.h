/* SPDX-License-Identifier: Apache-2.0 */
/* CPython's own parser, tamed: the interpreter is started without the user's environment, site
 * folders and signal handlers, makes a syntax tree, and ends. Nothing of a text is executed. */
#ifndef PYTHON_PARSE_H
#define PYTHON_PARSE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "svt_message.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PyObject, Py_DecRef)

/* A text, and where its lines begin. */
typedef struct {
  const SvtReporter *reporter;
  GArray *lines; /* guint32: offsets */
} PythonText;

/* The caller clears it. */
void python_text_init (PythonText *text, const SvtReporter *reporter);
void python_text_clear (PythonText *text);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PythonText, python_text_clear)

/* A piece of the text, by CPython's lines (from 1) and columns (in bytes, from 0). */
SvtPlace python_place (const PythonText *text, long line, long column, long end_line,
                       long end_column);

/* What is done with a tree, an object of `_ast.Module`, while the interpreter runs. */
typedef void (*PythonUse) (PyObject *module, gpointer data);

/* Parses text and calls use. FALSE with an error reported when it is no Python. keep: the
 * interpreter is left to the end of the process. */
gboolean python_parse (const PythonText *text, gboolean keep, PythonUse use, gpointer data);

/* Parses expression, which stands in text at place, into an object of `_ast.Expression`, whose
 * parts know their places, while the interpreter runs. NULL: it is none. The caller owns it. */
PyObject *python_parse_expression (const PythonText *text, const char *expression, SvtPlace place);

#endif
