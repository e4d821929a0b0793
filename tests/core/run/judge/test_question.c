/* SPDX-License-Identifier: Apache-2.0 */
/* What the costs of an automaton's paths prove: one automaton for each answer. */
#include "text_automaton.h"
#include "text_examples.h"

#include "question.h"

#include "unit.h"

static const char *const TWO_WAYS[] = {
    "state q0 public 1/4", "state q1 public 1/4", "state q2 private 1/2", "state q3 private 1",
    "q0 q1 true first u",  "q1 q2 true second v", "q2 q3 <u|<v low",      NULL};
/* The loop at q1 assigns x, which the last step compares. */
static const char *const ASSIGNING[] = {"state q0 public 1/4",
                                        "state q1 private 1/2",
                                        "state q2 private 1",
                                        "q0 q1 true start x",
                                        "q1 q1 <x bot x",
                                        "q1 q2 >=x top",
                                        NULL};
/* The loop at q2 assigns v, which nothing compares. */
static const char *const UNREAD[] = {"state q0 public 1/4",  "state q1 public 1/4",
                                     "state q2 private 1/4", "state q3 private 1/4",
                                     "q0 q1 true a u",       "q1 q2 true b v",
                                     "q2 q2 <u low v",       "q2 q3 >=u up",
                                     "q3 q3 >=u top",        NULL};

static Question
question_of (const char *thresholds, const char *const *lines)
{
  Question question;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, thresholds, lines);
  question_init (&question, automaton);
  return question;
}

static void
test_paths_that_prove_everything (void **state)
{
  (void)state;
  Question question = question_of ("x", SVT);
  assert_false (question.rule_too_strict);
  assert_null (question.not_conclusive);
  assert_false (question.floating);
}

static void
test_outputs_that_do_not_tell_the_path (void **state)
{
  (void)state;
  assert_string_equal (question_of ("x", ALIKE).not_conclusive,
                       "as its outputs do not tell which transition was taken, that does not "
                       "prove it not private");
}

static void
test_a_guard_that_holds_in_several_ways (void **state)
{
  (void)state;
  assert_string_equal (question_of ("u v", TWO_WAYS).not_conclusive,
                       "as a guard holds in several ways, that does not prove it not private");
}

/* With one threshold that is compared with private inputs the rule is exact, with several it is
 * too strict where a loop assigns what is compared later. */
static void
test_where_the_rule_about_cycles_is_too_strict (void **state)
{
  (void)state;
  assert_false (question_of ("x", ASSIGNING).rule_too_strict);
  assert_true (question_of ("u v", PAYING).rule_too_strict);
  assert_false (question_of ("u v", UNREAD).rule_too_strict);
}

/* What is asked of an automaton of lines and one more state. */
static Question
question_with_state (const char *const *lines, CoupletStateSpec state)
{
  Question question;
  guint n;
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("file");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  text_collect (builder, COUPLET_INDEPENDENT, "x", lines);
  couplet_builder_add_state (builder, &state);
  g_autoptr (CoupletAutomaton) automaton = couplet_builder_finish (builder);
  if (automaton == NULL)
    fail_msg ("%s", couplet_diagnostics_get (diagnostics, &n)[0].message);
  question_init (&question, automaton);
  return question;
}

/* Without noise, x is the input that q1 reads once more. */
static void
test_an_input_that_is_read_again_with_another_mean (void **state)
{
  (void)state;
  static const char *const lines[] = {"state q0 private none", "state q2 private 1",
                                      "q0 q1 true start x", "q1 q2 >=x top", NULL};
  const CoupletNoiseSpec none = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("none")};
  CoupletStateSpec again = {
      .name = COUPLET_TEXT ("q1"), .input = COUPLET_TEXT ("again"), .d = &none, .n_d = 1};
  assert_null (question_with_state (lines, again).not_conclusive);
  again.mu = COUPLET_TEXT ("1");
  assert_string_equal (
      question_with_state (lines, again).not_conclusive,
      "as an input is read again with another mean, without noise or with "
      "exponential noise, some paths that are counted may be impossible: that does "
      "not prove it not private");
}

/* Both ways from q1 output the same; what q2 outputs tells the input all the same, where it has no
 * noise, is private, can be reached for all inputs or for some and those near, and no noise can
 * make up its value. */
static void
test_an_input_that_is_output_as_it_is (void **state)
{
  (void)state;
  static const struct {
    const char *threshold, *asks, *guard, *tells;
    gboolean is_told;
  } cases[] = {
      {"1/4", "private 1/2", ">=", "again none", TRUE},
      {"1/4", "private 1/2", ">=", "private none", TRUE},
      {"1/4", "public 1/2", ">=", "private none", TRUE},
      {"1/4", "private 1/2", ">=", "public none", FALSE},
      {"1/4", "private 1/2", ">=", "again 1/2", FALSE},
      {"1/4", "private none", ">=", "again none", TRUE},
      {"none", "private none", ">=", "again none", FALSE},
      {"1/4", "private 1/2 exponential", ">=", "again none", TRUE},
      {"1/4", "private 1/2 exponential", "<", "again none", TRUE},
      {"none", "private 1/2 exponential", "<", "again none", TRUE},
      {"none", "private 1/2 exponential", ">=", "again 1/2 exponential", FALSE},
      {"1/4", "private 1/2 discrete-laplace", ">=", "again none", FALSE},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *threshold = g_strdup_printf ("state q0 public %s", cases[i].threshold);
    g_autofree char *tells = g_strdup_printf ("state q2 %s", cases[i].tells);
    g_autofree char *turn =
        g_strdup_printf ("q1 q1 %sx alike", g_str_equal (cases[i].guard, "<") ? ">=" : "<");
    g_autofree char *leave = g_strdup_printf ("q1 q2 %sx alike", cases[i].guard);
    g_autofree char *asks = g_strdup_printf ("state q1 %s", cases[i].asks);
    const char *const lines[] = {
        threshold, asks, tells, "q0 q1 true start x", turn, leave, "q2 q1 true insample", NULL};
    Question question = question_of ("x", lines);
    assert_int_equal (question.tells_input, cases[i].is_told);
    assert_int_equal (question.not_conclusive == NULL, cases[i].is_told);
  }
}

/* One sample is on one side of both thresholds wherever they are, but between them only if they are
 * that way round. */
static void
test_an_input_behind_what_may_not_be_possible (void **state)
{
  (void)state;
  static const char *const guards[][2] = {{"q1 q1 <x&>=y alike", "q1 q2 <x&<y alike"},
                                          {"q1 q1 <x&<y alike", "q1 q2 <x&>=y alike"}};
  for (guint i = 0; i < 2; i++) {
    Question question;
    const char *const lines[] = {"state q0 public 1/4", "state q1 private 1/2",
                                 "state q2 again none", "q0 q1 true start x,y",
                                 guards[i][0],          guards[i][1],
                                 "q2 q1 true insample", NULL};
    g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "x y", lines);
    question_init (&question, automaton);
    assert_int_equal (question.tells_input, i == 0);
  }
}

static void
test_snaps_in_floating_point (void **state)
{
  (void)state;
  static const char *const lines[] = {"state q0 public 1/4", "state q2 private 1",
                                      "q0 q1 true start x", "q1 q2 >=x insample'", NULL};
  const CoupletNoiseSpec d = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("1/2")};
  CoupletStateSpec snapped = {.name = COUPLET_TEXT ("q1"),
                              .d = &d,
                              .n_d = 1,
                              .d_fresh = COUPLET_TEXT ("1/2"),
                              .snap_bound = COUPLET_TEXT ("64"),
                              .snap_grid = COUPLET_TEXT ("4"),
                              .floating = COUPLET_TEXT ("false")};
  assert_false (question_with_state (lines, snapped).floating);
  snapped.floating = COUPLET_TEXT ("true");
  assert_true (question_with_state (lines, snapped).floating);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_paths_that_prove_everything),
      cmocka_unit_test (test_outputs_that_do_not_tell_the_path),
      cmocka_unit_test (test_a_guard_that_holds_in_several_ways),
      cmocka_unit_test (test_where_the_rule_about_cycles_is_too_strict),
      cmocka_unit_test (test_an_input_that_is_read_again_with_another_mean),
      cmocka_unit_test (test_an_input_that_is_output_as_it_is),
      cmocka_unit_test (test_an_input_behind_what_may_not_be_possible),
      cmocka_unit_test (test_snaps_in_floating_point),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
