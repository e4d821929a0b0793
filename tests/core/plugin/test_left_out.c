/* SPDX-License-Identifier: Apache-2.0 */
/* What a build says of plugins that it leaves out. Here COUPLET_LEFT_OUT is
 * `decider-z3 frontend-dot frontend-yaml`. */
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

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_has_what_is_of_that_kind_and_name),
      cmocka_unit_test (test_names_all_of_a_kind),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
