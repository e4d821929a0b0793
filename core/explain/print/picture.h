/* SPDX-License-Identifier: Apache-2.0 */
/* A picture, laid out by Graphviz. */
#ifndef COUPLET_EXPLAIN_PICTURE_H
#define COUPLET_EXPLAIN_PICTURE_H

#include <couplet/host.h>

/* dot (a graph in Graphviz's language) as SVG, which the caller frees; NULL with
 * error set (PLUGIN: the layout could not be loaded; SOLVER: it failed). It is laid out
 * by a process of its own, which ends when *cancelled becomes other than 0
 * (cancelled may be NULL). */
char *picture_svg (const char *dot, const volatile int *cancelled, GError **error);

#endif
