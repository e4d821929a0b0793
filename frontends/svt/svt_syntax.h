/* SPDX-License-Identifier: Apache-2.0 */
/* Messages about what the grammar does not allow. */
#ifndef SVT_SYNTAX_H
#define SVT_SYNTAX_H

#include "svt_parse.h"

/* A token that cannot stand where it is, and those that can; tokens are called as the
 * grammar calls them: keywords and signs as they are written, others in capitals. */
typedef struct {
  const char *found; /* NULL = the end of the text */
  SvtPlace place;
  const char **expected;
  guint n_expected;
} SvtSyntax;

/* Reports what was probably meant, or else what was found and expected. */
void svt_report_syntax (const SvtLexer *lexer, SvtSyntax *syntax);

#endif
