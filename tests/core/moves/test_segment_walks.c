/* SPDX-License-Identifier: Apache-2.0 */
/* The classes of a segment's walks, on small automata whose noise parameters are 1, so that
 * costs are numbers. */
#include <couplet/internal/segment_walks.h>

#include "text_automaton.h"

#include "unit.h"

#define NEVER COUPLET_COST_INFINITE

typedef struct {
  CoupletAutomaton *automaton;
  CoupletComponents *components;
  CoupletUnit *unit;
  CoupletSegmentWalks *walks;
} Made;

static Made
make (CoupletSampling sampling, const char *thresholds, const char *const *lines)
{
  Made made;
  made.automaton = text_automaton (sampling, thresholds, lines);
  made.components = couplet_components_new (made.automaton);
  made.unit = couplet_unit_new (made.automaton, NULL);
  made.walks = couplet_segment_walks_new (made.automaton, made.components, made.unit);
  return made;
}

static void
made_clear (Made *made)
{
  couplet_segment_walks_free (made->walks);
  couplet_unit_free (made->unit);
  couplet_components_free (made->components);
  couplet_automaton_free (made->automaton);
}

/* The classes of threshold after the transition with that output. */
static const CoupletSegmentClass *
classes_of (const Made *made, guint32 threshold, const char *output, guint32 *n)
{
  guint32 begin = transition_with_output (made->automaton, output);
  return couplet_segment_classes (made->walks, threshold, made->automaton->target[begin], NULL,
                                  NULL, n);
}

/* The class of the walks to a state, by its name, that leave shifts; NULL = none. */
static const CoupletSegmentClass *
class_at (const Made *made, const CoupletSegmentClass *classes, guint32 n, const char *state,
          CoupletShifts shifts)
{
  for (guint32 i = 0; i < n; i++)
    if (g_str_equal (made->automaton->states[classes[i].state].name, state) &&
        classes[i].shifts == shifts)
      return &classes[i];
  return NULL;
}

static void
expect_cost (const CoupletSegmentClass *class, CoupletCost low, CoupletCost none, CoupletCost high)
{
  const CoupletCost expected[3] = {low, none, high};
  assert_non_null (class);
  for (int x = 0; x < 3; x++)
    assert_int_equal (class->cost.at[x], expected[x]);
}

static const char *const BRANCHES[] = {
    "state a public 1", "state b private 1", "state c private 1", "state d private 1",
    "state e public 1", "a b true begin x",  "b c <x low",        "b c >=x high",
    "c d <x under",     "d d <x loop",       "d e >=x end x",     NULL};

/* Walks to a state that leave the same shifts pay the most of each. */
static void
test_costs_are_the_most_of_all_walks (void **state)
{
  (void)state;
  Made made = make (COUPLET_INDEPENDENT, "x", BRANCHES);
  guint32 n;
  const CoupletSegmentClass *classes = classes_of (&made, 0, "begin", &n);
  expect_cost (class_at (&made, classes, n, "b", COUPLET_ALL_SHIFTS), 0, 0, 0);
  expect_cost (class_at (&made, classes, n, "c", COUPLET_ALL_SHIFTS), 2, 1, 2);
  expect_cost (class_at (&made, classes, n, "d", COUPLET_ALL_SHIFTS), 4, 2, 2);
  made_clear (&made);
}

/* A turn of the loop leaves the shift 1 alone; the segment ends before `end`. */
static void
test_loops_leave_fewer_shifts (void **state)
{
  (void)state;
  Made made = make (COUPLET_INDEPENDENT, "x", BRANCHES);
  guint32 n;
  const CoupletSegmentClass *classes = classes_of (&made, 0, "begin", &n);
  expect_cost (class_at (&made, classes, n, "d", couplet_shift (1)), NEVER, NEVER, 2);
  assert_null (class_at (&made, classes, n, "e", COUPLET_ALL_SHIFTS));
  assert_int_equal (n, 4);
  made_clear (&made);
}

/* Two ways to e, of which the shorter costs less. */
static const char *const TWO_WAYS[] = {"state a public 1",
                                       "state b private 1",
                                       "state c private 1",
                                       "state d private 1",
                                       "state e private 1",
                                       "state f private 1",
                                       "a b true begin x",
                                       "b c <x long",
                                       "c d <x longer",
                                       "d e <x longest",
                                       "b e >=x short",
                                       "e f true on",
                                       NULL};

static void
test_the_first_walk_found_is_a_shortest_one (void **state)
{
  (void)state;
  Made made = make (COUPLET_INDEPENDENT, "x", TWO_WAYS);
  guint32 n;
  const CoupletSegmentClass *classes = classes_of (&made, 0, "begin", &n);
  const CoupletSegmentClass *class = class_at (&made, classes, n, "e", COUPLET_ALL_SHIFTS);
  expect_cost (class, 6, 3, 2);
  assert_int_equal (class->last, transition_with_output (made.automaton, "short"));
  assert_int_equal (classes[class->before].last, COUPLET_NONE);
  made_clear (&made);
}

/* What goes on from e pays what the longer walk there does, too. */
static void
test_what_costs_more_later_is_followed_again (void **state)
{
  (void)state;
  Made made = make (COUPLET_INDEPENDENT, "x", TWO_WAYS);
  guint32 n;
  const CoupletSegmentClass *classes = classes_of (&made, 0, "begin", &n);
  expect_cost (class_at (&made, classes, n, "e", COUPLET_ALL_SHIFTS), 6, 3, 2);
  expect_cost (class_at (&made, classes, n, "f", COUPLET_ALL_SHIFTS), 6, 3, 2);
  made_clear (&made);
}

/* What is asked of y does not matter to x, nor does an assignment of y end x's segment. */
static void
test_other_thresholds_fall_away (void **state)
{
  (void)state;
  static const char *const lines[] = {"state s public 1",  "state a public 1",
                                      "state b private 1", "state c private 1",
                                      "state d public 1",  "s a true before y",
                                      "a b true begin x",  "b c <x&>=y both",
                                      "c d >=x store y",   NULL};
  for (int sampling = COUPLET_INDEPENDENT; sampling <= COUPLET_SHARED; sampling++) {
    Made made = make ((CoupletSampling)sampling, "x y", lines);
    guint32 n;
    const CoupletSegmentClass *classes = classes_of (&made, 0, "begin", &n);
    expect_cost (class_at (&made, classes, n, "c", COUPLET_ALL_SHIFTS), 2, 1, 0);
    expect_cost (class_at (&made, classes, n, "d", COUPLET_ALL_SHIFTS), 2, 2, 2);
    classes = classes_of (&made, 1, "before", &n);
    expect_cost (class_at (&made, classes, n, "c", COUPLET_ALL_SHIFTS), 0, 1, 2);
    assert_null (class_at (&made, classes, n, "d", COUPLET_ALL_SHIFTS));
    made_clear (&made);
  }
}

/* That the classes of walks are those of others, in the same order, with the costs that are finite
 * there and 0 here. */
static void
expect_free (const CoupletSegmentClass *free, guint32 n_free, const CoupletSegmentClass *paid,
             guint32 n_paid)
{
  assert_int_equal (n_free, n_paid);
  for (guint32 i = 0; i < n_paid; i++) {
    assert_int_equal (free[i].state, paid[i].state);
    assert_int_equal (free[i].shifts, paid[i].shifts);
    for (int x = 0; x < 3; x++)
      assert_int_equal (free[i].cost.at[x], paid[i].cost.at[x] == NEVER ? NEVER : 0);
  }
}

/* Two thresholds, and draws without noise and with one-sided noise, which leave fewer shifts. */
static const char *const NOISES[] = {"state e public 1",
                                     "state a public 1",
                                     "state b private 1",
                                     "state c private none",
                                     "state d private 1 exponential",
                                     "e a true zero y",
                                     "a b true one x",
                                     "b c <x low",
                                     "b d >=x&<y both",
                                     "b a >=x&>=y two",
                                     "c c <x again",
                                     "c d >=x three x",
                                     "d b <y back",
                                     "d d >=y four y",
                                     NULL};

/* Without a unit every threshold's classes are the same, where all that is finite is 0. */
static void
test_without_a_unit_shifts_alone_matter (void **state)
{
  (void)state;
  static const struct {
    CoupletSampling sampling;
    const char *thresholds;
    const char *const *lines;
  } cases[] = {{COUPLET_INDEPENDENT, "x", BRANCHES},
               {COUPLET_SHARED, "x", BRANCHES},
               {COUPLET_INDEPENDENT, "x y", NOISES},
               {COUPLET_SHARED, "x y", NOISES}};
  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++) {
    Made made = make (cases[c].sampling, cases[c].thresholds, cases[c].lines);
    g_autoptr (CoupletSegmentWalks) free =
        couplet_segment_walks_new (made.automaton, made.components, NULL);
    for (guint32 threshold = 0; threshold < made.automaton->n_thresholds; threshold++)
      for (guint32 t = 0; t < made.automaton->n_transitions; t++) {
        guint32 begin = made.automaton->target[t], n_free, n_paid;
        const CoupletSegmentClass *paid =
            couplet_segment_classes (made.walks, threshold, begin, NULL, NULL, &n_paid);
        const CoupletSegmentClass *got =
            couplet_segment_classes (free, threshold, begin, NULL, NULL, &n_free);
        expect_free (got, n_free, paid, n_paid);
      }
    made_clear (&made);
  }
}

/* Cares for as many walks as *data says. */
static gboolean
cares (gpointer data, guint32 at, CoupletShifts shifts, const CoupletVector *cost)
{
  guint *left = data;
  (void)at, (void)shifts, (void)cost;
  return *left > 0 && (*left)-- > 0;
}

static void
test_a_filter_ends_the_search (void **state)
{
  (void)state;
  Made made = make (COUPLET_INDEPENDENT, "x", BRANCHES);
  static const guint32 met[] = {1, 2, 2, 3};
  guint32 begin = transition_with_output (made.automaton, "begin"), n;
  for (guint walks = 0; walks < G_N_ELEMENTS (met); walks++) {
    guint left = walks;
    couplet_segment_classes (made.walks, 0, made.automaton->target[begin], cares, &left, &n);
    assert_int_equal (n, met[walks]);
  }
  made_clear (&made);
}

/* Another threshold than before makes what is known of all transitions unknown. */
static void
test_long_automata_without_a_unit (void **state)
{
  (void)state;
  enum { STATES = 5000 };
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (lines, g_strdup ("state a public 1"));
  g_ptr_array_add (lines, g_strdup ("state b public 1"));
  g_ptr_array_add (lines, g_strdup ("a b true begin x"));
  g_ptr_array_add (lines, g_strdup ("b q0 true second y"));
  for (guint i = 0; i < STATES; i++) {
    g_ptr_array_add (lines, g_strdup_printf ("state q%u private 1", i));
    g_ptr_array_add (lines, g_strdup_printf ("q%u q%u <x low", i, (i + 1) % STATES));
    g_ptr_array_add (lines, g_strdup_printf ("q%u q%u >=x&<y high", i, (i + 1) % STATES));
  }
  g_ptr_array_add (lines, NULL);
  g_autoptr (CoupletAutomaton) a =
      text_automaton (COUPLET_INDEPENDENT, "x y", (const char *const *)lines->pdata);
  g_autoptr (CoupletComponents) components = couplet_components_new (a);
  g_autoptr (CoupletSegmentWalks) walks = couplet_segment_walks_new (a, components, NULL);
  guint32 n, begin = a->target[transition_with_output (a, "second")];
  couplet_segment_classes (walks, 0, begin, NULL, NULL, &n);
  guint32 both = n;
  const CoupletSegmentClass *classes = couplet_segment_classes (walks, 1, begin, NULL, NULL, &n);
  assert_int_equal (both, 1 + 3 * STATES);
  assert_int_equal (n, 2 * STATES);
  assert_int_equal (classes[n - 1].shifts, couplet_shift (1));
}

/* A fresh output without noise cannot shift: the comparison beside it leaves no shift. */
static void
test_a_fresh_draw_without_noise_leaves_no_shift (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public 1", "state b private none",
                                      "state c public 1", "a b true begin x",
                                      "b c <x fresh",     NULL};
  Made made = make (COUPLET_INDEPENDENT, "x", lines);
  guint32 n;
  const CoupletSegmentClass *classes = classes_of (&made, 0, "begin", &n);
  const CoupletSegmentClass *class = class_at (&made, classes, n, "c", 0);
  expect_cost (class, NEVER, NEVER, NEVER);
  g_autoptr (CoupletSegmentWalks) without_unit =
      couplet_segment_walks_new (made.automaton, made.components, NULL);
  CoupletSegmentWalks *with_unit = made.walks;
  made.walks = without_unit;
  classes = classes_of (&made, 0, "begin", &n);
  assert_non_null (class_at (&made, classes, n, "c", 0));
  made.walks = with_unit;
  made_clear (&made);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_costs_are_the_most_of_all_walks),
      cmocka_unit_test (test_loops_leave_fewer_shifts),
      cmocka_unit_test (test_the_first_walk_found_is_a_shortest_one),
      cmocka_unit_test (test_what_costs_more_later_is_followed_again),
      cmocka_unit_test (test_other_thresholds_fall_away),
      cmocka_unit_test (test_without_a_unit_shifts_alone_matter),
      cmocka_unit_test (test_a_filter_ends_the_search),
      cmocka_unit_test (test_long_automata_without_a_unit),
      cmocka_unit_test (test_a_fresh_draw_without_noise_leaves_no_shift),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
