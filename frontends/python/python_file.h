/* SPDX-License-Identifier: Apache-2.0 */
/* What a Python file has at its top: functions that draw noise, helpers, numbers. */
#ifndef PYTHON_FILE_H
#define PYTHON_FILE_H

#include "python_tree.h"
#include "routine_noise.h"

/* The function called name, or, where name is empty, the only one that draws noise. NULL with an
 * error reported. The result lies in the tree's arena. */
Routine *python_choose (PythonTree *tree, PyObject *module, const char *name);

#endif
