/* SPDX-License-Identifier: Apache-2.0 */
/* A document as text for a terminal. */
#ifndef COUPLET_EXPLAIN_TEXT_PRINTER_H
#define COUPLET_EXPLAIN_TEXT_PRINTER_H

#include "document.h"

typedef struct {
  guint columns;   /* lines are broken to fit; at least 40 are taken */
  gboolean utf8;   /* else ASCII only */
  gboolean colour; /* escape sequences of ECMA-48 */
} TextStyle;

/* Appends document to out. */
void print_text (const Document *document, const TextStyle *style, GString *out);

#endif
