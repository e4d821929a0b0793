/* SPDX-License-Identifier: Apache-2.0 */
/* From CPython's syntax tree to that of routines: classes of the module `_ast` (Python's
 * documentation, "ast: Abstract Syntax Trees"). */
#ifndef PYTHON_TREE_H
#define PYTHON_TREE_H

#include "python_parse.h"
#include "routine_tree.h"

typedef struct {
  const PythonText *text;
  SvtFile *file;
  guint depth;
  gboolean refused; /* something was reported */
} PythonTree;

/* The class of node, as `_ast` calls it. */
const char *python_class (PyObject *node);
gboolean python_is (PyObject *node, const char *name);

/* What node has as attribute; None where it has none. The caller owns it. */
PyObject *python_get (PyObject *node, const char *attribute);

/* Calls use for each item of the list that node has as attribute. */
typedef void (*PythonItem) (PythonTree *tree, PyObject *item, gpointer data);
void python_each (PythonTree *tree, PyObject *node, const char *attribute, PythonItem use,
                  gpointer data);
guint python_length (PyObject *node, const char *attribute);

/* A name that node has as attribute, in the tree's arena; NULL for None. */
const char *python_text_of (PythonTree *tree, PyObject *node, const char *attribute);

SvtPlace python_place_of (const PythonTree *tree, PyObject *node);

/* The lines of node, from 1, within the text. */
void python_lines_of (const PythonTree *tree, PyObject *node, guint32 *first, guint32 *last);

/* Reports that what node is is not read; advice says what to write instead. */
void python_refuse (PythonTree *tree, PyObject *node, const char *what, const char *advice);

/* Never NULL. What has no place in the tree is ROUTINE_OTHER. */
RoutineExpression *python_expression (PythonTree *tree, PyObject *node);

/* The statements of the list that node has as attribute. */
RoutineBlock python_block (PythonTree *tree, PyObject *node, const char *attribute);

#endif
