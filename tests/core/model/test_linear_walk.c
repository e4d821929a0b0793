/* SPDX-License-Identifier: Apache-2.0 */
/* Paths of linear mechanisms, decisions that tell nothing, outputs that are one, differences. */
#include "unit.h"

#include <couplet/host/model.h>

#include <string.h>

#define DRAW "{\"draw\": \"laplace\", \"rate\": \"1\"}, "
#define WHOLE "{\"draw\": \"discrete-laplace\", \"rate\": \"1\"}, "
#define DECIDE(otherwise) "{\"decide\": {\"z\": {\"0\": \"1\"}}, \"otherwise\": " otherwise "}, "
#define TEXT(text) "{\"output\": \"" text "\"}, {\"end\": true}, "
#define REAL(form) "{\"output\": {" form "}}, {\"end\": true}, "

/* nodes ends with ", ". */
static CoupletLinear *
parse (const char *adjacency, guint n_answers, const char *nodes)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("f.json");
  g_autofree char *all = g_strndup (nodes, strlen (nodes) - 2);
  g_autofree char *text = g_strdup_printf (
      "{\"couplet_linear\": 1, \"adjacency\": \"%s\", \"answers\": %u, \"lists\": [{\"answers\": "
      "%u, \"nodes\": [%s]}]}",
      adjacency, n_answers, n_answers, all);
  CoupletLinear *linear = couplet_linear_parse (text, strlen (text), diagnostics);
  assert_non_null (linear);
  assert_ptr_equal (linear->automaton->linear, linear);
  return linear;
}

/* expected: `end:rows:draws:outputs` of each path, with blanks between. */
static void
expect_paths (const char *nodes, const char *expected)
{
  g_autoptr (CoupletLinear) linear = parse ("any", 1, nodes);
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (&linear->lists[0]);
  g_autoptr (GString) found = g_string_new (NULL);
  CoupletLinearPath path;
  while (couplet_linear_walk_next (walk, &path)) {
    g_string_append_printf (found, "%s%u:", found->len > 0 ? " " : "", path.end);
    for (guint32 r = 0; r < path.n_rows; r++)
      g_string_append_c (found, path.rows[r].node->kind == COUPLET_LINEAR_REAL ? '='
                                : path.rows[r].met                             ? '+'
                                                                               : '-');
    g_string_append_printf (found, ":%u:%s", path.n_draws, path.outputs);
  }
  assert_string_equal (found->str, expected);
  assert_false (couplet_linear_walk_next (walk, &path));
}

static void
test_paths (void **state)
{
  (void)state;
  expect_paths ("{\"end\": true}, ", "0::0:");
  expect_paths (DRAW DECIDE ("7") DECIDE ("5") TEXT ("a") TEXT ("b") DRAW REAL ("\"z\": {\"1\": "
                                                                                "\"1\"}"),
                "4:++:1:1:a 6:+-:1:1:b 9:-=:2:#");
}

static void
test_idle_decisions_are_left_out (void **state)
{
  (void)state;
  expect_paths (DRAW DECIDE ("4") TEXT ("a") TEXT ("a"), "3::1:1:a");
  expect_paths (DRAW DECIDE ("4") TEXT ("a") TEXT ("b"), "3:+:1:1:a 5:-:1:1:b");
  /* an inner one makes the sides of the outer one equal */
  expect_paths (DRAW DECIDE ("7") DECIDE ("5") TEXT ("a") TEXT ("a") TEXT ("a"), "4::1:1:a");
  expect_paths (DRAW DECIDE ("null") TEXT ("a"), "3::1:1:a");
  /* another draw, rate, form or strictness is another subtree */
  expect_paths (DRAW DECIDE ("5") DRAW TEXT ("a") WHOLE TEXT ("a"), "4:+:2:1:a 7:-:2:1:a");
  expect_paths (DRAW DECIDE ("5")
                    DRAW TEXT ("a") "{\"draw\": \"laplace\", \"rate\": \"2\"}, " TEXT ("a"),
                "4:+:2:1:a 7:-:2:1:a");
  expect_paths (DRAW DECIDE ("4") REAL ("\"c\": \"1\"") REAL ("\"c\": \"2\""),
                "3:+=:1:=1; 5:-=:1:=2;");
}

static void
test_outputs_that_may_be_equal (void **state)
{
  (void)state;
  /* texts that are numbers are these */
  expect_paths (DRAW DECIDE ("4") TEXT ("2/4") REAL ("\"c\": \"1/2\""), "3:+:1:=1/2; 5:-=:1:=1/2;");
  /* an answer may be any number, a value with a continuous draw is none */
  expect_paths (DRAW DECIDE ("4") TEXT ("7") REAL ("\"a\": {\"0\": \"1\"}"), "3:+:1:~ 5:-=:1:~");
  expect_paths (DRAW DECIDE ("4") TEXT ("7") REAL ("\"z\": {\"0\": \"1\"}"), "3:+:1:=7; 5:-=:1:#");
  expect_paths (WHOLE DECIDE ("4") TEXT ("7") REAL ("\"z\": {\"0\": \"1\"}"), "3:+:1:~ 5:-=:1:~");
}

static void
expect_differences (const char *adjacency, const char *nodes, guint n_answers, guint n,
                    const char *first)
{
  g_autoptr (CoupletLinear) linear = parse (adjacency, n_answers, nodes);
  guint found;
  g_autofree gint8 *all = couplet_linear_differences (linear, &linear->lists[0], 100, &found);
  g_autoptr (GString) text = g_string_new (NULL);
  assert_int_equal (found, n);
  for (guint i = 0; i < MIN (n * n_answers, 8); i++)
    g_string_append_printf (text, "%d", all[i]);
  assert_string_equal (text->str, first);
}

static void
test_differences (void **state)
{
  (void)state;
  expect_differences ("any", DRAW TEXT ("a"), 2, 4, "-1-11-1-1111");
  expect_differences ("any", WHOLE TEXT ("a"), 2, 9, "-1-10-11-1-10");
  expect_differences ("monotonic", DRAW TEXT ("a"), 2, 8, "00100111");
  expect_differences ("one", WHOLE TEXT ("a"), 2, 4, "10-10010-1");
  expect_differences ("any", DRAW TEXT ("a"), 0, 1, "");
  g_autoptr (CoupletLinear) linear = parse ("any", 7, DRAW TEXT ("a"));
  guint n;
  assert_null (couplet_linear_differences (linear, &linear->lists[0], 100, &n));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_paths),
      cmocka_unit_test (test_idle_decisions_are_left_out),
      cmocka_unit_test (test_outputs_that_may_be_equal),
      cmocka_unit_test (test_differences),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
