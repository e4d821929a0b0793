/* SPDX-License-Identifier: Apache-2.0 */
/* The relation of guards and shifts against docs/theory.md section 2, case by case. */
#include <couplet/internal/sample.h>

#include "fees.h"
#include "small_automata.h"

#include "unit.h"

static void
test_laplace_noise_pays_by_the_distance (void **state)
{
  (void)state;
  static const int fees[3][3] = {{0, 1, 2}, {1, 0, 1}, {2, 1, 0}};
  for (int difference = -1; difference <= 1; difference++)
    for (int g = -1; g <= 1; g++)
      assert_int_equal (shift_fees (COUPLET_LAPLACE, difference)[g + 1],
                        fees[difference + 1][g + 1]);
}

static void
test_without_noise_the_shift_is_the_difference (void **state)
{
  (void)state;
  for (int difference = -1; difference <= 1; difference++)
    for (int g = -1; g <= 1; g++)
      assert_int_equal (shift_fees (COUPLET_NOISELESS, difference)[g + 1],
                        g == difference ? 0 : COUPLET_NO_FEE);
}

/* What a literal asks, seen from the draw and from the threshold. */
static void
test_literals_bound_the_shift (void **state)
{
  (void)state;
  for (guint32 comparisons = 0; comparisons < 4; comparisons++)
    for (int x = -1; x <= 1; x++)
      for (int g = -1; g <= 1; g++) {
        gboolean allowed = ((comparisons & COUPLET_LESS) == 0 || g <= x) &&
                           ((comparisons & COUPLET_GREATER_EQUAL) == 0 || g >= x);
        assert_int_equal (couplet_shifts_have (couplet_shifts_beside (comparisons, x), g), allowed);
        assert_int_equal (couplet_shifts_have (couplet_thresholds_beside (comparisons, g), x),
                          allowed);
      }
}

/* What a literal allows is exactly what its inequalities do. */
static void
test_literals_are_inequalities (void **state)
{
  (void)state;
  for (guint32 comparisons = 0; comparisons < 4; comparisons++) {
    gboolean most = couplet_asks_at_most (comparisons), least = couplet_asks_at_least (comparisons);
    assert_int_equal (most, (comparisons & COUPLET_LESS) != 0);
    assert_int_equal (least, (comparisons & COUPLET_GREATER_EQUAL) != 0);
    for (int x = -1; x <= 1; x++)
      for (int g = -1; g <= 1; g++)
        assert_int_equal (couplet_shifts_have (couplet_shifts_beside (comparisons, x), g),
                          (!most || g <= x) && (!least || g >= x));
  }
}

static void
test_a_draw_that_is_output_keeps_its_value (void **state)
{
  (void)state;
  CoupletSample sample = {.noise = COUPLET_LAPLACE};
  assert_int_equal (couplet_sample_shifts (&sample, 1), COUPLET_ALL_SHIFTS);
  sample.outputs = TRUE;
  assert_int_equal (couplet_sample_shifts (&sample, 1), couplet_shift (0));
}

static void
test_only_private_inputs_differ (void **state)
{
  (void)state;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  const CoupletState states[] = {{.input = COUPLET_PRIVATE}, {.input = COUPLET_PUBLIC}};
  const guint32 sources[] = {0, 1};
  CoupletAutomaton automaton = {.states = states, .source = sources};
  assert_int_equal (couplet_differences (&automaton, 0, differences), 2);
  assert_int_equal (differences[0], -1);
  assert_int_equal (differences[1], 1);
  assert_true (couplet_may_differ (&automaton, 0));
  assert_int_equal (couplet_differences (&automaton, 1, differences), 1);
  assert_int_equal (differences[0], 0);
  assert_false (couplet_may_differ (&automaton, 1));
}

static void
test_an_unfolded_automaton_says_how_inputs_differ (void **state)
{
  (void)state;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  const guint8 sets[] = {couplet_shift (0) | couplet_shift (1), couplet_shift (-1)};
  CoupletAutomaton automaton = {.differences = sets};
  assert_int_equal (couplet_differences (&automaton, 0, differences), 2);
  assert_int_equal (differences[0], 0);
  assert_int_equal (differences[1], 1);
  assert_true (couplet_may_differ (&automaton, 0));
  assert_int_equal (couplet_differences (&automaton, 1, differences), 1);
  assert_int_equal (differences[0], -1);
  assert_true (couplet_may_differ (&automaton, 1));
}

/* A density below 0 where the other is not: no price makes up for it. */
static void
test_exponential_noise_cannot_shift_below_the_difference (void **state)
{
  (void)state;
  for (int difference = -1; difference <= 1; difference++)
    for (int g = -1; g <= 1; g++) {
      int fee = shift_fees (COUPLET_EXPONENTIAL, difference)[g + 1];
      assert_int_equal (fee, g < difference ? COUPLET_NO_FEE : g - difference);
      assert_int_equal (shift_fees (COUPLET_DISCRETE_LAPLACE, difference)[g + 1],
                        shift_fees (COUPLET_LAPLACE, difference)[g + 1]);
    }
}

static void
test_sets_of_shifts (void **state)
{
  (void)state;
  static const struct {
    CoupletShifts set;
    int least, greatest;
    gboolean single;
  } cases[] = {{1, -1, -1, TRUE}, {2, 0, 0, TRUE},  {3, -1, 0, FALSE}, {4, 1, 1, TRUE},
               {5, -1, 1, FALSE}, {6, 0, 1, FALSE}, {7, -1, 1, FALSE}};
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    assert_int_equal (couplet_shifts_least (cases[i].set), cases[i].least);
    assert_int_equal (couplet_shifts_greatest (cases[i].set), cases[i].greatest);
    assert_int_equal (couplet_shifts_are_single (cases[i].set), cases[i].single);
  }
  assert_true (couplet_shifts_are_single (0));
}

/* ---- The samples of transitions ----------------------------------------------------------- */

/* Transition 0 assigns, 1 repeats, 2 leaves. */
static const char *const LOOP[] = {"a b true start assign", "b b < bot", "b c >= insample", NULL};
static const char *const FRESH_LOOP[] = {"a b true start assign", "b b < fresh", "b c >= fresh",
                                         NULL};

typedef struct {
  CoupletAutomaton *automaton;
  CoupletComponents *components;
  CoupletUnit *unit;
} Made;

static Made
make (const char *d, const char *const *lines)
{
  Made made;
  made.automaton = small_automaton (d, lines);
  made.components = couplet_components_new (made.automaton);
  made.unit = couplet_unit_new (made.automaton, NULL);
  return made;
}

static void
made_clear (Made *made)
{
  couplet_unit_free (made->unit);
  couplet_components_free (made->components);
  couplet_automaton_free (made->automaton);
}

/* The shifts of the one sample of transition at D = -1, 0 and 1. */
static void
assert_shifts (const Made *made, gboolean cycles_are_free, guint32 transition,
               const CoupletShifts shifts[3])
{
  CoupletSample sample;
  assert_int_equal (couplet_samples_load (&sample, made->automaton,
                                          cycles_are_free ? made->components : NULL, made->unit,
                                          transition),
                    1);
  for (int difference = -1; difference <= 1; difference++) {
    CoupletShifts allowed = couplet_sample_shifts (&sample, difference);
    assert_int_equal (allowed, shifts[difference + 1]);
    for (int g = -1; g <= 1; g++) {
      CoupletCost cost = couplet_sample_cost (&sample, made->unit, difference, g);
      assert_int_equal (cost != COUPLET_COST_INFINITE, couplet_shifts_have (allowed, g));
      if (cost != COUPLET_COST_INFINITE)
        assert_int_equal (couplet_cost_compare (cost, (CoupletCost)ABS (g - difference)), 0);
    }
  }
}

static void
test_a_turn_must_be_free_only_by_the_rule_of_cycles (void **state)
{
  (void)state;
  Made made = make ("1", LOOP);
  assert_shifts (&made, TRUE, 1, (CoupletShifts[]){1, 2, 4});
  assert_shifts (&made, FALSE, 1, (CoupletShifts[]){7, 7, 7});
  made_clear (&made);
}

static void
test_an_output_asks_for_no_shift (void **state)
{
  (void)state;
  Made made = make ("1", LOOP);
  assert_shifts (&made, TRUE, 2, (CoupletShifts[]){2, 2, 2});
  made_clear (&made);
}

static void
test_an_output_without_noise_is_possible_at_no_difference_only (void **state)
{
  (void)state;
  Made made = make ("none", LOOP);
  assert_shifts (&made, FALSE, 2, (CoupletShifts[]){0, 2, 0});
  made_clear (&made);
}

static void
test_fresh_outputs_pay_for_any_difference (void **state)
{
  (void)state;
  Made made = make ("1", FRESH_LOOP);
  static const int fees[2][3] = {{COUPLET_NO_FEE, 0, COUPLET_NO_FEE}, {1, 0, 1}};
  for (int difference = -1; difference <= 1; difference++) {
    for (guint32 t = 1; t <= 2; t++)
      assert_int_equal (couplet_fresh_fee (made.automaton, made.components, t, difference),
                        fees[t - 1][difference + 1]);
    assert_int_equal (couplet_fresh_fee (made.automaton, NULL, 1, difference),
                      fees[1][difference + 1]);
    assert_int_equal (couplet_fresh_fee (made.automaton, made.components, 0, difference), 0);
    assert_true (couplet_fresh_cost (made.automaton, made.components, made.unit, 2, difference) ==
                 (CoupletCost)ABS (difference));
  }
  made_clear (&made);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_laplace_noise_pays_by_the_distance),
      cmocka_unit_test (test_without_noise_the_shift_is_the_difference),
      cmocka_unit_test (test_literals_bound_the_shift),
      cmocka_unit_test (test_literals_are_inequalities),
      cmocka_unit_test (test_a_draw_that_is_output_keeps_its_value),
      cmocka_unit_test (test_only_private_inputs_differ),
      cmocka_unit_test (test_an_unfolded_automaton_says_how_inputs_differ),
      cmocka_unit_test (test_exponential_noise_cannot_shift_below_the_difference),
      cmocka_unit_test (test_sets_of_shifts),
      cmocka_unit_test (test_a_turn_must_be_free_only_by_the_rule_of_cycles),
      cmocka_unit_test (test_an_output_asks_for_no_shift),
      cmocka_unit_test (test_an_output_without_noise_is_possible_at_no_difference_only),
      cmocka_unit_test (test_fresh_outputs_pay_for_any_difference),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
