/* SPDX-License-Identifier: Apache-2.0 */
/* A document as part of an HTML page, whose style knows the classes `rule`, `bar`, `number`
 * and `total`. */
#ifndef COUPLET_EXPLAIN_HTML_PRINTER_H
#define COUPLET_EXPLAIN_HTML_PRINTER_H

#include "document.h"

/* Appends document to out, in UTF-8. Its headings begin at level (1 to 5). */
void print_html (const Document *document, int level, GString *out);

#endif
