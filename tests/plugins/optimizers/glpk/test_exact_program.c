/* SPDX-License-Identifier: Apache-2.0 */
#include "exact_program.h"

#include "unit.h"

/* min x + y (+ more), with rows over two columns: factors, sense, bound. */
typedef struct {
  int factors[2];
  RowSense sense;
  int bound;
} TestRow;

static void
make (LinearProgram *program, const TestRow *rows, guint n, int first, int second)
{
  const int costs[] = {first, second};
  linear_program_init (program, n, 2);
  for (guint j = 0; j < 2; j++)
    mpq_set_si (program->cost[j], costs[j], 1);
  for (guint i = 0; i < n; i++) {
    program->sense[i] = rows[i].sense;
    mpq_set_si (program->bound[i], rows[i].bound, 1);
    for (guint j = 0; j < 2; j++)
      mpq_set_si (linear_program_at (program, i, j), rows[i].factors[j], 1);
  }
}

static void
assert_number (mpq_srcptr number, int numerator, unsigned denominator)
{
  assert_int_equal (mpq_cmp_si (number, numerator, denominator), 0);
}

static void
test_optimum_has_a_solution_and_prices (void **state)
{
  (void)state;
  static const TestRow ROWS[] = {{{3, 1}, ROW_AT_LEAST, 1}, {{1, 3}, ROW_AT_LEAST, 2}};
  g_auto (LinearProgram) program;
  make (&program, ROWS, 2, 1, 1);
  g_autoptr (ExactSolution) solution = exact_solution_new (&program);
  assert_false (solution->is_infeasible);
  assert_number (solution->value, 3, 4);
  assert_number (solution->least, 3, 4);
  assert_number (solution->x[0], 1, 8);
  assert_number (solution->x[1], 5, 8);
  assert_number (solution->y[0], 1, 4);
  assert_number (solution->y[1], 1, 4);
}

static void
test_senses_bound_prices (void **state)
{
  (void)state;
  static const TestRow ROWS[] = {{{1, 1}, ROW_EQUAL, 5}, {{1, 0}, ROW_AT_MOST, 2}};
  g_auto (LinearProgram) program;
  make (&program, ROWS, 2, 1, 3);
  g_autoptr (ExactSolution) solution = exact_solution_new (&program);
  assert_number (solution->value, 11, 1);
  assert_number (solution->y[0], 3, 1);
  assert_number (solution->y[1], -2, 1);
}

static void
test_infeasible_rows_have_prices_that_show_it (void **state)
{
  (void)state;
  static const TestRow ROWS[] = {{{1, 1}, ROW_AT_LEAST, 3}, {{1, 1}, ROW_AT_MOST, 1}};
  g_auto (LinearProgram) program;
  make (&program, ROWS, 2, 1, 1);
  g_autoptr (ExactSolution) solution = exact_solution_new (&program);
  assert_true (solution->is_infeasible);
  assert_null (solution->x);
  assert_number (solution->value, 2, 1);
  assert_number (solution->y[0], 1, 1);
  assert_number (solution->y[1], -1, 1);
}

static void
test_nothing_to_solve (void **state)
{
  (void)state;
  static const TestRow ROWS[] = {{{1, -1}, ROW_EQUAL, 7}};
  g_auto (LinearProgram) without_rows, without_columns, without_costs;
  make (&without_rows, ROWS, 0, 1, 1);
  g_autoptr (ExactSolution) nothing = exact_solution_new (&without_rows);
  assert_number (nothing->value, 0, 1);
  linear_program_init (&without_columns, 1, 0);
  mpq_set_si (without_columns.bound[0], 1, 1);
  g_autoptr (ExactSolution) none = exact_solution_new (&without_columns);
  assert_true (none->is_infeasible);
  make (&without_costs, ROWS, 1, 0, 0);
  g_autoptr (ExactSolution) some = exact_solution_new (&without_costs);
  assert_false (some->is_infeasible);
  assert_number (some->value, 0, 1);
}

static void
test_whole_columns (void **state)
{
  (void)state;
  /* 2x + 2y >= 3: 3/2 in rationals, 2 in whole numbers; y alone may be a fraction */
  static const TestRow ROWS[] = {{{2, 2}, ROW_AT_LEAST, 3}};
  static const int VALUES[] = {4, 3};
  g_auto (LinearProgram) program;
  make (&program, ROWS, 1, 1, 1);
  program.whole[0] = TRUE;
  for (guint fraction = 0; fraction < 2; fraction++) {
    program.whole[1] = fraction == 0;
    g_autoptr (ExactSolution) solution = exact_solution_new (&program);
    assert_number (solution->least, 3, 2);
    assert_number (solution->value, VALUES[fraction], 2);
    assert_int_equal (mpz_cmp_ui (mpq_denref (solution->x[0]), 1), 0);
  }
}

static void
test_no_whole_solution (void **state)
{
  (void)state;
  static const TestRow ROWS[] = {{{2, -2}, ROW_EQUAL, 1}};
  g_auto (LinearProgram) program;
  make (&program, ROWS, 1, 1, 1);
  program.whole[0] = program.whole[1] = TRUE;
  g_autoptr (ExactSolution) solution = exact_solution_new (&program);
  assert_false (solution->is_infeasible);
  assert_number (solution->least, 1, 2);
  assert_null (solution->x);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_optimum_has_a_solution_and_prices),
      cmocka_unit_test (test_senses_bound_prices),
      cmocka_unit_test (test_infeasible_rows_have_prices_that_show_it),
      cmocka_unit_test (test_nothing_to_solve),
      cmocka_unit_test (test_whole_columns),
      cmocka_unit_test (test_no_whole_solution),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
