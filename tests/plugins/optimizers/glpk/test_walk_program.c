/* SPDX-License-Identifier: Apache-2.0 */
/* Linear programs of walks: GLPK's answers against all shifts, proven by its
 * prices; wrong figures are not. */
#include "small_automata.h"
#include "walk_program.h"

#include <couplet/host.h>

#include <math.h>

#include "unit.h"

#define MOST_SHIFTS 6

static CoupletAutomaton *
any_automaton (void)
{
  return small_automaton ("1", (const char *const[]){"s q true a assign", "q e < b", NULL});
}

/* A program whose draws are samples with Laplace noise. */
typedef struct {
  WalkProgram program;
  CoupletLetterPart parts[MOST_SHIFTS];
  CoupletRational step; /* a unit */
} Made;

static void
init (Made *made, CoupletUnit *unit, CoupletCost constant)
{
  couplet_rational_init (&made->step);
  couplet_cost_to_rational (unit, 1, &made->step);
  made->program = (WalkProgram){.unit = unit,
                                .step = made->step.value,
                                .path = couplet_path_new (1),
                                .constant = constant,
                                .samples = g_array_new (FALSE, FALSE, sizeof (guint32))};
}

static void
discard (Made *made)
{
  couplet_path_free (made->program.path);
  g_array_unref (made->program.samples);
  couplet_rational_clear (&made->step);
}

/* Adds a shift from low to high. */
static void
add_shift (Made *made, int low, int high, int difference, CoupletCost d)
{
  CoupletLetterPart *part = &made->parts[made->program.path->draws->len];
  CoupletShifts shifts = 0;
  *part = (CoupletLetterPart){.sample = {.noise = COUPLET_LAPLACE, .d = d}};
  couplet_sample_fees (&part->sample, difference, part->fees);
  for (int g = low; g <= high; g++)
    shifts |= couplet_shift (g);
  couplet_path_take (made->program.path, part, shifts);
}

static void
add_order (Made *made, guint32 below, guint32 above)
{
  CoupletPathRow row = {.sample = below, .value = above, .at_most = TRUE};
  g_array_append_val (made->program.path->rows, row);
}

static void
make_random (Made *made, GRand *random, CoupletUnit *unit, const CoupletCost *costs, guint n_costs)
{
  gint n = g_rand_int_range (random, 1, MOST_SHIFTS + 1);
  init (made, unit, costs[g_rand_int_range (random, 0, (gint)n_costs)]);
  for (gint i = 0; i < n; i++) {
    int low = g_rand_int_range (random, -1, 1), high = g_rand_int_range (random, MAX (low, 0), 2);
    int difference = g_rand_int_range (random, -1, 2);
    add_shift (made, low, high, difference, costs[g_rand_int_range (random, 0, (gint)n_costs)]);
  }
  for (gint m = g_rand_int_range (random, 0, 8); m > 0; m--) {
    guint32 below = (guint32)g_rand_int_range (random, 0, n);
    guint32 above = (guint32)g_rand_int_range (random, 0, n);
    if (below != above)
      add_order (made, below, above);
  }
}

static CoupletCost
try_all_shifts (const WalkProgram *program)
{
  CoupletCost least = COUPLET_COST_INFINITE;
  int vectors = (int)pow (3, program->path->draws->len);
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
  const CoupletHost host = {0};
  g_autoptr (CoupletContext) context = couplet_context_new (NULL, NULL, &host, "test");
  for (guint round = 0; round < 1000; round++) {
    Made made;
    WalkAnswer answer;
    make_random (&made, random, unit, costs, n_costs);
    g_auto (GlpkProgram) lp;
    walk_program_write (&made.program, &lp);
    assert_true (walk_program_solve (&made.program, &lp, context, &answer));
    assert_true (answer.proven);
    assert_true (answer.cost == try_all_shifts (&made.program));
    g_free (answer.shifts);
    discard (&made);
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
static void
make_two_shifts (Made *made, CoupletUnit *unit)
{
  init (made, unit, 0);
  add_shift (made, -1, 1, 1, 3);
  add_shift (made, -1, 1, -1, 5);
  add_order (made, 0, 1);
}

static void
test_prices_prove_the_least_cost_only (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = any_automaton ();
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  Made made;
  make_two_shifts (&made, unit);
  WalkProgram *program = &made.program;
  assert_true (walk_program_proves (program, (const double[]){3}, 6));
  assert_false (walk_program_proves (program, (const double[]){3}, 7));
  assert_true (walk_program_proves (program, (const double[]){2}, 4));
  assert_false (walk_program_proves (program, (const double[]){2}, 6));
  /* a price that rewards breaking the order is none */
  assert_true (walk_program_proves (program, (const double[]){-3}, 0));
  assert_false (walk_program_proves (program, (const double[]){-3}, 1));
  discard (&made);
}

static void
test_broken_conditions_cost_infinitely_much (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = any_automaton ();
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  Made made;
  make_two_shifts (&made, unit);
  WalkProgram *program = &made.program;
  assert_true (walk_program_cost (program, (const gint8[]){-1, -1}) == 6);
  assert_true (walk_program_cost (program, (const gint8[]){0, -1}) == COUPLET_COST_INFINITE);
  couplet_path_draw (program->path, 1)->shifts &= (CoupletShifts)~couplet_shift (-1);
  assert_true (walk_program_cost (program, (const gint8[]){-1, -1}) == COUPLET_COST_INFINITE);
  discard (&made);
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
