/* SPDX-License-Identifier: Apache-2.0 */
/* Reads mechanisms written as Python functions, docs/python.md. */
#ifndef PYTHON_READER_H
#define PYTHON_READER_H

#include <couplet/plugin.h>

/* Reads source into builder, by the options `function`, `private` and `adjacency` of context.
 * FALSE with an error reported when it is not in the subset that is read. */
gboolean python_read_automaton (CoupletContext *context, const CoupletSource *source,
                                CoupletBuilder *builder, CoupletDiagnostics *diagnostics);

/* Writes source as routine_restate() does. FALSE with an error added to diagnostics. */
gboolean python_restate (CoupletContext *context, const CoupletSource *source,
                         CoupletDiagnostics *diagnostics);

#endif
