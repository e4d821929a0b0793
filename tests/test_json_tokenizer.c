/* SPDX-License-Identifier: Apache-2.0 */
/* The tokenizer accepts exactly what jansson accepts. */
#include "json_number.h"
#include "json_tokenizer.h"

#include <jansson.h>

#include <stdio.h>

#include "unit.h"

static gboolean
we_accept (const char *text, gsize length)
{
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autofree JsonTokenizer *tokenizer = g_new0 (JsonTokenizer, 1);
  g_autofree char *copy = g_malloc (length + 1);
  memcpy (copy, text, length);
  copy[length] = '\0';
  json_tokenizer_init (tokenizer, copy, length, arena);
  JsonToken token;
  do
    token = json_next (tokenizer);
  while (token != JSON_TOKEN_END && token != JSON_TOKEN_ERROR);
  json_tokenizer_clear (tokenizer);
  return token == JSON_TOKEN_END;
}

/* jansson refuses integers beyond 64 bits and reals beyond doubles, which we
 * keep as text: these two of its errors count as accepting. */
static gboolean
jansson_accepts (const char *text, gsize length)
{
  json_error_t error;
  json_t *value = json_loadb (text, length, JSON_DECODE_ANY, &error);
  gboolean accepted = value != NULL || json_error_code (&error) == json_error_numeric_overflow;
  json_decref (value);
  return accepted;
}

static void
check (const char *text, gsize length)
{
  gboolean ours = we_accept (text, length);
  /* jansson forgets a NUL byte that it reads behind a number: no JSON text has one */
  if (memchr (text, '\0', length) != NULL) {
    assert_false (ours);
    return;
  }
  if (ours == jansson_accepts (text, length))
    return;
  g_autofree char *quoted = couplet_quote (text, (gssize)MIN (length, 200));
  fprintf (stderr, "%s is %s\n", quoted, ours ? "accepted" : "refused");
  fail ();
}

static void
test_documents_of_every_kind (void **state)
{
  static const char *const documents[] = {
      "{}",
      "[]",
      "null",
      "true",
      "false",
      "0",
      "-0",
      "1",
      "-1",
      "0.5",
      "1e5",
      "1E+5",
      "1e-5",
      "\"\"",
      "\"a\"",
      "[1,2]",
      "{\"a\":1}",
      "{\"a\":{\"b\":[1,{\"c\":null}]}}",
      " [ 1 , 2 ] ",
      "\t\r\n[]\n",
      "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
      "\"\\u00e9\"",
      "\"\\ud83d\\ude00\"",
      "\"\xc3\xa9\"",
      "\"\xf0\x9f\x98\x80\"",
      "123456789012345678901234567890",
      "1e999",
      "-1e999",
      "1.0e-999",
      "\"\x7f\"",
      "[[[[[[]]]]]]",
      "",
      " ",
      "{",
      "}",
      "[",
      "]",
      "[1",
      "[1,",
      "[1,]",
      "[,1]",
      "[1 2]",
      "{\"a\"",
      "{\"a\":",
      "{\"a\":1",
      "{\"a\":1,",
      "{\"a\":1,}",
      "{a:1}",
      "{'a':1}",
      "{\"a\" 1}",
      "{1:1}",
      "tru",
      "nul",
      "True",
      "nan",
      "NaN",
      "Infinity",
      "-",
      "+1",
      "01",
      "-01",
      "1.",
      ".5",
      "1e",
      "1e+",
      "0x10",
      "1.2.3",
      "--1",
      "\"",
      "\"a",
      "\"\\\"",
      "\"\\x\"",
      "\"\\u12\"",
      "\"\\u12g4\"",
      "\"\\u0000\"",
      "\"\\ud800\"",
      "\"\\udc00\"",
      "\"\\ud800\\u0041\"",
      "\"\n\"",
      "\"\t\"",
      "\"\x01\"",
      "\"\xff\"",
      "\"\xc3\"",
      "\"\xc0\x80\"",
      "\"\xed\xa0\x80\"",
      "\"\xf4\x90\x80\x80\"",
      "[1]2",
      "{}{}",
      "[] []",
      "\xef\xbb\xbf[]",
      "// a\n[]",
      "/* a */ []",
      "[1]#",
      "truefalse",
      "[true1]",
      "[nullx]",
      "\"a\"\"b\"",
      "{\"a\":1 \"b\":2}",
      "[\"a\" : 1]",
      "{\"a\",1}",
      "]",
      "[}",
      "{]",
  };
  (void)state;
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    check (documents[i], strlen (documents[i]));
  check ("[1\0]", 4);
  check ("\"a\0b\"", 5);
  check ("[]\0", 3);
}

static void
append_random_string (GString *out, GRand *random)
{
  static const char *const pieces[] = {"a",        "key", "\\n", "\\u0041", "\\ud83d\\ude00",
                                       "\xc3\xa9", " ",   "{",   ","};
  g_string_append_c (out, '"');
  for (int i = g_rand_int_range (random, 0, 4); i > 0; i--)
    g_string_append (out, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
  g_string_append_c (out, '"');
}

/* A value with at most depth levels of brackets. */
static void
append_random_value (GString *out, GRand *random, int depth)
{
  static const char *const words[] = {"true", "false", "null", "0", "-12", "3.25", "1e-7"};
  int kind = g_rand_int_range (random, 0, depth > 0 ? 4 : 2);
  if (kind == 0)
    g_string_append (out, words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))]);
  else if (kind == 1)
    append_random_string (out, random);
  else {
    int n = g_rand_int_range (random, 0, 4);
    g_string_append_c (out, kind == 2 ? '[' : '{');
    for (int i = 0; i < n; i++) {
      g_string_append (out, i > 0 ? ", " : "");
      if (kind == 3) {
        append_random_string (out, random);
        g_string_append (out, ": ");
      }
      append_random_value (out, random, depth - 1);
    }
    g_string_append_c (out, kind == 2 ? ']' : '}');
  }
}

static void
mutate (GString *text, GRand *random)
{
  static const char bytes[] = "{}[]\",:\\u0123456789eE.+- \n\ttruefalsnx\x80\xc3\xff\x01";
  gssize at = g_rand_int_range (random, 0, (gint32)text->len + 1);
  switch (g_rand_int_range (random, 0, 4)) {
  case 0:
    if (at < (gssize)text->len)
      g_string_erase (text, at, 1);
    break;
  case 1:
    g_string_insert_c (text, at, bytes[g_rand_int_range (random, 0, sizeof bytes)]);
    break;
  case 2:
    if (at < (gssize)text->len)
      text->str[at] = bytes[g_rand_int_range (random, 0, sizeof bytes)];
    break;
  default:
    g_string_truncate (text, (gsize)at);
  }
}

static void
test_random_documents_and_their_mutants (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  for (guint i = 0; i < 4000; i++) {
    g_autoptr (GString) text = g_string_new (NULL);
    append_random_value (text, random, 4);
    check (text->str, text->len);
    for (guint j = 0; j < 10; j++) {
      mutate (text, random);
      check (text->str, text->len);
    }
  }
}

static void
test_depth_is_limited_where_jansson_limits_it (void **state)
{
  (void)state;
  for (gsize depth = JSON_MAX_DEPTH - 1; depth <= JSON_MAX_DEPTH + 1; depth++) {
    g_autofree char *open = g_strnfill (depth, '['), *close = g_strnfill (depth, ']');
    g_autofree char *text = g_strconcat (open, close, NULL);
    check (text, 2 * depth);
  }
  g_autofree char *deep = g_strnfill (1000000, '[');
  assert_false (we_accept (deep, 1000000));
}

static void
test_places_count_lines_and_bytes (void **state)
{
  static const char text[] = "{\n  \"a\": [1,\n 22]}";
  (void)state;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autofree JsonTokenizer *tokenizer = g_new0 (JsonTokenizer, 1);
  json_tokenizer_init (tokenizer, text, strlen (text), arena);
  assert_int_equal (json_next (tokenizer), JSON_TOKEN_OBJECT_BEGIN);
  assert_int_equal (json_next (tokenizer), JSON_TOKEN_KEY);
  assert_int_equal (tokenizer->place.line, 2);
  assert_int_equal (tokenizer->place.column, 3);
  assert_int_equal (json_next (tokenizer), JSON_TOKEN_ARRAY_BEGIN);
  assert_int_equal (json_next (tokenizer), JSON_TOKEN_NUMBER);
  assert_int_equal (json_next (tokenizer), JSON_TOKEN_NUMBER);
  assert_int_equal (tokenizer->place.line, 3);
  assert_int_equal (tokenizer->place.column, 2);
  json_tokenizer_clear (tokenizer);
}

static void
test_reals_are_their_shortest_decimal (void **state)
{
  static const char *const cases[][2] = {
      {"0.25", "0.25"},
      {"12345678901234567890123", "12345678901234567890123"},
      {"0.1000000000000000055511151231257827", "1e-01"},
      {"0.30000000000000004", "3.0000000000000004e-01"},
      {"1e2", "1e+02"},
  };
  (void)state;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    CoupletText decimal = json_number_to_decimal (COUPLET_TEXT (cases[i][0]), arena);
    assert_int_equal (decimal.length, strlen (cases[i][1]));
    assert_memory_equal (decimal.text, cases[i][1], decimal.length);
  }
  assert_null (json_number_to_decimal (COUPLET_TEXT ("1e999"), arena).text);
  assert_null (json_number_to_decimal (COUPLET_TEXT ("1e-999"), arena).text);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_documents_of_every_kind),
      cmocka_unit_test (test_random_documents_and_their_mutants),
      cmocka_unit_test (test_depth_is_limited_where_jansson_limits_it),
      cmocka_unit_test (test_places_count_lines_and_bytes),
      cmocka_unit_test (test_reals_are_their_shortest_decimal),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
