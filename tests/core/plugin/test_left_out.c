/* SPDX-License-Identifier: Apache-2.0 */
/* What a build says of plugins that it leaves out. Here COUPLET_LEFT_OUT is
 * `decider-z3 frontend-dot frontend-yaml`, COUPLET_BACK_ENDS `Z3=decider-z3 GLPK=optimizer-glpk`.
 */
#include "left_out.h"

#include "unit.h"

static void
assert_text (CoupletPluginKind kind, const char *expected)
{
  g_autofree char *text = left_out_of_kind (kind);
  assert_string_equal (text, expected);
}

static void
test_has_what_is_of_that_kind_and_name (void **state)
{
  (void)state;
  assert_true (left_out_has (COUPLET_KIND_DECIDER, "z3"));
  assert_true (left_out_has (COUPLET_KIND_FRONTEND, "yaml"));
  assert_false (left_out_has (COUPLET_KIND_OPTIMIZER, "z3"));
  assert_false (left_out_has (COUPLET_KIND_DECIDER, "z"));
  assert_false (left_out_has (COUPLET_KIND_DECIDER, "z33"));
  assert_false (left_out_has (COUPLET_KIND_DECIDER, ""));
}

static void
test_names_all_of_a_kind (void **state)
{
  (void)state;
  assert_text (COUPLET_KIND_DECIDER, "; left out when Couplet was built: decider 'z3'");
  assert_text (COUPLET_KIND_FRONTEND,
               "; left out when Couplet was built: frontend 'dot', frontend 'yaml'");
  assert_text (COUPLET_KIND_REPORT, "");
}

static void
test_has_files (void **state)
{
  (void)state;
  assert_true (left_out_has_file ("decider-z3"));
  assert_false (left_out_has_file ("z3"));
  assert_false (left_out_has_file ("optimizer-glpk"));
}

static void
test_names_back_ends (void **state)
{
  (void)state;
  g_auto (GStrv) back_ends = left_out_back_ends ();
  assert_int_equal (g_strv_length (back_ends), 2);
  assert_string_equal (back_ends[0], "Z3=decider-z3");
  assert_string_equal (back_ends[1], "GLPK=optimizer-glpk");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_has_what_is_of_that_kind_and_name),
      cmocka_unit_test (test_names_all_of_a_kind),
      cmocka_unit_test (test_has_files),
      cmocka_unit_test (test_names_back_ends),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
