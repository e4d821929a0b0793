/* SPDX-License-Identifier: Apache-2.0 */
/* From CPython's syntax tree to that of routines: classes of the module `_ast` (Python's
 * documentation, "ast: Abstract Syntax Trees"). */
#ifndef PYTHON_TREE_H
#define PYTHON_TREE_H

#include "python_parse.h"
#include "routine_tree.h"

/* Where a node stands: PythonTree.place_of. */
SvtPlace python_place_of_node (const PythonTree *tree, PyObject *node);

/* The lines of node, from 1, within the text. */
void python_lines_of (const PythonTree *tree, PyObject *node, guint32 *first, guint32 *last);

/* Never NULL. What has no place in the tree is ROUTINE_OTHER. */
RoutineExpression *python_expression (PythonTree *tree, PyObject *node);

/* The statements of the list that node has as attribute. */
RoutineBlock python_block (PythonTree *tree, PyObject *node, const char *attribute);

#endif
