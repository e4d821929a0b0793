/* SPDX-License-Identifier: Apache-2.0 */
/* What the names of a mechanism stand for: parameters, thresholds, values that are read,
 * whole numbers; others are symbols. */
#ifndef SVT_ROLES_H
#define SVT_ROLES_H

#include "svt_program.h"

/* Gives the names that block reads, stores and declares their roles; reports those that
 * have two. Parameters must have theirs. */
void svt_find_roles (SvtChecker *checker, const SvtBlock *block);

/* `a parameter` and the like, for messages. */
const char *svt_describe_role (const SvtName *name);

/* A value that is read, or a threshold. */
gboolean svt_is_read (const SvtName *name);
/* A parameter or whole number. */
gboolean svt_is_number (const SvtName *name);

/* Reports that name is not what is expected, a threshold or else a value that is read, with
 * the nearest that is. */
void svt_report_name (const SvtChecker *checker, const SvtName *name, SvtPlace place,
                      gboolean threshold);

/* Which mechanism of a file is meant, and what its parameters are. */

/* The mechanism that is meant; NULL with an error reported. */
const SvtMechanism *svt_choose_mechanism (const SvtChecker *checker);

/* Gives the parameters of the program's mechanism their role, and their values, those of
 * -D or their own. What is wrong is reported. */
void svt_read_parameters (SvtChecker *checker);

#endif
