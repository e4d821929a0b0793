/* SPDX-License-Identifier: Apache-2.0 */
/* The classes of segments that the decider z3 finds shifts for, and how much evidence it gives. */
#include "segments.h"
#include "small_automata.h"
#include "z3_decide.h"

#include <couplet/host/evidence_parts.h>
#include <couplet/host.h>
#include <couplet/host/evidence.h>

#include "unit.h"

static const CoupletPlugin PLUGIN = {.name = "z3", .kind = COUPLET_KIND_DECIDER};
static const CoupletHost HOST = {0};

/* The classes of the automaton in lines, `[assignment D next own left]` for each, with the
 * sets as three digits for -1, 0, 1; `more` when they are beyond most. The caller frees it. */
static char *
classes_of (const char *const *lines, gsize most)
{
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &HOST, "test");
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("1", lines);
  assert_non_null (automaton);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  couplet_context_start (context, 0);
  g_autoptr (Segments) segments = segments_new (context, automaton, components, most);
  if (segments->size > most)
    return g_strdup ("more");
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < segments->segments->len; i++) {
    const Segment *segment = &g_array_index (segments->segments, Segment, i);
    const CoupletShiftClass *s = &segment->class;
    g_string_append_printf (text, "[%u ", s->assignment);
    if (s->difference == COUPLET_SHIFT_UNUSED)
      g_string_append (text, "any");
    else
      g_string_append_printf (text, "%d", s->difference);
    if (s->next == COUPLET_NONE)
      g_string_append (text, " end ");
    else
      g_string_append_printf (text, " %u ", s->next);
    for (int x = 0; x < 3; x++)
      g_string_append_c (text, (segment->own >> x & 1) != 0 ? '1' : '0');
    g_string_append_c (text, ' ');
    for (int x = 0; x < 3; x++)
      g_string_append_c (text, (s->left >> x & 1) != 0 ? '1' : '0');
    g_string_append_c (text, ']');
  }
  return g_string_free (text, FALSE);
}

static void
assert_classes (const char *const *lines, const char *expected)
{
  g_autofree char *classes = classes_of (lines, 100);
  assert_string_equal (classes, expected);
}

static const char *const TWO_LOOPS[] = {"q0 q1 true a x", "q1 q2 < b",  "q2 q2 < c",
                                        "q1 q3 >= d",     "q3 q3 >= e", NULL};

static void
test_walks_that_leave_more_need_no_class (void **state)
{
  (void)state;
  assert_classes (TWO_LOOPS, "[0 any end 111 100][0 any end 111 001]");
}

static void
test_an_assignment_on_a_cycle_has_a_class_for_each_difference (void **state)
{
  (void)state;
  const char *const lines[] = {"q0 q1 true a x", "q1 q1 true b x", NULL};
  assert_classes (lines, "[0 any 1 111 111][1 -1 1 100 111][1 1 1 001 111]");
}

static void
test_an_output_fixes_the_shift (void **state)
{
  (void)state;
  const char *const lines[] = {"q0 q1 true a x", "q1 q2 < insample", "q2 q3 >= insample x",
                               "q3 q3 true end", NULL};
  assert_classes (lines, "[0 any 2 111 011][2 any end 010 111]");
}

static void
test_segments_end_where_the_threshold_is_assigned_again (void **state)
{
  (void)state;
  const char *const lines[] = {"q0 q1 true a x", "q1 q1 < b", "q1 q2 >= c x", "q2 q2 >= d", NULL};
  assert_classes (lines, "[0 any 2 111 001][2 any end 111 100]");
}

static void
test_more_classes_than_the_limit_are_not_found (void **state)
{
  (void)state;
  g_autofree char *beyond = classes_of (TWO_LOOPS, 1), *within = classes_of (TWO_LOOPS, 2);
  assert_string_equal (beyond, "more");
  assert_string_not_equal (within, "more");
}

/* The kinds of evidence for lines, and the size of what is left out, if any. The caller
 * frees it. */
static char *
evidence_of (const char *const *lines, const CoupletHost *host)
{
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, host, "test");
  g_autoptr (CoupletAutomaton) automaton = small_automaton ("1", lines);
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("z3", &PLUGIN);
  const Z3Options options = {ENCODING_STRATEGIES, 100, "", 0};
  GString *text = g_string_new (NULL);
  assert_non_null (automaton);
  couplet_context_start (context, 0);
  assert_true (z3_decide (context, automaton, &options, outcome, NULL));
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  for (guint i = 0; i < result->n_evidence; i++)
    g_string_append_printf (
        text, "%s %u",
        couplet_evidence_kind_to_string (couplet_evidence_kind (result->evidence[i])),
        (guint)couplet_evidence_size (result->evidence[i]));
  if (result->evidence_left_out > 0)
    g_string_append_printf (text, "without %u", (guint)result->evidence_left_out);
  return g_string_free (text, FALSE);
}

/* A strategy's evidence asks more of Z3: for self-checks alone only up to a fiftieth of their
 * limit.
 */
static void
test_evidence_is_given_up_to_the_limit (void **state)
{
  (void)state;
  static const char *const violated[] = {"q0 q1 true a x", "q1 q1 < b", "q1 q2 >= c", "q2 q2 >= d",
                                         NULL};
  static const struct {
    const char *const *lines;
    CoupletHost host;
    const char *expected;
  } cases[] = {
      {TWO_LOOPS, {.wants_evidence = TRUE, .evidence_limit = 2}, "strategy 2"},
      {TWO_LOOPS, {.wants_evidence = TRUE, .evidence_limit = 1}, "without 2"},
      {TWO_LOOPS, {.wants_evidence = TRUE}, ""},
      {TWO_LOOPS, {.evidence_limit = 100}, "strategy 2"},
      {TWO_LOOPS, {.evidence_limit = 99}, "without 2"},
      {TWO_LOOPS, {.evidence_limit = 49}, ""},
      {TWO_LOOPS, {.evidence_limit = 0}, ""},
      {violated, {.wants_evidence = TRUE}, "violation 4"},
      {violated, {.evidence_limit = 1}, "violation 4"},
      {violated, {.evidence_limit = 0}, ""},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *evidence = evidence_of (cases[i].lines, &cases[i].host);
    assert_string_equal (evidence, cases[i].expected);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_walks_that_leave_more_need_no_class),
      cmocka_unit_test (test_an_assignment_on_a_cycle_has_a_class_for_each_difference),
      cmocka_unit_test (test_an_output_fixes_the_shift),
      cmocka_unit_test (test_segments_end_where_the_threshold_is_assigned_again),
      cmocka_unit_test (test_more_classes_than_the_limit_are_not_found),
      cmocka_unit_test (test_evidence_is_given_up_to_the_limit),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
