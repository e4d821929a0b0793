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
    mpq_set_si (program->columns[j].cost, costs[j], 1);
  for (guint i = 0; i < n; i++) {
    program->rows[i].sense = rows[i].sense;
    mpq_set_si (program->rows[i].bound, rows[i].bound, 1);
    for (guint j = 0; j < 2; j++)
      if (rows[i].factors[j] != 0)
        mpq_set_si (linear_program_add (program, i, j), rows[i].factors[j], 1);
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
  g_autoptr (ExactSolution) solution = exact_solution_new (&program, NULL);
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
  g_autoptr (ExactSolution) solution = exact_solution_new (&program, NULL);
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
  g_autoptr (ExactSolution) solution = exact_solution_new (&program, NULL);
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
  g_autoptr (ExactSolution) nothing = exact_solution_new (&without_rows, NULL);
  assert_number (nothing->value, 0, 1);
  linear_program_init (&without_columns, 1, 0);
  mpq_set_si (without_columns.rows[0].bound, 1, 1);
  g_autoptr (ExactSolution) none = exact_solution_new (&without_columns, NULL);
  assert_true (none->is_infeasible);
  make (&without_costs, ROWS, 1, 0, 0);
  g_autoptr (ExactSolution) some = exact_solution_new (&without_costs, NULL);
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
  program.columns[0].is_whole = TRUE;
  for (guint fraction = 0; fraction < 2; fraction++) {
    program.columns[1].is_whole = fraction == 0;
    g_autoptr (ExactSolution) solution = exact_solution_new (&program, NULL);
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
  program.columns[0].is_whole = program.columns[1].is_whole = TRUE;
  g_autoptr (ExactSolution) solution = exact_solution_new (&program, NULL);
  assert_false (solution->is_infeasible);
  assert_number (solution->least, 1, 2);
  assert_null (solution->x);
}

#define MOST_COLUMNS 6
#define MOST_ORDERS 8

/* Columns up to 2, and orders of two of them with a distance between. */
typedef struct {
  LinearProgram program;
  guint n, n_orders, below[MOST_ORDERS], above[MOST_ORDERS];
  int distance[MOST_ORDERS];
  gint64 costs[MOST_COLUMNS];
} Orders;

static void
make_orders (Orders *orders, GRand *random, const gint64 *costs, gint n_costs)
{
  guint row = 0;
  orders->n = (guint)g_rand_int_range (random, 2, MOST_COLUMNS + 1);
  orders->n_orders = (guint)g_rand_int_range (random, 0, MOST_ORDERS + 1);
  linear_program_init (&orders->program, orders->n + orders->n_orders, orders->n);
  for (guint j = 0; j < orders->n; j++, row++) {
    orders->costs[j] = costs[g_rand_int_range (random, 0, n_costs)];
    mpq_set_si (orders->program.columns[j].cost, orders->costs[j], 1);
    mpq_set_ui (linear_program_add (&orders->program, row, j), 1, 1);
    mpq_set_ui (orders->program.rows[row].bound, 2, 1);
    orders->program.rows[row].sense = ROW_AT_MOST;
  }
  for (guint i = 0; i < orders->n_orders; i++, row++) {
    orders->below[i] = (guint)g_rand_int_range (random, 0, (gint)orders->n);
    orders->above[i] =
        (orders->below[i] + (guint)g_rand_int_range (random, 1, (gint)orders->n)) % orders->n;
    orders->distance[i] = g_rand_int_range (random, -2, 3);
    mpq_set_si (linear_program_add (&orders->program, row, orders->above[i]), 1, 1);
    mpq_set_si (linear_program_add (&orders->program, row, orders->below[i]), -1, 1);
    mpq_set_si (orders->program.rows[row].bound, orders->distance[i], 1);
  }
}

/* The least cost of all columns; negative = nothing meets the rows. */
static gint64
try_all (const Orders *orders)
{
  gint64 least = -1;
  int total = 1;
  for (guint j = 0; j < orders->n; j++)
    total *= 3;
  for (int number = 0; number < total; number++) {
    int x[MOST_COLUMNS], rest = number;
    gint64 cost = 0;
    gboolean good = TRUE;
    for (guint j = 0; j < orders->n; j++, rest /= 3) {
      x[j] = rest % 3;
      cost += x[j] * orders->costs[j];
    }
    for (guint i = 0; i < orders->n_orders; i++)
      good = good && x[orders->above[i]] - x[orders->below[i]] >= orders->distance[i];
    if (good && (least < 0 || cost < least))
      least = cost;
  }
  return least;
}

/* The tolerances of floating point are far above the small costs of the second set. */
static void
test_orders (void **state)
{
  static const gint64 COSTS[][6] = {{0, 1, 2, 3, 5, 7},
                                    {1, 2, 3, 1000000000000, 1000000000001, 200000000000000000}};
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint infeasible = 0;
  for (guint round = 0; round < 2000; round++) {
    Orders orders;
    make_orders (&orders, random, COSTS[round % 2], 6);
    gint64 least = try_all (&orders);
    g_autoptr (ExactSolution) solution = exact_solution_new (&orders.program, NULL);
    assert_non_null (solution);
    assert_int_equal (solution->is_infeasible, least < 0);
    assert_true (least < 0 || mpq_cmp_si (solution->least, least, 1) == 0);
    infeasible += least < 0;
    linear_program_clear (&orders.program);
  }
  assert_in_range (infeasible, 10, 1900);
}

/* A row of columns, each at least one above the one before it. */
static void
test_long_chains (void **state)
{
  (void)state;
  g_auto (LinearProgram) program;
  linear_program_init (&program, 3000, 3001);
  for (guint i = 0; i < 3000; i++) {
    mpq_set_si (linear_program_add (&program, i, i + 1), 1, 1);
    mpq_set_si (linear_program_add (&program, i, i), -1, 1);
    mpq_set_ui (program.rows[i].bound, 1, 1);
  }
  mpq_set_ui (program.columns[3000].cost, 1, 3);
  g_autoptr (ExactSolution) solution = exact_solution_new (&program, NULL);
  assert_number (solution->least, 1000, 1);
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
      cmocka_unit_test (test_orders),
      cmocka_unit_test (test_long_chains),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
