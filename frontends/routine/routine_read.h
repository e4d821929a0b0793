/* SPDX-License-Identifier: Apache-2.0 */
/* From a function to an automaton. */
#ifndef ROUTINE_READ_H
#define ROUTINE_READ_H

#include "routine_names.h"
#include "routine_noise.h"

#include <couplet/plugin.h>

/* Understands routine, whose tree lies in file, and puts the automaton of its mechanism into
 * builder. FALSE with errors reported: what is not understood exactly is refused. */
gboolean routine_read (CoupletContext *context, const SvtReporter *reporter, SvtFile *file,
                       Routine *routine, const RoutineOptions *options, CoupletBuilder *builder);

#endif
