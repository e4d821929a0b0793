/* SPDX-License-Identifier: Apache-2.0 */
/* From a function to a mechanism. */
#ifndef ROUTINE_READ_H
#define ROUTINE_READ_H

#include "routine_names.h"
#include "routine_noise.h"

#include "svt_check.h"

#include <couplet/plugin.h>

/* A language whose functions are mechanisms. */
typedef struct {
  const char *frontend;
  const RoutineWords *words;
  /* The function in reporter's text, whose tree lies in file; NULL with errors reported. */
  Routine *(*read) (CoupletContext *context, const SvtReporter *reporter, SvtFile *file);
} RoutineLanguage;

/* Reads the mechanism that a function in source comes to into builder. FALSE with errors added to
 * diagnostics: what is not understood exactly is refused. */
gboolean routine_read_automaton (const RoutineLanguage *language, CoupletContext *context,
                                 const CoupletSource *source, CoupletBuilder *builder,
                                 CoupletDiagnostics *diagnostics);

/* Writes it as a program of the mechanism language, as svt_restate() does. */
gboolean routine_restate (const RoutineLanguage *language, CoupletContext *context,
                          const CoupletSource *source, CoupletDiagnostics *diagnostics);

#endif
