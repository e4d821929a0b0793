/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a program that no run reaches. */
#ifndef SVT_UNREACHED_H
#define SVT_UNREACHED_H

#include "svt_check.h"

/* Warns of the first statement of each block of a compiled program that no run reaches,
 * unless none reaches the block. What a comparison of numbers rules out may be reached with
 * other parameters. */
void svt_warn_unreached (const SvtProgram *program);

#endif
