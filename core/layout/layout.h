/* SPDX-License-Identifier: Apache-2.0 */
/* Graphviz's layout, in a shared object of its own that is loaded only when a
 * picture is wanted: libgvc and what it links take longer to load than a
 * verdict takes.
 */
#ifndef COUPLET_LAYOUT_H
#define COUPLET_LAYOUT_H

#include <glib.h>

#define COUPLET_LAYOUT_FUNCTION "couplet_layout_svg"

/* Lays out dot, a graph in Graphviz's language, from left to right and returns it
 * as SVG, which the caller frees with g_free(); NULL when Graphviz cannot. */
typedef char *(*LayoutFunction) (const char *dot);

char *couplet_layout_svg (const char *dot);

#endif
