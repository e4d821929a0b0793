/* SPDX-License-Identifier: Apache-2.0 */
/* Which names a file gives a meaning of its own, and how often: at its top and in the blocks there,
 * and by `global` in functions. */
#ifndef PYTHON_BOUND_H
#define PYTHON_BOUND_H

#include "python_tree.h"

typedef struct {
  GHashTable *counts; /* name to how often it gets a meaning */
  PyObject *star;     /* the first `from module import *`; NULL = none. Borrowed */
  PyObject *seed;     /* the first call that fixes the noise; NULL = none. Borrowed */
} PythonBound;

/* Looks at module. The caller clears bound before the module. */
void python_bound_init (PythonBound *bound, PythonTree *tree, PyObject *module);
void python_bound_clear (PythonBound *bound);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PythonBound, python_bound_clear)

/* How often the file gives name a meaning. */
guint python_bound_count (const PythonBound *bound, const char *name);

/* Puts the nodes right below node on stack, which owns them. */
void python_push_children (PyObject *node, GPtrArray *stack);

#endif
