/* SPDX-License-Identifier: Apache-2.0 */
/* Of random automata, each row of the bound is an inequality that holds, between potentials of the
 * states that its transition joins; what is said of one walk begins at the start. */
#include "asked.h"
#include "explained.h"
#include "random_many.h"
#include "potential_rows.h"

#include "unit.h"

#include <couplet/host/evidence.h>

#define AUTOMATA 600
#define MOST 40

static void
check_row (const Potentials *potentials, const PotentialRow *row)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (potentials->evidence);
  guint32 t = walk_transition (row->samples, 0);
  g_auto (CoupletRational) pays;
  couplet_rational_init (&pays);
  walk_samples_pay (row->samples, 0, 1, &pays);
  mpq_add (pays.value, pays.value, row->to.enough.value);
  assert_true (couplet_rational_compare (&row->from.enough, &pays) >= 0);
  assert_int_equal (potentials_entry (potentials, row->from.vector).state, a->source[t]);
  assert_int_equal (potentials_entry (potentials, row->to.vector).state, a->target[t]);
}

/* Counts bounds of which all rows are there, and those with rows of one walk. */
static void
check_bound (const CoupletEvidence *bound, const WalkSamples *worst, guint *all, guint *some)
{
  g_autoptr (Potentials) potentials = potentials_new (bound, worst, MOST);
  assert_non_null (potentials);
  assert_int_equal (
      couplet_rational_compare (&potentials->start.enough, couplet_evidence_cost (bound)), 0);
  for (guint i = 0; i < potentials->rows->len; i++)
    check_row (potentials, potentials->rows->pdata[i]);
  assert_true (potentials->rows->len <= MOST);
  if (potentials->rows->len == potentials->n_rows)
    ++*all;
  else if (worst != NULL) {
    const PotentialRow *first = potentials->rows->pdata[0];
    assert_int_equal (first->from.vector, potentials->start.vector);
    ++*some;
  }
}

static void
test_random (void **state)
{
  Explained *explained = *state;
  guint all = 0, some = 0;
  for (int i = 0; i < AUTOMATA; i++) {
    ManyAutomaton many;
    random_many (&many, explained->random, i % 2, TRUE);
    g_autoptr (CoupletAutomaton) a = i % 3 == 0 ? next_explained (explained) : build_many (&many);
    g_auto (Asked) asked;
    const CoupletStageResult *by;
    ask (&asked, explained->examiner, a);
    const CoupletRational *cost = exact_cost (asked.result);
    const CoupletEvidence *bound = asked_evidence (&asked, COUPLET_EVIDENCE_BOUND);
    if (cost == NULL || bound == NULL ||
        couplet_rational_compare (couplet_evidence_cost (bound), cost) != 0)
      continue;
    g_autoptr (WalkSamples) worst = worst_walk (asked.result, &by);
    check_bound (bound, worst, &all, &some);
  }
  assert_true (all > AUTOMATA / 20 && some > 0);
}

static void
test_what_is_no_bound_has_no_rows (void **state)
{
  Explained *explained = *state;
  g_autoptr (CoupletAutomaton) a = next_explained (explained);
  g_autoptr (CoupletEvidence) empty = couplet_evidence_new (COUPLET_EVIDENCE_BOUND, a);
  assert_null (potentials_new (empty, NULL, MOST));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_random),
      cmocka_unit_test (test_what_is_no_bound_has_no_rows),
  };
  return cmocka_run_group_tests (tests, set_up_explained, tear_down_explained);
}
