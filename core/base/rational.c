/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/context.h>
#include <couplet/host/model.h>
#include <couplet/model.h>

#include <string.h>

void
couplet_rational_init (CoupletRational *rational)
{
  mpq_init (rational->value);
}

void
couplet_rational_clear (CoupletRational *rational)
{
  mpq_clear (rational->value);
}

/* A cursor over the text of a number. */
typedef struct {
  const char *at;
  const char *end;
} Cursor;

static gboolean
take (Cursor *cursor, char c)
{
  if (cursor->at == cursor->end || *cursor->at != c)
    return FALSE;
  cursor->at++;
  return TRUE;
}

/* Appends the digits at the cursor to digits; returns how many there were. */
static gsize
take_digits (Cursor *cursor, GString *digits)
{
  const char *start = cursor->at;
  while (cursor->at < cursor->end && g_ascii_isdigit (*cursor->at))
    cursor->at++;
  g_string_append_len (digits, start, cursor->at - start);
  return (gsize)(cursor->at - start);
}

/* Reads [eE][+-]digits. FALSE when malformed or beyond the limit. */
static gboolean
take_exponent (Cursor *cursor, gint64 *exponent)
{
  *exponent = 0;
  if (!take (cursor, 'e') && !take (cursor, 'E'))
    return TRUE;
  gboolean negative = take (cursor, '-');
  if (!negative)
    take (cursor, '+');
  const char *start = cursor->at;
  for (; cursor->at < cursor->end && g_ascii_isdigit (*cursor->at); cursor->at++) {
    *exponent = *exponent * 10 + (*cursor->at - '0');
    if (*exponent > COUPLET_RATIONAL_MAX_EXPONENT)
      return FALSE;
  }
  if (negative)
    *exponent = -*exponent;
  return cursor->at > start;
}

static void
scale_by_power_of_ten (mpq_t value, gint64 exponent)
{
  mpz_t power;
  mpz_init (power);
  mpz_ui_pow_ui (power, 10, (unsigned long)ABS (exponent));
  if (exponent >= 0)
    mpz_mul (mpq_numref (value), mpq_numref (value), power);
  else
    mpz_mul (mpq_denref (value), mpq_denref (value), power);
  mpz_clear (power);
  mpq_canonicalize (value);
}

/* So many digits fit in an unsigned long. */
#define SHORT_DIGITS (sizeof (gulong) >= 8 ? 18 : 9)

/* Reads one to SHORT_DIGITS digits; FALSE when there are others. */
static gboolean
take_short (Cursor *cursor, gulong *number)
{
  const char *start = cursor->at;
  *number = 0;
  for (; cursor->at < cursor->end && g_ascii_isdigit (*cursor->at); cursor->at++) {
    if ((gsize)(cursor->at - start) == SHORT_DIGITS)
      return FALSE;
    *number = *number * 10 + (gulong)(*cursor->at - '0');
  }
  return cursor->at > start;
}

/* digits ['/' digits], as most numbers are; FALSE when it is anything else, or wrong. */
static gboolean
parse_short (Cursor cursor, mpq_t value)
{
  gulong numerator, denominator = 1;
  if (!take_short (&cursor, &numerator) ||
      (take (&cursor, '/') && (!take_short (&cursor, &denominator) || denominator == 0)) ||
      cursor.at != cursor.end)
    return FALSE;
  mpq_set_ui (value, numerator, denominator);
  mpq_canonicalize (value);
  return TRUE;
}

/* digits '/' digits */
static gboolean
parse_fraction (Cursor *cursor, const GString *numerator, mpq_t value)
{
  g_autoptr (GString) denominator = g_string_new (NULL);
  if (take_digits (cursor, denominator) == 0 || cursor->at != cursor->end)
    return FALSE;
  mpz_set_str (mpq_numref (value), numerator->str, 10);
  mpz_set_str (mpq_denref (value), denominator->str, 10);
  if (mpz_sgn (mpq_denref (value)) == 0) {
    mpq_set_ui (value, 0, 1);
    return FALSE;
  }
  mpq_canonicalize (value);
  return TRUE;
}

/* digits [. digits] [exponent], with digits the part before the point */
static gboolean
parse_decimal (Cursor *cursor, GString *digits, mpq_t value)
{
  gsize places = 0;
  if (take (cursor, '.')) {
    places = take_digits (cursor, digits);
    if (places == 0)
      return FALSE;
  }
  gint64 exponent;
  if (!take_exponent (cursor, &exponent) || cursor->at != cursor->end)
    return FALSE;
  mpz_set_str (mpq_numref (value), digits->str, 10);
  mpz_set_ui (mpq_denref (value), 1);
  scale_by_power_of_ten (value, exponent - (gint64)places);
  return TRUE;
}

/* For the message: all that is wrong is a power of ten beyond the limit. */
static gboolean
has_large_exponent (const char *text, gsize length)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  Cursor cursor = {text, text + length};
  gint64 exponent;
  take (&cursor, '-');
  gboolean good = take_digits (&cursor, digits) > 0;
  if (good && take (&cursor, '.'))
    good = take_digits (&cursor, digits) > 0;
  if (!good || take_exponent (&cursor, &exponent))
    return FALSE;
  take_digits (&cursor, digits); /* the rest of it */
  return exponent > COUPLET_RATIONAL_MAX_EXPONENT && cursor.at == cursor.end;
}

/* For the message: digits, '/', zeros. */
static gboolean
has_zero_denominator (const char *text, gsize length)
{
  gsize i = length;
  while (i > 0 && text[i - 1] == '0')
    i--;
  return i < length && i > 1 && text[i - 1] == '/' && g_ascii_isdigit (text[i - 2]);
}

/* How long number is when it is written, at least where that is more than what is read. */
static gsize
written_length (const CoupletRational *number)
{
  gsize most = mpz_sizeinbase (mpq_numref (number->value), 10) +
               mpz_sizeinbase (mpq_denref (number->value), 10) + 2;
  if (most <= COUPLET_RATIONAL_MAX_LENGTH)
    return most;
  g_autofree char *written = couplet_rational_to_string (number);
  return strlen (written);
}

/* A number of any form after its sign; FALSE when it is none. */
static gboolean
parse_long (Cursor cursor, mpq_t value)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  if (take_digits (&cursor, digits) == 0)
    return FALSE;
  return take (&cursor, '/') ? parse_fraction (&cursor, digits, value)
                             : parse_decimal (&cursor, digits, value);
}

gboolean
couplet_rational_parse (CoupletRational *rational, const char *text, gsize length, GError **error)
{
  if (length > COUPLET_RATIONAL_MAX_LENGTH) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
                 "a number of %" G_GSIZE_FORMAT " characters; at most %d are read", length,
                 COUPLET_RATIONAL_MAX_LENGTH);
    return FALSE;
  }
  Cursor cursor = {text, text + length};
  gboolean negative = take (&cursor, '-');
  gboolean good = parse_short (cursor, rational->value) || parse_long (cursor, rational->value);
  if (!good && has_zero_denominator (text, length)) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%.*s divides by zero",
                 (int)MIN (length, 40), text);
    return FALSE;
  }
  if (!good && has_large_exponent (text, length)) {
    g_autofree char *quoted = couplet_quote (text, (gssize)length);
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s: powers of ten are read up to %d",
                 quoted, COUPLET_RATIONAL_MAX_EXPONENT);
    return FALSE;
  }
  if (!good) {
    g_autofree char *quoted = couplet_quote (text, (gssize)length);
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
                 "%s is not a number; expected one like 3, 1/4, 0.25 or 2.5e-1", quoted);
    return FALSE;
  }
  if (negative)
    mpq_neg (rational->value, rational->value);
  gsize written = written_length (rational);
  if (written <= COUPLET_RATIONAL_MAX_LENGTH)
    return TRUE;
  g_autofree char *quoted = couplet_quote (text, (gssize)length);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
               "%s is a number of %" G_GSIZE_FORMAT
               " characters when it is written out; at most %d "
               "are read",
               quoted, written, COUPLET_RATIONAL_MAX_LENGTH);
  return FALSE;
}

char *
couplet_rational_to_string (const CoupletRational *rational)
{
  gsize size = mpz_sizeinbase (mpq_numref (rational->value), 10) +
               mpz_sizeinbase (mpq_denref (rational->value), 10) + 3;
  char *text = g_malloc (size);
  return mpq_get_str (text, 10, rational->value);
}

/* Drops the zeros after the point, and the point when nothing follows it. */
static void
trim_zeros (GString *text)
{
  while (text->len > 0 && text->str[text->len - 1] == '0')
    g_string_truncate (text, text->len - 1);
  if (text->len > 0 && text->str[text->len - 1] == '.')
    g_string_truncate (text, text->len - 1);
}

char *
couplet_rational_to_decimal (const CoupletRational *rational, unsigned digits)
{
  mpz_t power, scaled, rest;
  mpz_inits (power, scaled, rest, NULL);
  mpz_ui_pow_ui (power, 10, digits);
  mpz_abs (scaled, mpq_numref (rational->value));
  mpz_mul (scaled, scaled, power);
  mpz_fdiv_qr (scaled, rest, scaled, mpq_denref (rational->value));
  gboolean exact = mpz_sgn (rest) == 0;
  mpz_mul_2exp (rest, rest, 1);
  if (mpz_cmp (rest, mpq_denref (rational->value)) >= 0)
    mpz_add_ui (scaled, scaled, 1);

  g_autofree char *plain = g_malloc (mpz_sizeinbase (scaled, 10) + 2);
  mpz_get_str (plain, 10, scaled);
  mpz_clears (power, scaled, rest, NULL);

  GString *text = g_string_new (exact ? "" : "~");
  if (mpq_sgn (rational->value) < 0)
    g_string_append_c (text, '-');
  gsize length = strlen (plain);
  for (gsize missing = length; missing <= digits; missing++)
    g_string_append_c (text, '0');
  g_string_append (text, plain);
  if (digits > 0) {
    g_string_insert_c (text, (gssize)(text->len - digits), '.');
    if (exact)
      trim_zeros (text);
  }
  return g_string_free (text, FALSE);
}

int
couplet_rational_compare (const CoupletRational *a, const CoupletRational *b)
{
  return mpq_cmp (a->value, b->value);
}

/* ---- The simplest rational ----------------------------------------------------------------- */

/* Two convergents of a continued fraction, one after the other: the numerators, and the
 * denominators. */
typedef struct {
  mpz_t last, before;
} Convergents;

/* Takes up one more term. */
static void
convergents_add (Convergents *convergents, const mpz_t term)
{
  mpz_addmul (convergents->before, convergents->last, term);
  mpz_swap (convergents->last, convergents->before);
}

/* Sets term to the part that both have in common and takes it off, turning both over. FALSE: term
 * is the whole number between both, and the last. */
static gboolean
next_term (CoupletRational *low, CoupletRational *high, mpz_t term)
{
  g_auto (CoupletRational) whole;
  couplet_rational_init (&whole);
  mpz_cdiv_q (term, mpq_numref (low->value), mpq_denref (low->value));
  mpq_set_z (whole.value, term);
  if (couplet_rational_compare (&whole, high) <= 0)
    return FALSE;
  mpz_sub_ui (term, term, 1);
  mpq_set_z (whole.value, term);
  mpq_sub (low->value, low->value, whole.value);
  mpq_sub (high->value, high->value, whole.value);
  mpq_inv (low->value, low->value);
  mpq_inv (high->value, high->value);
  mpq_swap (low->value, high->value);
  return TRUE;
}

void
couplet_rational_simplest (const CoupletRational *low, const CoupletRational *high,
                           CoupletRational *simple)
{
  g_auto (CoupletRational) from, to;
  Convergents above, below;
  mpz_t term;
  couplet_rational_init (&from);
  couplet_rational_init (&to);
  mpq_set (from.value, low->value);
  mpq_set (to.value, high->value);
  mpz_init (term);
  mpz_inits (above.before, below.last, NULL);
  mpz_init_set_ui (above.last, 1);
  mpz_init_set_ui (below.before, 1);
  gboolean more;
  do {
    more = next_term (&from, &to, term);
    convergents_add (&above, term);
    convergents_add (&below, term);
  } while (more);
  mpq_set_num (simple->value, above.last);
  mpq_set_den (simple->value, below.last);
  mpq_canonicalize (simple->value);
  mpz_clears (term, above.last, above.before, below.last, below.before, NULL);
}
