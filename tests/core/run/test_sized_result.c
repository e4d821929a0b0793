/* SPDX-License-Identifier: Apache-2.0 */
/* Results in the sizes of reports that know fewer fields than this program, or more. */
#include "unit.h"

#include "sized_result.h"

#include <couplet/plugin.h>

static const CoupletStatistic STATISTICS[] = {{"vectors", 3}, {"programs", 5}};
static const CoupletDiagnostic DIAGNOSTICS[] = {
    {COUPLET_SEVERITY_ERROR, "a.json", {1, 2}, "first"},
    {COUPLET_SEVERITY_WARNING, "a.json", {3, 4}, "second"},
};
static const CoupletStageResult STAGES[] = {
    {.stage = "one", .verdict = COUPLET_VERDICT_PRIVATE},
    {.stage = "two", .n_statistics = 2, .statistics = STATISTICS, .has_least = TRUE},
};
static const CoupletFileResult RESULT = {.file = "a.json",
                                         .n_stages = G_N_ELEMENTS (STAGES),
                                         .stages = STAGES,
                                         .n_diagnostics = G_N_ELEMENTS (DIAGNOSTICS),
                                         .diagnostics = DIAGNOSTICS};

static gconstpointer
element (gconstpointer array, gsize stride, guint i)
{
  return (const char *)array + i * stride;
}

/* Every element stands at its stride, with what both sides know of it. Copies that end where the
 * last stride does let a sanitizer see what is read or written beyond. */
static void
check (const InterfaceSizes *sizes)
{
  g_auto (SizedResult) sized;
  sized_result_init (&sized, &RESULT, sizes);
  assert_string_equal (sized.result.file, "a.json");
  for (guint i = 0; i < 2; i++) {
    const CoupletStageResult *stage = element (sized.result.stages, sizes->stage, i);
    const CoupletDiagnostic *diagnostic = element (sized.result.diagnostics, sizes->diagnostic, i);
    assert_string_equal (stage->stage, STAGES[i].stage);
    assert_int_equal (stage->n_statistics, STAGES[i].n_statistics);
    assert_string_equal (diagnostic->file, "a.json");
    if (sizes->diagnostic >= sizeof (CoupletDiagnostic))
      assert_string_equal (diagnostic->message, DIAGNOSTICS[i].message);
    for (guint j = 0; j < stage->n_statistics; j++) {
      const CoupletStatistic *statistic = element (stage->statistics, sizes->statistic, j);
      assert_string_equal (statistic->name, STATISTICS[j].name);
      if (sizes->statistic >= sizeof (CoupletStatistic))
        assert_int_equal (statistic->value, STATISTICS[j].value);
    }
  }
}

static void
test_the_sizes_of_each_version (void **state)
{
  (void)state;
  for (guint minor = 0; minor <= COUPLET_PLUGIN_ABI_MINOR; minor++)
    check (interface_sizes (minor));
}

static void
test_smaller_elements_are_cut (void **state)
{
  (void)state;
  InterfaceSizes sizes = *interface_sizes (0);
  sizes.stage = G_STRUCT_OFFSET (CoupletStageResult, evidence_left_out);
  sizes.statistic = sizeof (const char *);
  sizes.diagnostic = G_STRUCT_OFFSET (CoupletDiagnostic, message);
  check (&sizes);
}

static void
test_larger_elements_end_in_zeros (void **state)
{
  (void)state;
  InterfaceSizes sizes = *interface_sizes (COUPLET_PLUGIN_ABI_MINOR);
  sizes.stage += 24, sizes.statistic += 8, sizes.diagnostic += 16;
  check (&sizes);
  g_auto (SizedResult) sized;
  sized_result_init (&sized, &RESULT, &sizes);
  const guint8 *beyond = element (sized.result.stages, sizes.stage, 0);
  for (guint i = 0; i < 24; i++)
    assert_int_equal (beyond[sizeof (CoupletStageResult) + i], 0);
}

static void
test_a_result_without_arrays (void **state)
{
  (void)state;
  const CoupletFileResult empty = {.file = "b.json"};
  g_auto (SizedResult) sized;
  sized_result_init (&sized, &empty, interface_sizes (0));
  assert_int_equal (sized.result.n_stages, 0);
  assert_int_equal (sized.result.n_diagnostics, 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_the_sizes_of_each_version),
      cmocka_unit_test (test_smaller_elements_are_cut),
      cmocka_unit_test (test_larger_elements_end_in_zeros),
      cmocka_unit_test (test_a_result_without_arrays),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
