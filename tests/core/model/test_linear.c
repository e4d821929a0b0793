/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <couplet/host/model.h>

#include <string.h>

#define HEAD "{\"couplet_linear\": 1, \"answers\": 1, \"lists\": [{\"answers\": 1, \"nodes\": ["
#define TAIL "]}]}"
#define DRAW "{\"draw\": \"laplace\", \"rate\": \"1/2\", \"line\": 4},"
#define END "{\"end\": true}"

static CoupletLinear *
parse (const char *text, char **message)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("f.json");
  CoupletLinear *linear = couplet_linear_parse (text, strlen (text), diagnostics);
  guint n;
  const CoupletDiagnostic *all = couplet_diagnostics_get (diagnostics, &n);
  *message = n > 0 ? g_strdup (all[0].message) : NULL;
  assert_true ((linear == NULL) == (n > 0));
  return linear;
}

static void
test_tree_is_read (void **state)
{
  (void)state;
  g_autofree char *message = NULL;
  g_autoptr (CoupletLinear) linear = parse (
      HEAD DRAW "{\"decide\": {\"c\": \"-7/2\", \"z\": {\"0\": \"1\"}, \"a\": {\"0\": "
                "\"2\"}}, \"otherwise\": 4, \"strict\": true}," //
                "{\"output\": \"x\"}," END ",{\"output\": {\"z\": {\"0\": \"0\"}}}," END TAIL,
      &message);
  assert_null (message);
  assert_true (linear->exactly);
  const CoupletLinearList *list = &linear->lists[0];
  assert_int_equal (list->n_paths, 2);
  assert_int_equal (list->most_draws, 1);
  assert_int_equal (list->nodes[0].place.line, 4);
  assert_int_equal (list->nodes[0].noise, COUPLET_LAPLACE);
  assert_true (list->nodes[1].strict);
  assert_int_equal (list->nodes[1].form.n_terms, 2);
  assert_int_equal (list->nodes[1].form.terms[0].atom, 0);
  assert_int_equal (list->nodes[1].form.terms[1].atom, 1);
  assert_int_equal (list->nodes[4].form.n_terms, 0); /* a factor of 0 is none */
}

static void
test_what_is_written_reads_the_same (void **state)
{
  (void)state;
  g_autofree char *message = NULL;
  g_autoptr (CoupletLinear) linear =
      parse ("{\"couplet_linear\": 1, \"name\": \"f\", \"adjacency\": \"one\", \"sensitivity\": "
             "\"2\", \"claim\": \"3/2\", \"answers\": {\"up_to\": 1}, \"reason\": \"sums\", "
             "\"lists\": [{\"answers\": 0, \"nodes\": [" END "]}, {\"answers\": 1, \"nodes\": ["
             "{\"draw\": \"discrete-laplace\", \"rate\": \"1\"}, {\"decide\": {\"a\": {\"0\": "
             "\"1\"}}, \"otherwise\": null}, {\"output\": {\"c\": \"1\"}}, " END "]}]}",
             &message);
  assert_null (message);
  assert_true (linear->whole_answers); /* discrete noise is of whole numbers */
  g_autoptr (GString) first = g_string_new (NULL), second = g_string_new (NULL);
  couplet_linear_append_json (first, linear);
  g_autoptr (CoupletLinear) again = parse (first->str, &message);
  assert_null (message);
  couplet_linear_append_json (second, again);
  assert_string_equal (first->str, second->str);
  assert_int_equal (again->adjacency, COUPLET_ADJACENT_ONE);
  assert_false (again->exactly);
}

static void
test_what_is_wrong_is_told_with_its_place (void **state)
{
  (void)state;
  static const struct {
    const char *text, *message;
  } CASES[] = {
      {HEAD "{\"end\": true, \"x\": 1}" TAIL, "lists[0].nodes[0]: unknown key 'x'"},
      {HEAD "{\"draw\": \"gauss\", \"rate\": \"1\"}," END TAIL,
       "lists[0].nodes[0]: 'draw' is not laplace, discrete-laplace or exponential"},
      {HEAD "{\"draw\": \"laplace\", \"rate\": \"0\"}," END TAIL,
       "lists[0].nodes[0]: 'rate' must be above 0"},
      {HEAD "{\"draw\": \"laplace\", \"rate\": 1}," END TAIL,
       "lists[0].nodes[0]: 'rate' is not a number as a text such as \"5/4\""},
      {HEAD DRAW "{\"output\": \"x\"}" TAIL,
       "lists[0].nodes[1]: nodes must follow: a path ends with 'end'"},
      {HEAD END "," END TAIL,
       "lists[0].nodes[0]: the tree ends here, but nodes follow that no other leads to"},
      {HEAD "{\"decide\": {}, \"otherwise\": 1}," END TAIL,
       "lists[0].nodes[0]: 'otherwise' is 1, but its subtree stands after the other child's"},
      {HEAD "{\"decide\": {}, \"otherwise\": 3}," END "," END "," END TAIL,
       "lists[0].nodes[1]: node 3, where a decision goes on, should be the next, node 2"},
      {HEAD "{\"decide\": {}, \"otherwise\": 9}," END TAIL,
       "lists[0].nodes[0]: 'otherwise' is not a whole number from 0 to 1"},
      {HEAD "{\"decide\": {}}," END TAIL,
       "lists[0].nodes[0]: 'otherwise' is missing; null where the decision is always met"},
      {HEAD "{\"output\": {\"z\": {\"0\": \"1\"}}}," END TAIL,
       "lists[0].nodes[0]: 'z' has no index '0': there are 0 here"},
      {HEAD "{\"output\": {\"a\": {\"1\": \"1\"}}}," END TAIL,
       "lists[0].nodes[0]: 'a' has no index '1': there are 1 here"},
      {HEAD "{\"output\": {\"a\": {\"00\": \"1\"}}}," END TAIL,
       "lists[0].nodes[0]: 'a' has no index '00': there are 1 here"},
      {HEAD "{}" TAIL, "lists[0].nodes[0]: it has none of 'draw', 'decide', 'output' and 'end'"},
      {"{\"couplet_linear\": 2}", "'couplet_linear' is not 1, the version known here"},
      {"{\"couplet_linear\": 1, \"adjacency\": \"two\"}",
       "'adjacency' is not any, monotonic or one"},
      {"{\"couplet_linear\": 1, \"lists\": []}", "'lists' is not a list of 1 to 64 lists"},
      {"{\"couplet_linear\": 1, \"answers\": 2, \"lists\": [{\"answers\": 1, \"nodes\": [" END
       "]}]}",
       "'answers' says 2, but the last list has 1"},
      {"{\"couplet_linear\": 1, \"answers\": 1, \"lists\": [{\"answers\": 0, \"nodes\": [" END
       "]}, {\"answers\": 1, \"nodes\": [" END "]}]}",
       "'answers' is one number, but there are 2 lists"},
      {"{\"couplet_linear\": 1, \"answers\": {\"up_to\": 1}, \"lists\": [{\"answers\": 1, "
       "\"nodes\": [" END "]}, {\"answers\": 1, \"nodes\": [" END "]}]}",
       "lists[1]: the lists do not stand by ascending number of answers"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *message = NULL;
    g_autoptr (CoupletLinear) linear = parse (CASES[i].text, &message);
    assert_null (linear);
    assert_string_equal (message, CASES[i].message);
  }
}

static void
test_deep_trees_are_no_recursion (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new (HEAD);
  for (int i = 0; i < 100000; i++)
    g_string_append (text, "{\"output\": \"x\"},");
  g_string_append (text, END TAIL);
  g_autofree char *message = NULL;
  g_autoptr (CoupletLinear) linear = parse (text->str, &message);
  assert_null (message);
  assert_int_equal (linear->lists[0].n_nodes, 100001);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_tree_is_read),
      cmocka_unit_test (test_what_is_written_reads_the_same),
      cmocka_unit_test (test_what_is_wrong_is_told_with_its_place),
      cmocka_unit_test (test_deep_trees_are_no_recursion),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
