/* SPDX-License-Identifier: Apache-2.0 */
/* From pycparser's syntax tree to that of routines: classes of its module c_ast. */
#ifndef C_TREE_H
#define C_TREE_H

#include "c_scope.h"
#include "c_text.h"
#include "c_words.h"
#include "python_node.h"
#include "routine_tree.h"

typedef struct {
  PythonTree base; /* first: what walks over nodes are given */
  const CText *text;
  CScope scope;
  PyObject *step;      /* of the `for` around that is read as a `while`; NULL = none. Borrowed */
  GPtrArray *ends;     /* names that the number of rounds depends on */
  GPtrArray *remarks;  /* RoutineExpression, ROUTINE_SYMBOL: texts that stand as statements */
  gboolean is_rounded; /* a whole number that gets a real one was met */
  SvtPlace origin;     /* of a text that is parsed by itself; else line 0 */
} CTree;

/* Where a node stands: PythonTree.place_of. */
SvtPlace c_place_of_node (const PythonTree *tree, PyObject *node);

/* Never NULL; what is not read is reported. */
RoutineExpression *c_expression (CTree *tree, PyObject *node);

/* Whether C computes node as a whole number. */
gboolean c_is_whole (CTree *tree, PyObject *node);

/* The number that a declaration's type makes; C_NO_NUMBER: it is another type. *is_list: an array
 * of them, or a pointer to them. */
CNumberKind c_kind_of_type (CTree *tree, PyObject *type, gboolean *is_list);

/* What makes a variable of such a type: of a whole number the bits, too. */
void c_set_type (CTree *tree, PyObject *type, CNumberKind kind, CVariable *variable);

/* Declares a variable or parameter. What is wrong with it is reported. */
void c_declare (CTree *tree, const CVariable *variable);

/* What is wrong with a number as it is written, for a whole variable; NULL = nothing. */
const char *c_misfit (const CVariable *variable, const RoutineExpression *value);

/* Reports, at node, that variable called name cannot hold value, which stands in the text as
 * given. */
void c_check_value (CTree *tree, PyObject *node, const char *name, PyObject *given,
                    const RoutineExpression *value);

/* Whether word is among the texts in node's list attribute. */
gboolean c_is_among (PyObject *node, const char *attribute, const char *word);

/* The statements of a function's body. */
RoutineBlock c_body (CTree *tree, PyObject *compound);

/* Whether node has the value text as attribute. */
gboolean c_has (PyObject *node, const char *attribute, const char *text);

/* Reports what is not read, with name between marks. */
void c_refuse_named (CTree *tree, PyObject *node, const char *name, const char *what);

#endif
