/* SPDX-License-Identifier: Apache-2.0 */
/* A document as part of an HTML page, whose style knows the classes `rule`, `bar`, `number`
 * and `total`. */
#ifndef COUPLET_EXPLAIN_HTML_PRINTER_H
#define COUPLET_EXPLAIN_HTML_PRINTER_H

#include "document.h"

/* Appends text, UTF-8 of whatever origin, with what HTML would obey escaped. It may also stand
 * between the quotes of an attribute. */
void html_put_text (GString *out, const char *text);

/* Appends document to out, in UTF-8. Its headings begin at level (1 to 5). */
void print_html (const Document *document, int level, GString *out);

#endif
