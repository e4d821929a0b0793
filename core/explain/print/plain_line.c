/* SPDX-License-Identifier: Apache-2.0 */
#include "plain_line.h"

typedef struct {
  const char *utf8, *ascii;
} PlainSign;

#define NB "\001"

static const PlainSign SIGNS[N_SIGNS] = {
    [SIGN_PLUS] = {NB "+" NB, NB "+" NB},
    [SIGN_MINUS] = {NB "\u2212" NB, NB "-" NB},
    [SIGN_NEGATIVE] = {"\u2212", "-"},
    [SIGN_EQUAL] = {" =" NB, " =" NB},
    [SIGN_TIMES] = {"\u00b7", "*"},
    [SIGN_AT_MOST] = {NB "\u2264" NB, NB "<=" NB},
    [SIGN_AT_LEAST] = {NB "\u2265" NB, NB ">=" NB},
    [SIGN_ARROW] = {NB "\u2192 ", NB "-> "},
    [SIGN_INFINITE] = {"\u221e", "inf"},
    [SIGN_EPSILON] = {"\u03b5", "eps"},
    [SIGN_OPEN] = {"(", "("},
    [SIGN_CLOSE] = {")", ")"},
    [SIGN_MAGNITUDE] = {"|", "|"},
    [SIGN_FIRST_RUN] = {"\u27e81\u27e9", "<1>"},
    [SIGN_SECOND_RUN] = {"\u27e82\u27e9", "<2>"},
};

const char *
plain_sign (Sign sign, gboolean utf8)
{
  return utf8 ? SIGNS[sign].utf8 : SIGNS[sign].ascii;
}

static void
put_text (GString *out, const char *text, gboolean utf8)
{
  if (utf8) {
    g_string_append (out, text);
    return;
  }
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (g_ascii_isprint (*text))
      g_string_append_c (out, *text);
    else
      g_string_append_printf (out, "\\u{%x}", g_utf8_get_char (text));
}

static void
put_marked (GString *out, char mark, const char *text, gboolean utf8)
{
  g_string_append_c (out, mark);
  put_text (out, text, utf8);
  g_string_append_c (out, MARK_END);
}

static void
put_index (GString *out, const char *digits, gboolean utf8)
{
  if (!utf8)
    g_string_append_printf (out, "_%s", digits);
  else
    for (; *digits != '\0'; digits++)
      g_string_append_unichar (out, 0x2080 + (gunichar)(*digits - '0'));
}

static void
put_bar (GString *out, double part, gboolean utf8)
{
  int n = (int)(part * PLAIN_BAR_WIDTH + 0.5);
  n = part > 0 ? MAX (n, 1) : n;
  g_string_append_c (out, MARK_BAR);
  for (int i = 0; i < n; i++)
    g_string_append (out, utf8 ? "\u2588" : "#");
  g_string_append_c (out, MARK_END);
}

static void put_atoms (GString *out, const Line *line, gboolean utf8);

/* Exponents have none themselves, so this goes one level deep. */
static void
put_power (GString *out, const Line *exponent, gboolean utf8)
{
  gboolean simple = exponent->atoms->len == 1;
  g_string_append (out, simple ? "^" : "^(");
  put_atoms (out, exponent, utf8);
  g_string_append (out, simple ? "" : ")");
}

static void
put_atom (GString *out, const Atom *atom, gboolean utf8)
{
  switch (atom->kind) {
  case ATOM_TEXT:
  case ATOM_VARIABLE:
  case ATOM_NUMBER:
    put_text (out, atom->text, utf8);
    break;
  case ATOM_STRONG:
    put_marked (out, MARK_STRONG, atom->text, utf8);
    break;
  case ATOM_CODE:
    put_marked (out, MARK_CODE, atom->text, utf8);
    break;
  case ATOM_RULE:
    put_marked (out, MARK_RULE, atom->text, utf8);
    break;
  case ATOM_BAR:
    put_bar (out, atom->part, utf8);
    break;
  case ATOM_INDEX:
    put_index (out, atom->text, utf8);
    break;
  case ATOM_SIGN:
    g_string_append (out, plain_sign (atom->sign, utf8));
    break;
  case ATOM_NOTE:
    g_string_append (out, " (");
    put_atoms (out, atom->exponent, utf8);
    g_string_append (out, ")");
    break;
  case ATOM_POWER:
    put_power (out, atom->exponent, utf8);
    break;
  }
}

static void
put_atoms (GString *out, const Line *line, gboolean utf8)
{
  for (guint i = 0; i < line->atoms->len; i++)
    put_atom (out, &g_array_index (line->atoms, Atom, i), utf8);
}

char *
plain_line (const Line *line, gboolean utf8)
{
  GString *out = g_string_new (NULL);
  put_atoms (out, line, utf8);
  return g_string_free (out, FALSE);
}

guint
plain_width (const char *text, const char *end)
{
  guint width = 0;
  for (; *text != '\0' && (end == NULL || text < end); text = g_utf8_next_char (text)) {
    gunichar c = g_utf8_get_char (text);
    if (c == MARK_NO_BREAK)
      width++;
    else if (c >= ' ' && !g_unichar_iszerowidth (c))
      width += g_unichar_iswide (c) ? 2 : 1;
  }
  return width;
}
