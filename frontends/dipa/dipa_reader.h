/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the text format of DiPAut (Chadha, Sistla, Viswanathan, Bhusal, CCS
 * 2023), docs/formats.md. */
#ifndef DIPA_READER_H
#define DIPA_READER_H

#include <couplet/internal/plugin.h>

/* Reads source into builder. False, with an error reported, when source is not
 * well formed. */
gboolean dipa_read_automaton (const CoupletSource *source, CoupletBuilder *builder,
                              CoupletDiagnostics *diagnostics);

/* How sure, of 100, length bytes at head are the beginning of such a text. */
int dipa_recognise (const char *head, gsize length);

#endif
