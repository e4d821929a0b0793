/* SPDX-License-Identifier: Apache-2.0 */
#include "html_cell.h"

#include "html_printer.h"

void
html_put_cell (GString *out, const char *class, const char *text)
{
  g_string_append_printf (out, "<td class=\"%s\">", class);
  html_put_text (out, text);
  g_string_append (out, "</td>");
}
