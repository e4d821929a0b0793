/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_restate.h"

#include "svt_print.h"

#include <couplet/internal/text.h>

static void
add_comment (GString *text, guint32 line, const char *words)
{
  g_autofree char *visible = couplet_make_visible (words);
  g_string_append (text, "# ");
  if (line > 0)
    g_string_append_printf (text, "line %u: ", line);
  g_string_append_printf (text, "%s\n", visible);
}

/* The first lines of what was warned of: the others show the source. */
static void
add_warnings (GString *text, const CoupletDiagnostics *diagnostics)
{
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  for (guint i = 0; i < n; i++) {
    g_autofree char *first = couplet_first_line (messages[i].message);
    add_comment (text, messages[i].place.line, first);
  }
}

void
svt_restate (CoupletContext *context, const SvtProgram *program, const char *what,
             const char *const *lines)
{
  g_autoptr (GString) text = g_string_new (NULL), body = g_string_new (NULL);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  svt_print (context, program, body, notes);
  add_comment (text, 0, what);
  for (; lines != NULL && *lines != NULL; lines++)
    add_comment (text, 0, *lines);
  add_warnings (text, program->reporter->diagnostics);
  for (guint i = 0; i < notes->len; i++)
    add_comment (text, 0, notes->pdata[i]);
  g_string_append_len (text, body->str, (gssize)body->len);
  couplet_context_write (context, text->str, text->len);
}
