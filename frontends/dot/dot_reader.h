/* SPDX-License-Identifier: Apache-2.0 */
/* The DOT automaton of docs/formats.md. */
#ifndef COUPLET_DOT_READER_H
#define COUPLET_DOT_READER_H

#include <couplet/internal/plugin.h>

/* Reads source into builder, reporting to diagnostics. FALSE when it is no
 * graph that an automaton can be read from. DOT keeps no lines: messages name
 * the node or edge instead. */
gboolean dot_read_automaton (const CoupletSource *source, CoupletBuilder *builder,
                             CoupletDiagnostics *diagnostics);

/* The same, in a process that ends when source is read: the graph is left to its end. To take
 * it apart costs a fifth of the time that reading takes. */
gboolean dot_read_automaton_apart (const CoupletSource *source, CoupletBuilder *builder,
                                   CoupletDiagnostics *diagnostics);

#endif
