/* SPDX-License-Identifier: Apache-2.0 */
/* A document as Markdown with pipe tables (as GitHub and pandoc read it). */
#ifndef COUPLET_EXPLAIN_MARKDOWN_PRINTER_H
#define COUPLET_EXPLAIN_MARKDOWN_PRINTER_H

#include "document.h"

/* Appends document to out, in UTF-8. */
void print_markdown (const Document *document, GString *out);

#endif
