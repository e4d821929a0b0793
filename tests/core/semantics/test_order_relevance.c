/* SPDX-License-Identifier: Apache-2.0 */
/* Merged orders permit the walks that all orders permit, step by step, on random automata.
 * COUPLET_TEST_AUTOMATA and COUPLET_TEST_SEED make it longer. */
#include "order_rules.h"

#include "environment.h"
#include "random_many.h"
#include "text_automaton.h"

#include "unit.h"

#define DEFAULT_AUTOMATA 10000
#define DEFAULT_SEED 20261122

/* ---- What is dropped ---------------------------------------------------------------------- */

static CoupletAutomaton *
merge (const CoupletAutomaton *automaton)
{
  g_autoptr (GError) error = NULL;
  CoupletAutomaton *merged = unfold_by (automaton, UNFOLD_MERGED, G_MAXUINT32, NULL, NULL, &error);
  assert_null (error);
  return merged;
}

static CoupletAutomaton *
tell_all (const CoupletAutomaton *automaton)
{
  g_autoptr (GError) error = NULL;
  CoupletAutomaton *whole = unfold_by (automaton, UNFOLD_ALL, G_MAXUINT32, NULL, NULL, &error);
  assert_null (error);
  return whole;
}

#define DRAWS                                                                                      \
  "state a public 1", "state b public 1", "state c private 1", "state e private 1",                \
      "state end private 1", "a b true first u", "b c true second v"

/* Nothing puts anything above v and below u. */
static void
test_what_no_guard_contradicts_is_dropped (void **state)
{
  (void)state;
  static const char *const lines[] = {DRAWS,       "c c >=u&<v inside", "c e <u below",
                                      "e e <v on", "e end >=v out",     NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v", lines);
  g_autoptr (CoupletAutomaton) whole = tell_all (automaton);
  assert_non_null (whole);
  assert_null (merge (automaton)); /* it is the automaton itself */
}

/* After c only u is compared with. */
static void
test_what_is_not_compared_again_is_dropped (void **state)
{
  (void)state;
  static const char *const lines[] = {DRAWS,
                                      "c c >=u&<v inside",
                                      "c c >=v&<u outside",
                                      "c e <u&<v below",
                                      "e e <u on",
                                      "e end >=u out",
                                      NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v", lines);
  g_autoptr (CoupletAutomaton) whole = tell_all (automaton);
  g_autoptr (CoupletAutomaton) merged = merge (automaton);
  assert_int_equal (whole->n_states, 11); /* a, b, and the rest with three orders */
  assert_int_equal (merged->n_states, 7); /* the order is known at c alone */
}

/* That one transition is never taken, as merged orders tell; how many states the result has. */
static guint32
states_without_one (const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletAutomaton) merged = merge (automaton);
  assert_non_null (merged);
  assert_int_equal (merged->n_transitions, automaton->n_transitions - 1);
  return merged->n_states;
}

/* u < v and v < w are learnt; what contradicts them is about u and w. */
static void
test_what_is_handed_on_is_kept (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public 1",    "state b public 1",
                                      "state c public 1",    "state e private 1",
                                      "state f private 1",   "state g private 1",
                                      "state end private 1", "a b true first u",
                                      "b c true second v",   "c e true third w",
                                      "e f >=u&<v below",    "f g >=v&<w above",
                                      "g end >=w&<u never",  NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v w", lines);
  assert_int_equal (states_without_one (automaton), automaton->n_states - 1);
}

/* x <= y contradicts what comes later only because u and v are drawn as one value. */
static void
test_what_is_handed_on_by_one_draw_is_kept (void **state)
{
  (void)state;
  static const char *const lines[] = {
      "state a public 1",    "state b public 1",   "state c private 1",
      "state e public 1",    "state f private 1",  "state g private 1",
      "state end private 1", "a b true first x",   "b c true second y",
      "c e >=x&<y between",  "e f true third u,v", "f g >=y&<u above",
      "g end >=v&<x never",  "g end <v&<x low",    NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v x y", lines);
  assert_int_equal (states_without_one (automaton), automaton->n_states);
}

/* The last of the thresholds stands in the second word of a row. In the state before e nothing is
 * compared any more. */
static void
test_orders_of_more_than_a_word_are_kept (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public 1",
                                      "state b public 1",
                                      "state c private 1",
                                      "state end private 1",
                                      "state e private 1",
                                      "a b true first v0",
                                      "b c true second v69",
                                      "c e >=v0&<v69 between",
                                      "e end >=v69&<v0 never",
                                      "e end <v0&<v69 low",
                                      NULL};
  g_autoptr (GString) names = g_string_new ("v0");
  for (int v = 1; v < 70; v++)
    g_string_append_printf (names, " v%d", v);
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, names->str, lines);
  assert_int_equal (states_without_one (automaton), automaton->n_states);
}

/* Whether it matters at c of lines that v is at most u, if the guard of the transition that outputs
 * `inside` has its first n literals only. */
static gboolean
matters_of_literals (const char *const *lines, guint32 n)
{
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v", lines);
  g_autofree CoupletGuard *guards =
      g_memdup2 (automaton->guards, automaton->n_guards * sizeof *guards);
  guint32 inside = transition_with_output (automaton, "inside");
  CoupletGuard *guard = &guards[automaton->guard[inside]];
  CoupletConjunction shorter = {.n_literals = n, .literals = guard->alternatives[0].literals};
  CoupletAutomaton changed = *automaton;
  guard->alternatives = &shorter;
  changed.guards = guards;
  OrderRules rules = {.automaton = &changed, .shape = order_shape (2)};
  g_autoptr (OrderRelevance) relevance = order_relevance_new (&rules, NULL);
  g_autofree guint64 *order = g_new0 (guint64, order_room (&rules.shape));
  order[3] = 1; /* of v what it is at most: u */
  assert_true (order_is_at_most (&rules.shape, order, 1, 0));
  return !order_relevance_restrict (relevance, order, changed.source[inside]);
}

/* Only `inside` puts a draw below v that is not below u. */
static void
test_a_literal_behind_the_last_one_does_not_count (void **state)
{
  (void)state;
  static const char *const lines[] = {
      DRAWS,       "state f private 1", "c c >=u&<v inside", "c e <u below",
      "e e <v on", "e f >=v leave",     "f end >=u out",     NULL};
  assert_true (matters_of_literals (lines, 2));
  assert_false (matters_of_literals (lines, 1));
}

static gboolean
count_down (gpointer data)
{
  guint *looks = data;
  return *looks == 0 || --*looks == 0;
}

/* Closing what is told of so many thresholds takes many looks at the clock. */
static void
test_it_can_be_stopped_anywhere (void **state)
{
  (void)state;
  static const char *const lines[] = {DRAWS, "c e >=u&<v inside", NULL};
  g_autoptr (GString) names = g_string_new ("u v");
  for (int v = 0; v < 300; v++)
    g_string_append_printf (names, " v%d", v);
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, names->str, lines);
  OrderRules rules = {.automaton = automaton, .shape = order_shape (automaton->n_thresholds)};
  guint n = 0;
  for (gboolean cancelled = TRUE; cancelled;) {
    guint looks = ++n;
    Clock clock = {.cancelled = count_down, .data = &looks};
    clock_start (&clock, 0);
    g_autoptr (OrderRelevance) relevance = order_relevance_new (&rules, &clock);
    cancelled = clock_is_cancelled (&clock);
    clock_clear (&clock);
    assert_int_equal (relevance == NULL, cancelled);
  }
  assert_true (n > 10);
}

static void
test_all_matters_where_inputs_are_values (void **state)
{
  (void)state;
  OrderRules rules = {.keeps_input = TRUE};
  assert_null (order_relevance_new (&rules, NULL));
}

/* ---- Walks -------------------------------------------------------------------------------- */

/* A state of each automaton, reached by the same walk. */
typedef struct {
  guint32 one, other;
} Pair;

typedef struct {
  const CoupletAutomaton *one, *other;
  GHashTable *seen; /* Pair, as a number */
  GArray *pairs;
} Lockstep;

static void
meet (Lockstep *walks, guint32 one, guint32 other)
{
  gint64 key = (gint64)one * walks->other->n_states + other;
  Pair pair = {one, other};
  if (g_hash_table_add (walks->seen, g_memdup2 (&key, sizeof key)))
    g_array_append_val (walks->pairs, pair);
}

static guint32
read_transition (const CoupletAutomaton *a, guint32 transition)
{
  return a->folded != NULL ? a->folded_transition[transition] : transition;
}

/* Follows what leaves both, which has to be the same in the same order. */
static void
follow (Lockstep *walks, Pair pair)
{
  const CoupletAutomaton *a = walks->one, *b = walks->other;
  guint32 n = a->row[pair.one + 1] - a->row[pair.one];
  assert_int_equal (b->row[pair.other + 1] - b->row[pair.other], n);
  for (guint32 i = 0; i < n; i++) {
    guint32 s = a->row[pair.one] + i, t = b->row[pair.other] + i;
    assert_int_equal (read_transition (a, s), read_transition (b, t));
    if (a->differences != NULL)
      assert_int_equal (a->differences[s], b->differences[t]);
    meet (walks, a->target[s], b->target[t]);
  }
}

static void
assert_same_walks (const CoupletAutomaton *one, const CoupletAutomaton *other)
{
  Lockstep walks = {one, other, g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
                    g_array_new (FALSE, FALSE, sizeof (Pair))};
  meet (&walks, one->initial, other->initial);
  for (guint i = 0; i < walks.pairs->len; i++)
    follow (&walks, g_array_index (walks.pairs, Pair, i));
  g_array_unref (walks.pairs);
  g_hash_table_unref (walks.seen);
}

static guint
check_walks (const ManyAutomaton *many)
{
  g_autoptr (CoupletAutomaton) automaton = build_many (many);
  g_autoptr (CoupletAutomaton) whole = tell_all (automaton);
  g_autoptr (CoupletAutomaton) merged = merge (automaton);
  if (whole == NULL) {
    assert_null (merged);
    return 0;
  }
  const CoupletAutomaton *less = merged != NULL ? merged : automaton;
  assert_same_walks (whole, less);
  assert_true (merged == NULL || merged->n_states <= whole->n_states);
  return less->n_states < whole->n_states;
}

static void
test_merged_orders_permit_the_same_walks (void **state)
{
  (void)state;
  guint n = environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA), fewer = 0;
  g_autoptr (GRand) random =
      g_rand_new_with_seed (environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED));
  for (guint i = 0; i < n; i++) {
    ManyAutomaton many;
    if (i % 3 == 0)
      random_looping_kinds (&many, random, i);
    else if (i % 3 == 1)
      random_many (&many, random, TRUE, FALSE);
    else
      random_looping (&many, random, TRUE, MANY_THRESHOLDS);
    fewer += check_walks (&many);
  }
  assert_true (fewer > n / 20);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_what_no_guard_contradicts_is_dropped),
      cmocka_unit_test (test_what_is_not_compared_again_is_dropped),
      cmocka_unit_test (test_what_is_handed_on_is_kept),
      cmocka_unit_test (test_what_is_handed_on_by_one_draw_is_kept),
      cmocka_unit_test (test_orders_of_more_than_a_word_are_kept),
      cmocka_unit_test (test_a_literal_behind_the_last_one_does_not_count),
      cmocka_unit_test (test_it_can_be_stopped_anywhere),
      cmocka_unit_test (test_all_matters_where_inputs_are_values),
      cmocka_unit_test (test_merged_orders_permit_the_same_walks),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
