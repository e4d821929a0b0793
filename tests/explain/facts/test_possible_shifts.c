/* SPDX-License-Identifier: Apache-2.0 */
/* Shifts that random walks leave are among those called possible. */
#include "explained.h"
#include "possible_shifts.h"
#include "strategy_story.h"

#include <couplet/internal/live.h>
#include <couplet/internal/step.h>

#include "unit.h"

#define AUTOMATA 3000

/* Whether shift x of the threshold is possible at state. */
static gboolean
is_possible (PossibleShifts *possible, guint32 state, int x)
{
  const gint8 shift = (gint8)x;
  const CoupletLiteral literal = {.threshold = 0};
  return possible_shifts_have (possible, state, &literal, 1, &shift);
}

/* Takes a random walk and checks that the shifts it leaves are known as possible. */
static void
check_walk (GRand *random, const CoupletAutomaton *a, const CoupletComponents *components,
            CoupletUnit *unit, PossibleShifts *possible, guint8 *met)
{
  CoupletVector vector = {{0, 0, 0}};
  guint32 state = a->initial;
  for (int length = 0; length < 12 && a->row[state] < a->row[state + 1]; length++) {
    guint32 t =
        (guint32)g_rand_int_range (random, (gint32)a->row[state], (gint32)a->row[state + 1]);
    CoupletStep step;
    couplet_step_load (&step, a, components, unit, t);
    guint32 i = (guint32)g_rand_int_range (random, 0, (gint32)step.n);
    couplet_step_apply (&step, i, unit, &vector, &vector);
    state = a->target[t];
    for (int x = -1; x <= 1; x++)
      if (vector.at[x + 1] != COUPLET_COST_INFINITE) {
        assert_true (is_possible (possible, state, x));
        met[state] |= couplet_shift (x);
      }
  }
}

static void
test_possible_shifts (void **state)
{
  Explained *explained = *state;
  guint exact = 0;
  for (int i = 0; i < AUTOMATA; i++) {
    g_autoptr (CoupletAutomaton) a = next_explained (explained);
    g_autoptr (CoupletUnit) unit = couplet_unit_new (a, NULL);
    g_autoptr (CoupletComponents) components = couplet_components_new (a);
    g_autoptr (PossibleShifts) possible = possible_shifts_new (a, components, unit);
    g_autoptr (CoupletLive) live = couplet_live_new (a, components);
    g_autofree guint8 *met = g_new0 (guint8, a->n_states);
    gboolean all = TRUE;
    met[a->initial] = COUPLET_ALL_SHIFTS;
    for (int walk = 0; walk < 60; walk++)
      check_walk (explained->random, a, components, unit, possible, met);
    for (guint32 q = 0; q < a->n_states; q++)
      for (int x = -1; x <= 1; x++)
        all &= !couplet_is_live (live, q, 0) ||
               is_possible (possible, q, x) == couplet_shifts_have (met[q], x);
    exact += all ? 1 : 0;
    g_autoptr (Document) document = document_new ();
    assert_true (tell_strategy (document, a, 0, a->n_transitions, NULL, NULL));
  }
  /* a random walk misses some, but seldom */
  assert_true (exact > AUTOMATA * 8 / 10);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_possible_shifts),
  };
  return cmocka_run_group_tests (tests, set_up_explained, tear_down_explained);
}
