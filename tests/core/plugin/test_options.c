/* SPDX-License-Identifier: Apache-2.0 */
/* Values of options of each type, and rows of option tables as strangers write them. */
#include "unit.h"

#include "options.h"

#include <couplet/host/registry.h>

static const char *const WAYS[] = {"short", "long", NULL};

static const CoupletOption OPTIONS[] = {
    {"deep", COUPLET_OPTION_BOOLEAN, "true", 0, 0, NULL, "whether deep"},
    {"depth", COUPLET_OPTION_INTEGER, "7", -2, 9, NULL, "how deep"},
    {"price", COUPLET_OPTION_RATIONAL, "3/4", 0, 0, NULL, "how dear"},
    {"title", COUPLET_OPTION_STRING, "", 0, 0, NULL, "what it is called"},
    {"way", COUPLET_OPTION_CHOICE, "short", 0, 0, WAYS, "which way"},
};

static void
test_an_option_is_found_by_its_whole_name (void **state)
{
  (void)state;
  guint n = G_N_ELEMENTS (OPTIONS);
  for (guint i = 0; i < n; i++)
    assert_ptr_equal (option_find (OPTIONS, n, OPTIONS[i].name), &OPTIONS[i]);
  assert_null (option_find (OPTIONS, n, "dee"));
  assert_null (option_find (OPTIONS, n, "depths"));
  assert_null (option_find (OPTIONS, n - 1, "way"));
  assert_null (option_find (NULL, 0, "deep"));
}

static void
test_values (void **state)
{
  (void)state;
  static const struct {
    const char *option, *value, *wrong; /* NULL = it is right */
  } cases[] = {
      {"deep", "true", NULL},
      {"deep", "false", NULL},
      {"deep", "TRUE", "'TRUE' is neither 'true' nor 'false'"},
      {"deep", "", "'' is neither 'true' nor 'false'"},
      {"depth", "-2", NULL},
      {"depth", "9", NULL},
      {"depth", "-3", "'-3' is not a whole number from -2 to 9"},
      {"depth", "10", "'10' is not a whole number from -2 to 9"},
      {"depth", "7 ", "'7 ' is not a whole number from -2 to 9"},
      {"depth", "7.0", "'7.0' is not a whole number from -2 to 9"},
      {"depth", "", "'' is not a whole number from -2 to 9"},
      {"depth", "99999999999999999999",
       "'99999999999999999999' is not a whole number from -2 to 9"},
      {"price", "0", NULL},
      {"price", "2.5e-1", NULL},
      {"price", "-1/2", "'-1/2' is negative"},
      {"price", "much", "'much' is not a number; expected one like 3, 1/4, 0.25 or 2.5e-1"},
      {"title", "", NULL},
      {"title", "any text at all", NULL},
      {"way", "long", NULL},
      {"way", "lon", "'lon' is not one of short, long; did you mean 'long'?"},
      {"way", "", "'' is not one of short, long"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const CoupletOption *option = option_find (OPTIONS, G_N_ELEMENTS (OPTIONS), cases[i].option);
    g_autofree char *wrong = option_check (option, cases[i].value);
    if (g_strcmp0 (wrong, cases[i].wrong) != 0)
      fail_msg ("%s=%s: %s", cases[i].option, cases[i].value, wrong != NULL ? wrong : "right");
  }
}

static void
test_rows_of_tables (void **state)
{
  (void)state;
  static const struct {
    CoupletOption option;
    const char *fault; /* NULL = it can stand in a table */
  } cases[] = {
      {{.name = NULL}, "an option has no name"},
      {{.name = ""}, "an option has no name"},
      {{"depth", COUPLET_OPTION_INTEGER, "7", 9, -2, NULL, ""},
       "the minimum of its option 'depth', 9, is above its maximum -2"},
      {{.name = "isolate", .type = COUPLET_OPTION_STRING, .default_value = ""},
       "its option 'isolate' is one that every stage has"},
      {{.name = "depth", .type = (CoupletOptionType)5, .default_value = ""},
       "its option 'depth' is of the unknown type 5"},
      {{.name = "depth", .type = (CoupletOptionType)-1, .default_value = ""},
       "its option 'depth' is of the unknown type -1"},
      {{.name = "de pth", .type = COUPLET_OPTION_STRING, .default_value = ""},
       "its option 'de pth' has a name not made of letters, digits and '-'"},
      {{.name = "depth", .type = COUPLET_OPTION_STRING}, "its option 'depth' has no default"},
      {{.name = "way", .type = COUPLET_OPTION_CHOICE, .default_value = "short"},
       "its option 'way' has no choices"},
      {{"way", COUPLET_OPTION_CHOICE, "wide", 0, 0, WAYS, NULL},
       "the default of its option 'way': 'wide' is not one of short, long"},
      {{"depth", COUPLET_OPTION_INTEGER, "10", 0, 9, NULL, NULL},
       "the default of its option 'depth': '10' is not a whole number from 0 to 9"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *fault = option_fault (&cases[i].option);
    assert_string_equal (fault, cases[i].fault);
  }
  for (guint i = 0; i < G_N_ELEMENTS (OPTIONS); i++)
    assert_null (option_fault (&OPTIONS[i]));
}

/* What the host promises of its own options is what it asks of others. */
static void
test_the_options_of_the_host (void **state)
{
  (void)state;
  guint n;
  const CoupletOption *options = couplet_host_options (&n);
  static const char *const names[] = {"plugin",          "time-limit-ms", "isolate",
                                      "memory-limit-mb", "trust",         "optional"};
  assert_int_equal (n, G_N_ELEMENTS (names));
  for (guint i = 0; i < n; i++) {
    g_autofree char *wrong = option_check (&options[i], options[i].default_value);
    g_autofree char *fault = option_fault (&options[i]);
    assert_string_equal (options[i].name, names[i]);
    assert_null (wrong);
    assert_non_null (strstr (fault, "is one that every stage has"));
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_an_option_is_found_by_its_whole_name),
      cmocka_unit_test (test_values),
      cmocka_unit_test (test_rows_of_tables),
      cmocka_unit_test (test_the_options_of_the_host),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
