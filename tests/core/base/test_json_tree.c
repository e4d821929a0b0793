/* SPDX-License-Identifier: Apache-2.0 */
/* A document of JSON as a tree: what is asked of it, and what is no document. */
#include <couplet/internal/json_tree.h>

#include "unit.h"

#include <string.h>

typedef struct {
  CoupletArena *arena;
  const CoupletJsonValue *value;
  CoupletPlace place;
  char *why;
} Document;

static void
document_clear (Document *document)
{
  couplet_arena_free (document->arena);
  g_free (document->why);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Document, document_clear)

static void
read_text (Document *document, const char *text, const char **rest)
{
  *document = (Document){.arena = couplet_arena_new ()};
  document->value = couplet_json_read (text, strlen (text), document->arena, rest, &document->place,
                                       &document->why);
  assert_true ((document->value == NULL) == (document->why != NULL));
}

static void
test_members_and_elements_are_found (void **state)
{
  (void)state;
  g_auto (Document) read;
  gint64 number;
  read_text (&read, "{\"a\": \"x\\u00e9\", \"list\": [1, -2, {\"b\": null}], \"t\": true}", NULL);
  assert_int_equal (read.value->n, 3);
  assert_string_equal (couplet_json_text_of (couplet_json_member (read.value, "a")), "x\u00e9");
  const CoupletJsonValue *list = couplet_json_member (read.value, "list");
  assert_true (couplet_json_is_list (list));
  assert_true (couplet_json_whole_of (couplet_json_element (list, 1), &number));
  assert_int_equal (number, -2);
  assert_true (couplet_json_is (couplet_json_member (couplet_json_element (list, 2), "b"),
                                COUPLET_JSON_TOKEN_NULL));
  assert_true (couplet_json_is (couplet_json_member (read.value, "t"), COUPLET_JSON_TOKEN_TRUE));
  g_autofree char *written = couplet_json_written (list);
  assert_string_equal (written, "[1, -2, {\"b\": null}]");
}

static void
test_what_is_not_there_is_nothing (void **state)
{
  (void)state;
  g_auto (Document) read;
  gint64 number;
  read_text (&read, "[1.5, \"1\", 9223372036854775808, {}]", NULL);
  assert_null (couplet_json_member (read.value, "a"));
  assert_null (couplet_json_member (NULL, "a"));
  assert_null (couplet_json_element (read.value, 4));
  assert_null (couplet_json_element (couplet_json_element (read.value, 3), 0));
  assert_null (couplet_json_first (couplet_json_element (read.value, 3)));
  assert_null (couplet_json_text_of (couplet_json_element (read.value, 0)));
  for (guint i = 0; i < 4; i++)
    assert_false (couplet_json_whole_of (couplet_json_element (read.value, i), &number));
}

static void
test_faults_have_a_place (void **state)
{
  (void)state;
  static const struct {
    const char *text, *why;
    guint line, column;
  } rows[] = {
      {"", "expected a value, but found the end of the file", 1, 1},
      {"[1,\n 2,]", "expected a value, but found ']'", 2, 4},
      {"{\"a\": 1,\n \"b\": 2,\n \"a\": 3}", "key 'a' stands twice", 3, 7},
      {"[{\"a\": 1, \"a\": 1}]", "key 'a' stands twice", 1, 16},
      {"1 2", "expected nothing more after the document, but found '2'", 1, 3},
      {"\"\\u0000\"", "\\u0000 is not allowed", 1, 2},
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (Document) read;
    read_text (&read, rows[i].text, NULL);
    assert_string_equal (read.why, rows[i].why);
    assert_int_equal (read.place.line, rows[i].line);
    assert_int_equal (read.place.column, rows[i].column);
  }
}

/* Few keys are compared one by one, many by a table. */
static void
test_a_key_among_many_stands_once (void **state)
{
  (void)state;
  for (guint twice = 0; twice < 2; twice++) {
    g_auto (Document) read;
    g_autoptr (GString) text = g_string_new ("{");
    for (guint i = 0; i < 1000; i++)
      g_string_append_printf (text, "\"k%u\": %u, ", i, i);
    g_string_append_printf (text, "\"k%u\": 0}", twice != 0 ? 500 : 1000);
    read_text (&read, text->str, NULL);
    if (twice != 0)
      assert_string_equal (read.why, "key 'k500' stands twice");
    else
      assert_int_equal (read.value->n, 1001);
  }
}

static void
test_documents_stand_one_after_another (void **state)
{
  (void)state;
  const char *text = "{\"a\": [1]} [2]";
  g_auto (Document) first;
  g_auto (Document) second;
  const char *rest;
  read_text (&first, text, &rest);
  assert_string_equal (rest, " [2]");
  read_text (&second, rest, &rest);
  assert_int_equal (second.value->n, 1);
  assert_string_equal (rest, "");
}

static void
test_deep_nesting_is_an_error_and_no_crash (void **state)
{
  (void)state;
  for (guint depth = COUPLET_JSON_DEPTH_MAX; depth <= COUPLET_JSON_DEPTH_MAX + 1; depth++) {
    g_auto (Document) read;
    g_autofree char *open = g_strnfill (depth, '['), *close = g_strnfill (depth, ']');
    g_autofree char *text = g_strconcat (open, close, NULL);
    read_text (&read, text, NULL);
    assert_int_equal (read.value != NULL, depth <= COUPLET_JSON_DEPTH_MAX);
  }
}

static void
test_texts_of_messages_may_have_nul (void **state)
{
  (void)state;
  static const char text[] = "{\"text\": \"a\\u0000b\"}";
  g_autofree char *why = NULL;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  const CoupletJsonValue *message = couplet_json_read_message (text, strlen (text), arena, &why);
  const CoupletJsonValue *value = couplet_json_member (message, "text");
  assert_int_equal (value->length, 3);
  assert_memory_equal (value->text, "a\0b", 4);
  assert_null (couplet_json_text_of (value));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_members_and_elements_are_found),
      cmocka_unit_test (test_what_is_not_there_is_nothing),
      cmocka_unit_test (test_faults_have_a_place),
      cmocka_unit_test (test_a_key_among_many_stands_once),
      cmocka_unit_test (test_documents_stand_one_after_another),
      cmocka_unit_test (test_deep_nesting_is_an_error_and_no_crash),
      cmocka_unit_test (test_texts_of_messages_may_have_nul),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
