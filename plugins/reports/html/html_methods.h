/* SPDX-License-Identifier: Apache-2.0 */
/* The table of methods at the top of a comparison. */
#ifndef COUPLET_HTML_METHODS_H
#define COUPLET_HTML_METHODS_H

#include "summary.h"

/* Appends the table of a finished summary as HTML. */
void html_append_methods (GString *out, const Summary *summary);

/* Appends text, of whatever origin, with what HTML would obey escaped. */
void html_append_text (GString *out, const char *text);

#endif
