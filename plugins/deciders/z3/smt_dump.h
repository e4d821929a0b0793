/* SPDX-License-Identifier: Apache-2.0 */
/* A constraint system as an SMT-LIB 2 file, for other solvers and for reading. */
#ifndef COUPLET_SMT_DUMP_H
#define COUPLET_SMT_DUMP_H

#include "constraint_system.h"

/* Writes system into folder, into a file named by dump_write() after what context
 * is about and the encoding. Comments say which transition and rule each named assertion
 * is. False with error set (SOLVER). */
gboolean smt_dump (ConstraintSystem *system, CoupletContext *context, const char *folder,
                   GError **error);

#endif
