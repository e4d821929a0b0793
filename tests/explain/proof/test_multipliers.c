/* SPDX-License-Identifier: Apache-2.0 */
/* Of random automata, the multipliers of the costliest walk add up to the cost, and obey the rules
 * that make this a lower bound. */
#include "asked.h"
#include "explained.h"
#include "random_many.h"
#include "multipliers.h"

#include "unit.h"

#define AUTOMATA 600

/* Multipliers of rows are not negative, weights are what they add up to, and no weight is more than
 * its draw pays in its turns. */
static void
check_multipliers (const WalkSamples *samples, const Multipliers *m)
{
  g_auto (CoupletRational) sum, most;
  couplet_rational_init (&sum);
  couplet_rational_init (&most);
  for (guint i = 0; i < m->n_samples; i++) {
    const WalkSample *sample = walk_sample (samples, i);
    mpq_set (sum.value, m->outputs[i].value);
    assert_true (sample->draw.outputs || mpq_sgn (sum.value) == 0);
    for (guint r = 0; r < m->n_rows; r++) {
      const CoupletPathRow *row = couplet_path_row (samples->path, r);
      assert_true (mpq_sgn (m->rows[r].value) >= 0);
      if (couplet_path_above (row) == i)
        mpq_add (sum.value, sum.value, m->rows[r].value);
      if (couplet_path_below (row) == i)
        mpq_sub (sum.value, sum.value, m->rows[r].value);
    }
    assert_int_equal (couplet_rational_compare (&sum, &m->weights[i]), 0);
    mpq_set_ui (most.value, m->turns[i], 1);
    mpq_mul (most.value, most.value, m->rates[i].value);
    assert_true (m->turns[i] == 1 || sample->on_cycle);
    if (!couplet_noise_is_one_sided (sample->kind))
      mpq_abs (sum.value, sum.value);
    assert_true (sample->kind == COUPLET_NOISELESS || couplet_rational_compare (&sum, &most) <= 0);
  }
}

/* Counts the automata of which there are some. */
static void
check_one (Explained *explained, const CoupletAutomaton *a, guint *told)
{
  g_auto (Asked) asked;
  const CoupletStageResult *by;
  ask (&asked, explained->examiner, a);
  const CoupletRational *cost = exact_cost (asked.result);
  g_autoptr (WalkSamples) samples = cost != NULL ? worst_walk (asked.result, &by) : NULL;
  if (samples == NULL)
    return;
  g_autoptr (Multipliers) m = multipliers_new (samples);
  assert_non_null (m);
  check_multipliers (samples, m);
  assert_int_equal (couplet_rational_compare (&m->least, cost), 0);
  ++*told;
}

static void
test_one_threshold (void **state)
{
  guint told = 0;
  for (int i = 0; i < AUTOMATA; i++) {
    g_autoptr (CoupletAutomaton) a = next_explained (*state);
    check_one (*state, a, &told);
  }
  assert_true (told > AUTOMATA / 5);
}

static void
test_several_thresholds (void **state)
{
  Explained *explained = *state;
  for (int shared = 0; shared < 2; shared++) {
    guint told = 0;
    for (int i = 0; i < AUTOMATA; i++) {
      ManyAutomaton many;
      random_many (&many, explained->random, shared, TRUE);
      g_autoptr (CoupletAutomaton) a = build_many (&many);
      check_one (explained, a, &told);
    }
    assert_true (told > AUTOMATA / 20);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_one_threshold),
      cmocka_unit_test (test_several_thresholds),
  };
  return cmocka_run_group_tests (tests, set_up_explained, tear_down_explained);
}
