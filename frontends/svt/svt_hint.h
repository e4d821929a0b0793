/* SPDX-License-Identifier: Apache-2.0 */
/* What people write for a construct that the language has in another form, or
 * does not have: where the grammar fails, a message that says what to write. */
#ifndef SVT_HINT_H
#define SVT_HINT_H

#include "svt_parse.h"

/* Looks at the statement that the lexer is in, in which the token at found cannot
 * stand. TRUE when what was probably meant is known, and reported. */
gboolean svt_report_hint (const SvtLexer *lexer, SvtPlace found);

#endif
