/* SPDX-License-Identifier: Apache-2.0 */
/* What comments say about a function: lines `# couplet: claim 2*epsilon` in it, or right above it.
 */
#ifndef PYTHON_SAYS_H
#define PYTHON_SAYS_H

#include "python_tree.h"

/* Reads the comments of function, a node, into routine. What is wrong is refused. */
void python_read_says (PythonTree *tree, PyObject *function, Routine *routine);

#endif
