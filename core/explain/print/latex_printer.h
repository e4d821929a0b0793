/* SPDX-License-Identifier: Apache-2.0 */
/* A document as LaTeX to be included in one that loads amsmath and booktabs. */
#ifndef COUPLET_EXPLAIN_LATEX_PRINTER_H
#define COUPLET_EXPLAIN_LATEX_PRINTER_H

#include "document.h"

/* Appends document to out. */
void print_latex (const Document *document, GString *out);

#endif
