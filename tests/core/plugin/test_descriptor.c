/* SPDX-License-Identifier: Apache-2.0 */
/* Which descriptors of plugins can be used. */
#include "unit.h"

#include "descriptor.h"
#include "idle_plugin.h"

static const CoupletSolver SOLVER = {.run = idle_run};

static const CoupletPlugin GOOD = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                   .name = "made", .solver = &SOLVER};

static void
assert_fault (const CoupletPlugin *plugin, const char *expected)
{
  g_autofree char *fault = descriptor_fault (plugin);
  assert_string_equal (fault, expected);
}

static void
test_a_good_descriptor (void **state)
{
  (void)state;
  assert_null (descriptor_fault (&GOOD));
}

static void
test_another_version_of_the_interface (void **state)
{
  (void)state;
  CoupletPlugin older = GOOD, newer = GOOD;
  older.abi_major = 0;
  newer.abi_minor = COUPLET_PLUGIN_ABI_MINOR + 1;
  assert_fault (&older,
                "it was made for version 0.0 of the plugin interface; this program has 1.0");
  assert_fault (&newer,
                "it was made for version 1.1 of the plugin interface; this program has 1.0");
}

static void
assert_libraries_fault (const CoupletLibrary *libraries, guint32 n, const char *expected)
{
  CoupletPlugin plugin = GOOD;
  plugin.libraries = libraries;
  plugin.n_libraries = n;
  assert_fault (&plugin, expected);
}

static void
test_tables_of_libraries_that_lack_something (void **state)
{
  (void)state;
  static const CoupletLibrary without_version[] = {{"Z3", NULL}};
  assert_libraries_fault (NULL, 1, "its n_libraries promises 1 library, but its libraries is NULL");
  assert_libraries_fault (NULL, 2,
                          "its n_libraries promises 2 libraries, but its libraries is NULL");
  assert_libraries_fault (without_version, 1,
                          "library 1 of its table has no name or tells no version");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_good_descriptor),
      cmocka_unit_test (test_another_version_of_the_interface),
      cmocka_unit_test (test_tables_of_libraries_that_lack_something),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
