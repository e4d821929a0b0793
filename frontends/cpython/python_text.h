/* SPDX-License-Identifier: Apache-2.0 */
/* A text that the interpreter is given, and its places by the interpreter's lines and columns. */
#ifndef PYTHON_TEXT_H
#define PYTHON_TEXT_H

#include "svt_message.h"

/* A text, and where its lines begin. */
typedef struct {
  const SvtReporter *reporter;
  GArray *lines; /* guint32: offsets */
} PythonText;

/* The caller clears it. */
void python_text_init (PythonText *text, const SvtReporter *reporter);
void python_text_clear (PythonText *text);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PythonText, python_text_clear)

/* A piece of the text, by lines from 1 and columns in bytes from 0. */
SvtPlace python_place (const PythonText *text, long line, long column, long end_line,
                       long end_column);

/* FALSE with an error reported for more than limit MiB, NUL bytes, and what is no UTF-8. */
gboolean python_text_check (const PythonText *text, guint limit);

/* The bytes of a byte order mark that the text begins with. */
gsize python_text_mark (const SvtReporter *reporter);

#endif
