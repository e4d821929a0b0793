/* SPDX-License-Identifier: Apache-2.0 */
/* Least sums of cuts: each is compared with the best corner of its rows, which are few. */
#include "rate_program.h"

#include "unit.h"

#define PROGRAMS 3000
#define MOST_ROWS 4

/* first * cut[0] + second * cut[1] >= need, over common denominators. */
typedef struct {
  int first, second, need;
} Row;

/* A program of two cuts, each at most most / 4. */
typedef struct {
  Row rows[MOST_ROWS + 4]; /* those given, then 0 <= cut and cut <= most */
  guint n_given, n;
} Case;

static void
make_case (GRand *random, int most, Case *made)
{
  made->n_given = (guint)g_rand_int_range (random, 1, MOST_ROWS + 1);
  for (guint i = 0; i < made->n_given; i++)
    made->rows[i] = (Row){4 * g_rand_int_range (random, 0, 6), 4 * g_rand_int_range (random, 0, 6),
                          g_rand_int_range (random, -3, 20)};
  const Row bounds[] = {{4, 0, 0}, {0, 4, 0}, {-4, 0, -most}, {0, -4, -most}};
  for (guint i = 0; i < G_N_ELEMENTS (bounds); i++)
    made->rows[made->n_given + i] = bounds[i];
  made->n = made->n_given + G_N_ELEMENTS (bounds);
}

/* Whether x / scale and y / scale, scale > 0, meet all rows. */
static gboolean
meets (const Case *made, gint64 x, gint64 y, gint64 scale)
{
  for (guint i = 0; i < made->n; i++)
    if (made->rows[i].first * x + made->rows[i].second * y < made->rows[i].need * scale)
      return FALSE;
  return TRUE;
}

/* Sets best to the least sum at a corner; FALSE = there is none. */
static gboolean
best_corner (const Case *made, CoupletRational *best)
{
  gboolean found = FALSE;
  g_auto (CoupletRational) sum;
  couplet_rational_init (&sum);
  for (guint i = 0; i < made->n; i++)
    for (guint k = 0; k < i; k++) {
      Row a = made->rows[i], b = made->rows[k];
      gint64 scale = a.first * b.second - a.second * b.first;
      gint64 x = a.need * b.second - a.second * b.need, y = a.first * b.need - a.need * b.first;
      gint64 sign = scale < 0 ? -1 : 1;
      if (scale == 0 || !meets (made, sign * x, sign * y, sign * scale))
        continue;
      mpq_set_si (sum.value, (long)(sign * (x + y)), (unsigned long)(sign * scale));
      mpq_canonicalize (sum.value);
      if (!found || couplet_rational_compare (&sum, best) < 0)
        mpq_set (best->value, sum.value);
      found = TRUE;
    }
  return found;
}

static RateProgram *
make_program (const Case *made, int most)
{
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  mpq_set_si (number.value, most, 4);
  mpq_canonicalize (number.value);
  RateProgram *program = rate_program_new (2, &number);
  CoupletRational *weights = rationals_new (2);
  for (guint i = 0; i < made->n_given; i++) {
    mpq_set_si (weights[0].value, made->rows[i].first / 4, 1);
    mpq_set_si (weights[1].value, made->rows[i].second / 4, 1);
    mpq_set_si (number.value, made->rows[i].need, 4);
    mpq_canonicalize (number.value);
    rate_program_add_row (program, weights, &number);
  }
  rationals_free (weights, 2);
  return program;
}

static void
test_random_programs_are_solved (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  guint solved = 0, hopeless = 0;
  g_auto (CoupletRational) best, sum;
  couplet_rational_init (&best);
  couplet_rational_init (&sum);
  for (guint i = 0; i < PROGRAMS; i++) {
    Case made;
    int most = g_rand_int_range (random, 1, 5);
    make_case (random, most, &made);
    g_autoptr (RateProgram) program = make_program (&made, most);
    CoupletRational *cuts = rationals_new (2);
    gboolean possible = best_corner (&made, &best);
    assert_int_equal (rate_program_solve (program, cuts), possible);
    mpq_add (sum.value, cuts[0].value, cuts[1].value);
    if (possible)
      assert_int_equal (couplet_rational_compare (&sum, &best), 0);
    solved += possible;
    hopeless += !possible;
    rationals_free (cuts, 2);
  }
  assert_true (solved > 500 && hopeless > 100);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test (test_random_programs_are_solved)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
