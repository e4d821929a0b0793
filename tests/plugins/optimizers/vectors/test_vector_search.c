/* SPDX-License-Identifier: Apache-2.0 */
/* What ends a search of vectors early, and what it says then. */
#include "text_automaton.h"

#include <couplet/host.h>
#include <couplet/host/evidence.h>
#include "vector_search.h"

#include "unit.h"

static const CoupletPlugin PLUGIN = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};

/* n visits that compare with k thresholds at once, each with a noise of its own. */
static CoupletAutomaton *
long_chain (int k, int n, const char *numerator)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GString) less = g_string_new (NULL);
  g_autoptr (GString) greater = g_string_new (NULL);
  for (int v = 0; v < k; v++) {
    g_string_append_printf (names, "%sv%d", v > 0 ? " " : "", v);
    g_string_append_printf (less, "%s<v%d", v > 0 ? "&" : "", v);
    g_string_append_printf (greater, "%s>=v%d", v > 0 ? "&" : "", v);
    g_ptr_array_add (lines, g_strdup_printf ("state i%d public 1", v));
    g_ptr_array_add (lines, v + 1 < k ? g_strdup_printf ("i%d i%d true s v%d", v, v + 1, v)
                                      : g_strdup_printf ("i%d q0 true s v%d", v, v));
  }
  for (int i = 0; i < n; i++) {
    g_ptr_array_add (lines, g_strdup_printf ("state q%d private %s/%d", i, numerator, 2 * i + 1));
    g_ptr_array_add (lines, g_strdup_printf ("q%d q%d %s below", i, i + 1, less->str));
    g_ptr_array_add (lines, g_strdup_printf ("q%d q%d %s above", i, i + 1, greater->str));
  }
  g_ptr_array_add (lines, g_strdup_printf ("state q%d private 1", n));
  g_ptr_array_add (lines, NULL);
  return text_automaton (COUPLET_SHARED, names->str, (const char *const *)lines->pdata);
}

/* Cancels once components of that number are done; 0 = never. */
typedef struct {
  volatile int cancelled;
  guint64 patience;
} User;

static void
watch (gpointer data, const char *stage, guint64 done, guint64 total)
{
  User *user = data;
  (void)stage;
  (void)total;
  if (user->patience > 0 && done >= user->patience)
    user->cancelled = 1;
}

static CoupletOutcome *
search (const CoupletAutomaton *automaton, const SearchOptions *options, guint64 patience,
        gsize evidence_limit)
{
  User user = {0, patience};
  const CoupletHost host = {.data = &user,
                            .progress = watch,
                            .cancelled = &user.cancelled,
                            .evidence_limit = evidence_limit};
  CoupletOutcome *outcome = couplet_outcome_new ("search", &PLUGIN);
  CoupletContext *context = couplet_context_new (&PLUGIN, NULL, &host, "search");
  couplet_context_start (context, 0);
  assert_true (vector_search (context, automaton, options, outcome, NULL));
  couplet_context_free (context);
  return outcome;
}

/* The search ended early for the reason given, with no more than a lower bound. */
static void
expect_stop (CoupletOutcome *outcome, const char *reason)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_string_equal (result->reason, reason);
  assert_false (result->has_cost);
  assert_false (result->has_upper);
  couplet_outcome_free (outcome);
}

static guint64
statistic_of (CoupletOutcome *outcome, const char *name)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  for (guint i = 0; i < result->n_statistics; i++)
    if (g_str_equal (result->statistics[i].name, name))
      return result->statistics[i].value;
  return 0;
}

static guint64
vectors_of (CoupletOutcome *outcome)
{
  return statistic_of (outcome, "vectors");
}

/* One step with so many tied thresholds is work enough for a look at the clock. */
static void
test_ten_tied_thresholds_end_at_once_when_cancelled (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = long_chain (10, 4, "1");
  const SearchOptions options = {.vector_limit = 1000, .memory_limit = 1 << 30};
  CoupletOutcome *outcome = search (automaton, &options, 11, 0);
  assert_in_range (vectors_of (outcome), 11, 16);
  expect_stop (outcome, "cancelled");
}

/* A table of 3^7 entries is no small piece of evidence. */
static void
test_evidence_counts_by_its_entries (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = long_chain (7, 2, "1");
  const SearchOptions options = {.vector_limit = 1000, .memory_limit = 1 << 30};
  CoupletOutcome *outcome = search (automaton, &options, 0, 300);
  assert_true (couplet_outcome_result (outcome)->evidence_left_out > 300);
  couplet_outcome_free (outcome);
  outcome = search (automaton, &options, 0, 10000);
  assert_int_equal (couplet_outcome_result (outcome)->evidence_left_out, 0);
  couplet_outcome_free (outcome);
}

/* How many vectors the bound of outcome has; 0 = there is no bound. */
static guint
bound_size (CoupletOutcome *outcome)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  guint n = 0;
  for (guint i = 0; i < result->n_evidence; i++) {
    const CoupletEvidence *evidence = result->evidence[i];
    if (couplet_evidence_kind (evidence) == COUPLET_EVIDENCE_BOUND)
      for (guint32 e = 0; e < couplet_evidence_n_entries (evidence); e++)
        n += couplet_evidence_entry (evidence, e).n_vectors;
  }
  return n;
}

/* Each bound is given that is as large as allowed, none that is larger, and which is left out is
 * said, but where none is wanted. */
static void
check_each_limit (const CoupletAutomaton *automaton, guint32 large_set)
{
  const SearchOptions options = {SEARCH_EXACT, large_set, 100000, 1 << 30, NULL};
  CoupletOutcome *outcome = search (automaton, &options, 0, 100000);
  guint size = bound_size (outcome);
  gboolean given = FALSE;
  assert_true (size > 10);
  couplet_outcome_free (outcome);
  for (guint limit = 0; limit < 4 * size; limit++) {
    outcome = search (automaton, &options, 0, limit);
    guint found = bound_size (outcome);
    guint64 left_out = couplet_outcome_result (outcome)->evidence_left_out;
    assert_true (found <= limit);
    assert_true (found == 0 ? left_out > limit || limit == 0 : left_out == 0);
    assert_true (limit > 0 || left_out == 0);
    assert_true (found > 0 || !given);
    given = found > 0;
    couplet_outcome_free (outcome);
  }
  assert_true (given);
}

static void
test_evidence_is_left_out_just_where_it_is_too_large (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) one = long_chain (1, 6, "1"), two = long_chain (2, 6, "1");
  check_each_limit (one, 0);
  check_each_limit (one, 2); /* with bounds on what follows */
  check_each_limit (two, 0);
}

static void
test_the_limit_of_vectors (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = long_chain (2, 40, "1");
  const SearchOptions options = {.vector_limit = 100, .memory_limit = 1 << 30};
  expect_stop (search (automaton, &options, 0, 0), "stopped at the limit of 100 vectors in memory");
}

/* Answers to one threshold whose noises have no common denominator. */
static CoupletAutomaton *
uneven_chain (int n)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (lines, g_strdup ("state i public 1/1000000000"));
  g_ptr_array_add (lines, g_strdup ("i q0 true s x"));
  for (int i = 0; i < n; i++) {
    g_ptr_array_add (lines, g_strdup_printf ("state q%d private %d/%d", i, i * i * 37 % 97 + 1,
                                             i * i * 53 % 89 + 1));
    g_ptr_array_add (lines, g_strdup_printf ("q%d q%d <x below", i, i + 1));
    g_ptr_array_add (lines, g_strdup_printf ("q%d q%d >=x above", i, i + 1));
  }
  g_ptr_array_add (lines, g_strdup_printf ("state q%d private 1", n));
  g_ptr_array_add (lines, NULL);
  return text_automaton (COUPLET_INDEPENDENT, "x", (const char *const *)lines->pdata);
}

/* The search from both ends is stopped, after two smaller ones; another one after it would be
 * stopped as well, and come to more than 2000. */
static void
test_nothing_is_searched_once_a_search_was_stopped (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = uneven_chain (30);
  const SearchOptions options = {SEARCH_EXACT, 16, 1500, 1 << 30, NULL};
  g_autoptr (CoupletOutcome) outcome = search (automaton, &options, 0, 0);
  assert_string_equal (couplet_outcome_result (outcome)->reason,
                       "stopped at the limit of 1500 vectors in memory");
  assert_in_range (vectors_of (outcome), 1000, 2000);
}

static void
test_the_limit_of_memory (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = long_chain (8, 40, "1");
  const SearchOptions options = {.vector_limit = 1000000, .memory_limit = 1 << 20};
  expect_stop (search (automaton, &options, 0, 0), "stopped at the limit of memory for vectors");
}

/* Their limbs are what fills the memory: with small numbers it is done within the limit. */
static void
test_costs_beyond_a_word_count_for_the_limit_of_memory (void **state)
{
  (void)state;
  g_autoptr (GString) power = g_string_new ("1");
  for (int i = 0; i < 3000; i++)
    g_string_append_c (power, '0');
  const SearchOptions options = {.vector_limit = 1000000, .memory_limit = 1 << 20};
  g_autoptr (CoupletAutomaton) small = long_chain (2, 8, "1");
  g_autoptr (CoupletAutomaton) large = long_chain (2, 8, power->str);
  CoupletOutcome *outcome = search (small, &options, 0, 0);
  assert_true (couplet_outcome_result (outcome)->has_cost);
  couplet_outcome_free (outcome);
  expect_stop (search (large, &options, 0, 0), "stopped at the limit of memory for vectors");
}

static void
test_eleven_tied_thresholds_are_too_many (void **state)
{
  (void)state;
  const char *reason = "more than 10 thresholds are tied to each other";
  g_autoptr (CoupletAutomaton) automaton = long_chain (11, 1, "1");
  for (int policy = SEARCH_EXACT; policy <= SEARCH_FIXED; policy++) {
    const SearchOptions options = {(SearchPolicy)policy, 0, 1000, 1 << 30, NULL};
    expect_stop (search (automaton, &options, 0, 0), reason);
  }
}

/* ---- Vectors with limits, where they are many --------------------------------------------------
 */

#define N_VISITS 9

/* Visits that cost 511/256, with 256 vectors at the last of them; then the rest, from state a on.
 */
static CoupletAutomaton *
many_then (const char *const *rest)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (lines, g_strdup ("state i public 1"));
  g_ptr_array_add (lines, g_strdup ("i p0 true start z"));
  for (int i = 0; i < N_VISITS; i++) {
    g_autofree char *next = i + 1 < N_VISITS ? g_strdup_printf ("p%d", i + 1) : g_strdup ("a");
    g_ptr_array_add (lines, g_strdup_printf ("state p%d private 1/%d", i, 1 << i));
    g_ptr_array_add (lines, g_strdup_printf ("p%d %s <z below%d", i, next, i));
    g_ptr_array_add (lines, g_strdup_printf ("p%d %s >=z above%d", i, next, i));
  }
  for (; *rest != NULL; rest++)
    g_ptr_array_add (lines, g_strdup (*rest));
  g_ptr_array_add (lines, NULL);
  return text_automaton (COUPLET_INDEPENDENT, "x y z", (const char *const *)lines->pdata);
}

static void
expect_cost (const char *const *rest, const char *cost)
{
  static const SearchOptions options = {SEARCH_EXACT, 0, 100000, 1 << 30, NULL};
  g_autoptr (CoupletAutomaton) automaton = many_then (rest);
  g_autoptr (CoupletOutcome) outcome = search (automaton, &options, 0, 0);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_true (result->has_cost && !result->cost_is_infinite);
  assert_int_equal (result->guarantee, COUPLET_GUARANTEE_EXACT);
  g_autofree char *found = couplet_rational_to_string (&result->cost);
  assert_string_equal (found, cost);
}

/* A loop that sets its threshold: free turns leave x = 0, so that c pays 2; the last turn may pay
 * 1/4 instead. */
static const char *const SET_AGAIN[] = {
    "state a public 1/4", "state b public 1/4", "state c private 2",
    "state e private 1",  "a b true set x",     "b b >=x high x",
    "b c <x low",         "c e <x under",       NULL};

static void
test_a_bound_where_cycles_are_free_is_not_the_cost (void **state)
{
  (void)state;
  expect_cost (SET_AGAIN, "575/256");
}

/* The loops of docs/theory.md section 5, which cost 6: free cycles leave no shifts. */
static void
test_no_shifts_where_cycles_are_free_do_not_count (void **state)
{
  (void)state;
  static const char *const rest[] = {"state a private 1", "state b private 1",
                                     "state c private 1", "state e private 1",
                                     "a b true setx x",   "b c true sety y",
                                     "c c <y low x",      "c e >=y high",
                                     "e e <x under",      NULL};
  expect_cost (rest, "2047/256");
}

/* ---- Long words -------------------------------------------------------------------------------
 */

/* After n_before steps more a loop of n steps, of which the first pays; then c. */
static CoupletOutcome *
search_loop (int n_before, int n)
{
  static const SearchOptions options = {SEARCH_EXACT, 0, 1000000, 1 << 30, NULL};
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  for (int i = 0; i <= n_before; i++) {
    g_ptr_array_add (lines, g_strdup_printf ("state p%d public 1/4", i));
    g_autofree char *next = i < n_before ? g_strdup_printf ("p%d", i + 1) : g_strdup ("q0");
    g_ptr_array_add (lines, g_strdup_printf ("p%d %s true %s", i, next, i == 0 ? "set x" : "on"));
  }
  for (int i = 0; i < n; i++) {
    g_ptr_array_add (lines, g_strdup_printf ("state q%d public 1/4", i));
    g_ptr_array_add (
        lines, g_strdup_printf (i == 0 ? "q%d q%d >=x high x" : "q%d q%d true on", i, (i + 1) % n));
  }
  g_ptr_array_add (lines, g_strdup ("q0 c <x low"));
  g_ptr_array_add (lines, g_strdup ("state c private 2"));
  g_ptr_array_add (lines, g_strdup ("state e private 1"));
  g_ptr_array_add (lines, g_strdup ("c e <x under"));
  g_ptr_array_add (lines, NULL);
  g_autoptr (CoupletAutomaton) automaton =
      text_automaton (COUPLET_INDEPENDENT, "x", (const char *const *)lines->pdata);
  return search (automaton, &options, 0, 0);
}

/* More steps of a loop are not followed. */
#define MOST_STEPS 100000

static void
test_a_loop_of_too_many_steps_is_not_followed (void **state)
{
  (void)state;
  g_autoptr (CoupletOutcome) outcome = search_loop (0, MOST_STEPS + 1);
  assert_string_equal (couplet_outcome_result (outcome)->reason,
                       "stopped at the limit of loops within loops");
}

/* Words with more letters, loops counting two, are left out. */
#define MOST_LETTERS 100000

static void
test_a_word_is_shown_just_as_long_as_it_may_be (void **state)
{
  (void)state;
  const guint n_rest = 7; /* set, high, a loop of high, low, under */
  for (guint more = 0; more <= 1; more++) {
    g_autoptr (CoupletOutcome) outcome = search_loop ((int)(MOST_LETTERS - n_rest + more), 1);
    const CoupletStageResult *result = couplet_outcome_result (outcome);
    assert_int_equal (result->evidence_left_out, more == 0 ? 0 : MOST_LETTERS + 1);
    for (guint i = 0; i < result->n_evidence; i++)
      assert_true (more == 0 ||
                   couplet_evidence_kind (result->evidence[i]) != COUPLET_EVIDENCE_ATTAINED);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_ten_tied_thresholds_end_at_once_when_cancelled),
      cmocka_unit_test (test_evidence_counts_by_its_entries),
      cmocka_unit_test (test_evidence_is_left_out_just_where_it_is_too_large),
      cmocka_unit_test (test_the_limit_of_vectors),
      cmocka_unit_test (test_nothing_is_searched_once_a_search_was_stopped),
      cmocka_unit_test (test_the_limit_of_memory),
      cmocka_unit_test (test_costs_beyond_a_word_count_for_the_limit_of_memory),
      cmocka_unit_test (test_eleven_tied_thresholds_are_too_many),
      cmocka_unit_test (test_a_bound_where_cycles_are_free_is_not_the_cost),
      cmocka_unit_test (test_no_shifts_where_cycles_are_free_do_not_count),
      cmocka_unit_test (test_a_loop_of_too_many_steps_is_not_followed),
      cmocka_unit_test (test_a_word_is_shown_just_as_long_as_it_may_be),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
