/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COUPLET_CLI_PICTURE_H
#define COUPLET_CLI_PICTURE_H

#include <couplet/host.h>

/* dot (a graph in Graphviz's language) as SVG, which the caller frees; NULL with
 * error set (PLUGIN: the layout could not be loaded; SOLVER: it failed). */
char *picture_svg (const char *dot, GError **error);

#endif
