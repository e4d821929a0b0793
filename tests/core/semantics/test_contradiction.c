/* SPDX-License-Identifier: Apache-2.0 */
/* Which two comparisons of a transition contradict what is known where it begins. */
#include "text_automaton.h"

#include <couplet/host/unfold.h>

#include "unit.h"

/* What the transition that outputs `never` needs, and what is known against it, in that state of
 * the unfolded automaton, by its name: `u < v: v <= u`; NULL = nothing is against it. */
static char *
contradiction_at (CoupletSampling sampling, const char *thresholds, const char *const *lines,
                  const char *name)
{
  CoupletKnown needed, contrary;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (sampling, thresholds, lines);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (automaton, NULL, NULL);
  assert_non_null (unfolded);
  guint32 q = 0;
  while (q < unfolded->n_states && !g_str_equal (unfolded->states[q].name, name))
    q++;
  assert_true (q < unfolded->n_states);
  if (!couplet_known_contradiction (unfolded, q, transition_with_output (automaton, "never"),
                                    &needed, &contrary))
    return NULL;
  g_autofree char *asked = couplet_known_to_string (automaton, &needed);
  g_autofree char *known = couplet_known_to_string (automaton, &contrary);
  return g_strconcat (asked, ": ", known, NULL);
}

/* Of t nothing is known: that the draw is below it does not contradict what it is not below. */
static const char *const SHARED[] = {
    "state a public 1",      "state b public 1",          "state c private 1",
    "state e private 1",     "state end private 1",       "a b true first t",
    "b c true second u",     "c e >=u third v",           "c c <u again",
    "e end >=v&<t&<u never", "e end >=v&<t&>=u possible", NULL};

static void
test_the_pair_that_is_contradicted_is_told (void **state)
{
  (void)state;
  g_autofree char *at_e = contradiction_at (COUPLET_SHARED, "t u v", SHARED, "e [u < v]");
  assert_string_equal (at_e, "v < u: u < v");
}

static void
test_where_nothing_is_known_nothing_is_contradicted (void **state)
{
  (void)state;
  assert_null (contradiction_at (COUPLET_SHARED, "t u v", SHARED, "c"));
}

/* What is contradicted at node: t, x and y are assigned; a value without noise fits the guard
 * first; then the draw beside t alone has noise, with the guards never and other. */
static char *
beside_noise (const char *first, const char *never, const char *other, const char *node)
{
  g_autofree char *between = g_strdup_printf ("d e %s between", first);
  g_autofree char *one = g_strdup_printf ("e end %s never", never);
  g_autofree char *two = g_strdup_printf ("e end %s other", other);
  const char *const lines[] = {"state a public 1",
                               "state b public 1",
                               "state c public 1",
                               "state d private none",
                               "state e private t=1,x=none,y=none",
                               "state end private 1",
                               "a b true first t",
                               "b c true second x",
                               "c d true third y",
                               between,
                               one,
                               two,
                               NULL};
  return contradiction_at (COUPLET_INDEPENDENT, "t x y", lines, node);
}

/* That a draw with noise is not below t says nothing of what y is compared with. */
static void
test_draws_with_noise_contradict_nothing (void **state)
{
  (void)state;
  g_autofree char *at_e = beside_noise ("<x&>=y", ">=t&>=x&<y", ">=t&<x&<y", "e [y < x]");
  assert_string_equal (at_e, "x < y: y < x");
}

/* It may be above t where that beside y is below y. */
static void
test_a_draw_with_noise_does_not_stand_where_another_draw_does (void **state)
{
  (void)state;
  assert_null (beside_noise ("<t&<x&>=y", ">=t&<y", "<t&>=x&<y", "e [y < t, y < x]"));
}

/* It may be below t where the input is not below y, though t is at most y. */
static void
test_a_draw_with_noise_may_be_less_than_the_input (void **state)
{
  (void)state;
  assert_null (beside_noise (">=t&>=x&<y", "<t&>=y", ">=t&<x&>=y", "e [t < y, x < y]"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_the_pair_that_is_contradicted_is_told),
      cmocka_unit_test (test_where_nothing_is_known_nothing_is_contradicted),
      cmocka_unit_test (test_draws_with_noise_contradict_nothing),
      cmocka_unit_test (test_a_draw_with_noise_does_not_stand_where_another_draw_does),
      cmocka_unit_test (test_a_draw_with_noise_may_be_less_than_the_input),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
