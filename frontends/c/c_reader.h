/* SPDX-License-Identifier: Apache-2.0 */
/* From C functions to automata. */
#ifndef C_READER_H
#define C_READER_H

#include <couplet/plugin.h>

/* Parses source and puts the automaton of its mechanism into builder; the options of context say
 * which function. False with errors in diagnostics. */
gboolean c_read_automaton (CoupletContext *context, const CoupletSource *source,
                           CoupletBuilder *builder, CoupletDiagnostics *diagnostics);

/* Writes source as routine_restate() does. FALSE with errors in diagnostics. */
gboolean c_restate (CoupletContext *context, const CoupletSource *source,
                    CoupletDiagnostics *diagnostics);

#endif
