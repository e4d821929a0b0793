/* SPDX-License-Identifier: Apache-2.0 */
/* What is written as JSON is read back as an equal automaton. */
#include "json_text.h"
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

static const char *const THRESHOLDS[] = {"x", "y_2", "Long_Name"};
/* A state is called by one of these, in turn, and its number. */
static const char *const NAMES[] = {"q", "\\u00e9", "a b", "\\\"", "\\\\"};

typedef struct {
  GRand *random;
  GString *text;
  guint n_thresholds;
  gboolean shared;
} Generator;

static guint
pick (Generator *g, guint n)
{
  return (guint)g_rand_int_range (g->random, 0, (gint32)n);
}

static void
append_noise (Generator *g)
{
  static const char *const values[] = {"1",    "0.1",      "\"1/3\"",  "2.5e-1",
                                       "3e40", "\"none\"", "\"7/22\"", "12345678901234567890123"};
  g_string_append (g->text, values[pick (g, G_N_ELEMENTS (values))]);
}

static void
append_state (Generator *g, guint index)
{
  g_string_append_printf (g->text, "%s{\"name\": \"%s%u\"", index > 0 ? ", " : "",
                          NAMES[index % G_N_ELEMENTS (NAMES)], index);
  g_string_append (g->text, pick (g, 3) == 0 ? ", \"input\": \"public\", \"d\": " : ", \"d\": ");
  if (!g->shared && pick (g, 2) == 0) {
    g_string_append_c (g->text, '{');
    for (guint v = 0; v < g->n_thresholds; v++) {
      g_string_append_printf (g->text, "%s\"%s\": ", v > 0 ? ", " : "", THRESHOLDS[v]);
      append_noise (g);
    }
    g_string_append_c (g->text, '}');
  } else
    append_noise (g);
  g_string_append (g->text, ", \"d_fresh\": ");
  append_noise (g);
  g_string_append_printf (g->text, "%s%s}", pick (g, 3) == 0 ? ", \"mu\": -0.5" : "",
                          pick (g, 3) == 0 ? ", \"mu_fresh\": \"1/7\"" : "");
}

static void
append_from_to (Generator *g, guint from, guint to)
{
  g_string_append_printf (g->text, "%s{\"from\": \"%s%u\", \"to\": \"%s%u\"", from > 0 ? ",\n" : "",
                          NAMES[from % G_N_ELEMENTS (NAMES)], from,
                          NAMES[to % G_N_ELEMENTS (NAMES)], to);
}

static void
append_output (Generator *g)
{
  static const char *const symbols[] = {"bot",   "top",       "\\u22a5",
                                        "fresh", "insample'", "a \\\"b\\\""};
  guint kind = pick (g, 4);
  if (kind > 0)
    g_string_append_printf (g->text, ", \"output\": \"%s\"",
                            symbols[pick (g, G_N_ELEMENTS (symbols))]);
  else if (g->shared || g->n_thresholds == 1)
    g_string_append (g->text, ", \"output\": \"insample\"");
  else
    g_string_append_printf (g->text, ", \"output\": \"insample(%s)\"",
                            THRESHOLDS[pick (g, g->n_thresholds)]);
}

/* Literals on some thresholds, joined by one operator. */
static void
append_guard (Generator *g, GString *guard)
{
  guint first = pick (g, g->n_thresholds);
  gboolean conjunction = g->shared || pick (g, 2) == 0;
  for (guint v = first; v < g->n_thresholds; v++)
    g_string_append_printf (guard, "%s%sinsample %s %s", v > first ? " " : "",
                            v == first ? "" : (conjunction ? "&& " : "|| "),
                            pick (g, 2) == 0 ? "<" : ">=", THRESHOLDS[v]);
}

/* Two transitions with contradictory guards, the second only sometimes. */
static void
append_branches (Generator *g, guint from, guint n_states)
{
  g_autoptr (GString) guard = g_string_new (NULL);
  append_guard (g, guard);
  append_from_to (g, from, 1 + pick (g, n_states - 1));
  append_output (g);
  g_string_append_printf (g->text, ", \"guard\": \"%s\"%s}", guard->str,
                          pick (g, 3) == 0 ? ", \"assign\": \"x\"" : "");
  if (g->shared || pick (g, 2) == 0)
    return;
  append_from_to (g, from, 1 + pick (g, n_states - 1));
  append_output (g);
  g_string_append_printf (g->text, ", \"guard\": \"!(%s)\"}", guard->str);
}

/* The first transitions assign all thresholds: at once (shared), or in turn. */
static guint
append_assignments (Generator *g)
{
  if (g->shared) {
    append_from_to (g, 0, 1);
    g_string_append (g->text, ", \"output\": \"start\", \"assign\": [");
    for (guint v = g->n_thresholds; v-- > 0;)
      g_string_append_printf (g->text, "\"%s\"%s", THRESHOLDS[v], v > 0 ? ", " : "]}");
    return 1;
  }
  for (guint v = 0; v < g->n_thresholds; v++) {
    append_from_to (g, v, v + 1);
    g_string_append_printf (g->text, ", \"output\": \"start\", \"assign\": \"%s\"}", THRESHOLDS[v]);
  }
  return g->n_thresholds;
}

static void
append_document (Generator *g)
{
  guint n_states = g->n_thresholds + 1 + pick (g, 5);
  g_string_append (g->text, "{\"couplet\": 1, \"initial\": \"q0\", \"thresholds\": [");
  for (guint v = 0; v < g->n_thresholds; v++)
    g_string_append_printf (g->text, "%s\"%s\"", v > 0 ? ", " : "", THRESHOLDS[v]);
  g_string_append_printf (g->text, "], \"sampling\": \"%s\", \"states\": [",
                          g->shared ? "shared" : "independent");
  for (guint q = 0; q < n_states; q++)
    append_state (g, q);
  g_string_append (g->text, "],\n\"transitions\": [\n");
  for (guint q = append_assignments (g); q + 1 < n_states; q++)
    append_branches (g, q, n_states);
  g_string_append (g->text, "]}");
}

static void
test_random_automata (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (21);
  for (guint i = 0; i < 3000; i++) {
    g_autoptr (GString) text = g_string_new (NULL);
    Generator generator = {random, text, 1 + i % 3, i % 2 == 0};
    append_document (&generator);
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
