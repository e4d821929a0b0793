/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions and strategies in words. */
#ifndef COUPLET_CORE_WORDS_H
#define COUPLET_CORE_WORDS_H

#include "constraint_system.h"

/* One condition as a clause: which transition, and what it asks of which shift.
 * The caller frees it. */
char *condition_words (const ConstraintSystem *system, const Condition *condition);

/* Why the conditions of an unsatisfiable core (pointers to Condition) cannot all
 * hold, as a sentence. The caller frees it. */
char *core_words (const ConstraintSystem *system, const GPtrArray *core);

/* A class in words: `from 'q0 -> q1 ...' to 'q3 -> q4 ...'`. The caller frees it. */
char *class_words (const ConstraintSystem *system, guint32 class);

/* What a variable is the shift of: `x after 'q0 -> q1 ...'`. The caller frees it. */
char *variable_words (const ConstraintSystem *system, guint32 variable);

/* The first thresholds of cluster, by name: `x, y`. The caller frees it. */
char *cluster_words (const ConstraintSystem *system, guint32 cluster);

/* A constraint system as an SMT-LIB 2 file, for other solvers and for reading. */

/* Writes system into folder, into a file named by dump_write() after what context
 * is about and the encoding. Comments say which transition and rule each named assertion
 * is. False with error set (SOLVER). */
gboolean smt_dump (ConstraintSystem *system, CoupletContext *context, const char *folder,
                   GError **error);

#endif
