/* SPDX-License-Identifier: Apache-2.0 */
/* Difference-bound matrices against the plain lists of their vectors. */
#include "shift_set.h"

#include "unit.h"

#define N 3

static gboolean
holds (const ShiftSet *set, const int *x)
{
  for (guint i = 0; i <= N; i++)
    for (guint j = 0; j <= N; j++)
      if (x[i] - x[j] > set[i * (N + 1) + j])
        return FALSE;
  return TRUE;
}

/* Sets most[i][j] to the largest difference over the vectors of set; returns how
 * many there are. */
static guint
list_vectors (const ShiftSet *set, int most[N + 1][N + 1])
{
  guint found = 0;
  for (int number = 0; number < 27; number++) {
    int x[N + 1] = {0, number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1};
    if (!holds (set, x))
      continue;
    for (guint i = 0; i <= N; i++)
      for (guint j = 0; j <= N; j++)
        most[i][j] = found == 0 ? x[i] - x[j] : MAX (most[i][j], x[i] - x[j]);
    found++;
  }
  return found;
}

static void
require_anything (ShiftSet *set, GRand *random)
{
  shift_set_fill (set, N);
  for (gint n = g_rand_int_range (random, 0, 7); n > 0; n--) {
    guint i = (guint)g_rand_int_range (random, 0, N + 1);
    guint j = (guint)g_rand_int_range (random, 0, N + 1);
    if (i != j)
      shift_set_require (set, N, i, j, g_rand_int_range (random, -2, 2));
  }
}

static void
test_closing_gives_the_tightest_differences (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint empty = 0;
  for (guint round = 0; round < 5000; round++) {
    ShiftSet set[(N + 1) * (N + 1)];
    int most[N + 1][N + 1] = {{0}};
    require_anything (set, random);
    guint n = list_vectors (set, most);
    assert_int_equal (shift_set_close (set, N), n > 0);
    empty += n == 0;
    for (guint i = 0; n > 0 && i <= N; i++)
      for (guint j = 0; j <= N; j++)
        assert_int_equal (set[i * (N + 1) + j], most[i][j]);
  }
  assert_in_range (empty, 500, 4500);
}

static void
test_within_is_inclusion (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  guint inside = 0;
  for (guint round = 0; round < 5000; round++) {
    ShiftSet a[(N + 1) * (N + 1)], b[(N + 1) * (N + 1)];
    gboolean included = TRUE;
    require_anything (a, random);
    require_anything (b, random);
    if (!shift_set_close (a, N) || !shift_set_close (b, N))
      continue;
    for (int number = 0; number < 27; number++) {
      int x[N + 1] = {0, number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1};
      included &= !holds (a, x) || holds (b, x);
    }
    assert_int_equal (shift_set_within (a, b, N), included);
    inside += included;
  }
  assert_in_range (inside, 50, 4000);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_closing_gives_the_tightest_differences),
      cmocka_unit_test (test_within_is_inclusion),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
