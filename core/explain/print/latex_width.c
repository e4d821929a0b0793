/* SPDX-License-Identifier: Apache-2.0 */
#include "latex_width.h"

#include <string.h>

#define LONG_NAME 12 /* letters in a row, after which a name of the input may be broken */
#define LONG_WORD 24 /* the same of words, which TeX hyphenates */
#define FRACTION 60  /* the room beside a fraction */
#define BAR 1600

/* The room of relations and operators is part of them. */
static const guint16 SIGNS[N_SIGNS] = {
    [SIGN_PLUS] = 250,     [SIGN_MINUS] = 250,     [SIGN_NEGATIVE] = 165,   [SIGN_EQUAL] = 275,
    [SIGN_TIMES] = 150,    [SIGN_AT_MOST] = 275,   [SIGN_AT_LEAST] = 275,   [SIGN_ARROW] = 320,
    [SIGN_INFINITE] = 205, [SIGN_EPSILON] = 100,   [SIGN_OPEN] = 80,        [SIGN_CLOSE] = 80,
    [SIGN_MAGNITUDE] = 60, [SIGN_FIRST_RUN] = 260, [SIGN_SECOND_RUN] = 260,
};

LatexBreak
latex_break_behind (const char *begin, const char *text, AtomKind kind, guint *run)
{
  guint longest = kind == ATOM_TEXT || kind == ATOM_STRONG ? LONG_WORD : LONG_NAME;
  gboolean in_word = g_unichar_isalnum (g_utf8_get_char (text));
  const char *next = g_utf8_next_char (text);
  gboolean joins = text > begin && g_ascii_isalpha (text[-1]) && g_ascii_isalnum (*next);
  *run = in_word ? *run + 1 : 0;
  if (*next == '\0')
    return BREAK_NONE;
  if (*text == '_' || (kind == ATOM_CODE && strchr (".,(", *text) != NULL) ||
      (joins && (*text == '/' || (*text == '-' && kind == ATOM_CODE))))
    return BREAK_FREE;
  if (*run < longest || !g_unichar_isalnum (g_utf8_get_char (next)))
    return BREAK_NONE;
  *run = 0;
  return BREAK_RELUCTANT;
}

/* ---- Characters ------------------------------------------------------------------------- */

static guint
roman_width (gunichar c)
{
  static const struct {
    const char *characters;
    guint width;
  } classes[] = {{"W", 210}, {"M", 190},  {"mw%&@<>\\", 175},        {"fijlrt.,;:!'()[]|/ -", 80},
                 {"s", 85},  {"cez", 98}, {"aovxygk0123456789", 112}};
  if (c >= 0x80)
    return c <= 0xff ? 170 : 750; /* letters, or U+1234 instead */
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (strchr (classes[i].characters, (int)c) != NULL)
      return classes[i].width;
  return g_ascii_isupper ((char)c) ? 162 : 118;
}

static guint
character_width (gunichar c, AtomKind kind)
{
  switch (kind) {
  case ATOM_CODE:
    return c > 0xff ? 650 : 108;
  case ATOM_RULE:
    return g_unichar_islower (c) ? 135 : roman_width (c);
  case ATOM_STRONG:
    return roman_width (c) * 12 / 10;
  default:
    return roman_width (c);
  }
}

static guint
text_width (const char *text, AtomKind kind)
{
  guint width = 0;
  for (; *text != '\0'; text = g_utf8_next_char (text))
    width += character_width (g_utf8_get_char (text), kind);
  return width;
}

/* ---- Atoms ---------------------------------------------------------------------------------- */

/* What has been measured of a line; piece: since the last break. */
typedef struct {
  guint whole, piece;
  LatexWidth *width;
} Measure;

static void
put_width (Measure *measure, guint width)
{
  measure->whole += width;
  measure->piece += width;
  measure->width->piece = MAX (measure->width->piece, measure->piece);
}

static void
put_text (Measure *measure, const char *text, AtomKind kind)
{
  guint run = 0;
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c)) {
    guint width = character_width (g_utf8_get_char (c), kind);
    if (*c == ' ') {
      measure->whole += width;
      measure->piece = 0;
      continue;
    }
    put_width (measure, width);
    if (latex_break_behind (text, c, kind, &run) != BREAK_NONE)
      measure->piece = 0;
  }
}

static guint
number_width (const char *digits)
{
  const char *slash = strchr (digits, '/');
  guint length = (guint)strlen (digits);
  if (slash == NULL)
    return 100 * length;
  guint above = (guint)(slash - digits), below = length - above - 1;
  /* the letters of indices, exponents and fractions are as large as others in the smallest size */
  return 100 * MAX (above, below) + FRACTION;
}

static guint
exponent_width (const Line *exponent)
{
  LatexWidth width = {0};
  latex_measure (&width, exponent);
  guint slashes = exponent->atoms->len; /* fractions lie there */
  return width.whole + slashes * 200;
}

/* TeX breaks a formula after a relation or an operator that something follows. */
static gboolean
breaks_behind (const Atom *atom, const Atom *next)
{
  static const Sign signs[] = {SIGN_PLUS,    SIGN_MINUS,    SIGN_EQUAL, SIGN_TIMES,
                               SIGN_AT_MOST, SIGN_AT_LEAST, SIGN_ARROW};
  if (atom->kind != ATOM_SIGN)
    return FALSE;
  if (atom->sign == SIGN_ARROW)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (atom->sign == signs[i])
      return next != NULL && next->kind >= ATOM_VARIABLE;
  return FALSE;
}

static void
put_atom (Measure *measure, const Atom *atom)
{
  switch (atom->kind) {
  case ATOM_NUMBER:
    put_width (measure, number_width (atom->text));
    break;
  case ATOM_INDEX:
    put_width (measure, text_width (atom->text, ATOM_TEXT));
    break;
  case ATOM_SIGN:
    put_width (measure, SIGNS[atom->sign]);
    break;
  case ATOM_POWER:
    put_width (measure, exponent_width (atom->exponent));
    break;
  case ATOM_BAR:
    put_width (measure, BAR);
    break;
  case ATOM_NOTE: /* stands below the page */
    break;
  default:
    put_text (measure, atom->text, atom->kind);
  }
}

void
latex_measure (LatexWidth *width, const Line *line)
{
  Measure measure = {0, 0, width};
  for (guint i = 0; i < line->atoms->len; i++) {
    const Atom *atom = &g_array_index (line->atoms, Atom, i);
    put_atom (&measure, atom);
    if (breaks_behind (atom, i + 1 < line->atoms->len ? atom + 1 : NULL))
      measure.piece = 0;
  }
  width->whole = MAX (width->whole, measure.whole);
}
