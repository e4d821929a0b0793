/* SPDX-License-Identifier: Apache-2.0 */
/* The sizes of structures in each minor version of the interface. */
#include "unit.h"

#include "interface_sizes.h"

#include <couplet/plugin.h>

/* The fields of a row, all of one type. */
#define N_FIELDS (sizeof (InterfaceSizes) / sizeof (gsize))

static void
test_structures_only_grow (void **state)
{
  (void)state;
  for (guint minor = 1; minor <= COUPLET_PLUGIN_ABI_MINOR; minor++) {
    const gsize *before = (const gsize *)interface_sizes (minor - 1);
    const gsize *after = (const gsize *)interface_sizes (minor);
    for (guint i = 0; i < N_FIELDS; i++)
      assert_in_range (before[i], 1, after[i]);
  }
}

static void
test_the_newest_version_is_this_programs (void **state)
{
  (void)state;
  const InterfaceSizes *sizes = interface_sizes (COUPLET_PLUGIN_ABI_MINOR);
  assert_int_equal (sizes->plugin, sizeof (CoupletPlugin));
  assert_int_equal (sizes->frontend, sizeof (CoupletFrontend));
  assert_int_equal (sizes->solver, sizeof (CoupletSolver));
  assert_int_equal (sizes->report, sizeof (CoupletReport));
  assert_int_equal (sizes->option, sizeof (CoupletOption));
  assert_int_equal (sizes->noise, sizeof (CoupletNoiseSpec));
  assert_int_equal (sizes->state, sizeof (CoupletStateSpec));
  assert_int_equal (sizes->transition, sizeof (CoupletTransitionSpec));
  assert_int_equal (sizes->counterexample, sizeof (CoupletCounterexample));
  assert_int_equal (sizes->stage, sizeof (CoupletStageResult));
  assert_int_equal (sizes->statistic, sizeof (CoupletStatistic));
  assert_int_equal (sizes->diagnostic, sizeof (CoupletDiagnostic));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_structures_only_grow),
      cmocka_unit_test (test_the_newest_version_is_this_programs),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
