/* SPDX-License-Identifier: Apache-2.0 */
/* The one-step transformer against the tables of docs/theory.md section 3. All noise
 * parameters are 1, so that costs are numbers. */
#include <couplet/internal/step.h>

#include "small_automata.h"

#include "unit.h"

#define NEVER COUPLET_COST_INFINITE

typedef struct {
  CoupletAutomaton *automaton;
  CoupletComponents *components;
  CoupletUnit *unit;
} Made;

static Made
make (const char *d, const char *const *lines)
{
  Made made;
  made.automaton = small_automaton (d, lines);
  assert_non_null (made.automaton);
  made.components = couplet_components_new (made.automaton);
  made.unit = couplet_unit_new (made.automaton, NULL);
  return made;
}

static void
made_clear (Made *made)
{
  couplet_unit_free (made->unit);
  couplet_components_free (made->components);
  couplet_automaton_free (made->automaton);
}

/* A transition that does not assign, with the pay of x = -1, 0, 1 at its worst D. */
typedef struct {
  const char *d;
  const char *line;
  gboolean cycles_are_free;
  int worst;
  CoupletCost pay[3];
} Comparison;

static void
test_one_difference_is_worst_for_a_comparison (void **state)
{
  (void)state;
  static const Comparison cases[] = {
      {"1", "b c < bot", TRUE, 1, {2, 1, 0}},
      {"1", "b c >= bot", TRUE, -1, {0, 1, 2}},
      {"1", "b c < insample", TRUE, 1, {NEVER, 1, 1}},
      {"1", "b c >= insample", TRUE, 1, {1, 1, NEVER}},
      {"1", "b c true insample", TRUE, 1, {1, 1, 1}},
      {"1", "b c true bot", TRUE, 1, {0, 0, 0}},
      {"1", "b c true fresh", TRUE, 1, {1, 1, 1}},
      {"1", "b c < fresh", TRUE, 1, {3, 2, 1}},
      {"1", "b b < bot", TRUE, 1, {NEVER, NEVER, 0}},
      {"1", "b b >= bot", TRUE, -1, {0, NEVER, NEVER}},
      {"1", "b b < insample", TRUE, 1, {NEVER, NEVER, NEVER}},
      {"1", "b b true fresh", TRUE, 1, {NEVER, NEVER, NEVER}},
      {"1", "b b < bot", FALSE, 1, {2, 1, 0}},
      {"1", "b b true fresh", FALSE, 1, {1, 1, 1}},
      {"none", "b c < bot", FALSE, 1, {NEVER, NEVER, 0}},
      {"none", "b c >= bot", FALSE, -1, {0, NEVER, NEVER}},
      {"none", "b c true fresh", FALSE, 1, {NEVER, NEVER, NEVER}},
  };
  for (gsize k = 0; k < 2 * G_N_ELEMENTS (cases); k++) {
    gsize i = k / 2;
    const char *lines[] = {"a b true start assign", cases[i].line, NULL};
    Made made = make (cases[i].d, lines);
    made.automaton->sampling = k % 2 == 0 ? COUPLET_INDEPENDENT : COUPLET_SHARED; /* all the same */
    CoupletStep step;
    couplet_step_load (&step, made.automaton, cases[i].cycles_are_free ? made.components : NULL,
                       made.unit, 1);
    assert_false (step.assigns);
    assert_int_equal (step.n, 1);
    assert_int_equal (step.difference[0], cases[i].worst);
    for (int x = 0; x < 3; x++)
      assert_true (step.pay[0][x] == cases[i].pay[x]);
    made_clear (&made);
  }
}

/* An assignment, its pay of y = -1, 0, 1 at D = -1 and at 1. */
static void
test_an_assignment_follows_both_differences (void **state)
{
  (void)state;
  static const struct {
    const char *line;
    CoupletCost pay[2][3];
    CoupletShifts from[3];
  } cases[] = {
      {"b c < bot assign", {{0, 1, 2}, {2, 1, 0}}, {7, 6, 4}},
      {"b c >= bot assign", {{0, 1, 2}, {2, 1, 0}}, {1, 3, 7}},
      {"b c true bot assign", {{0, 1, 2}, {2, 1, 0}}, {7, 7, 7}},
      {"b b < bot assign", {{0, NEVER, NEVER}, {NEVER, NEVER, 0}}, {7, 6, 4}},
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *lines[] = {"a b true start assign", cases[i].line, NULL};
    Made made = make ("1", lines);
    CoupletStep step;
    couplet_step_load (&step, made.automaton, made.components, made.unit, 1);
    assert_true (step.assigns);
    assert_int_equal (step.n, 2);
    for (guint32 d = 0; d < 2; d++) {
      assert_int_equal (step.difference[d], d == 0 ? -1 : 1);
      for (int y = 0; y < 3; y++)
        assert_true (step.pay[d][y] == cases[i].pay[d][y]);
    }
    for (int y = 0; y < 3; y++)
      assert_int_equal (step.from[y], cases[i].from[y]);
    made_clear (&made);
  }
}

/* What a step makes of F = (5, 3, 4), against the minimum over all x that may come before y. */
static void
test_a_vector_is_taken_through_a_step (void **state)
{
  (void)state;
  static const char *const guards[] = {"true", "<", ">="};
  const CoupletVector before = {{5, 3, 4}};
  for (gsize i = 0; i < 2 * G_N_ELEMENTS (guards); i++) {
    g_autofree char *line =
        g_strdup_printf ("b c %s bot%s", guards[i / 2], i % 2 == 0 ? "" : " assign");
    const char *lines[] = {"a b true start assign", line, NULL};
    Made made = make ("1", lines);
    CoupletStep step;
    couplet_step_load (&step, made.automaton, made.components, made.unit, 1);
    for (guint32 d = 0; d < step.n; d++) {
      CoupletVector after;
      couplet_step_apply (&step, d, made.unit, &before, &after);
      for (int y = -1; y <= 1; y++) {
        CoupletCost least = NEVER;
        for (int x = -1; x <= 1; x++)
          if (couplet_step_links (&step, x, y))
            least = couplet_cost_min (least, before.at[x + 1]);
        assert_true (after.at[y + 1] == least + step.pay[d][y + 1]);
      }
    }
    made_clear (&made);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_one_difference_is_worst_for_a_comparison),
      cmocka_unit_test (test_an_assignment_follows_both_differences),
      cmocka_unit_test (test_a_vector_is_taken_through_a_step),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
