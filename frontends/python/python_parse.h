/* SPDX-License-Identifier: Apache-2.0 */
/* CPython's own parser. */
#ifndef PYTHON_PARSE_H
#define PYTHON_PARSE_H

#include "python_node.h"

/* What is done with a tree, an object of `_ast.Module`, while the interpreter runs. */
typedef void (*PythonModuleUse) (PyObject *module, gpointer data);

/* Parses text and calls use. FALSE with an error reported when it is no Python. keep: the
 * interpreter is left to the end of the process. */
gboolean python_parse (const PythonText *text, gboolean keep, PythonModuleUse use, gpointer data);

/* Parses expression, which stands in text at place, into an object of `_ast.Expression`, whose
 * parts know their places, while the interpreter runs. NULL: it is none. The caller owns it. */
PyObject *python_parse_expression (const PythonText *text, const char *expression, SvtPlace place);

#endif
