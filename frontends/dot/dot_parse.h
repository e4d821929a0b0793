/* SPDX-License-Identifier: Apache-2.0 */
/* libcgraph behind a fence: its messages become diagnostics, and inputs that
 * it would misread are refused before it sees them. */
#ifndef COUPLET_DOT_PARSE_H
#define COUPLET_DOT_PARSE_H

#include <couplet/internal/plugin.h>
#include <graphviz/cgraph.h>

/* The one graph in source, which the caller closes with agclose(); NULL with an error
 * reported. */
Agraph_t *dot_parse (const CoupletSource *source, CoupletDiagnostics *diagnostics);

/* Where name is first given a value in source; nowhere when it is not. */
CoupletPlace dot_place_of_word (const CoupletSource *source, const char *name);

#endif
