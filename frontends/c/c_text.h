/* SPDX-License-Identifier: Apache-2.0 */
/* A C file as its parser takes it: comments and lines of the preprocessor are blank, so that
 * lines and columns stay. No other file is opened. */
#ifndef C_TEXT_H
#define C_TEXT_H

#include "python_text.h"
#include "svt_ast.h"

/* `#define NAME number`, or a macro with arguments for noise or output. */
typedef struct {
  const char *name, *number; /* number as it is written; NULL = it has arguments */
  SvtPlace place;            /* of the name */
} CMacro;

typedef struct {
  const PythonText *source;
  char *text;     /* as long as the file; ends with NUL */
  GArray *macros; /* CMacro; texts lie in the file's arena */
} CText;

/* Brackets inside each other. */
#define C_MAX_NESTING 150

/* FALSE with errors reported. The caller clears text in either case. */
gboolean c_text_init (CText *text, const PythonText *source, SvtFile *file);
void c_text_clear (CText *text);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CText, c_text_clear)

/* NULL = none of that name. */
const CMacro *c_text_find (const CText *text, const char *name);

/* A number as C writes it, as couplet_rational_parse() reads it: equal numbers have equal texts.
 * NULL with *wrong set, for messages. The caller frees the text. */
char *c_number_read (const char *number, gboolean *is_integer, const char **wrong);

#endif
