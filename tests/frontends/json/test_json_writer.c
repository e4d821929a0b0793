/* SPDX-License-Identifier: Apache-2.0 */
/* What is written as JSON is read back as an equal automaton. */
#include "json_text.h"
#include "random_documents.h"
#include "same_automaton.h"

#include "unit.h"

static CoupletAutomaton *
read_sound (const char *text)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("text");
  CoupletAutomaton *automaton = read_json (text, strlen (text), diagnostics);
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  for (guint i = 0; i < n; i++)
    if (messages[i].severity == COUPLET_SEVERITY_ERROR)
      fail_msg ("%u:%u: %s\n%s", messages[i].place.line, messages[i].place.column,
                messages[i].message, text);
  assert_non_null (automaton);
  return automaton;
}

static void
check_round_trip (const char *text)
{
  g_autoptr (CoupletAutomaton) automaton = read_sound (text);
  g_autofree char *written = write_json (automaton);
  g_autoptr (CoupletAutomaton) again = read_sound (written);
  g_autofree char *difference = automaton_difference (automaton, again);
  if (difference != NULL)
    fail_msg ("the %s differs between\n%s\nand\n%s", difference, text, written);
  g_autofree char *settled = write_json (again);
  assert_string_equal (written, settled);
}

static void
test_layout (void **state)
{
  static const char text[] =
      "{\"couplet\":1,\"name\":\"svt\",\"thresholds\":[\"x\"],\"initial\":\"q0\",\"sensitivity\":"
      "\"1.0\","
      "\"states\":[{\"name\":\"q0\",\"input\":\"public\",\"d\":0.25,\"mu\":0},"
      "{\"name\":\"q1\",\"input\":\"private\",\"d\":\"2/4\",\"mu\":\"-1\",\"d_fresh\":3,"
      "\"mu_fresh\":\"0\"},{\"name\":\"q2\",\"d\":\"none\"}],"
      "\"transitions\":[{\"from\":\"q0\",\"to\":\"q1\",\"output\":\"start\",\"assign\":[\"x\"]},"
      "{\"from\":\"q1\",\"to\":\"q1\",\"guard\":\"!(insample>=x)\",\"output\":\"bot\"},"
      "{\"from\":\"q1\",\"to\":\"q2\",\"guard\":\"insample >= x\",\"output\":\"insample'\"}]}";
  static const char expected[] =
      "{ \"couplet\": 1, \"name\": \"svt\", \"initial\": \"q0\",\n"
      "  \"thresholds\": [\"x\"],\n"
      "  \"states\": [\n"
      "    {\"name\": \"q0\", \"input\": \"public\", \"d\": \"1/4\"},\n"
      "    {\"name\": \"q1\", \"d\": \"1/2\", \"mu\": \"-1\", \"d_fresh\": \"3\"},\n"
      "    {\"name\": \"q2\", \"d\": \"none\"}\n"
      "  ],\n"
      "  \"transitions\": [\n"
      "    {\"from\": \"q0\", \"to\": \"q1\", \"guard\": \"true\", \"output\": \"start\", "
      "\"assign\": \"x\"},\n"
      "    {\"from\": \"q1\", \"to\": \"q1\", \"guard\": \"insample < x\", \"output\": \"bot\"},\n"
      "    {\"from\": \"q1\", \"to\": \"q2\", \"guard\": \"insample >= x\", \"output\": "
      "\"fresh\"}\n"
      "  ]\n"
      "}\n";
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = read_sound (text);
  g_autofree char *written = write_json (automaton);
  assert_string_equal (written, expected);
}

static void
test_names_that_need_escapes (void **state)
{
  (void)state;
  check_round_trip (
      "{\"couplet\": 1, \"name\": \"a \\\"b\\\" \\\\ \\u00e9 \\ud83d\\ude00 / </script>\","
      "\"initial\": \"\\\\\", \"states\": [{\"name\": \"\\u005c\", \"d\": 1}, {\"name\": \"\\\"\","
      "\"d\": 2}, {\"name\": \" \"}, {\"name\": \"\\u2028\\ufeff\\ufffe\"}], \"transitions\": ["
      "{\"from\": \"\\\\\", \"to\": \"\\\"\", \"output\": \"\\\\u0041\", \"assign\": \"x\"},"
      "{\"from\": \"\\\"\", \"to\": \" \", \"output\": \"\\\"\\\"\", \"guard\": \"insample<x\"},"
      "{\"from\": \"\\\"\", \"to\": \"\\u2028\\ufeff\\ufffe\", \"output\": \"{}[],:\","
      "\"guard\": \"insample>=x\"}]}");
}

static void
test_numbers_of_any_size (void **state)
{
  static const char *const numbers[] = {"123456789012345678901234567890",
                                        "1e-300",
                                        "\"1e-5000\"",
                                        "\"1/98765432109876543210987\"",
                                        "0.30000000000000004",
                                        "\"none\""};
  (void)state;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    g_autofree char *text = g_strdup_printf (
        "{\"couplet\": 1, \"initial\": \"a\", \"sensitivity\": %s, \"states\": [{\"name\": \"a\","
        "\"d\": %s, \"d_fresh\": %s}, {\"name\": \"b\"}], \"transitions\":"
        "[{\"from\": \"a\", \"to\": \"b\", \"output\": \"fresh\", \"assign\": \"x\"}]}",
        g_str_equal (numbers[i], "\"none\"") ? "7" : numbers[i], numbers[i], numbers[i]);
    check_round_trip (text);
  }
}

/* ---- Random automata with several thresholds ------------------------------------ */

static void
test_random_automata (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (21);
  for (guint i = 0; i < 3000; i++) {
    g_autoptr (GString) text = g_string_new (NULL);
    append_random_document (text, random, 1 + i % 3, i % 2 == 0);
    check_round_trip (text->str);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_layout),
      cmocka_unit_test (test_names_that_need_escapes),
      cmocka_unit_test (test_numbers_of_any_size),
      cmocka_unit_test (test_random_automata),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
