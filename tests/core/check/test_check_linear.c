/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence about linear mechanisms: what is accepted, and why the rest is rejected. */
#include <couplet/host/check.h>
#include <couplet/host/evidence.h>
#include <couplet/host/model.h>

#include <string.h>

#include "unit.h"

#define HEAD(more)                                                                                 \
  "{\"couplet_linear\": 1, \"answers\": 1, " more "\"lists\": [{\"answers\": 1, \"nodes\": ["
#define TAIL "]}]}"
#define FORM "\"a\": {\"0\": \"1\"}, \"z\": {\"0\": \"1\"}"

/* Is a + z >= 0? */
#define SIMPLE(more, kind)                                                                         \
  HEAD (more)                                                                                      \
  "{\"draw\": \"" kind "\", \"rate\": \"1\"}, {\"decide\": {" FORM "}, \"otherwise\": 4}, "        \
  "{\"output\": \"s\"}, {\"end\": true}, {\"output\": \"t\"}, {\"end\": true}" TAIL

/* If it is: is z < 0, which an exponential draw is not? */
#define POSITIVE                                                                                   \
  HEAD ("")                                                                                        \
  "{\"draw\": \"exponential\", \"rate\": \"1\"}, {\"decide\": {\"z\": {\"0\": \"1\"}}, "           \
  "\"otherwise\": 4}, {\"output\": \"s\"}, {\"end\": true}, {\"output\": \"t\"}, "                 \
  "{\"end\": true}" TAIL

#define SHIFTS "{\"couplet_evidence\": 1, \"kind\": \"shifts\", \"cost\": \"1\", \"answers\": 1, "
#define WEIGHTS "{\"couplet_evidence\": 1, \"kind\": \"weights\", \"cost\": \"1\", \"answers\": 1, "
#define BOTH "\"differences\": [[-1], [1]], \"paths\": ["
#define DOWN "\"differences\": [[-1]], \"paths\": ["
#define MET "{\"end\": 3, \"shifts\": [[\"1\"], [\"0\"]]}"
#define NOT_MET "{\"end\": 5, \"shifts\": [[\"0\"], [\"-1\"]]}"

/* why: NULL = it is accepted. */
static void
expect (const char *model, const char *text, const char *why)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("f.json");
  g_autoptr (CoupletLinear) linear = couplet_linear_parse (model, strlen (model), diagnostics);
  g_autoptr (GError) error = NULL;
  assert_non_null (linear);
  g_autoptr (GPtrArray) all =
      couplet_evidence_read (linear->automaton, "e", text, strlen (text), &error);
  if (error != NULL)
    fail_msg ("%s", error->message);
  g_autofree char *found = NULL;
  couplet_evidence_check (g_ptr_array_index (all, 0), NULL, &found);
  if (g_strcmp0 (found, why) != 0)
    fail_msg ("%s: %s, not %s", text, found, why);
  /* what is written reads the same */
  g_autoptr (GString) again = g_string_new (NULL), twice = g_string_new (NULL);
  couplet_evidence_append_json (again, g_ptr_array_index (all, 0));
  g_autoptr (GPtrArray) second =
      couplet_evidence_read (linear->automaton, "e", again->str, again->len, NULL);
  couplet_evidence_append_json (twice, g_ptr_array_index (second, 0));
  assert_string_equal (again->str, twice->str);
}

static void
test_shifts (void **state)
{
  (void)state;
  static const char MODEL[] = SIMPLE ("", "laplace");
  expect (MODEL, SHIFTS BOTH MET ", " NOT_MET "]}", NULL);
  expect (MODEL, SHIFTS BOTH NOT_MET ", " MET "]}", NULL);
  expect (MODEL, SHIFTS BOTH MET "]}", "path to node 5: it is left out");
  expect (MODEL, SHIFTS BOTH MET ", " NOT_MET ", " MET "]}", "the path to node 3 is there twice");
  expect (MODEL, SHIFTS DOWN "{\"end\": 3, \"shifts\": [[\"1\"]]}]}",
          "a difference of adjacent answers is left out");
  expect (MODEL, SHIFTS BOTH "{\"end\": 3, \"shifts\": [[\"1\"]]}, " NOT_MET "]}",
          "path to node 3: it has 1 vectors of shifts, not 2");
  expect (MODEL, SHIFTS BOTH "{\"end\": 3, \"shifts\": [[\"1\"], []]}, " NOT_MET "]}",
          "path to node 3: there is not a shift for each of its 1 draws");
  expect (MODEL, SHIFTS BOTH "{\"end\": 3, \"shifts\": [[\"1/2\"], [\"0\"]]}, " NOT_MET "]}",
          "path to node 3: row 1: the decision may change");
  expect (MODEL, SHIFTS BOTH "{\"end\": 3, \"shifts\": [[\"2\"], [\"0\"]]}, " NOT_MET "]}",
          "path to node 3: the shifts cost more");
  expect (MODEL, "{\"couplet_evidence\": 1, \"kind\": \"shifts\", \"answers\": 1, " BOTH MET "]}",
          "it names no cost");
}

static void
test_shifts_of_other_draws (void **state)
{
  (void)state;
  expect (SIMPLE ("", "exponential"), SHIFTS BOTH MET ", " NOT_MET "]}",
          "path to node 5: draw 1 is exponential and shifts downwards");
  expect (SIMPLE ("", "discrete-laplace"),
          SHIFTS "\"differences\": [[-1], [0], [1]], \"paths\": ["
                 "{\"end\": 3, \"shifts\": [[\"1\"], [\"1/2\"], [\"0\"]]}, "
                 "{\"end\": 5, \"shifts\": [[\"0\"], [\"0\"], [\"-1\"]]}]}",
          "path to node 3: draw 1 is discrete, and its shift is not whole");
  expect (SIMPLE ("", "discrete-laplace"), SHIFTS BOTH MET ", " NOT_MET "]}",
          "a difference of adjacent answers is left out");
  expect (SIMPLE ("\"sensitivity\": \"2\", ", "discrete-laplace"), SHIFTS BOTH "]}",
          "with discrete draws the sensitivity must be 1");
}

static void
test_impossible_paths (void **state)
{
  (void)state;
  static const char OTHER[] = "{\"end\": 3, \"shifts\": [[\"0\"], [\"0\"]]}, ";
  const struct {
    const char *multipliers, *why;
  } CASES[] = {
      {"\"-1\", \"1\"", NULL},
      {"\"0\", \"0\"", "path to node 5: the rows add up to what is possible"},
      {"\"-1\", \"2\"", "path to node 5: the rows do not add up to a number"},
      {"\"1\", \"1\"", "path to node 5: multiplier 1 has the wrong sign"},
      {"\"-1\", \"-1\"", "path to node 5: the multiplier of draw 1 has the wrong sign"},
      {"\"-1\"", "path to node 5: 'impossible' has 1 numbers, not 2"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *text = g_strdup_printf (SHIFTS BOTH "%s{\"end\": 5, \"impossible\": [%s]}]}",
                                             OTHER, CASES[i].multipliers);
    expect (POSITIVE, text, CASES[i].why);
  }
}

static void
test_weights (void **state)
{
  (void)state;
  static const char MODEL[] = SIMPLE ("", "laplace");
  const struct {
    const char *path, *why;
  } CASES[] = {
      {"\"weights\": [\"1\"], \"point\": [\"1\", \"0\"]", NULL},
      {"\"weights\": [\"1\"], \"point\": [\"-1\", \"3/2\"]", NULL},
      {"\"weights\": [\"1\"]", "no path has a point that takes it"},
      {"\"weights\": [\"1\"], \"point\": [\"0\", \"0\"]",
       "path to node 3: row 1: its point does not take it"},
      {"\"weights\": [\"1\"], \"point\": [\"1\"]", "path to node 3: 'point' has 1 numbers, not 2"},
      {"\"point\": [\"1\", \"0\"]", "path to node 3: 'weights' is not there"},
      {"\"weights\": [], \"point\": [\"1\", \"0\"]",
       "path to node 3: 'weights' has 0 numbers, not 1"},
      {"\"weights\": [\"-1\"], \"point\": [\"1\", \"0\"]",
       "path to node 3: multiplier 1 has the wrong sign"},
      {"\"weights\": [\"2\"], \"point\": [\"1\", \"0\"]",
       "path to node 3: draw 1 gains more than it pays"},
      {"\"weights\": [\"1/2\"], \"point\": [\"1\", \"0\"]",
       "path to node 3: the weights force less"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *text = g_strdup_printf (WEIGHTS DOWN "{\"end\": 3, %s}]}", CASES[i].path);
    expect (MODEL, text, CASES[i].why);
  }
  expect (MODEL, WEIGHTS BOTH "]}", "it has not one difference");
  expect (SIMPLE ("\"whole\": true, \"sensitivity\": \"1/2\", ", "laplace"), WEIGHTS DOWN "]}",
          "whole answers differ by whole numbers, and the sensitivity is none");
  expect (SIMPLE ("\"whole\": true, ", "laplace"),
          WEIGHTS DOWN "{\"end\": 3, \"weights\": [\"1\"], \"point\": [\"1/2\", \"0\"]}]}",
          "path to node 3: number 1 of its point is not whole");
}

static void
test_weights_of_all_paths_with_the_outputs (void **state)
{
  (void)state;
  /* a second draw makes the sides differ, but not what they output */
  static const char MODEL[] =
      HEAD ("") "{\"draw\": \"laplace\", \"rate\": \"1\"}, {\"decide\": {" FORM
                "}, \"otherwise\": 4}, {\"output\": \"s\"}, {\"end\": true}, {\"draw\": "
                "\"laplace\", \"rate\": \"1\"}, {\"output\": \"s\"}, {\"end\": true}" TAIL;
  expect (MODEL, WEIGHTS DOWN "{\"end\": 3, \"weights\": [\"1\"], \"point\": [\"1\", \"0\"]}]}",
          "path to node 6: it is left out");
}

static void
test_no_cost_is_enough (void **state)
{
  (void)state;
  static const char NONE[] = "{\"couplet_evidence\": 1, \"kind\": \"weights\", \"answers\": 1, "
                             "\"differences\": [[1]], \"paths\": [";
  g_autofree char *good = g_strdup_printf (
      "%s{\"end\": 5, \"weights\": [\"-3\"], \"point\": [\"-1\", \"1/2\"]}]}", NONE);
  /* a + z < 0 after a rises: the exponential draw does not go down */
  expect (SIMPLE ("", "exponential"), good, NULL);
  expect (SIMPLE ("", "laplace"), good, "path to node 5: draw 1 gains more than it pays");
  g_autofree char *below = g_strdup_printf (
      "%s{\"end\": 5, \"weights\": [\"-3\"], \"point\": [\"-1\", \"-1/2\"]}]}", NONE);
  expect (SIMPLE ("", "exponential"), below,
          "path to node 5: number 2 of its point is not above 0");
}

/* Is a + z >= 1, or else >= 0? Both output s, together where a + z >= 0. */
#define TWICE                                                                                      \
  HEAD ("")                                                                                        \
  "{\"draw\": \"laplace\", \"rate\": \"1\"}, {\"decide\": {\"c\": \"-1\", " FORM                   \
  "}, \"otherwise\": 4}, {\"output\": \"s\"}, {\"end\": true}, "                                   \
  "{\"decide\": {" FORM "}, \"otherwise\": 7}, {\"output\": \"s\"}, {\"end\": true}, "             \
  "{\"output\": \"t\"}, {\"end\": true}" TAIL

/* The second is asked of a draw of its own. */
#define DRAWN_AGAIN                                                                                \
  HEAD ("")                                                                                        \
  "{\"draw\": \"laplace\", \"rate\": \"1\"}, {\"decide\": {\"c\": \"-1\", " FORM                   \
  "}, \"otherwise\": 4}, {\"output\": \"s\"}, {\"end\": true}, "                                   \
  "{\"draw\": \"laplace\", \"rate\": \"1\"}, {\"decide\": {\"z\": {\"1\": \"1\"}}, "               \
  "\"otherwise\": 8}, {\"output\": \"s\"}, {\"end\": true}, {\"output\": \"t\"}, {\"end\": "       \
  "true}" TAIL

/* Both output a number, and not the same. */
#define NUMBERS                                                                                    \
  HEAD ("")                                                                                        \
  "{\"draw\": \"laplace\", \"rate\": \"1\"}, {\"decide\": {" FORM "}, \"otherwise\": 4}, "         \
  "{\"output\": {" FORM "}}, {\"end\": true}, {\"output\": {\"c\": \"1\", " FORM                   \
  "}}, {\"end\": true}" TAIL

#define MOVED "\"end\": 3, \"shifts\": [[\"1\"], [\"0\"]], "
#define ROWS "\"with\": [6], \"met\": [4], \"not_met\": [], "
#define WITHIN "\"within\": [[\"1\", \"-1\", \"0\"], [\"0\", \"1\", \"-1\", \"0\"]], "
#define APART "\"apart\": [[\"1\", \"0\", \"-1\", \"0\"]]"

static void
test_events (void **state)
{
  (void)state;
  const struct {
    const char *model, *event, *why;
  } CASES[] = {
      {TWICE, MOVED ROWS WITHIN APART, NULL},
      {TWICE, MOVED "\"with\": [3], \"met\": [4], \"not_met\": [], " WITHIN APART,
       "the path to node 3 is in two events"},
      {TWICE, MOVED "\"with\": [6], \"met\": [4], " WITHIN APART,
       "path to node 3: its event lacks a vector 'not_met'"},
      {TWICE, MOVED ROWS APART, "path to node 3: its event lacks a vector 'within'"},
      {TWICE, MOVED ROWS "\"within\": [[\"1\", \"-1\"]]",
       "path to node 3: there are 2 multipliers, not 3"},
      {TWICE, MOVED ROWS "\"within\": [[\"1\", \"1\", \"0\"]]",
       "path to node 3: multiplier 2 has the wrong sign"},
      {TWICE,
       MOVED "\"with\": [6], \"met\": [], \"not_met\": [], \"apart\": "
             "[[\"0\", \"0\", \"0\"]]",
       "path to node 8: the rows add up to what is possible"},
      {TWICE, MOVED ROWS WITHIN "\"apart\": [[\"1\", \"0\", \"-1\", \"0\"], [\"0\"]]",
       "path to node 3: its event has more than is asked for"},
      {TWICE, "\"end\": 3, \"shifts\": [[\"0\"], [\"0\"]], " ROWS WITHIN APART,
       "path to node 3: row 1: the decision may change"},
      {DRAWN_AGAIN, MOVED "\"with\": [7], \"met\": [5], \"not_met\": []",
       "path to node 3: row 1 of its event is about a draw that it has not"},
      {DRAWN_AGAIN, MOVED "\"with\": [7], \"met\": [], \"not_met\": []",
       "path to node 7: it has other draws than the event"},
      {NUMBERS, MOVED "\"with\": [5], \"met\": [], \"not_met\": []",
       "path to node 5: it outputs other numbers than the event"},
      {HEAD ("") "{\"draw\": \"laplace\", \"rate\": \"1\"}, {\"decide\": {" FORM
                 "}, \"otherwise\": 3}, {\"end\": true}, {\"end\": true}" TAIL,
       "\"end\": 3, \"shifts\": [[\"0\"], [\"0\"]], \"with\": [2], \"met\": [], \"not_met\": []",
       "no path leads to node 3"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    const char *other = g_str_equal (CASES[i].model, TWICE)
                            ? ", {\"end\": 8, \"shifts\": [[\"0\"], [\"-1\"]]}"
                            : "";
    g_autofree char *text = g_strdup_printf (SHIFTS BOTH "{%s}%s]}", CASES[i].event, other);
    expect (CASES[i].model, text, CASES[i].why);
  }
}

/* Nodes of an event that are of another kind cannot be read. */
static void
test_nodes_of_events (void **state)
{
  (void)state;
  const struct {
    const char *nodes, *why;
  } CASES[] = {{"\"with\": [4]", "node 4 is not the end of a path"},
               {"\"with\": [6], \"met\": [6]", "node 6 is not a decision"},
               {"\"with\": [6], \"met\": [\"4\"]", "'met'"},
               {"\"with\": [99]", "'with'"}};
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("f.json");
  g_autoptr (CoupletLinear) linear = couplet_linear_parse (TWICE, strlen (TWICE), diagnostics);
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *text = g_strdup_printf (SHIFTS BOTH "{\"end\": 3, %s}]}", CASES[i].nodes);
    assert_null (couplet_evidence_read (linear->automaton, "e", text, strlen (text), &error));
    if (strstr (error->message, CASES[i].why) == NULL)
      fail_msg ("%s: %s", CASES[i].why, error->message);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_shifts),
      cmocka_unit_test (test_shifts_of_other_draws),
      cmocka_unit_test (test_impossible_paths),
      cmocka_unit_test (test_weights),
      cmocka_unit_test (test_weights_of_all_paths_with_the_outputs),
      cmocka_unit_test (test_no_cost_is_enough),
      cmocka_unit_test (test_events),
      cmocka_unit_test (test_nodes_of_events),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
