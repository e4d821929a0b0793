/* SPDX-License-Identifier: Apache-2.0 */
/* Syntax trees that the interpreter makes: objects whose class says what they are, and whose
 * attributes are texts, numbers, other nodes, and lists of them. */
#ifndef PYTHON_NODE_H
#define PYTHON_NODE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "python_text.h"
#include "svt_ast.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PyObject, Py_DecRef)

typedef struct PythonTree PythonTree;
struct PythonTree {
  const PythonText *text;
  SvtFile *file;
  SvtPlace (*place_of) (const PythonTree *tree, PyObject *node); /* in the parser's way */
  guint depth;
  gboolean refused; /* something was reported */
};

/* The class of node, without its module. */
const char *python_class (PyObject *node);
gboolean python_is (PyObject *node, const char *name);

/* What node has as attribute; None where it has none. The caller owns it. */
PyObject *python_get (PyObject *node, const char *attribute);

/* A number that object has as attribute; 0 where it has none. */
long python_number (PyObject *object, const char *attribute);

/* Calls use for each item of the list that node has as attribute. */
typedef void (*PythonItem) (PythonTree *tree, PyObject *item, gpointer data);
void python_each (PythonTree *tree, PyObject *node, const char *attribute, PythonItem use,
                  gpointer data);
guint python_length (PyObject *node, const char *attribute);

/* string, in the tree's arena; NULL where it is none. */
const char *python_keep_text (PythonTree *tree, PyObject *string);
/* The text that node has as attribute, likewise. */
const char *python_text_of (PythonTree *tree, PyObject *node, const char *attribute);

/* object as people may read it, not too long. The caller frees it. */
char *python_describe (PyObject *object);

SvtPlace python_place_of (const PythonTree *tree, PyObject *node);

/* Reports that what node is is not read; advice says what to write instead. */
void python_refuse (PythonTree *tree, PyObject *node, const char *what, const char *advice);

#endif
