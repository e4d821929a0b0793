/* SPDX-License-Identifier: Apache-2.0 */
/* The search over walks, of numbers that symbols add to. */
#include "text_automaton.h"

#include "walk_search.h"

#include "unit.h"

/* A step that outputs `plus` adds 1; of two walks the one with the larger number covers the other.
 * Walks to a number that is goal are looked for. */
typedef struct {
  const CoupletAutomaton *automaton;
  guint64 goal, most;
  guint most_followed; /* 0 = any number */
  guint followed;
} Counting;

static Take
take (gpointer data, gconstpointer before, CoupletWalkEnd *end, gpointer after)
{
  const Counting *counting = data;
  const char *output = couplet_output_of (counting->automaton, end->transition)->name;
  guint64 number = *(const guint64 *)before + g_str_equal (output, "plus");
  *(guint64 *)after = number;
  end->marks = (guint8)number;
  return number == counting->goal      ? TAKE_GOAL
         : g_str_equal (output, "end") ? TAKE_LAST
         : number > counting->most     ? TAKE_NOT
                                       : TAKE;
}

static gboolean
covers (gpointer data, gconstpointer a, gconstpointer b)
{
  (void)data;
  return *(const guint64 *)a >= *(const guint64 *)b;
}

static gboolean
goes_on (gpointer data, const CoupletSearch *search)
{
  Counting *counting = data;
  (void)search;
  return counting->most_followed == 0 || counting->followed++ < counting->most_followed;
}

static const WalkElements ELEMENTS = {.take = take, .covers = covers, .goes_on = goes_on};

static const char *const LINES[] = {"state s public 1", "state p public 1",
                                    "state q public 1", "state e public 1",
                                    "s p true start x", "p p <x short",
                                    "p q >=x long",     "q p <x plus",
                                    "q e >=x end",      NULL};

static CoupletSearch *
make_search (const Counting *counting)
{
  const guint64 zero = 0;
  CoupletSearch *search = walk_search_new (counting->automaton->n_states, sizeof zero);
  walk_search_start (search, counting->automaton->initial, &zero);
  walk_search_start (search, counting->automaton->initial, &zero); /* is there already */
  assert_int_equal (search->walks->len, 1);
  return search;
}

static void
test_a_goal_is_found_by_a_shortest_walk (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "x", LINES);
  Counting counting = {.automaton = automaton, .goal = 2, .most = 10};
  g_autoptr (CoupletSearch) search = make_search (&counting);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  assert_int_equal (walk_search_run (search, automaton, &ELEMENTS, &counting), SEARCH_GOAL);
  guint32 last = search->walks->len - 1;
  couplet_search_steps (search, last, steps);
  assert_int_equal (steps->len, 5);
  assert_int_equal (couplet_search_walk (search, last)->length, 5);
  assert_int_equal (couplet_search_walk (search, last)->marks, 2);
  assert_int_equal (*(const guint64 *)walk_search_element (search, last), 2);
  assert_int_equal (g_array_index (steps, CoupletWalkStep, 0).transition,
                    automaton->row[automaton->initial]);
}

/* Of the walks to a state the one with the larger number is followed; the shorter one goes on only
 * where dominated walks do. */
static void
test_dominated_walks (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "x", LINES);
  guint n[2], dominated = 0;
  for (int all = 0; all < 2; all++) {
    Counting counting = {.automaton = automaton, .goal = 100, .most = 2};
    WalkElements elements = ELEMENTS;
    elements.follows_dominated = all != 0;
    g_autoptr (CoupletSearch) search = make_search (&counting);
    assert_int_equal (walk_search_run (search, automaton, &elements, &counting), SEARCH_DONE);
    n[all] = search->walks->len;
    for (guint32 i = 0; i < search->walks->len; i++)
      dominated += couplet_search_walk (search, i)->dominated;
    assert_int_equal (search->n_crowded, 0); /* no two numbers are apart */
  }
  assert_in_range (dominated, 1, n[0] + n[1]);
  assert_true (n[1] >= n[0]);
}

static void
test_limits (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "x", LINES);
  Counting counting = {.automaton = automaton, .goal = 100, .most = 50, .most_followed = 3};
  g_autoptr (CoupletSearch) search = make_search (&counting);
  assert_int_equal (walk_search_run (search, automaton, &ELEMENTS, &counting), SEARCH_ENDED);
  assert_int_equal (counting.followed, 4);
}

/* A number that no other covers becomes the next multiple of ten, unless it is one. */
static void
raise_number (gpointer data, const CoupletSearch *search, CoupletWalkEnd *end, gpointer element)
{
  const Counting *counting = data;
  guint64 *number = element;
  for (guint32 i = search->head[end->state]; i != COUPLET_NONE;
       i = couplet_search_walk (search, i)->next)
    assert_false (covers (data, walk_search_element (search, i), element));
  assert_true (*number <= counting->most);
  *number = (*number + 9) / 10 * 10;
}

/* Once around the loop the number is 10, then 20: those between are not met. */
static void
test_what_is_not_covered_is_raised (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "x", LINES);
  Counting counting = {.automaton = automaton, .goal = 100, .most = 25};
  WalkElements elements = ELEMENTS;
  elements.raise = raise_number;
  g_autoptr (CoupletSearch) search = make_search (&counting);
  assert_int_equal (walk_search_run (search, automaton, &elements, &counting), SEARCH_DONE);
  guint64 most = 0;
  for (guint32 i = 0; i < search->walks->len; i++) {
    guint64 number = *(const guint64 *)walk_search_element (search, i);
    assert_int_equal (number % 10, 0);
    most = MAX (most, number);
  }
  assert_int_equal (most, 30);
}

static void
test_a_search_begins_anew (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "x", LINES);
  Counting counting = {.automaton = automaton, .goal = 2, .most = 10};
  g_autoptr (CoupletSearch) search = make_search (&counting);
  assert_int_equal (walk_search_run (search, automaton, &ELEMENTS, &counting), SEARCH_GOAL);
  guint32 n = search->walks->len;
  walk_search_clear (search);
  assert_int_equal (search->walks->len, 0);
  for (guint32 q = 0; q < automaton->n_states; q++)
    assert_int_equal (search->head[q], COUPLET_NONE);
  const guint64 zero = 0;
  walk_search_start (search, automaton->initial, &zero);
  assert_int_equal (walk_search_run (search, automaton, &ELEMENTS, &counting), SEARCH_GOAL);
  assert_int_equal (search->walks->len, n);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_goal_is_found_by_a_shortest_walk),
      cmocka_unit_test (test_dominated_walks),
      cmocka_unit_test (test_limits),
      cmocka_unit_test (test_what_is_not_covered_is_raised),
      cmocka_unit_test (test_a_search_begins_anew),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
