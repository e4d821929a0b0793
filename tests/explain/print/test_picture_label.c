/* SPDX-License-Identifier: Apache-2.0 */
/* The words on pictures: what the source calls things, and nothing that reads as something else. */
#include "picture_label.h"

#include <couplet/host/model.h>

#include "unit.h"

/* One state that loops, with this reading, guard and output; shared sampling, thresholds x, y. */
static CoupletAutomaton *
loop (const char *reading, const char *guard, const char *output, const char *assigned)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("label");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  const CoupletPlace none = {0, 0};
  const CoupletNoiseSpec d = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("1/2")};
  const CoupletText both[] = {COUPLET_TEXT ("x"), COUPLET_TEXT ("y")};
  const CoupletText one = COUPLET_TEXT (assigned != NULL ? assigned : "x");
  CoupletStateSpec state = {.name = COUPLET_TEXT ("start"), .d = &d, .n_d = 1};
  CoupletTransitionSpec t = {.from = COUPLET_TEXT ("start"),
                             .to = COUPLET_TEXT ("ask"),
                             .output = COUPLET_TEXT ("go"),
                             .assign = both,
                             .n_assign = 2};
  couplet_builder_set_sampling (builder, COUPLET_TEXT ("shared"), none);
  couplet_builder_add_threshold (builder, both[0], none);
  couplet_builder_add_threshold (builder, both[1], none);
  couplet_builder_set_initial (builder, COUPLET_TEXT ("start"), none);
  couplet_builder_add_state (builder, &state);
  couplet_builder_add_transition (builder, &t);
  state.name = COUPLET_TEXT ("ask");
  state.reading = reading != NULL ? COUPLET_TEXT (reading) : COUPLET_TEXT_LEFT_OUT;
  couplet_builder_add_state (builder, &state);
  t = (CoupletTransitionSpec){.from = COUPLET_TEXT ("ask"),
                              .to = COUPLET_TEXT ("ask"),
                              .guard = COUPLET_TEXT (guard),
                              .output = COUPLET_TEXT (output),
                              .assign = &one,
                              .n_assign = assigned != NULL ? 1 : 0};
  couplet_builder_add_transition (builder, &t);
  return couplet_builder_finish (builder);
}

static void
check (const char *reading, const char *guard, const char *output, const char *assigned,
       const char *label)
{
  g_autoptr (CoupletAutomaton) a = loop (reading, guard, output, assigned);
  assert_non_null (a);
  g_autoptr (GString) out = g_string_new (NULL);
  label_put_transition (out, a, 1);
  assert_string_equal (out->str, label);
}

static void
test_guard_and_output_have_the_names_of_the_source (void **state)
{
  (void)state;
  check ("q", "insample >= x", "top", NULL, "q >= x / top");
  check (NULL, "insample >= x", "top", NULL, "insample >= x / top");
  check ("q", "insample >= x", "insample", "y", "q >= x / q\\ny := q");
  check ("answer", "insample >= x", "gap(x)", NULL, "answer >= x / answer - x");
  check (NULL, "insample >= x", "insample", "y", "insample >= x / insample\\ny := insample");
  check (NULL, "insample >= x", "a_rather_long_symbol", NULL,
         "insample >= x\\n/ a_rather_long_symbol");
}

static void
test_each_literal_has_a_line (void **state)
{
  (void)state;
  check ("q", "insample >= x && insample < y", "in", NULL, "q >= x &&\\nq < y / in");
}

static void
test_a_guard_that_always_holds_is_left_out (void **state)
{
  (void)state;
  check ("q", "true", "top", NULL, "/ top");
}

static void
test_symbols_that_read_like_guards_are_quoted (void **state)
{
  (void)state;
  check ("q", "insample >= x", "true", NULL, "q >= x / \\\"true\\\"");
  check ("q", "insample < x", "False", NULL, "q < x / \\\"False\\\"");
  check ("q", "insample < x", "truely", NULL, "q < x / truely");
}

static void
test_draws_of_programs_have_no_other_name_than_the_threshold (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) a = loop ("q", "true", "top", NULL);
  g_autoptr (GString) out = g_string_new (NULL);
  label_put_transition (out, a, 0);
  assert_string_equal (out->str, "/ go\\nx drawn\\ny drawn");
}

static void
test_states_say_how_often_they_are_drawn (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) a = loop ("q", "true", "top", NULL);
  g_autoptr (GString) once = g_string_new (NULL), often = g_string_new (NULL);
  label_put_state (once, a, 1, 1);
  label_put_state (often, a, 1, 12);
  assert_string_equal (once->str, "ask\\nd = 1/2");
  assert_string_equal (often->str, "ask (\u00d712)\\nd = 1/2");
}

static void
test_width_is_that_of_the_widest_line (void **state)
{
  (void)state;
  assert_int_equal (label_width ("ab\\nabcd\\n\u00d7"), 4);
  assert_int_equal (label_width (""), 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_guard_and_output_have_the_names_of_the_source),
      cmocka_unit_test (test_each_literal_has_a_line),
      cmocka_unit_test (test_a_guard_that_always_holds_is_left_out),
      cmocka_unit_test (test_symbols_that_read_like_guards_are_quoted),
      cmocka_unit_test (test_draws_of_programs_have_no_other_name_than_the_threshold),
      cmocka_unit_test (test_states_say_how_often_they_are_drawn),
      cmocka_unit_test (test_width_is_that_of_the_widest_line),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
