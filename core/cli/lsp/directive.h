/* SPDX-License-Identifier: Apache-2.0 */
/* What a text says itself of how it is to be read, in a comment: `# couplet: -D N=2`. */
#ifndef COUPLET_CLI_LSP_DIRECTIVE_H
#define COUPLET_CLI_LSP_DIRECTIVE_H

#include "place.h"

#include <couplet/plugin.h>

typedef struct {
  gboolean present;
  Span span;
  char **words; /* of the command line; ends in NULL */
  char *wrong;  /* what is wrong with it; NULL = nothing */
} Directive;

/* Finds the first directive of text, which frontend is to read. It may have -D, --claim, and -o
 * with an option of the front end: no other, since the text need not be the user's own. */
void directive_find (Directive *directive, Text text, const CoupletPlugin *frontend);
void directive_clear (Directive *directive);

/* Whether text, in a file with an ending of frontend, is meant for Couplet: the endings of most
 * formats are used for much else. */
gboolean directive_is_wanted (const Directive *directive, Text text, const CoupletPlugin *frontend);

#endif
