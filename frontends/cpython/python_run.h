/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter, tamed: it is started without the user's environment, working folder, site
 * folders and signal handlers, makes a syntax tree, and ends. Nothing of a text is executed. */
#ifndef PYTHON_RUN_H
#define PYTHON_RUN_H

#include "python_node.h"

/* What is done while the interpreter runs. FALSE with an error reported. */
typedef gboolean (*PythonUse) (gpointer data);

/* Starts the interpreter, calls use, and ends it. folder: where modules are found that are not
 * CPython's own; NULL = there are none. keep: the interpreter is left to the end of the process.
 * One that runs already is used as it is, and left. FALSE with an error reported. */
gboolean python_run (const SvtReporter *reporter, const char *folder, gboolean keep, PythonUse use,
                     gpointer data);

/* The exception that was raised, which is cleared; NULL = none. The caller owns it. */
PyObject *python_take_error (void);

/* The interpreter's version, `3.11.2`; it need not run. The caller frees it. */
char *python_version (void);

#endif
