/* SPDX-License-Identifier: Apache-2.0 */
#include "json_scan.h"
#include "text_words.h"

#include <couplet/internal/json_tokenizer.h>

#include <string.h>

#define SHOWN_BYTES 20 /* of what stands where something else was expected */

void
couplet_json_tokenizer_init (CoupletJsonTokenizer *tokenizer, const char *data, gsize length,
                             CoupletArena *arena)
{
  tokenizer->at = tokenizer->line_start = data;
  tokenizer->end = data + length;
  tokenizer->line = 1;
  tokenizer->arena = arena;
  tokenizer->expected = COUPLET_JSON_EXPECT_VALUE;
  tokenizer->depth = 0;
  tokenizer->object = tokenizer->takes_nul = FALSE;
  tokenizer->token = COUPLET_JSON_TOKEN_END;
  tokenizer->error = NULL;
}

void
couplet_json_tokenizer_clear (CoupletJsonTokenizer *tokenizer)
{
  g_clear_pointer (&tokenizer->error, g_free);
}

static CoupletPlace
place_of (const CoupletJsonTokenizer *tokenizer, const char *at)
{
  gsize column = (gsize)(at - tokenizer->line_start) + 1;
  return (CoupletPlace){tokenizer->line, (guint32)MIN (column, G_MAXUINT32)};
}

static CoupletJsonToken
fail (CoupletJsonTokenizer *tokenizer, const char *at, const char *what)
{
  tokenizer->place = place_of (tokenizer, at);
  tokenizer->error = g_strdup (what);
  return tokenizer->token = COUPLET_JSON_TOKEN_ERROR;
}

static const char *
expected_text (const CoupletJsonTokenizer *tokenizer)
{
  switch (tokenizer->expected) {
  case COUPLET_JSON_EXPECT_VALUE:
    return "a value";
  case COUPLET_JSON_EXPECT_VALUE_OR_END:
    return "a value or ']'";
  case COUPLET_JSON_EXPECT_KEY:
    return "a key in double quotes";
  case COUPLET_JSON_EXPECT_KEY_OR_END:
    return "a key in double quotes or '}'";
  case COUPLET_JSON_EXPECT_COLON:
    return "':' after a key";
  case COUPLET_JSON_EXPECT_COMMA_OR_END:
    return tokenizer->object ? "',' or '}'" : "',' or ']'";
  case COUPLET_JSON_EXPECT_NOTHING:
    break;
  }
  return "nothing more after the document";
}

static CoupletJsonToken
fail_expected (CoupletJsonTokenizer *tokenizer)
{
  const char *at = tokenizer->at;
  g_autofree char *found = NULL;
  if (at >= tokenizer->end)
    found = g_strdup ("the end of the file");
  else if ((guchar)*at == 0xEF && tokenizer->end - at >= 3 && memcmp (at, "\xEF\xBB\xBF", 3) == 0)
    found = g_strdup ("a byte order mark");
  else {
    const char *stop = at;
    while (!g_ascii_isspace (*stop) && strchr (",:{}[]\"", *stop) == NULL &&
           (stop - at < SHOWN_BYTES || (*stop & 0xC0) == 0x80))
      stop++;
    found = couplet_quote (at, MAX (stop - at, 1));
  }
  g_autofree char *what =
      g_strdup_printf ("expected %s, but found %s", expected_text (tokenizer), found);
  return fail (tokenizer, at, what);
}

/* ---- Strings ------------------------------------------------------------------- */

/* The value of four hexadecimal digits at at, or -1. */
static int
read_hex (const char *at, const char *end)
{
  int value = 0;
  if (end - at < 4)
    return -1;
  for (int i = 0; i < 4; i++) {
    int digit = g_ascii_xdigit_value (at[i]);
    if (digit < 0)
      return -1;
    value = value * 16 + digit;
  }
  return value;
}

/* Decodes \uXXXX, or a pair of them, at at (after the backslash) into *c.
 * Returns the bytes read, 0 with *wrong set on error. */
static gsize
read_unicode_escape (const char *at, const char *end, gboolean takes_nul, gunichar *c,
                     const char **wrong)
{
  int high = read_hex (at + 1, end);
  *wrong = "'\\u' must be followed by four hexadecimal digits";
  if (high < 0)
    return 0;
  *c = (gunichar)high;
  *wrong = "\\u0000 is not allowed";
  if (high == 0 && !takes_nul)
    return 0;
  if (high < 0xD800 || high > 0xDFFF)
    return 5;
  *wrong = "a surrogate in '\\u' notation stands alone";
  if (high > 0xDBFF || end - at < 11 || at[5] != '\\' || at[6] != 'u')
    return 0;
  int low = read_hex (at + 7, end);
  if (low < 0xDC00 || low > 0xDFFF)
    return 0;
  *c = 0x10000 + (((gunichar)high - 0xD800) << 10) + ((gunichar)low - 0xDC00);
  return 11;
}

/* Decodes the escape at at (after the backslash), appending to *out. */
static gsize
read_escape (const char *at, const char *end, gboolean takes_nul, char **out, const char **wrong)
{
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  *wrong = "unknown escape after a backslash";
  if (at < end && *at == 'u') {
    gunichar c;
    gsize length = read_unicode_escape (at, end, takes_nul, &c, wrong);
    if (length > 0 && c == 0)
      *(*out)++ = '\0';
    else if (length > 0)
      *out += g_unichar_to_utf8 (c, *out);
    return length;
  }
  const char *name = at < end && *at != '\0' ? strchr (names, *at) : NULL;
  if (name == NULL)
    return 0;
  *(*out)++ = values[name - names];
  return 1;
}

/* Decodes start .. end, which has escapes, into the arena. */
static gboolean
decode (CoupletJsonTokenizer *tokenizer, const char *start, const char *end)
{
  char *decoded = couplet_arena_alloc (tokenizer->arena, (gsize)(end - start));
  char *out = decoded;
  for (const char *at = start; at < end;) {
    if (*at != '\\') {
      *out++ = *at++;
      continue;
    }
    const char *wrong;
    gsize length = read_escape (at + 1, end, tokenizer->takes_nul, &out, &wrong);
    if (length == 0) {
      fail (tokenizer, at, wrong);
      return FALSE;
    }
    at += 1 + length;
  }
  tokenizer->text = (CoupletText){decoded, (gsize)(out - decoded)};
  return TRUE;
}

/* The end of a string of which the part from start to at stands for itself, and what stands at at
 * does not; NULL with an error. *escapes and *high say what it has. */
static const char *
find_end (CoupletJsonTokenizer *tokenizer, const char *at, gboolean *escapes, gboolean *high)
{
  const char *end = tokenizer->end;
  for (; *at != '"'; at = json_skip_plain (at, end)) {
    if (at == end) {
      fail (tokenizer, tokenizer->at, "this string has no closing quote");
      return NULL;
    }
    if ((guchar)*at < 0x20) {
      fail (tokenizer, at, "a control character in a string must be written as an escape");
      return NULL;
    }
    *escapes |= *at == '\\';
    *high |= (guchar)*at >= 0x80;
    at += *at == '\\' && at + 1 < end ? 2 : 1;
  }
  return at;
}

/* A string that has more than what stands for itself; so much is before at. */
static gboolean
read_special_string (CoupletJsonTokenizer *tokenizer, const char *at)
{
  const char *start = tokenizer->at + 1;
  gboolean escapes = FALSE, high = FALSE;
  at = find_end (tokenizer, at, &escapes, &high);
  if (at == NULL)
    return FALSE;
  const char *invalid;
  if (high && !g_utf8_validate_len (start, (gsize)(at - start), &invalid)) {
    fail (tokenizer, invalid, "not valid UTF-8");
    return FALSE;
  }
  tokenizer->text = (CoupletText){start, (gsize)(at - start)};
  if (escapes && !decode (tokenizer, start, at))
    return FALSE;
  tokenizer->at = at + 1;
  return TRUE;
}

/* The string that begins at the quote; at ends after its closing quote. */
static inline gboolean
read_string (CoupletJsonTokenizer *tokenizer)
{
  const char *start = tokenizer->at + 1;
  const char *at = json_skip_plain (start, tokenizer->end);
  if (*at != '"')
    return read_special_string (tokenizer, at);
  tokenizer->text = (CoupletText){start, (gsize)(at - start)};
  tokenizer->at = at + 1;
  return TRUE;
}

/* ---- Other values ---------------------------------------------------------------- */

static const char *
skip_digits (const char *at)
{
  while (g_ascii_isdigit (*at))
    at++;
  return at;
}

static CoupletJsonToken
read_number (CoupletJsonTokenizer *tokenizer)
{
  const char *start = tokenizer->at, *at = start, *digits;
  if (*at == '-')
    at++;
  digits = at;
  at = skip_digits (at);
  if (at == digits)
    return fail (tokenizer, start, "'-' must be followed by digits");
  if (*digits == '0' && at - digits > 1)
    return fail (tokenizer, start, "a number must not begin with a superfluous 0");
  if (*at == '.') {
    digits = ++at;
    at = skip_digits (at);
    if (at == digits)
      return fail (tokenizer, start, "a number's point must be followed by digits");
  }
  if (*at == 'e' || *at == 'E') {
    at++;
    if (*at == '+' || *at == '-')
      at++;
    digits = at;
    at = skip_digits (at);
    if (at == digits)
      return fail (tokenizer, start, "a number's exponent has no digits");
  }
  tokenizer->text = (CoupletText){start, (gsize)(at - start)};
  tokenizer->at = at;
  return tokenizer->token = COUPLET_JSON_TOKEN_NUMBER;
}

static CoupletJsonToken
read_word (CoupletJsonTokenizer *tokenizer)
{
  static const struct {
    const char *word;
    CoupletJsonToken token;
  } words[] = {{"true", COUPLET_JSON_TOKEN_TRUE},
               {"false", COUPLET_JSON_TOKEN_FALSE},
               {"null", COUPLET_JSON_TOKEN_NULL}};
  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    gsize length = strlen (words[i].word);
    const char *behind = tokenizer->at + length;
    if ((gsize)(tokenizer->end - tokenizer->at) < length ||
        memcmp (tokenizer->at, words[i].word, length) != 0)
      continue;
    if (behind < tokenizer->end && g_ascii_isalnum (*behind))
      break;
    tokenizer->at = behind;
    return tokenizer->token = words[i].token;
  }
  return fail_expected (tokenizer);
}

/* ---- Structure ----------------------------------------------------------------------- */

/* The first byte from at that is no blank. */
static const char *
skip_blanks (CoupletJsonTokenizer *tokenizer, const char *at)
{
  for (; (guchar)*at <= ' '; at++) {
    if (*at == '\n') {
      tokenizer->line++;
      tokenizer->line_start = at + 1;
    } else if (*at != ' ' && *at != '\t' && *at != '\r')
      break;
  }
  return at;
}

/* The same, made for none or one. */
static inline const char *
skip_blank (CoupletJsonTokenizer *tokenizer, const char *at)
{
  at += *at == ' ';
  return (guchar)*at > ' ' ? at : skip_blanks (tokenizer, at);
}

static inline void
value_is_complete (CoupletJsonTokenizer *tokenizer)
{
  tokenizer->expected =
      tokenizer->depth == 0 ? COUPLET_JSON_EXPECT_NOTHING : COUPLET_JSON_EXPECT_COMMA_OR_END;
}

static CoupletJsonToken
open_bracket (CoupletJsonTokenizer *tokenizer, gboolean object)
{
  if (tokenizer->depth == COUPLET_JSON_DEPTH_MAX)
    return fail (tokenizer, tokenizer->at,
                 "brackets are nested deeper than " G_STRINGIFY (COUPLET_JSON_DEPTH_MAX));
  tokenizer->outer_object[tokenizer->depth++] = tokenizer->object;
  tokenizer->object = object;
  tokenizer->at++;
  tokenizer->expected = object ? COUPLET_JSON_EXPECT_KEY_OR_END : COUPLET_JSON_EXPECT_VALUE_OR_END;
  return tokenizer->token =
             object ? COUPLET_JSON_TOKEN_OBJECT_BEGIN : COUPLET_JSON_TOKEN_ARRAY_BEGIN;
}

static CoupletJsonToken
close_bracket (CoupletJsonTokenizer *tokenizer, gboolean object)
{
  tokenizer->object = tokenizer->outer_object[--tokenizer->depth];
  tokenizer->at++;
  value_is_complete (tokenizer);
  return tokenizer->token = object ? COUPLET_JSON_TOKEN_OBJECT_END : COUPLET_JSON_TOKEN_ARRAY_END;
}

static CoupletJsonToken
read_key (CoupletJsonTokenizer *tokenizer)
{
  if (*tokenizer->at != '"')
    return fail_expected (tokenizer);
  if (!read_string (tokenizer))
    return COUPLET_JSON_TOKEN_ERROR;
  tokenizer->expected = COUPLET_JSON_EXPECT_COLON;
  return tokenizer->token = COUPLET_JSON_TOKEN_KEY;
}

static CoupletJsonToken
read_value (CoupletJsonTokenizer *tokenizer)
{
  char c = *tokenizer->at;
  if (c == '{' || c == '[')
    return open_bracket (tokenizer, c == '{');
  if (c == '"') {
    if (!read_string (tokenizer))
      return COUPLET_JSON_TOKEN_ERROR;
    tokenizer->token = COUPLET_JSON_TOKEN_STRING;
  } else if (c == '-' || g_ascii_isdigit (c))
    read_number (tokenizer);
  else
    read_word (tokenizer);
  if (tokenizer->token != COUPLET_JSON_TOKEN_ERROR)
    value_is_complete (tokenizer);
  return tokenizer->token;
}

/* Goes to where the next token begins: past blanks, and the ',' or ':' that may stand here. */
static inline const char *
find_token (CoupletJsonTokenizer *tokenizer)
{
  const char *at = skip_blank (tokenizer, tokenizer->at);
  CoupletJsonExpected expected = tokenizer->expected;
  if (expected == COUPLET_JSON_EXPECT_COMMA_OR_END && *at == ',') {
    tokenizer->expected = tokenizer->object ? COUPLET_JSON_EXPECT_KEY : COUPLET_JSON_EXPECT_VALUE;
    at = skip_blank (tokenizer, at + 1);
  } else if (expected == COUPLET_JSON_EXPECT_COLON && *at == ':') {
    tokenizer->expected = COUPLET_JSON_EXPECT_VALUE;
    at = skip_blank (tokenizer, at + 1);
  }
  return tokenizer->at = at;
}

/* TRUE when key stands in quotes at at. */
static inline gboolean
is_key (const char *at, const char *end, CoupletText key)
{
  return *at == '"' && (gsize)(end - at) >= key.length + 2 && at[key.length + 1] == '"' &&
         same_bytes (at + 1, key.text, key.length);
}

gboolean
couplet_json_take_key (CoupletJsonTokenizer *tokenizer, CoupletText key)
{
  if (tokenizer->error != NULL)
    return FALSE;
  const char *at = find_token (tokenizer);
  if ((tokenizer->expected != COUPLET_JSON_EXPECT_KEY &&
       tokenizer->expected != COUPLET_JSON_EXPECT_KEY_OR_END) ||
      !is_key (at, tokenizer->end, key))
    return FALSE;
  tokenizer->place = place_of (tokenizer, at);
  tokenizer->text = (CoupletText){at + 1, key.length};
  tokenizer->at = at + key.length + 2;
  tokenizer->expected = COUPLET_JSON_EXPECT_COLON;
  tokenizer->token = COUPLET_JSON_TOKEN_KEY;
  return TRUE;
}

gboolean
couplet_json_take_string (CoupletJsonTokenizer *tokenizer, CoupletText key, CoupletText *text)
{
  gboolean behind = tokenizer->expected == COUPLET_JSON_EXPECT_COMMA_OR_END && tokenizer->object;
  const char *at = tokenizer->at, *end = tokenizer->end;
  if (!behind && tokenizer->expected != COUPLET_JSON_EXPECT_KEY_OR_END)
    return FALSE;
  if (behind && *at++ != ',')
    return FALSE;
  at += *at == ' ';
  if (!is_key (at, end, key))
    return FALSE;
  at += key.length + 2;
  if (*at++ != ':')
    return FALSE;
  at += *at == ' ';
  if (*at != '"')
    return FALSE;
  const char *stop = json_skip_plain (at + 1, end);
  if (*stop != '"' || tokenizer->error != NULL)
    return FALSE;
  tokenizer->place = place_of (tokenizer, at);
  *text = tokenizer->text = (CoupletText){at + 1, (gsize)(stop - at) - 1};
  tokenizer->at = stop + 1;
  tokenizer->expected = COUPLET_JSON_EXPECT_COMMA_OR_END;
  tokenizer->token = COUPLET_JSON_TOKEN_STRING;
  return TRUE;
}

static CoupletJsonToken
read_token (CoupletJsonTokenizer *tokenizer)
{
  gboolean object = tokenizer->object;
  char c = *tokenizer->at;
  switch (tokenizer->expected) {
  case COUPLET_JSON_EXPECT_COMMA_OR_END:
    return c == (object ? '}' : ']') ? close_bracket (tokenizer, object)
                                     : fail_expected (tokenizer);
  case COUPLET_JSON_EXPECT_KEY_OR_END:
    return c == '}' ? close_bracket (tokenizer, TRUE) : read_key (tokenizer);
  case COUPLET_JSON_EXPECT_KEY:
    return read_key (tokenizer);
  case COUPLET_JSON_EXPECT_VALUE_OR_END:
    return c == ']' ? close_bracket (tokenizer, FALSE) : read_value (tokenizer);
  case COUPLET_JSON_EXPECT_VALUE:
    return read_value (tokenizer);
  case COUPLET_JSON_EXPECT_COLON:
    return fail_expected (tokenizer);
  case COUPLET_JSON_EXPECT_NOTHING:
    break;
  }
  return tokenizer->at == tokenizer->end ? (tokenizer->token = COUPLET_JSON_TOKEN_END)
                                         : fail_expected (tokenizer);
}

CoupletJsonToken
couplet_json_next (CoupletJsonTokenizer *tokenizer)
{
  if (tokenizer->error != NULL)
    return COUPLET_JSON_TOKEN_ERROR;
  const char *at = find_token (tokenizer);
  tokenizer->place = place_of (tokenizer, at);
  return read_token (tokenizer);
}

gboolean
couplet_json_skip (CoupletJsonTokenizer *tokenizer)
{
  if (tokenizer->token != COUPLET_JSON_TOKEN_OBJECT_BEGIN &&
      tokenizer->token != COUPLET_JSON_TOKEN_ARRAY_BEGIN)
    return tokenizer->token != COUPLET_JSON_TOKEN_ERROR;
  guint depth = tokenizer->depth;
  while (tokenizer->depth >= depth)
    if (couplet_json_next (tokenizer) == COUPLET_JSON_TOKEN_ERROR)
      return FALSE;
  return TRUE;
}

const char *
couplet_json_token_name (CoupletJsonToken token)
{
  switch (token) {
  case COUPLET_JSON_TOKEN_OBJECT_BEGIN:
    return "an object";
  case COUPLET_JSON_TOKEN_ARRAY_BEGIN:
    return "an array";
  case COUPLET_JSON_TOKEN_STRING:
    return "a string";
  case COUPLET_JSON_TOKEN_NUMBER:
    return "a number";
  case COUPLET_JSON_TOKEN_TRUE:
  case COUPLET_JSON_TOKEN_FALSE:
    return "a truth value";
  case COUPLET_JSON_TOKEN_NULL:
    return "null";
  default:
    return "no value";
  }
}
