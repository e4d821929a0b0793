/* SPDX-License-Identifier: Apache-2.0 */
/* What a text says itself, in comments that are lines of their own: that it is one for Couplet, by
 * any `# couplet: ...`, and how to read it, by `# couplet verify -D N=2`. */
#ifndef COUPLET_CLI_LSP_DIRECTIVE_H
#define COUPLET_CLI_LSP_DIRECTIVE_H

#include "place.h"

#include <couplet/internal/plugin.h>

typedef struct {
  gboolean present;
  Span span;    /* of the comment with words, else of the first */
  char **words; /* of the command line; ends in NULL */
  char *wrong;  /* what is wrong with it; NULL = nothing */
} Directive;

/* Finds the first of both in text, which frontend is to read. The words may be -D, --claim, and -o
 * with an option of the front end: no others, since the text need not be the user's own. A
 * file's name at the end is passed over. */
void directive_find (Directive *directive, Text text, const CoupletPlugin *frontend);
void directive_clear (Directive *directive);

/* Whether text, in a file with an ending of frontend, is meant for Couplet: the endings of most
 * formats are used for much else. */
gboolean directive_is_wanted (const Directive *directive, Text text, const CoupletPlugin *frontend);

#endif
