/* SPDX-License-Identifier: Apache-2.0 */
/* The search for a walk that loses more than a claim: what it finds, and where it ends. */
#include "text_automaton.h"
#include "text_examples.h"

#include <couplet/internal/lossy_walk.h>

#include <string.h>

#include "unit.h"

/* Of a search: steps of a walk, and walks. */
typedef struct {
  guint steps, walks;
} Limits;

static const Limits AMPLE = {400, 20000};

/* Its outputs and the difference at each step, and what it loses: `start 0, bot 1, top -1: 1`;
 * NULL = none is found. */
static char *
find (const CoupletAutomaton *a, const char *claim, const Limits *limits)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  assert_true (couplet_rational_parse (&value, claim, strlen (claim), NULL));
  g_autoptr (CoupletLossyWalk) walk =
      couplet_lossy_walk_find (a, &value, limits->steps, limits->walks, NULL, NULL);
  if (walk == NULL)
    return NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *loss = couplet_rational_to_string (&walk->loss);
  for (guint i = 0; i < walk->steps->len; i++) {
    const CoupletWalkStep *step = &g_array_index (walk->steps, CoupletWalkStep, i);
    g_string_append_printf (text, "%s%s %d", i > 0 ? ", " : "",
                            couplet_output_of (a, step->transition)->name, step->difference);
  }
  return g_strdup_printf ("%s: %s", text->str, walk->is_infinite ? "infinite" : loss);
}

static void
test_the_shortest_walk_that_loses_more (void **state)
{
  (void)state;
  static const char *const rows[][2] = {{"1/5", "start 0, bot 1: 1/4"},
                                        {"1/4", "start 0, bot 1, top -1: 1"},
                                        {"1", "start 0, bot 1, bot 1, top -1: 5/4"}};
  g_autoptr (CoupletAutomaton) a = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *found = find (a, rows[i][0], &AMPLE);
    assert_string_equal (found, rows[i][1]);
  }
  g_autofree char *none = find (a, "5/4", &AMPLE);
  assert_null (none);
}

static void
test_the_search_ends_at_its_limits (void **state)
{
  (void)state;
  static const Limits limits[] = {{3, 20000}, {400, 1}};
  g_autoptr (CoupletAutomaton) a = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++) {
    g_autofree char *found = find (a, "1", &limits[i]);
    assert_null (found);
  }
}

/* Walks that one of those to the same state dominates are not followed: few are needed. */
static void
test_dominated_walks_are_not_followed (void **state)
{
  (void)state;
  static const Limits few = {400, 40};
  g_autoptr (CoupletAutomaton) a = text_automaton (COUPLET_INDEPENDENT, "x", LEAKY);
  g_autofree char *found = find (a, "3", &few);
  assert_non_null (found);
  assert_true (g_str_has_suffix (found, ": 13/4"));
}

/* Of one threshold, of several, and without bound. */
static void
test_what_the_walks_found_lose (void **state)
{
  (void)state;
  static const char *const no_noise[] = {"state q0 public 1/4", "state q1 private none",
                                         "q0 q1 true start x",  "q1 q1 <x bot",
                                         "q1 q1 >=x top",       NULL};
  static const struct {
    const char *const *lines;
    const char *thresholds, *claim, *found;
  } rows[] = {{SVT, "x", "1", "start 0, bot 1, bot 1, top -1: 5/4"},
              {LEAKY, "x", "1", "start 0, bot 1, bot 1, top -1: 5/4"},
              {no_noise, "x", "100", "start 0, bot 1, top -1: infinite"},
              {PAYING, "u v", "1/2", "a 0, b 0, up -1, end -1: 7/12"}};
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (CoupletAutomaton) a =
        text_automaton (COUPLET_INDEPENDENT, rows[i].thresholds, rows[i].lines);
    g_autofree char *found = find (a, rows[i].claim, &AMPLE);
    assert_string_equal (found, rows[i].found);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_the_shortest_walk_that_loses_more),
      cmocka_unit_test (test_the_search_ends_at_its_limits),
      cmocka_unit_test (test_dominated_walks_are_not_followed),
      cmocka_unit_test (test_what_the_walks_found_lose),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
