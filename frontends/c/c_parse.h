/* SPDX-License-Identifier: Apache-2.0 */
/* pycparser, a parser of C in Python (Eli Bendersky), run by the interpreter. */
#ifndef C_PARSE_H
#define C_PARSE_H

#include "c_text.h"
#include "python_node.h"

/* What is done with a tree, an object of `c_ast.FileAST`, while the interpreter runs; parser is for
 * c_parse_alone(). */
typedef void (*CFileUse) (PyObject *parser, PyObject *file, gpointer data);

/* Parses text and calls use. FALSE with an error reported when it is no C. keep: the interpreter is
 * left to the end of the process. */
gboolean c_parse (const CText *text, gboolean keep, CFileUse use, gpointer data);

/* The expression that length bytes of text are; NULL = they are none. The caller owns it. */
PyObject *c_parse_alone (PyObject *parser, const char *text, gsize length);

#endif
