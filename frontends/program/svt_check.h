/* SPDX-License-Identifier: Apache-2.0 */
/* What can be said of a program without running it: which mechanism is meant,
 * what its names stand for, what its expressions come to.
 */
#ifndef SVT_CHECK_H
#define SVT_CHECK_H

#include "svt_program.h"

/* Chooses the mechanism of file and completes it, with the parameters of context;
 * NULL with errors reported. The caller frees the result before file and reporter. */
SvtProgram *svt_check (CoupletContext *context, const SvtReporter *reporter, SvtFile *file);
void svt_program_free (SvtProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SvtProgram, svt_program_free)

#endif
