/* SPDX-License-Identifier: Apache-2.0 */
/* Which mechanism of a file is meant, and what its parameters are. */
#ifndef SVT_CHOICE_H
#define SVT_CHOICE_H

#include "svt_checker.h"

/* The mechanism that is meant; NULL with an error reported. */
const SvtMechanism *svt_choose_mechanism (const SvtChecker *checker);

/* Gives the parameters of the program's mechanism their role, and their values, those of
 * -D or their own. What is wrong is reported. */
void svt_read_parameters (SvtChecker *checker);

#endif
