/* SPDX-License-Identifier: Apache-2.0 */
/* Which states and transitions a picture draws as one. */
#include "rounds.h"

#include <couplet/host/model.h>

#include "unit.h"

/* Three rounds: a threshold is drawn, answers are compared until one is above. */
static CoupletAutomaton *
three_rounds (void)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("rounds");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  const CoupletNoiseSpec d = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("1/2")};
  const CoupletText x = COUPLET_TEXT ("x");
  for (guint round = 1; round <= 3; round++) {
    g_autofree char *draw = g_strdup_printf ("draw #%u", round);
    g_autofree char *ask = g_strdup_printf ("ask #%u", round);
    g_autofree char *next = round < 3 ? g_strdup_printf ("draw #%u", round + 1) : g_strdup ("end");
    CoupletStateSpec state = {
        .name = COUPLET_TEXT (draw), .input = COUPLET_TEXT ("public"), .d = &d, .n_d = 1};
    CoupletTransitionSpec t = {.from = COUPLET_TEXT (draw),
                               .to = COUPLET_TEXT (ask),
                               .guard = COUPLET_TEXT ("true"),
                               .output = COUPLET_TEXT ("go"),
                               .assign = &x,
                               .n_assign = 1};
    couplet_builder_add_state (builder, &state);
    couplet_builder_add_transition (builder, &t);
    state.name = COUPLET_TEXT (ask);
    state.input = COUPLET_TEXT ("private");
    couplet_builder_add_state (builder, &state);
    t = (CoupletTransitionSpec){.from = COUPLET_TEXT (ask),
                                .to = COUPLET_TEXT (ask),
                                .guard = COUPLET_TEXT ("insample < x"),
                                .output = COUPLET_TEXT ("bot")};
    couplet_builder_add_transition (builder, &t);
    t.to = COUPLET_TEXT (next);
    t.guard = COUPLET_TEXT ("insample >= x");
    t.output = COUPLET_TEXT ("top");
    couplet_builder_add_transition (builder, &t);
  }
  const CoupletStateSpec end = {.name = COUPLET_TEXT ("end")};
  couplet_builder_add_state (builder, &end);
  couplet_builder_set_initial (builder, COUPLET_TEXT ("draw #1"), (CoupletPlace){0, 0});
  return couplet_builder_finish (builder);
}

static void
test_small_automata_are_drawn_as_they_are (void **state)
{
  g_autoptr (CoupletAutomaton) a = three_rounds ();
  g_autoptr (Rounds) rounds = rounds_new (a, 7);
  assert_int_equal (rounds->states->len, 7);
  assert_int_equal (rounds->transitions->len, 9);
  for (guint32 t = 0; t < 9; t++) {
    assert_int_equal (rounds->transition_of[t], t);
    assert_int_equal (drawn_transition (rounds, t)->from, a->source[t]);
    assert_int_equal (drawn_transition (rounds, t)->count, 1);
  }
  (void)state;
}

static void
test_equal_rounds_of_large_ones_are_drawn_as_one (void **state)
{
  g_autoptr (CoupletAutomaton) a = three_rounds ();
  g_autoptr (Rounds) rounds = rounds_new (a, 6);
  assert_int_equal (rounds->states->len, 3);
  assert_int_equal (drawn_state (rounds, 0)->count, 3);
  assert_int_equal (drawn_state (rounds, 1)->count, 3);
  assert_int_equal (drawn_state (rounds, 2)->count, 1);
  /* draw -> ask, ask -> ask, ask -> draw in two rounds, ask -> end in one */
  assert_int_equal (rounds->transitions->len, 4);
  static const guint loops[] = {0, 1, 0}, leaving[] = {1, 2, 0};
  for (guint32 q = 0; q < 3; q++) {
    assert_int_equal (drawn_state (rounds, q)->loops, loops[q]);
    assert_int_equal (drawn_state (rounds, q)->leaving, leaving[q]);
  }
  guint together = 0;
  for (guint32 i = 0; i < 4; i++)
    together += drawn_transition (rounds, i)->count;
  assert_int_equal (together, a->n_transitions);
  for (guint32 t = 0; t < a->n_transitions; t++) {
    const DrawnTransition *drawn = drawn_transition (rounds, rounds->transition_of[t]);
    assert_int_equal (drawn->from, rounds->state_of[a->source[t]]);
    assert_int_equal (drawn->to, rounds->state_of[a->target[t]]);
    assert_int_equal (a->guard[drawn->transition], a->guard[t]);
    assert_int_equal (a->output[drawn->transition], a->output[t]);
  }
  (void)state;
}

static void
test_rounds_are_told_by_a_number_at_the_end (void **state)
{
  static const struct {
    const char *name;
    gsize length;
  } cases[] = {{"line 7 #12", 6}, {"line 7", 6}, {"#3", 2},      {" #3", 3},
               {"a #", 3},        {"a #3b", 5},  {"a #1 #2", 4}, {"", 0}};
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_int_equal (rounds_name_length (cases[i].name), cases[i].length);
  (void)state;
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_small_automata_are_drawn_as_they_are),
      cmocka_unit_test (test_equal_rounds_of_large_ones_are_drawn_as_one),
      cmocka_unit_test (test_rounds_are_told_by_a_number_at_the_end),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
