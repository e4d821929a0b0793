/* SPDX-License-Identifier: Apache-2.0 */
/* A cell of a table of the page. */
#ifndef COUPLET_HTML_CELL_H
#define COUPLET_HTML_CELL_H

#include <glib.h>

/* Appends a cell of that class with text. */
void html_put_cell (GString *out, const char *class, const char *text);

#endif
