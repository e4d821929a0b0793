/* SPDX-License-Identifier: Apache-2.0 */
/* Where an answer comes from, as lines for people and as JSON. */
#include <couplet/host/origin.h>
#include <couplet/internal/provenance.h>

#include "unit.h"

static const CoupletDefinition LIBRARIES[] = {{"GLib", "2.74.6"}, {"GMP", "6.2.1"}};
static const CoupletDefinition PARAMETERS[] = {{"c", "2"}, {"python.function", "svt"}};
static const char *const OPTIONS[] = {"--deciders=z3", "--option=z3.dump=a b"};
static const CoupletProvenance PROVENANCE = {.version = "1.2",
                                             .commit = "0123-dirty",
                                             .date = "2026-01-02T03:04:05Z",
                                             .n_libraries = 2,
                                             .libraries = LIBRARIES,
                                             .n_options = 2,
                                             .options = OPTIONS};
static const CoupletOrigin ORIGIN = {"a.py", "4567", 2, PARAMETERS, &PROVENANCE};

static void
assert_lines (const CoupletOrigin *origin, const char *sampling, const char *adjacency,
              const char *expected)
{
  g_auto (GStrv) lines = couplet_provenance_lines (origin, sampling, adjacency);
  g_autofree char *text = g_strjoinv ("|", lines);
  assert_string_equal (text, expected);
}

static void
test_lines_name_everything (void **state)
{
  (void)state;
  assert_lines (&ORIGIN, "shared", "one",
                "input|'a.py'|sha256|4567|parameters|-D c=2 -o python.function=svt|sampling|shared|"
                "adjacency|one|couplet|1.2, commit 0123-dirty|libraries|GLib 2.74.6, GMP 6.2.1|"
                "options|--deciders=z3 '--option=z3.dump=a b'|date|2026-01-02T03:04:05Z");
}

static void
test_lines_leave_out_what_is_not_known (void **state)
{
  (void)state;
  const CoupletProvenance provenance = {.version = "1.2", .date = "2026-01-02T03:04:05Z"};
  const CoupletOrigin origin = {.sha256 = "4567", .provenance = &provenance};
  assert_lines (&origin, NULL, NULL,
                "input|standard input|sha256|4567|couplet|1.2, unknown commit|date|"
                "2026-01-02T03:04:05Z");
  assert_lines (NULL, NULL, "any", "adjacency|any");
}

static void
test_no_text_makes_a_line_of_its_own (void **state)
{
  (void)state;
  static const CoupletDefinition parameters[] = {{"python.function", "a\nb"}};
  const CoupletOrigin origin = {"a\nb", "4567", 1, parameters, NULL};
  assert_lines (&origin, NULL, NULL,
                "input|'a\\x0Ab'|sha256|4567|parameters|-o python.function=a?b");
}

static void
test_json_has_everything (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new (NULL);
  const CoupletJson json = {text, FALSE};
  couplet_json_open (&json, NULL, '{');
  couplet_json_parameters (&json, "parameters", &ORIGIN);
  couplet_json_provenance (&json, "provenance", &PROVENANCE);
  couplet_json_close (&json, '}');
  assert_string_equal (
      text->str, "{\"parameters\":{\"c\":\"2\",\"python.function\":\"svt\"},\"provenance\":{"
                 "\"version\":\"1.2\",\"commit\":\"0123-dirty\",\"libraries\":{\"GLib\":\"2.74.6\","
                 "\"GMP\":\"6.2.1\"},\"options\":[\"--deciders=z3\",\"--option=z3.dump=a b\"],"
                 "\"date\":\"2026-01-02T03:04:05Z\"}}");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_lines_name_everything),
      cmocka_unit_test (test_lines_leave_out_what_is_not_known),
      cmocka_unit_test (test_no_text_makes_a_line_of_its_own),
      cmocka_unit_test (test_json_has_everything),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
