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
  mpq_t value, *x = linear_numbers_new (2), *y = linear_numbers_new (2);
  mpq_init (value);
  make (&program, ROWS, 2, 1, 1);
  assert_int_equal (exact_program_solve (&program, value, x, y), EXACT_OPTIMUM);
  assert_number (value, 3, 4);
  assert_number (x[0], 1, 8);
  assert_number (x[1], 5, 8);
  assert_number (y[0], 1, 4);
  assert_number (y[1], 1, 4);
  linear_numbers_free (x, 2);
  linear_numbers_free (y, 2);
  mpq_clear (value);
}

static void
test_senses_bound_prices (void **state)
{
  (void)state;
  static const TestRow ROWS[] = {{{1, 1}, ROW_EQUAL, 5}, {{1, 0}, ROW_AT_MOST, 2}};
  g_auto (LinearProgram) program;
  mpq_t value, *y = linear_numbers_new (2);
  mpq_init (value);
  make (&program, ROWS, 2, 1, 3);
  assert_int_equal (exact_program_solve (&program, value, NULL, y), EXACT_OPTIMUM);
  assert_number (value, 11, 1);
  assert_number (y[0], 3, 1);
  assert_number (y[1], -2, 1);
  linear_numbers_free (y, 2);
  mpq_clear (value);
}

static void
test_infeasible_rows_have_a_ray (void **state)
{
  (void)state;
  static const TestRow ROWS[] = {{{1, 1}, ROW_AT_LEAST, 3}, {{1, 1}, ROW_AT_MOST, 1}};
  g_auto (LinearProgram) program;
  mpq_t value, missed, *ray = linear_numbers_new (2);
  mpq_inits (value, missed, NULL);
  make (&program, ROWS, 2, 1, 1);
  assert_int_equal (exact_program_solve (&program, value, NULL, NULL), EXACT_NO_OPTIMUM);
  assert_int_equal (exact_program_feasible (&program, missed, ray), EXACT_INFEASIBLE);
  assert_number (missed, 2, 1);
  assert_number (ray[0], 1, 1);
  assert_number (ray[1], -1, 1);
  linear_numbers_free (ray, 2);
  mpq_clears (value, missed, NULL);
}

static void
test_feasible_rows_have_none (void **state)
{
  (void)state;
  static const TestRow ROWS[] = {{{1, -1}, ROW_EQUAL, 7}};
  g_auto (LinearProgram) program;
  mpq_t missed;
  mpq_init (missed);
  make (&program, ROWS, 1, 0, 0);
  assert_int_equal (exact_program_feasible (&program, missed, NULL), EXACT_FEASIBLE);
  mpq_clear (missed);
}

static void
test_nothing_to_solve (void **state)
{
  (void)state;
  static const TestRow ROWS[] = {{{0, 0}, ROW_AT_LEAST, 1}};
  g_auto (LinearProgram) without, wide;
  mpq_t value, missed;
  mpq_inits (value, missed, NULL);
  make (&wide, ROWS, 0, 1, 1);
  assert_int_equal (exact_program_solve (&wide, value, NULL, NULL), EXACT_OPTIMUM);
  assert_number (value, 0, 1);
  linear_program_init (&without, 1, 0);
  mpq_set_si (without.bound[0], 1, 1);
  assert_int_equal (exact_program_solve (&without, value, NULL, NULL), EXACT_NO_OPTIMUM);
  assert_int_equal (exact_program_feasible (&without, missed, NULL), EXACT_INFEASIBLE);
  mpq_clears (value, missed, NULL);
}

static void
test_whole_columns (void **state)
{
  (void)state;
  /* 2x + 2y >= 3: 3/2 in rationals, 2 in whole numbers; y alone may be a fraction */
  static const TestRow ROWS[] = {{{2, 2}, ROW_AT_LEAST, 3}};
  g_auto (LinearProgram) program;
  mpq_t value, *x = linear_numbers_new (2);
  mpq_init (value);
  make (&program, ROWS, 1, 1, 1);
  assert_int_equal (exact_program_solve (&program, value, x, NULL), EXACT_OPTIMUM);
  assert_number (value, 3, 2);
  program.whole[0] = program.whole[1] = TRUE;
  assert_true (exact_program_solve_whole (&program, value, x));
  assert_number (value, 2, 1);
  program.whole[1] = FALSE;
  assert_true (exact_program_solve_whole (&program, value, x));
  assert_number (value, 3, 2);
  assert_int_equal (mpz_cmp_ui (mpq_denref (x[0]), 1), 0);
  linear_numbers_free (x, 2);
  mpq_clear (value);
}

static void
test_no_whole_solution (void **state)
{
  (void)state;
  static const TestRow ROWS[] = {{{2, -2}, ROW_EQUAL, 1}};
  g_auto (LinearProgram) program;
  mpq_t value, *x = linear_numbers_new (2);
  mpq_init (value);
  make (&program, ROWS, 1, 1, 1);
  program.whole[0] = program.whole[1] = TRUE;
  assert_false (exact_program_solve_whole (&program, value, x));
  linear_numbers_free (x, 2);
  mpq_clear (value);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_optimum_has_a_solution_and_prices),
      cmocka_unit_test (test_senses_bound_prices),
      cmocka_unit_test (test_infeasible_rows_have_a_ray),
      cmocka_unit_test (test_feasible_rows_have_none),
      cmocka_unit_test (test_nothing_to_solve),
      cmocka_unit_test (test_whole_columns),
      cmocka_unit_test (test_no_whole_solution),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
