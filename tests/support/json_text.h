/* SPDX-License-Identifier: Apache-2.0 */
/* Automata from JSON texts and back, through the plugin's functions. */
#ifndef COUPLET_TESTS_JSON_TEXT_H
#define COUPLET_TESTS_JSON_TEXT_H

#include <couplet/internal/plugin.h>

/* The frontend of the plugin that is linked in. */
const CoupletFrontend *json_frontend (void);

/* The automaton that length bytes of text describe, read from a copy of exactly
 * that size; NULL when diagnostics has errors. The caller frees it. */
CoupletAutomaton *read_json (const char *text, gsize length, CoupletDiagnostics *diagnostics);

/* automaton as JSON. The caller frees it. */
char *write_json (const CoupletAutomaton *automaton);

#endif
