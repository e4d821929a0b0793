/* SPDX-License-Identifier: Apache-2.0 */
/* Axes of plots: round figures, in order, that hold all values. */
#include "axis.h"

#include <math.h>

#include "unit.h"

static void
check_ticks (const Axis *axis)
{
  assert_true (axis->n_ticks >= 2 && axis->n_ticks <= MOST_TICKS);
  for (guint i = 1; i < axis->n_ticks; i++)
    assert_true (axis->ticks[i] > axis->ticks[i - 1]);
  assert_true (fabs (axis->ticks[0] - axis->least) <= 1e-9 * axis->least);
  assert_true (fabs (axis->ticks[axis->n_ticks - 1] - axis->greatest) <= 1e-9 * axis->greatest);
  assert_true (fabs (axis_place (axis, axis->least) - axis->begin) < 1e-6);
  assert_true (fabs (axis_place (axis, axis->greatest) - axis->end) < 1e-6);
}

static void
test_linear_axes_begin_at_0_and_hold_the_greatest (void **state)
{
  static const double greatest[] = {1e-9, 0.3, 1, 1.75, 4.75, 8, 10, 99, 100, 12345, 1e12};
  for (guint i = 0; i < G_N_ELEMENTS (greatest); i++) {
    const Axis axis = axis_linear (greatest[i], 10, 400);
    check_ticks (&axis);
    assert_true (axis.least == 0 && axis.greatest >= greatest[i] * (1 - 1e-9));
    assert_true (axis.greatest <= 2 * greatest[i]);
  }
  (void)state;
}

static void
test_axes_between_two_values_hold_both (void **state)
{
  static const double values[][2] = {{1, 6}, {100, 110}, {0.5, 0.51},    {-3, 5},  {-8, -7},
                                     {7, 7}, {0, 0},     {1e9, 1e9 + 1}, {0.1, 12}};
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    const Axis axis = axis_between (values[i][0], values[i][1], 10, 400);
    double size = fmax (fabs (values[i][0]), fabs (values[i][1]));
    assert_true (axis.n_ticks >= 2 && axis.n_ticks <= MOST_TICKS);
    assert_true (axis.least <= values[i][0] + 1e-6 * size);
    assert_true (axis.greatest >= values[i][1] - 1e-6 * size);
    for (guint j = 1; j < axis.n_ticks; j++)
      assert_true (axis.ticks[j] > axis.ticks[j - 1]);
  }
  (void)state;
}

static void
test_linear_axis_of_nothing_goes_to_1 (void **state)
{
  const Axis axis = axis_linear (0, 10, 400), infinite = axis_linear (INFINITY, 10, 400);
  check_ticks (&axis);
  assert_true (fabs (axis.greatest - 1) < 1e-9 && fabs (infinite.greatest - 1) < 1e-9);
  (void)state;
}

static void
test_logarithmic_axes_have_decades (void **state)
{
  static const double ends[][2] = {{1e-6, 1e-6}, {3e-6, 0.02}, {1e-7, 3600}, {0.5, 0.6}};
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++) {
    const Axis axis = axis_logarithmic (ends[i][0], ends[i][1], 400, 20);
    check_ticks (&axis);
    assert_true (axis.least <= ends[i][0] * (1 + 1e-9));
    assert_true (axis.greatest >= ends[i][1] * (1 - 1e-9));
    for (guint t = 1; t < axis.n_ticks; t++)
      assert_true (fabs (axis.ticks[t] / axis.ticks[t - 1] - 10) < 1e-6);
  }
  (void)state;
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_linear_axes_begin_at_0_and_hold_the_greatest),
      cmocka_unit_test (test_axes_between_two_values_hold_both),
      cmocka_unit_test (test_linear_axis_of_nothing_goes_to_1),
      cmocka_unit_test (test_logarithmic_axes_have_decades),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
