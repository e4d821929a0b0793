/* SPDX-License-Identifier: Apache-2.0 */
/* From text to tree, and the parts that lexer, parser and formatter share. */
#ifndef SVT_PARSE_H
#define SVT_PARSE_H

#include "svt_build.h"

/* A longer text is not a program. */
#define SVT_MAX_LENGTH (64u << 20)
#define SVT_MAX_NAME 255

/* What the lexer knows; its "extra" data. */
typedef struct {
  const SvtReporter *reporter;
  SvtFile *file;
  SvtPlace place;                 /* where the next token begins; length unused */
  SvtPlace previous, current;     /* tokens, for messages about what is missing between them */
  int last;                       /* the token read last, no comment; 0 = none yet */
  int call;                       /* the token of the `argmax` or `snap` that is read; 0 = none */
  guint commas;                   /* since it began */
  SvtPlace statement;             /* the first token of the statement being read */
  guint statement_depth;          /* of the brackets around it */
  guint depth;                    /* open braces and parentheses */
  SvtPlace open[SVT_MAX_NESTING]; /* where each was opened */
  SvtHeader header;               /* of the mechanism being read */
  gboolean stopped;               /* an error ended the reading: only end-of-file tokens follow */
  gboolean keep_comments;         /* hand them out as tokens, for the formatter */
} SvtLexer;

/* Whether the token that follows may begin a statement or declaration. */
gboolean svt_begins_statement (const SvtLexer *lexer);

/* Reads the reporter's text. The caller frees the result, which is whole only
 * when no error was reported. */
SvtFile *svt_parse (const SvtReporter *reporter);

/* A scanner over the reporter's text; NULL, with an error reported, when it is
 * too long. The caller frees it with svt_scanner_free(). */
void *svt_scanner_new (SvtLexer *lexer);
void svt_scanner_free (void *scanner);

#endif
