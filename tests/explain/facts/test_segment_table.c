/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of segments against the fixed method and against random walks, case by case. */
#include "asked.h"
#include "explained.h"
#include "methods.h"
#include "random_many.h"
#include "segment_story.h"
#include "strategy_story.h"

#include "unit.h"

#include <couplet/host/unfold.h>

#include <stdlib.h>

#define AUTOMATA 3000
#define MANY 800

/* With one segment and no other assignment the table gives the fixed strategy's
 * cost: the least of the three worst sums when all classes share a strategy. */
static gint64
best_strategy (const SegmentTable *table)
{
  CoupletVector worst = {{0, 0, 0}};
  for (guint i = 0; i < table->classes->len; i++)
    for (int x = 0; x < 3; x++)
      worst.at[x] = couplet_cost_max (worst.at[x],
                                      ((const SegmentClass *)table->classes->pdata[i])->cost.at[x]);
  CoupletCost least = couplet_vector_min (&worst);
  if (least == COUPLET_COST_INFINITE)
    return BRUTE_INFINITE;
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  couplet_cost_to_rational (table->unit, least, &cost);
  mpz_mul_ui (mpq_numref (cost.value), mpq_numref (cost.value), NOISE_UNIT);
  mpq_canonicalize (cost.value);
  return mpz_get_si (mpq_numref (cost.value)) / mpz_get_si (mpq_denref (cost.value));
}

/* Each class alone allows the fixed method to do as well or better, so a single
 * class gives exactly what that method says. */
static void
test_segments (void **state)
{
  Explained *explained = *state;
  const RandomShape shape = {.most_states = 6, .public_comparisons = TRUE};
  guint compared = 0;
  for (int i = 0; i < AUTOMATA; i++) {
    PlainAutomaton plain;
    random_automaton (&plain, explained->random, &shape);
    plain.sensitivity = "1";
    for (int t = 1; t < plain.n_transitions; t++)
      plain.transitions[t].assigns = FALSE;
    g_autoptr (CoupletAutomaton) a = build_plain (&plain, "q");
    g_autoptr (SegmentTable) table = segment_table_new (a, NULL);
    g_autoptr (Document) document = document_new ();
    tell_segments (document, a, table);
    if (table->classes->len != 1 || ((SegmentClass *)table->classes->pdata[0])->follows)
      continue;
    assert_true (best_strategy (table) == ask_method (FIXED, a));
    compared++;
  }
  assert_true (compared > AUTOMATA / 20);
}

/* The most that a transition pays on account of threshold v, which shifts by x,
 * or takes that shift: from the guard and the noise, case by case. */
static CoupletCost
pay_case_by_case (const CoupletAutomaton *a, const CoupletComponents *components, CoupletUnit *unit,
                  guint32 t, guint32 v, int x)
{
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, t)->noise];
  guint32 comparisons = couplet_guard_comparisons (couplet_guard_of (a, t), v);
  gboolean assigns = couplet_assigns (a, t, v), shared = a->sampling == COUPLET_SHARED;
  if (shared ? comparisons == 0 && !assigns : !couplet_uses_sample (a, t, v))
    return 0;
  guint32 number = noise->d[couplet_noise_slot (a, v)];
  const CoupletOutput *output = couplet_output_of (a, t);
  gboolean shows = output->kind == COUPLET_INSAMPLE && (shared || output->threshold == v);
  gboolean tight = couplet_on_cycle (a, components, t) || number == COUPLET_NO_NOISE;
  gboolean is_public = couplet_source_state (a, t)->input == COUPLET_PUBLIC;
  CoupletCost worst = 0;
  for (int difference = -1; difference <= 1; difference++) {
    CoupletCost least = COUPLET_COST_INFINITE;
    for (int g = -1; g <= 1 && is_public == (difference == 0); g++) {
      if ((shows && g != 0) || (tight && g != difference) || (assigns && g != x) ||
          (!assigns && (comparisons & COUPLET_LESS) != 0 && g > x) ||
          (!assigns && (comparisons & COUPLET_GREATER_EQUAL) != 0 && g < x))
        continue;
      CoupletCost pays = 0;
      for (int i = 0; i < ABS (difference - g); i++)
        pays = couplet_cost_add (unit, pays, couplet_unit_cost (unit, number));
      least = couplet_cost_min (least, pays);
    }
    if (is_public == (difference == 0))
      worst = couplet_cost_max (worst, least);
  }
  return worst;
}

static guint32
of_input (const CoupletAutomaton *a, guint32 t)
{
  return a->folded != NULL && t != COUPLET_NONE ? a->folded_transition[t] : t;
}

/* A class with these ends that says no less than cost; or one whose assignment repeats. */
static gboolean
has_class (const CoupletAutomaton *a, const SegmentTable *table, guint32 v, guint32 begin,
           guint32 next, const CoupletVector *cost)
{
  for (guint i = 0; i < table->classes->len; i++) {
    const SegmentClass *class = table->classes->pdata[i];
    if (class->threshold == v && of_input (a, class->begin) == of_input (a, begin) &&
        of_input (a, class->next) == of_input (a, next) &&
        (class->follows || couplet_vector_below (cost, &class->cost)))
      return TRUE;
  }
  return FALSE;
}

/* A random walk, cut into the segments of v. Returns how many were looked up. */
static guint
check_segments_of (GRand *random, const CoupletAutomaton *a, const SegmentTable *table, guint32 v)
{
  g_autoptr (CoupletComponents) components = couplet_components_new (a);
  guint32 state = a->initial, begin = COUPLET_NONE;
  CoupletVector cost = {{0, 0, 0}};
  guint looked = 0;
  for (int length = 0; length < 12 && a->row[state] < a->row[state + 1]; length++) {
    guint32 t =
        (guint32)g_rand_int_range (random, (gint32)a->row[state], (gint32)a->row[state + 1]);
    gboolean assigns = couplet_assigns (a, t, v);
    /* where nothing is left, there is no class that goes on */
    if (assigns && begin != COUPLET_NONE && couplet_vector_min (&cost) != COUPLET_COST_INFINITE) {
      assert_true (has_class (a, table, v, begin, t, &cost));
      looked++;
    }
    begin = assigns ? t : begin;
    for (int x = -1; x <= 1; x++)
      cost.at[x + 1] = couplet_cost_add (table->unit, assigns ? 0 : cost.at[x + 1],
                                         pay_case_by_case (a, components, table->unit, t, v, x));
    state = a->target[t];
  }
  if (begin == COUPLET_NONE)
    return looked;
  assert_true (has_class (a, table, v, begin, COUPLET_NONE, &cost));
  return looked + 1;
}

/* A class that leaves no strategy rules every proof out, unless shifts that follow a
 * difference that no noise hides would do. */
static gboolean
has_hopeless_class (const SegmentTable *table)
{
  for (guint i = 0; i < table->classes->len; i++) {
    const SegmentClass *class = table->classes->pdata[i];
    if (!class->follows && couplet_vector_min (&class->cost) == COUPLET_COST_INFINITE)
      return TRUE;
  }
  return FALSE;
}

static void
test_segments_of_many (void **state)
{
  Explained *explained = *state;
  guint looked = 0, hopeless = 0;
  for (int i = 0; i < 2 * MANY; i++) {
    ManyAutomaton many;
    random_many (&many, explained->random, i % 2 != 0, TRUE);
    g_autoptr (CoupletAutomaton) a = build_many (&many);
    g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (a, NULL, NULL);
    const CoupletAutomaton *seen = unfolded != NULL ? unfolded : a;
    g_autoptr (SegmentTable) table = segment_table_new (seen, NULL);
    g_autoptr (Document) document = document_new ();
    tell_segments (document, seen, table);
    assert_true (tell_strategy (document, seen, 0, seen->n_transitions, NULL, NULL));
    for (guint32 v = 0; v < a->n_thresholds; v++)
      for (int walk = 0; walk < 8; walk++)
        looked += check_segments_of (explained->random, seen, table, v);
    if (!a->all_noise_finite || !has_hopeless_class (table))
      continue;
    g_auto (Asked) asked;
    ask (&asked, explained->examiner, a);
    assert_false (exact_cost (asked.result) != NULL);
    hopeless++;
  }
  assert_true (looked > 10 * MANY && hopeless > MANY / 20);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_segments),
      cmocka_unit_test (test_segments_of_many),
  };
  return cmocka_run_group_tests (tests, set_up_explained, tear_down_explained);
}
