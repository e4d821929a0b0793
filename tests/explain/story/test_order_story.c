/* SPDX-License-Identifier: Apache-2.0 */
/* What is told of orders of thresholds agrees with what unfolding keeps and names. */
#include "explained.h"
#include "random_many.h"
#include "order_story.h"

#include "unit.h"

#include <couplet/host/unfold.h>

#define MANY 800

/* Of what leaves a state, each transition is either kept or said to contradict
 * the order known there. */
static guint
check_kept_or_impossible (const CoupletAutomaton *a)
{
  guint impossible = 0;
  for (guint32 q = 0; q < a->n_states; q++) {
    guint32 from = a->folded_state[q];
    for (guint32 t = a->folded->row[from]; t < a->folded->row[from + 1]; t++) {
      Line *line = line_new ();
      gboolean kept = FALSE;
      for (guint32 u = a->row[q]; u < a->row[q + 1]; u++)
        kept |= a->folded_transition[u] == t;
      assert_true (put_why_impossible (line, a, q, t) != kept);
      assert_true ((line->atoms->len > 0) != kept);
      impossible += kept ? 0 : 1;
      line_free (line);
    }
  }
  return impossible;
}

/* What is told of orders is what state names say, less what follows. */
static void
check_named (const CoupletAutomaton *a)
{
  for (guint32 q = 0; q < a->n_states; q++) {
    g_autofree char *known = couplet_known_order_to_string (a, q);
    const char *name = a->folded->states[a->folded_state[q]].name;
    g_autofree char *expected =
        *known != '\0' ? g_strdup_printf ("%s [%s]", name, known) : g_strdup (name);
    assert_string_equal (a->states[q].name, expected);
  }
}

static void
test_orders (void **state)
{
  Explained *explained = *state;
  guint impossible = 0, unfolded = 0;
  for (int i = 0; i < MANY; i++) {
    ManyAutomaton many;
    random_many (&many, explained->random, TRUE, TRUE);
    g_autoptr (CoupletAutomaton) a = build_many (&many);
    g_autoptr (CoupletAutomaton) made = couplet_unfold (a, NULL, NULL);
    if (made == NULL)
      continue;
    impossible += check_kept_or_impossible (made);
    check_named (made);
    unfolded++;
  }
  assert_true (unfolded > MANY / 20 && impossible > MANY / 20);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_orders),
  };
  return cmocka_run_group_tests (tests, set_up_explained, tear_down_explained);
}
