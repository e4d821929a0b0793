/* SPDX-License-Identifier: Apache-2.0 */
/* From a function to a mechanism. */
#ifndef ROUTINE_READ_H
#define ROUTINE_READ_H

#include "routine_names.h"
#include "routine_noise.h"

#include "svt_check.h"

#include <couplet/plugin.h>

/* Understands routine, whose tree lies in file: the mechanism that it comes to, checked; NULL with
 * errors reported: what is not understood exactly is refused. The caller frees it before file and
 * reporter. */
SvtProgram *routine_program (CoupletContext *context, const SvtReporter *reporter, SvtFile *file,
                             Routine *routine, const RoutineOptions *options);

/* Writes program, of routine_program(), which was read in the file of that name, as
 * svt_restate() does. */
void routine_restate (CoupletContext *context, const SvtProgram *program, const char *file);

#endif
