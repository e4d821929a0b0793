/* SPDX-License-Identifier: Apache-2.0 */
/* Plugins that are found, and those that cannot be: in the folders below this program's argument,
 * each with one shared object of tests/support/fake_plugin.c. Its second argument is one that holds
 * several plugins, of tests/support/staged_plugins.c. */
#include <couplet/host/registry.h>

#include <glib/gstdio.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "unit.h"

static const char *plugins; /* the folder of the folders */
static const char *staged;  /* the shared object with several plugins */

/* The folders of those names, separated by blanks, between separators. */
static char *
paths_of (const char *names, const char *separator)
{
  g_auto (GStrv) words = g_strsplit (names, " ", -1);
  for (char **word = words; *word != NULL; word++) {
    char *path = g_build_filename (plugins, *word, NULL);
    g_free (*word);
    *word = path;
  }
  return g_strjoinv (separator, words);
}

/* A registry of those folders, in that order, and no installed plugins. */
static CoupletRegistry *
registry_of (const char *names)
{
  g_autofree char *paths = paths_of (names, "\n");
  g_auto (GStrv) folders = g_strsplit (paths, "\n", -1);
  return couplet_registry_new ((const char *const *)folders);
}

/* Whether text has each of words, in that order; `*` stands between them. */
static gboolean
has_words (const char *text, const char *words)
{
  g_auto (GStrv) parts = g_strsplit (words, "*", -1);
  for (char **part = parts; text != NULL && *part != NULL; part++) {
    text = strstr (text, *part);
    text = text != NULL ? text + strlen (*part) : NULL;
  }
  return text != NULL;
}

/* ---- Finding by name ------------------------------------------------------------------------ */

static void
test_plugins_that_are_found (void **state)
{
  (void)state;
  static const struct {
    const char *folders;
    CoupletPluginKind kind;
    const char *name, *file;
  } cases[] = {
      {"good", COUPLET_KIND_OPTIMIZER, "fake", "/good/optimizer-fake.so"},
      {"other-file", COUPLET_KIND_OPTIMIZER, "fake", "/other-file/stranger.so"},
      {"lies good", COUPLET_KIND_OPTIMIZER, "fake", "/good/optimizer-fake.so"},
      {"lies good", COUPLET_KIND_OPTIMIZER, "lies", "/lies/optimizer-lies.so"},
      {"report", COUPLET_KIND_REPORT, "fake", "/report/report-fake.so"},
      {"reader-with-option", COUPLET_KIND_FRONTEND, "listing",
       "/reader-with-option/frontend-listing.so"},
      {"silent no-entry", COUPLET_KIND_DECIDER, "silent", "/silent/decider-silent.so"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (CoupletRegistry) registry = registry_of (cases[i].folders);
    g_autoptr (GError) error = NULL;
    gboolean installed = TRUE;
    const CoupletPlugin *plugin =
        couplet_registry_find (registry, cases[i].kind, cases[i].name, &error);
    if (plugin == NULL)
      fail_msg ("case %u: %s", i, error->message);
    assert_string_equal (plugin->name, cases[i].name);
    assert_int_equal (plugin->kind, cases[i].kind);
    assert_true (
        g_str_has_suffix (couplet_registry_file (registry, plugin, &installed), cases[i].file));
    assert_false (installed);
    /* loaded plugins stay */
    assert_ptr_equal (couplet_registry_find (registry, cases[i].kind, cases[i].name, NULL), plugin);
  }
}

static void
test_plugins_that_cannot_be_found (void **state)
{
  (void)state;
  static const struct {
    const char *folders;
    CoupletPluginKind kind;
    const char *name, *words;
  } cases[] = {
      {"good", COUPLET_KIND_DECIDER, "fake",
       "no decider is called 'fake': no decider-fake.so in /*/good"},
      {"good", COUPLET_KIND_OPTIMIZER, "fke",
       "no optimizer is called 'fke': no optimizer-fke.so in /*/good; did you mean 'fake'?"},
      {"lies good", COUPLET_KIND_OPTIMIZER, "lie", "/lies, /*/good; did you mean 'lies'?"},
      {"good", COUPLET_KIND_OPTIMIZER, "two words",
       "no optimizer is called 'two words': looked for it in /"},
      {"nowhere", COUPLET_KIND_OPTIMIZER, "fake", "no optimizer-fake.so in *nowhere"},
      {"good other-file", COUPLET_KIND_OPTIMIZER, "fake",
       "two plugins are the optimizer 'fake': /*/good/optimizer-fake.so and "
       "/*/other-file/stranger.so"},
      {"no-entry", COUPLET_KIND_OPTIMIZER, "fake",
       "optimizer 'fake': /*/no-entry/optimizer-fake.so: no plugin: it does not export "
       "couplet_plugin_entry_v1 (searched /*/no-entry)"},
      {"no-plugins", COUPLET_KIND_OPTIMIZER, "fake", "its entry returns no plugins"},
      {"other-major", COUPLET_KIND_OPTIMIZER, "fake",
       "made for version 2.0 of the plugin interface; this program has 1."},
      {"newer-minor", COUPLET_KIND_OPTIMIZER, "fake", "made for version 1.99"},
      {"other-name", COUPLET_KIND_OPTIMIZER, "fake",
       "its file is called optimizer-fake.so, but it holds the optimizer 'another'"},
      {"other-name", COUPLET_KIND_OPTIMIZER, "another", "no optimizer is called 'another': "},
      {"twice", COUPLET_KIND_OPTIMIZER, "fake", "it holds the optimizer 'fake' twice"},
      {"undefined-symbol", COUPLET_KIND_OPTIMIZER, "fake",
       "cannot be loaded: *couplet_a_function_that_is_nowhere"},
      /* one that is broken is not replaced by another of its name */
      {"no-entry other-file", COUPLET_KIND_OPTIMIZER, "fake",
       "/no-entry/optimizer-fake.so: no plugin: "},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (CoupletRegistry) registry = registry_of (cases[i].folders);
    g_autoptr (GError) error = NULL;
    assert_null (couplet_registry_find (registry, cases[i].kind, cases[i].name, &error));
    assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_PLUGIN));
    if (!has_words (error->message, cases[i].words))
      fail_msg ("case %u: %s", i, error->message);
  }
}

/* ---- Files whose names do not tell what they hold ------------------------------------------- */

/* A folder of copies, which is removed with them. */
typedef struct {
  char *path;
  GPtrArray *files;
} Copies;

static void
copies_init (Copies *copies)
{
  copies->path = g_dir_make_tmp ("registry-XXXXXX", NULL);
  copies->files = g_ptr_array_new_with_free_func (g_free);
}

static void
copies_clear (Copies *copies)
{
  for (guint i = 0; i < copies->files->len; i++)
    g_unlink (g_ptr_array_index (copies->files, i));
  g_rmdir (copies->path);
  g_free (copies->path);
  g_ptr_array_unref (copies->files);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Copies, copies_clear)

/* Copies the file at path under another name. */
static void
copy_as (Copies *copies, const char *path, const char *name)
{
  g_autofree char *data = NULL;
  gsize length;
  char *copy = g_build_filename (copies->path, name, NULL);
  g_ptr_array_add (copies->files, copy);
  assert_true (g_file_get_contents (path, &data, &length, NULL));
  assert_true (g_file_set_contents (copy, data, (gssize)length, NULL));
}

static CoupletRegistry *
registry_of_copies (const Copies *copies)
{
  const char *const folders[] = {copies->path, NULL};
  return couplet_registry_new (folders);
}

/* A plugin may lie in a file that is called after another one, too. */
static void
test_a_file_with_several_plugins (void **state)
{
  (void)state;
  g_auto (Copies) copies;
  copies_init (&copies);
  copy_as (&copies, staged, "optimizer-plain.so");
  g_autoptr (CoupletRegistry) registry = registry_of_copies (&copies);
  assert_non_null (couplet_registry_find (registry, COUPLET_KIND_OPTIMIZER, "apart", NULL));
  assert_non_null (couplet_registry_find (registry, COUPLET_KIND_OPTIMIZER, "plain", NULL));
  assert_non_null (couplet_registry_find (registry, COUPLET_KIND_REPORT, "text", NULL));
  assert_null (couplet_registry_find (registry, COUPLET_KIND_REPORT, "plain", NULL));
}

/* The process that tries a stranger's file asks, too. */
static void
test_a_strangers_libraries (void **state)
{
  (void)state;
  g_auto (Copies) copies;
  copies_init (&copies);
  copy_as (&copies, staged, "optimizer-plain.so");
  g_autoptr (CoupletRegistry) registry = registry_of_copies (&copies);
  const CoupletPlugin *plain =
      couplet_registry_find (registry, COUPLET_KIND_OPTIMIZER, "plain", NULL);
  assert_int_equal (plain->n_libraries, 1);
  guint n;
  CoupletDefinition *libraries = couplet_registry_libraries (registry, &n);
  const char *version = NULL;
  for (guint i = 0; i < n; i++)
    if (g_str_equal (libraries[i].name, plain->libraries[0].name))
      version = libraries[i].value;
  assert_string_equal (version, "1.2.3");
  couplet_registry_free_libraries (libraries, n);
}

/* What a stranger says of itself crosses from the process that has loaded it. */
static void
test_a_strangers_plugin_is_loaded_here_when_it_is_entered (void **state)
{
  (void)state;
  g_auto (Copies) copies;
  copies_init (&copies);
  copy_as (&copies, staged, "optimizer-plain.so");
  g_autoptr (CoupletRegistry) registry = registry_of_copies (&copies);
  g_autoptr (GError) error = NULL;
  const CoupletPlugin *told =
      couplet_registry_find (registry, COUPLET_KIND_OPTIMIZER, "plain", NULL);
  const CoupletPlugin *loaded = couplet_registry_enter (registry, told, &error);
  assert_null (error);
  assert_ptr_not_equal (told, loaded);
  assert_ptr_not_equal (told->solver->run, loaded->solver->run);
  assert_string_equal (told->name, loaded->name);
  assert_int_equal (g_strcmp0 (told->summary, loaded->summary), 0);
  assert_int_equal (told->capabilities.takes, loaded->capabilities.takes);
  assert_int_equal (told->n_options, loaded->n_options);
  for (guint i = 0; i < told->n_options; i++)
    assert_string_equal (told->options[i].name, loaded->options[i].name);
  assert_int_equal (told->solver->create == NULL, loaded->solver->create == NULL);
  assert_ptr_equal (couplet_registry_enter (registry, told, NULL), loaded);
}

static void
test_plugins_of_a_file_that_is_named (void **state)
{
  (void)state;
  static const struct {
    const char *file, *name, *words; /* words: why there is none */
  } cases[] = {
      {"good/optimizer-fake.so", "fake", NULL},
      {"good/optimizer-fake.so:fake", "fake", NULL},
      {"good/optimizer-fake.so:other", NULL, "it holds no optimizer 'other'"},
      {"report/report-fake.so", NULL, "it does not hold exactly one optimizer; name one, as "},
      {"no-plugins/optimizer-fake.so", NULL, "its entry returns no plugins"},
      {"nowhere.so", NULL, "cannot be loaded: "},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (CoupletRegistry) registry = registry_of ("nowhere");
    g_autoptr (GError) error = NULL;
    g_autofree char *file = paths_of (cases[i].file, "");
    assert_true (couplet_registry_is_file (file));
    const CoupletPlugin *plugin =
        couplet_registry_find_in_file (registry, COUPLET_KIND_OPTIMIZER, file, &error);
    assert_string_equal (plugin != NULL ? plugin->name : "", cases[i].name ? cases[i].name : "");
    if (cases[i].words != NULL)
      assert_non_null (strstr (error->message, cases[i].words));
    /* nobody finds it who does not name the file */
    assert_null (couplet_registry_find (registry, COUPLET_KIND_OPTIMIZER, "fake", NULL));
  }
}

/* Files come in the order of their names, whatever the folder's. */
static void
test_the_first_file_that_claims_an_extension (void **state)
{
  (void)state;
  static const char *const names[] = {"e.so", "c.so", "a.so", "d.so", "b.so", "f.so"};
  g_autofree char *leave = paths_of ("reader-exits/frontend-leave.so", "");
  g_autofree char *listing = paths_of ("reader-with-option/frontend-listing.so", "");
  g_auto (Copies) copies;
  copies_init (&copies);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    copy_as (&copies, g_str_equal (names[i], "a.so") ? leave : listing, names[i]);
  g_autoptr (CoupletRegistry) registry = registry_of_copies (&copies);
  assert_string_equal (couplet_registry_find_extension (registry, "fake")->name, "leave");
}

static void
test_one_called_like_the_extension_goes_first (void **state)
{
  (void)state;
  g_autofree char *listing = paths_of ("reader-with-option/frontend-listing.so", "");
  g_autofree char *fake = paths_of ("claims-json/stranger.so", "");
  g_auto (Copies) copies;
  copies_init (&copies);
  copy_as (&copies, staged, "a.so");
  copy_as (&copies, listing, "b.so");
  copy_as (&copies, fake, "c.so");
  g_autoptr (CoupletRegistry) registry = registry_of_copies (&copies);
  assert_string_equal (couplet_registry_find_extension (registry, "fake")->name, "fake");
  assert_string_equal (couplet_registry_find_extension (registry, "listing")->name, "listing");
}

/* The loader maps a file without looking at its size: one that is cut off ends the process that
 * tries it. */
static void
test_a_shared_object_that_is_cut_off (void **state)
{
  (void)state;
  g_autofree char *whole = paths_of ("good/optimizer-fake.so", "");
  g_auto (Copies) copies;
  copies_init (&copies);
  copy_as (&copies, whole, "optimizer-fake.so");
  const char *path = g_ptr_array_index (copies.files, 0);
  GStatBuf info;
  assert_int_equal (g_stat (path, &info), 0);
  const off_t cuts[] = {info.st_size / 4, 100, 10, 0};
  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++) {
    assert_int_equal (truncate (path, cuts[i]), 0);
    g_autoptr (CoupletRegistry) registry = registry_of_copies (&copies);
    g_autoptr (GError) error = NULL;
    assert_null (couplet_registry_find (registry, COUPLET_KIND_OPTIMIZER, "fake", &error));
    assert_true (has_words (error->message, "/optimizer-fake.so: cannot be loaded: "));
  }
}

/* One file can be opened still: there is no pipe to a process that tries the plugin. */
static void
test_a_file_that_cannot_be_tried (void **state)
{
  (void)state;
  struct rlimit before;
  g_autoptr (CoupletRegistry) registry = registry_of ("good");
  g_autoptr (GError) error = NULL;
  int next = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  assert_true (next >= 0);
  close (next);
  assert_int_equal (getrlimit (RLIMIT_NOFILE, &before), 0);
  const struct rlimit one_more = {(rlim_t)next + 1, before.rlim_max};
  assert_int_equal (setrlimit (RLIMIT_NOFILE, &one_more), 0);
  const CoupletPlugin *plugin =
      couplet_registry_find (registry, COUPLET_KIND_OPTIMIZER, "fake", &error);
  assert_int_equal (setrlimit (RLIMIT_NOFILE, &before), 0);
  assert_null (plugin);
  assert_true (has_words (error->message, "/good/optimizer-fake.so: cannot be loaded: no pipe to a "
                                          "process of its own: Too many open files"));
}

/* ---- Folders --------------------------------------------------------------------------------- */

/* How many shared objects a registry has, by the folders it is given and the variable's. */
static guint
count_with (const char *given, const char *variable)
{
  guint n;
  g_autofree char *paths = paths_of (variable, ":");
  g_setenv ("COUPLET_PLUGIN_PATH", *variable != '\0' ? paths : "", TRUE);
  g_autoptr (CoupletRegistry) registry =
      *given != '\0' ? registry_of (given) : couplet_registry_new (NULL);
  couplet_registry_list (registry, &n);
  g_setenv ("COUPLET_PLUGIN_PATH", "", TRUE);
  return n;
}

static void
test_folders (void **state)
{
  (void)state;
  assert_int_equal (count_with ("", ""), 0);
  assert_int_equal (count_with ("good", ""), 1);
  assert_int_equal (count_with ("good good", ""), 1);
  assert_int_equal (count_with ("good ../plugins/good", ""), 1);
  guint installed = count_with ("", "nowhere"); /* a variable that is not empty adds to them */
  assert_true (installed > 5);
  assert_int_equal (count_with ("", "good lies"), installed + 2);
  assert_int_equal (count_with ("good", "good lies"), installed + 2);
}

static void
test_installed_plugins_are_told_apart (void **state)
{
  (void)state;
  g_unsetenv ("COUPLET_PLUGIN_PATH");
  g_autoptr (CoupletRegistry) registry = registry_of ("good");
  g_setenv ("COUPLET_PLUGIN_PATH", "", TRUE);
  gboolean installed = FALSE;
  const CoupletPlugin *graph =
      couplet_registry_find (registry, COUPLET_KIND_DECIDER, "graph", NULL);
  assert_non_null (graph);
  assert_non_null (couplet_registry_file (registry, graph, &installed));
  assert_true (installed);
  const CoupletPlugin *fake =
      couplet_registry_find (registry, COUPLET_KIND_OPTIMIZER, "fake", NULL);
  assert_non_null (couplet_registry_file (registry, fake, &installed));
  assert_false (installed);
  const CoupletPlugin copy = *fake;
  installed = TRUE;
  assert_null (couplet_registry_file (registry, &copy, &installed));
  assert_false (installed);
}

/* ---- Finding by the ending of a file -------------------------------------------------------- */

static void
test_front_ends_by_extension (void **state)
{
  (void)state;
  static const struct {
    const char *folders, *extension, *name; /* NULL = none */
  } cases[] = {
      {"reader-with-option", "listing", "listing"},
      {"reader-with-option", "fake", "listing"},
      {"reader-with-option", "json", NULL},
      {"claims-json", "json", "fake"},
      {"good", "fake", NULL}, /* an optimizer of that name */
      /* the first that claims it, unless one is called like it */
      {"reader-with-option reader-exits", "fake", "listing"},
      {"reader-exits reader-with-option", "fake", "leave"},
      {"reader-with-option claims-json", "fake", "fake"},
      {"no-read reader-with-option", "fake", "listing"}, /* the one called like it is broken */
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (CoupletRegistry) registry = registry_of (cases[i].folders);
    const CoupletPlugin *plugin = couplet_registry_find_extension (registry, cases[i].extension);
    const char *name = plugin != NULL ? plugin->name : NULL;
    if (g_strcmp0 (name, cases[i].name) != 0)
      fail_msg ("case %u: %s", i, name != NULL ? name : "none");
  }
}

/* ---- Listing -------------------------------------------------------------------------------- */

static void
test_the_list_is_by_kind_and_name_and_the_broken_come_last (void **state)
{
  (void)state;
  static const struct {
    guint32 kind;
    const char *name, *file, *problem; /* NULL = none */
  } expected[] = {
      {COUPLET_KIND_FRONTEND, "listing", "frontend-listing.so", NULL},
      {COUPLET_KIND_DECIDER, "denies", "decider-denies.so", NULL},
      {COUPLET_KIND_DECIDER, "silent", "decider-silent.so", NULL},
      {COUPLET_KIND_OPTIMIZER, "fake", "good/optimizer-fake.so",
       "another plugin of the same kind and name is in /*/other-file/stranger.so"},
      {COUPLET_KIND_OPTIMIZER, "fake", "other-file/stranger.so",
       "another plugin of the same kind and name is in /*/good/optimizer-fake.so"},
      {COUPLET_KIND_REPORT, "fake", "report-fake.so", NULL},
      {COUPLET_KIND_OPTIMIZER, "fake", "no-entry/optimizer-fake.so", "no plugin: "},
      {0, NULL, "strange-name/stranger.so", "its name 'Two words' is not made of"},
  };
  guint n;
  g_autoptr (CoupletRegistry) registry =
      registry_of ("strange-name silent report other-file no-entry denies good reader-with-option");
  const CoupletRegistryEntry *entries = couplet_registry_list (registry, &n);
  assert_int_equal (n, G_N_ELEMENTS (expected));
  for (guint i = 0; i < n; i++) {
    assert_int_equal (entries[i].kind, expected[i].kind);
    assert_int_equal (g_strcmp0 (entries[i].name, expected[i].name), 0);
    assert_true (g_str_has_suffix (entries[i].file, expected[i].file));
    assert_int_equal (entries[i].plugin == NULL, i >= 6);
    assert_int_equal (entries[i].problem == NULL, expected[i].problem == NULL);
    if (expected[i].problem != NULL)
      assert_true (has_words (entries[i].problem, expected[i].problem));
  }
  /* listing again says the same */
  couplet_registry_list (registry, &n);
  assert_int_equal (n, G_N_ELEMENTS (expected));
}

int
main (int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_plugins_that_are_found),
      cmocka_unit_test (test_plugins_that_cannot_be_found),
      cmocka_unit_test (test_a_file_with_several_plugins),
      cmocka_unit_test (test_a_strangers_libraries),
      cmocka_unit_test (test_a_strangers_plugin_is_loaded_here_when_it_is_entered),
      cmocka_unit_test (test_plugins_of_a_file_that_is_named),
      cmocka_unit_test (test_the_first_file_that_claims_an_extension),
      cmocka_unit_test (test_one_called_like_the_extension_goes_first),
      cmocka_unit_test (test_a_shared_object_that_is_cut_off),
      cmocka_unit_test (test_a_file_that_cannot_be_tried),
      cmocka_unit_test (test_folders),
      cmocka_unit_test (test_installed_plugins_are_told_apart),
      cmocka_unit_test (test_front_ends_by_extension),
      cmocka_unit_test (test_the_list_is_by_kind_and_name_and_the_broken_come_last),
  };
  if (argc < 3)
    return 2;
  plugins = argv[1];
  staged = argv[2];
  g_setenv ("COUPLET_PLUGIN_PATH", "", TRUE);
  return cmocka_run_group_tests (tests, NULL, NULL);
}
