/* SPDX-License-Identifier: Apache-2.0 */
/* What a C file has at its top: functions that draw noise, helpers, numbers. */
#ifndef C_FILE_H
#define C_FILE_H

#include "c_remarks.h"
#include "routine_noise.h"

/* The function called name, or, where name is empty, the only one that draws noise, with what
 * its annotations say. NULL with an error reported. The result lies in the tree's arena. */
Routine *c_choose (CoupletContext *context, CTree *tree, PyObject *parser, PyObject *file,
                   const char *name);

#endif
