/* SPDX-License-Identifier: Apache-2.0 */
/* Linear programs of walks: GLPK's answers against all shifts, proven by its
 * prices; wrong figures are not. */
#include "small_automata.h"
#include "walk_solver.h"

#include <couplet/host.h>

#include <math.h>

#include "unit.h"

#define MOST_SHIFTS 6

static CoupletAutomaton *
any_automaton (void)
{
  return small_automaton ("1", (const char *const[]){"s q true a assign", "q e < b", NULL});
}

/* A shift of a draw with Laplace noise, from low to high. */
static WalkShift
laplace_shift (int low, int high, int difference, CoupletCost d)
{
  WalkShift shift = {.low = (gint8)low, .high = (gint8)high, .d = d};
  couplet_sample_fees (&(CoupletSample){.noise = COUPLET_LAPLACE}, difference, shift.fee);
  return shift;
}

static WalkProgram *
random_program (GRand *random, CoupletUnit *unit, const CoupletCost *costs, guint n_costs)
{
  WalkProgram *program = g_new0 (WalkProgram, 1);
  guint n = (guint)g_rand_int_range (random, 1, MOST_SHIFTS + 1);
  program->unit = unit;
  program->shifts = g_array_new (FALSE, FALSE, sizeof (WalkShift));
  program->orders = g_array_new (FALSE, FALSE, sizeof (WalkOrder));
  program->samples = g_array_new (FALSE, FALSE, sizeof (guint32));
  program->constant = costs[g_rand_int_range (random, 0, (gint)n_costs)];
  for (guint i = 0; i < n; i++) {
    int low = g_rand_int_range (random, -1, 1), high = g_rand_int_range (random, MAX (low, 0), 2);
    int difference = g_rand_int_range (random, -1, 2);
    WalkShift shift =
        laplace_shift (low, high, difference, costs[g_rand_int_range (random, 0, (gint)n_costs)]);
    g_array_append_val (program->shifts, shift);
  }
  for (gint m = g_rand_int_range (random, 0, 8); m > 0; m--) {
    WalkOrder order = {(guint32)g_rand_int_range (random, 0, (gint)n),
                       (guint32)g_rand_int_range (random, 0, (gint)n)};
    if (order.below != order.above)
      g_array_append_val (program->orders, order);
  }
  return program;
}

static CoupletCost
try_all_shifts (const WalkProgram *program)
{
  CoupletCost least = COUPLET_COST_INFINITE;
  int vectors = (int)pow (3, program->shifts->len);
  for (int number = 0; number < vectors; number++) {
    gint8 shifts[MOST_SHIFTS];
    for (int i = 0, rest = number; i < MOST_SHIFTS; i++, rest /= 3)
      shifts[i] = (gint8)(rest % 3 - 1);
    least = couplet_cost_min (least, walk_program_cost (program, shifts));
  }
  return least;
}

/* All programs have the shifts 0: their minima are finite. */
static void
check_programs (const CoupletCost *costs, guint n_costs, guint seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (CoupletAutomaton) automaton = any_automaton ();
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_auto (CostScale) scale = {.unit = unit, .exact = TRUE};
  mpz_init_set_ui (scale.scale, 1);
  const CoupletHost host = {0};
  g_autoptr (CoupletContext) context = couplet_context_new (NULL, NULL, &host, "test");
  for (guint round = 0; round < 1000; round++) {
    g_autoptr (WalkProgram) program = random_program (random, unit, costs, n_costs);
    WalkAnswer answer;
    assert_true (walk_solve (program, &scale, context, NULL, &answer));
    assert_true (answer.proven);
    assert_true (answer.cost == try_all_shifts (program));
    g_free (answer.shifts);
  }
}

static void
test_small_costs (void **state)
{
  (void)state;
  check_programs ((const CoupletCost[]){0, 1, 2, 3, 5, 7}, 6, 1);
}

/* The tolerances of floating point are far above the small costs. */
static void
test_costs_of_very_different_size (void **state)
{
  (void)state;
  check_programs ((const CoupletCost[]){1, 2, 3, 1000000000000, 1000000000001, 4000000000000000}, 6,
                  2);
}

/* One shift g <= x, where x = 1 costs 5 and g = -1 costs 3. */
static WalkProgram *
two_shifts (CoupletUnit *unit)
{
  WalkProgram *program = g_new0 (WalkProgram, 1);
  WalkShift g = laplace_shift (-1, 1, 1, 3), x = laplace_shift (-1, 1, -1, 5);
  WalkOrder order = {0, 1};
  program->unit = unit;
  program->shifts = g_array_new (FALSE, FALSE, sizeof (WalkShift));
  program->orders = g_array_new (FALSE, FALSE, sizeof (WalkOrder));
  program->samples = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (program->shifts, g);
  g_array_append_val (program->shifts, x);
  g_array_append_val (program->orders, order);
  return program;
}

static void
test_prices_prove_the_least_cost_only (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = any_automaton ();
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (WalkProgram) program = two_shifts (unit);
  mpz_t price;
  mpz_init_set_ui (price, 3);
  assert_true (walk_program_proves (program, &price, 6));
  assert_false (walk_program_proves (program, &price, 7));
  mpz_set_ui (price, 2);
  assert_true (walk_program_proves (program, &price, 4));
  assert_false (walk_program_proves (program, &price, 6));
  mpz_set_si (price, -3); /* a price that rewards breaking the order */
  assert_false (walk_program_proves (program, &price, 0));
  mpz_clear (price);
}

static void
test_broken_conditions_cost_infinitely_much (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = any_automaton ();
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (WalkProgram) program = two_shifts (unit);
  assert_true (walk_program_cost (program, (const gint8[]){-1, -1}) == 6);
  assert_true (walk_program_cost (program, (const gint8[]){0, -1}) == COUPLET_COST_INFINITE);
  g_array_index (program->shifts, WalkShift, 1).low = 0;
  assert_true (walk_program_cost (program, (const gint8[]){-1, -1}) == COUPLET_COST_INFINITE);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_small_costs),
      cmocka_unit_test (test_costs_of_very_different_size),
      cmocka_unit_test (test_prices_prove_the_least_cost_only),
      cmocka_unit_test (test_broken_conditions_cost_infinitely_much),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
