/* SPDX-License-Identifier: Apache-2.0 */
#include "context.h"
#include "unit.h"

#include <couplet/host/context.h>
#include <couplet/internal/large.h>

static const CoupletOption OPTIONS[] = {
    {"depth", COUPLET_OPTION_INTEGER, "7", 0, 9, NULL, "how deep"},
    {"price", COUPLET_OPTION_RATIONAL, "3/4", 0, 0, NULL, "how dear"},
    {"deep", COUPLET_OPTION_BOOLEAN, "true", 0, 0, NULL, "whether deep"},
};

static const CoupletPlugin PLUGIN = {
    .name = "made", .options = OPTIONS, .n_options = G_N_ELEMENTS (OPTIONS)};

static void
keep (gpointer data, const char *text)
{
  g_string_append (data, text);
}

static void
keep_bytes (gpointer data, const char *text, gsize length)
{
  g_string_append_len (data, text, (gssize)length);
}

static void
test_options_have_their_defaults_unless_set (void **state)
{
  (void)state;
  const CoupletHost host = {0};
  g_autoptr (GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, values, &host, "stage");
  g_auto (CoupletRational) price;
  couplet_rational_init (&price);
  assert_int_equal (couplet_context_option_integer (context, "depth"), 7);
  g_hash_table_insert (values, (gpointer) "depth", (gpointer) "8");
  assert_int_equal (couplet_context_option_integer (context, "depth"), 8);
  couplet_context_option_rational (context, "price", &price);
  assert_int_equal (mpq_cmp_ui (price.value, 3, 4), 0);
  assert_true (couplet_context_option_boolean (context, "deep"));
  assert_string_equal (couplet_context_option_string (context, "nowhere"), "");
}

static void
test_log_names_the_plugin (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new (NULL);
  const CoupletHost host = {.data = text, .log = keep};
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "stage");
  couplet_context_log (context, "%d states", 3);
  assert_string_equal (text->str, "made: 3 states");
}

static void
test_what_is_printed_is_written (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new (NULL);
  const CoupletHost host = {.data = text, .write = keep_bytes};
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "stage");
  couplet_context_print (context, "%s %d", "cost", 1);
  couplet_context_write (context, "\n..", 1);
  assert_string_equal (text->str, "cost 1\n");
}

static void
test_what_is_passed_is_given_back_of_a_source_that_nobody_needs (void **state)
{
  (void)state;
  const gsize length = (gsize)9 << 20, at = (gsize)6 << 20;
  const CoupletHost host = {0};
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "stage");
  g_autofree char *data = couplet_large_new (char, length + 1);
  CoupletSource source = {"file", data, length};
  memset (data, 'x', length);
  data[length] = '\0';
  couplet_context_pass (context, at);
  assert_int_equal (strlen (data), length);
  context_consume (context, &source);
  couplet_context_pass (context, at);
  assert_int_equal (strlen (data + at), length - at);
  couplet_context_pass (context, G_MAXSIZE);
  context_consume (context, NULL);
  memset (data, 'y', length);
  couplet_context_pass (context, at);
  assert_int_equal (strlen (data), length);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_options_have_their_defaults_unless_set),
      cmocka_unit_test (test_log_names_the_plugin),
      cmocka_unit_test (test_what_is_printed_is_written),
      cmocka_unit_test (test_what_is_passed_is_given_back_of_a_source_that_nobody_needs),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
