/* SPDX-License-Identifier: Apache-2.0 */
/* What CheckDP's annotations say: texts that stand as statements in a function.
 *
 *   "TYPES: epsilon: <0, 0>; q: <*, *>";            which parameters are private
 *   "PRECONDITION: ALL_DIFFER; ASSUME(N > 0);";     how answers differ, and what holds of numbers
 *   "CHECK: 2 * epsilon";                           the claim
 */
#ifndef C_REMARKS_H
#define C_REMARKS_H

#include "c_tree.h"

#include <couplet/context.h>

/* Reads tree->remarks into routine, when the parameters of the function are declared and its body
 * is read. What is wrong is reported. */
void c_remarks_read (CoupletContext *context, CTree *tree, PyObject *parser, Routine *routine);

#endif
