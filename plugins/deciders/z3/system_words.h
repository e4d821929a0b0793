/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions and strategies in words, and as SMT-LIB 2. The caller frees the texts. */
#ifndef COUPLET_SYSTEM_WORDS_H
#define COUPLET_SYSTEM_WORDS_H

#include "constraint_system.h"

/* Why the conditions with in_core set cannot all hold, as a sentence. */
char *core_words (const ConstraintSystem *system, const gboolean *in_core);

/* The shifts of the first classes in model, class by class. */
char *strategy_words (const ConstraintSystem *system, Z3_model model);

/* The system for other solvers and for reading: comments say which transition and rule each named
 * assertion is. */
char *system_script (const ConstraintSystem *system);

#endif
