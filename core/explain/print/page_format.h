/* SPDX-License-Identifier: Apache-2.0 */
/* The room that a picture is to fit into. */
#ifndef COUPLET_EXPLAIN_PAGE_FORMAT_H
#define COUPLET_EXPLAIN_PAGE_FORMAT_H

#include <glib.h>

/* In millimetres; 0 = as large as it gets. */
typedef struct {
  guint width, height;
} PageFormat;

/* `a4`, `a5`, `letter`, each also with `-landscape`, less margins, or `WIDTHxHEIGHT` in
 * millimetres from 20 to 2000. FALSE: text is none of them. */
gboolean page_format_parse (const char *text, PageFormat *page);

#endif
