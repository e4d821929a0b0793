/* SPDX-License-Identifier: Apache-2.0 */
/* Shifts that random walks leave are among those called possible. */
#include "explained.h"
#include "possible_vectors.h"
#include "strategy_story.h"

#include <couplet/step.h>

#include <string.h>

#include "unit.h"

#define AUTOMATA 3000

/* Takes a random walk and checks that the shifts it leaves are known as possible. */
static void
check_walk (GRand *random, const CoupletAutomaton *a, const CoupletComponents *components,
            CoupletUnit *unit, const VectorSet *possible, VectorSet *met)
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
    for (int x = 0; x < 3; x++)
      if (vector.at[x] != COUPLET_COST_INFINITE) {
        assert_true ((possible[state] & (1 << x)) != 0);
        met[state] |= (VectorSet)1 << x;
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
    g_autoptr (CoupletMoves) moves = couplet_moves_new (a, components, NULL);
    g_autofree VectorSet *possible = possible_vectors (moves, components);
    g_autofree VectorSet *met = g_new0 (VectorSet, a->n_states);
    met[a->initial] = possible[a->initial];
    for (int walk = 0; walk < 60; walk++)
      check_walk (explained->random, a, components, unit, possible, met);
    exact += memcmp (met, possible, a->n_states * sizeof *met) == 0 ? 1 : 0;
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
