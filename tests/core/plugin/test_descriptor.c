/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors of every size: of an older minor version, and of one with more fields. Each lies
 * in memory of just its size, so that a sanitizer tells what is read beyond. */
#include "unit.h"

#include "descriptor.h"
#include "idle_plugin.h"

static const CoupletSolver SOLVER = {sizeof (CoupletSolver), NULL, idle_run, NULL, NULL};
static const CoupletOption OPTIONS[] = {
    {"first", COUPLET_OPTION_BOOLEAN, "true", 0, 0, NULL, "one"},
    {"second", COUPLET_OPTION_INTEGER, "7", 0, 9, NULL, "two"},
};

/* The size of version 1.0. */
#define SIZE_1_0 G_STRUCT_OFFSET (CoupletPlugin, restate)

/* A good descriptor of a minor version in size bytes of its own. */
static CoupletPlugin *
make (guint16 minor, guint32 size)
{
  const CoupletPlugin whole = {.struct_size = size,
                               .abi_major = COUPLET_PLUGIN_ABI_MAJOR,
                               .abi_minor = minor,
                               .kind = COUPLET_KIND_OPTIMIZER,
                               .name = "made",
                               .options = OPTIONS,
                               .n_options = G_N_ELEMENTS (OPTIONS),
                               .solver = &SOLVER};
  CoupletPlugin *made = g_malloc0 (size);
  memcpy (made, &whole, MIN (size, sizeof whole));
  return made;
}

static void
assert_good (guint16 minor, guint32 size)
{
  g_autofree CoupletPlugin *made = make (minor, size);
  g_autofree char *fault = descriptor_fault (made);
  assert_null (fault);
  CoupletPlugin *plugin = descriptor_adopt (made);
  assert_string_equal (plugin->name, "made");
  assert_ptr_not_equal (plugin->solver, &SOLVER);
  assert_true (plugin->solver->run == idle_run);
  assert_string_equal (plugin->options[1].name, "second");
  assert_int_equal (plugin->options[1].maximum, 9);
  assert_null (plugin->reserved[0]);
  descriptor_free (plugin);
}

static void
test_smaller_descriptor_of_an_older_version (void **state)
{
  (void)state;
  assert_good (0, SIZE_1_0);
}

static void
test_larger_descriptors (void **state)
{
  (void)state;
  assert_good (0, sizeof (CoupletPlugin));
  assert_good (COUPLET_PLUGIN_ABI_MINOR, sizeof (CoupletPlugin) + 256);
}

static void
test_descriptor_smaller_than_its_version (void **state)
{
  (void)state;
  for (guint16 minor = 0; minor <= COUPLET_PLUGIN_ABI_MINOR; minor++) {
    g_autofree CoupletPlugin *made = make (minor, SIZE_1_0 - 8);
    g_autofree char *fault = descriptor_fault (made);
    g_autofree char *words = g_strdup_printf ("bytes; version 1.%u has", minor);
    assert_non_null (strstr (fault, words));
  }
}

static void
test_table_smaller_than_its_version (void **state)
{
  (void)state;
  const CoupletSolver cut = {.struct_size = G_STRUCT_OFFSET (CoupletSolver, destroy),
                             .run = idle_run};
  g_autofree CoupletPlugin *made = make (0, SIZE_1_0);
  made->solver = &cut;
  g_autofree char *fault = descriptor_fault (made);
  assert_non_null (strstr (fault, "the table of its functions has"));
}

static void
test_descriptor_too_small_for_its_version (void **state)
{
  (void)state;
  const guint32 sizes[] = {0, 4, 7};
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autofree guint32 *size = g_memdup2 (&sizes[i], sizeof sizes[i]);
    g_autofree char *fault = descriptor_fault ((const CoupletPlugin *)size);
    assert_non_null (strstr (fault, "too few for the version of the interface"));
  }
}

static void
assert_libraries_fault (const CoupletLibrary *libraries, guint32 n, const char *expected)
{
  g_autofree CoupletPlugin *made = make (COUPLET_PLUGIN_ABI_MINOR, sizeof (CoupletPlugin));
  made->libraries = libraries;
  made->n_libraries = n;
  g_autofree char *fault = descriptor_fault (made);
  assert_string_equal (fault, expected);
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
      cmocka_unit_test (test_smaller_descriptor_of_an_older_version),
      cmocka_unit_test (test_larger_descriptors),
      cmocka_unit_test (test_descriptor_smaller_than_its_version),
      cmocka_unit_test (test_table_smaller_than_its_version),
      cmocka_unit_test (test_descriptor_too_small_for_its_version),
      cmocka_unit_test (test_tables_of_libraries_that_lack_something),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
