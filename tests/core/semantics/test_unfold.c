/* SPDX-License-Identifier: Apache-2.0 */
#include "clock.h"
#include "text_automaton.h"
#include "within.h"

#include <couplet/host/model.h>
#include <couplet/host.h>
#include <couplet/host/unfold.h>
#include <couplet/internal/shift.h>

#include "unit.h"

static const CoupletPlugin PLUGIN = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};

/* Every pair of n thresholds in turn is found to be ordered or not, without end:
 * every partial order of them is possible. rising: a threshold is found to be below later ones
 * only. */
/* Instead of `out`, which a draw below v takes, a transition for each way of it to compare with the
 * four thresholds after v. */
static void
add_ways_out (GPtrArray *lines, int n, int pair, int next, int v)
{
  for (int way = 0; way < 16; way++) {
    GString *line = g_string_new (NULL);
    g_string_printf (line, "p%d p%d <v%d", pair, next, v);
    for (int i = 0; i < 4; i++)
      g_string_append_printf (line, "&%sv%d", (way >> i & 1) != 0 ? "<" : ">=", (v + 1 + i) % n);
    g_string_append_printf (line, " out%d", way);
    g_ptr_array_add (lines, g_string_free (line, FALSE));
  }
}

static CoupletAutomaton *
orders_of (int n, const char *adjacency, gboolean rising, gboolean ways)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) names = g_string_new (NULL);
  for (int v = 0; v < n; v++) {
    g_string_append_printf (names, "%sv%d", v > 0 ? " " : "", v);
    g_ptr_array_add (lines, g_strdup_printf ("state i%d public 1", v));
    g_ptr_array_add (lines, v + 1 < n ? g_strdup_printf ("i%d i%d true s v%d", v, v + 1, v)
                                      : g_strdup_printf ("i%d p0 true s v%d", v, v));
  }
  int n_pairs = rising ? n * (n - 1) / 2 : n * (n - 1), pair = 0;
  for (int u = 0; u < n; u++)
    for (int v = 0; v < n; v++) {
      if (u == v || (rising && u > v))
        continue;
      int next = (pair + 1) % n_pairs;
      g_ptr_array_add (lines, g_strdup_printf ("state p%d private 1", pair));
      g_ptr_array_add (lines, g_strdup_printf ("p%d p%d >=v%d&<v%d in", pair, next, u, v));
      if (ways)
        add_ways_out (lines, n, pair, next, u);
      else
        g_ptr_array_add (lines, g_strdup_printf ("p%d p%d <v%d out", pair, next, u));
      pair++;
    }
  g_ptr_array_add (lines, NULL);
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("orders");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  couplet_builder_set_adjacency (builder, COUPLET_TEXT (adjacency), (CoupletPlace){0, 0});
  text_collect (builder, COUPLET_SHARED, names->str, (const char *const *)lines->pdata);
  CoupletAutomaton *automaton = couplet_builder_finish (builder);
  assert_non_null (automaton);
  return automaton;
}

static CoupletAutomaton *
all_orders_of (int n, const char *adjacency)
{
  return orders_of (n, adjacency, FALSE, FALSE);
}

static CoupletAutomaton *
rising_orders (int n)
{
  return orders_of (n, "any", TRUE, FALSE);
}

static CoupletAutomaton *
all_orders (int n)
{
  return all_orders_of (n, "any");
}

static const char *const RANGE[] = {"state a public 1",
                                    "state b private 1",
                                    "state c private 1",
                                    "state end private 1",
                                    "a b true first u",
                                    "b c >=u second v",
                                    "b end <u stop",
                                    "c end <u below",
                                    "c end >=u&<v inside",
                                    "c end >=u&>=v above",
                                    NULL};

/* As RANGE, without a transition that cannot be taken, but v < u in its place. */
static const char *const TURNED[] = {
    "state a public 1",  "state b private 1",  "state c private 1",   "state end private 1",
    "a b true first u",  "b c >=u second v",   "b end <u stop",       "c c >=u&>=v above",
    "c end <u&<v below", "c end >=v&<u never", "c end >=u&<v inside", NULL};

static void
test_nothing_to_unfold_with_one_threshold (void **state)
{
  (void)state;
  const char *const lines[] = {"state a public 1", "state b private 1", "a b true first u",
                               "b b <u below", NULL};
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u", lines);
  assert_null (couplet_unfold (automaton, NULL, &error));
  assert_null (error);
  g_autofree char *known = couplet_known_order_to_string (automaton, 1);
  assert_string_equal (known, "");
}

static void
test_nothing_to_unfold_with_independent_sampling (void **state)
{
  (void)state;
  const char *const lines[] = {
      "state a public 1",  "state b public 1",  "state c private 1",  "a b true first u",
      "b c true second v", "c c >=v&<u inside", "c c >=u&<v outside", NULL};
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "u v", lines);
  assert_null (couplet_unfold (automaton, NULL, &error));
  assert_null (error);
}

static const char *const ONE_ORDER[] = {
    "state a public 1",    "state b public 1",  "state c private 1",
    "state end private 1", "a b true first u",  "b c true second v",
    "c end >=u&>=v above", "c end <u&<v below", NULL};

static void
test_nothing_to_unfold_where_each_state_has_one_order (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v", ONE_ORDER);
  assert_null (couplet_unfold (automaton, NULL, &error));
  assert_null (error);
}

static void
test_a_state_reached_with_two_orders_becomes_two (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v", RANGE);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (automaton, NULL, &error);
  assert_null (error);
  assert_int_equal (unfolded->n_states, automaton->n_states + 1); /* `end` knows u < v, or not */
  assert_int_equal (unfolded->n_transitions, automaton->n_transitions);
}

static void
test_a_transition_against_the_order_is_dropped_and_told (void **state)
{
  (void)state;
  guint n;
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("x");
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v", TURNED);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (automaton, diagnostics, &error);
  assert_null (error);
  assert_ptr_equal (unfolded->folded, automaton);
  guint32 never = transition_with_output (automaton, "never");
  for (guint32 t = 0; t < unfolded->n_transitions; t++)
    assert_int_not_equal (unfolded->folded_transition[t], never);
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  assert_int_equal (n, 1);
  assert_int_equal (messages[0].severity, COUPLET_SEVERITY_WARNING);
  assert_string_equal (messages[0].message,
                       "transition 'c -> end on insample < u && insample >= v, output never' can "
                       "never be taken: what comes before makes u < v");
}

/* Each transition between two thresholds is against some orders, and taken with others. */
static void
test_what_is_against_some_orders_only_is_not_told (void **state)
{
  (void)state;
  guint n;
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("x");
  g_autoptr (CoupletAutomaton) automaton = all_orders (3);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (automaton, diagnostics, &error);
  assert_null (error);
  assert_non_null (unfolded);
  couplet_diagnostics_get (diagnostics, &n);
  assert_int_equal (n, 0);
}

static void
test_each_transition_and_state_leads_back (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = all_orders (4);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (automaton, NULL, NULL);
  assert_true (unfolded->n_states > automaton->n_states);
  for (guint32 t = 0; t < unfolded->n_transitions; t++) {
    guint32 origin = unfolded->folded_transition[t];
    assert_int_equal (unfolded->folded_state[unfolded->source[t]], automaton->source[origin]);
    assert_int_equal (unfolded->folded_state[unfolded->target[t]], automaton->target[origin]);
    assert_int_equal (unfolded->guard[t], automaton->guard[origin]);
    assert_int_equal (unfolded->assignment[t], automaton->assignment[origin]);
    assert_int_equal (unfolded->output[t], automaton->output[origin]);
    assert_true (unfolded->row[unfolded->source[t]] <= t);
    assert_true (t < unfolded->row[unfolded->source[t] + 1]);
  }
}

/* A loop through all 20 pairs of 5: there are 4231 partial orders of 5 things, and
 * the last state of the loop may know each of them. */
static void
test_all_partial_orders_come_up (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = all_orders (5);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (automaton, NULL, NULL);
  guint32 n = 0;
  for (guint32 q = 0; q < unfolded->n_states; q++)
    n += g_str_has_prefix (unfolded->states[q].name, "p19") ? 1 : 0;
  assert_int_equal (n, 4231);
}

static void
test_the_order_known_at_a_state_is_closed (void **state)
{
  (void)state;
  const char *const lines[] = {"state a public 1",
                               "state b public 1",
                               "state c public 1",
                               "state e private 1",
                               "state f private 1",
                               "state g private 1",
                               "a b true first u,w",
                               "b c true second v",
                               "c e true third x",
                               "e f >=u&<v inside",
                               "f g >=v&<x within",
                               "f g <u&<v low",
                               NULL};
  guint n;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v w x", lines);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (automaton, NULL, NULL);
  assert_non_null (unfolded);
  gboolean met = FALSE;
  for (guint32 q = 0; q < unfolded->n_states; q++) {
    if (!g_str_equal (unfolded->states[q].name, "g [u < v, u = w, v < x, w < v]"))
      continue;
    met = TRUE;
    g_autofree CoupletKnown *known = couplet_known_order (unfolded, q, &n);
    assert_int_equal (n, 6); /* and u < x, w < x */
    assert_int_equal (known[1].below, 0);
    assert_int_equal (known[1].above, 2);
    assert_int_equal (known[1].relation, COUPLET_KNOWN_EQUAL);
  }
  assert_true (met);
}

/* Whether unfolding drops the transition that outputs symbol everywhere. */
static gboolean
drops (CoupletSampling sampling, const char *thresholds, const char *const *lines,
       const char *symbol)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (sampling, thresholds, lines);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (automaton, NULL, &error);
  assert_null (error);
  guint32 wanted = transition_with_output (automaton, symbol);
  for (guint32 t = 0; unfolded != NULL && t < unfolded->n_transitions; t++)
    if (unfolded->folded_transition[t] == wanted)
      return FALSE;
  return unfolded != NULL;
}

/* A draw that is not below u is above it, or it is u: nothing is at it or above, and below u. */
static void
test_a_draw_that_may_tie_is_placed_all_the_same (void **state)
{
  (void)state;
  const char *const noises[] = {"1", "none", "1 discrete-laplace", "1 exponential"};
  for (guint i = 0; i < G_N_ELEMENTS (noises); i++) {
    g_autofree char *drawn = g_strdup_printf ("state b private %s", noises[i]);
    const char *const lines[] = {"state a public 1",  drawn,
                                 "state c private 1", "state end private 1",
                                 "a b true first u",  "b c >=u second v",
                                 "b end <u stop",     "c end >=v&<u between",
                                 "c end <v&<u below", NULL};
    assert_true (drops (COUPLET_SHARED, "u v", lines, "between"));
    assert_false (drops (COUPLET_SHARED, "u v", lines, "below"));
  }
}

/* The input itself is at least what was drawn from u on, and u is the input: all of them tie. */
static void
test_a_tie_is_possible_without_noise_only (void **state)
{
  (void)state;
  const char *const noises[] = {"none", "1 discrete-laplace", "1", "1 exponential"};
  for (guint i = 0; i < G_N_ELEMENTS (noises); i++) {
    g_autofree char *drawn = g_strdup_printf ("state b public %s", noises[i]);
    const char *const lines[] = {"state a private none",
                                 drawn,
                                 "state c again none",
                                 "state end private 1",
                                 "a b true first u",
                                 "b c >=u second v",
                                 "c end >=v at",
                                 "c end <v below",
                                 NULL};
    assert_int_equal (drops (COUPLET_SHARED, "u v", lines, "at"), i >= 2);
  }
}

/* One value without noise for all thresholds, also with independent sampling. */
static void
test_draws_without_noise_are_one_value (void **state)
{
  (void)state;
  const char *const lines[] = {"state a public 1",
                               "state b public 1",
                               "state c private none",
                               "state e private 1",
                               "state f private none",
                               "state end private 1",
                               "a b true first x",
                               "b c true second y",
                               "c e <x&>=y one",
                               "e f true go",
                               "f end >=x&<y other",
                               "f end <x&<y low",
                               NULL};
  assert_true (drops (COUPLET_INDEPENDENT, "x y", lines, "other"));
  assert_false (drops (COUPLET_INDEPENDENT, "x y", lines, "low"));
}

/* y <= x; the draw beside x has no noise, that beside y may lie below it, or above it only. */
static void
test_a_draw_without_noise_beside_one_with_noise (void **state)
{
  (void)state;
  const char *const noises[] = {"x=none,y=1", "x=none,y=1 exponential", "x=1,y=none"};
  for (guint i = 0; i < G_N_ELEMENTS (noises); i++) {
    g_autofree char *drawn = g_strdup_printf ("state f private %s", noises[i]);
    const char *const lines[] = {"state a public 1",
                                 "state b public 1",
                                 "state c private none",
                                 "state e private 1",
                                 drawn,
                                 "state end private 1",
                                 "a b true first x",
                                 "b c true second y",
                                 "c e <x&>=y one",
                                 "e f true go",
                                 "f end >=x&<y other",
                                 "f end <x&<y low",
                                 NULL};
    assert_int_equal (drops (COUPLET_INDEPENDENT, "x y", lines, "other"), i == 1);
  }
}

static void
test_an_input_that_is_read_again_without_noise_has_its_value (void **state)
{
  (void)state;
  const char *const lines[] = {"state a private 1",
                               "state b private none",
                               "state c public 1",
                               "state e again none",
                               "state end private 1",
                               "a b true first x",
                               "b c <x low",
                               "c e true go",
                               "e end >=x high",
                               "e end <x same",
                               NULL};
  assert_true (drops (COUPLET_INDEPENDENT, "x", lines, "high"));
  assert_false (drops (COUPLET_INDEPENDENT, "x", lines, "same"));
}

/* Then what is drawn is another value, which orders do not place; the first state counts, too. */
static void
test_an_input_that_is_read_again_with_another_mean_has_not (void **state)
{
  (void)state;
  const char *const later[] = {"state a private 1",
                               "state b private none laplace 0",
                               "state c public 1",
                               "state e again none laplace 1",
                               "state end private 1",
                               "a b true first x",
                               "b c <x low",
                               "c e true go",
                               "e end >=x high",
                               "e end <x same",
                               NULL};
  const char *const first[] = {"state a private none laplace 0",
                               "state b again none laplace -1",
                               "state end private 1",
                               "a b true first x",
                               "b end <x below",
                               "b end >=x above",
                               NULL};
  assert_false (drops (COUPLET_INDEPENDENT, "x", later, "high"));
  assert_false (drops (COUPLET_INDEPENDENT, "x", first, "below"));
}

/* A draw with noise on both sides tells nothing of the input, whatever its mean is. */
static void
test_the_mean_of_a_draw_that_tells_nothing_does_not_matter (void **state)
{
  (void)state;
  const char *const lines[] = {"state a private 1",  "state b private none",
                               "state e again none", "state f again 1 laplace 1",
                               "state end public 1", "a b true first x",
                               "b e <x low",         "e end >=x high",
                               "e f <x same",        "f end <x below",
                               "f end >=x above",    NULL};
  assert_true (drops (COUPLET_INDEPENDENT, "x", lines, "high"));
  assert_false (drops (COUPLET_INDEPENDENT, "x", lines, "same"));
}

/* Only the draws beside the second and third threshold are the input, which tells of these two. */
static void
test_thresholds_are_told_apart_by_inputs_beside_the_later_ones (void **state)
{
  (void)state;
  const char *const lines[] = {"state a public 1",
                               "state b public 1",
                               "state c private x=1,y=none,z=none",
                               "state e private x=1,y=none,z=none",
                               "state end private 1",
                               "a b true first y",
                               "b c true second z",
                               "c e <y&>=z between",
                               "e end >=y&<z never",
                               "e end <y low",
                               NULL};
  assert_true (drops (COUPLET_INDEPENDENT, "x y z", lines, "never"));
  assert_false (drops (COUPLET_INDEPENDENT, "x y z", lines, "low"));
}

/* The draw beside the second threshold alone is the input. */
static void
test_an_input_is_read_again_without_noise_beside_one_threshold (void **state)
{
  (void)state;
  const char *const lines[] = {"state a public 1",
                               "state d public 1",
                               "state b private x=1,y=none",
                               "state c public 1",
                               "state e again x=1,y=none",
                               "state end private 1",
                               "a d true first x",
                               "d b true second y",
                               "b c <y low",
                               "c e true go",
                               "e end >=y high",
                               "e end <y same",
                               NULL};
  assert_true (drops (COUPLET_INDEPENDENT, "x y", lines, "high"));
  assert_false (drops (COUPLET_INDEPENDENT, "x y", lines, "same"));
}

static void
test_exponential_noise_leads_above_the_input (void **state)
{
  (void)state;
  const char *const lines[] = {"state a private none",
                               "state b again 1 exponential",
                               "state end private 1",
                               "a b true first x",
                               "b end <x below",
                               "b end >=x above",
                               NULL};
  assert_true (drops (COUPLET_INDEPENDENT, "x", lines, "below"));
  assert_false (drops (COUPLET_INDEPENDENT, "x", lines, "above"));
}

static void
test_what_contradicts_the_input_is_told (void **state)
{
  (void)state;
  guint n;
  const char *const lines[] = {"state a private none",
                               "state b again none",
                               "state end private 1",
                               "a b true first x",
                               "b end <x below",
                               "b end >=x same",
                               NULL};
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("x");
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", lines);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (automaton, diagnostics, NULL);
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  assert_non_null (unfolded);
  assert_int_equal (n, 1);
  assert_true (g_str_has_suffix (messages[0].message,
                                 "can never be taken: what comes before makes x = last input"));
}

/* Names of states stay short: an order with much to say is numbered. */
static void
test_a_long_order_is_a_number_in_names (void **state)
{
  (void)state;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) names = g_string_new ("v0");
  g_ptr_array_add (lines, g_strdup ("state q0 public 1"));
  g_ptr_array_add (lines, g_strdup ("q0 q1 true s v0"));
  for (int v = 1; v < 70; v++) {
    g_string_append_printf (names, " v%d", v);
    g_ptr_array_add (lines, g_strdup_printf ("state q%d private 1", v));
    g_ptr_array_add (lines, g_strdup_printf ("q%d q%d >=v%d up v%d", v, v + 1, v - 1, v));
    g_ptr_array_add (lines, g_strdup_printf ("q%d q70 <v%d down", v, v - 1));
  }
  g_ptr_array_add (lines, g_strdup ("state q70 private 1"));
  g_ptr_array_add (lines, NULL);
  g_autoptr (CoupletAutomaton) automaton =
      text_automaton (COUPLET_SHARED, names->str, (const char *const *)lines->pdata);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (automaton, NULL, NULL);
  assert_non_null (unfolded);
  guint32 numbered = 0;
  for (guint32 q = 0; q < unfolded->n_states; q++) {
    assert_true (strlen (unfolded->states[q].name) < 200);
    numbered += strstr (unfolded->states[q].name, "[order ") != NULL;
  }
  assert_true (numbered > 0);
}

static void
test_too_many_orders_end_it_early (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) automaton = all_orders (8);
  assert_null (couplet_unfold (automaton, NULL, &error));
  assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER));
  assert_true (g_str_has_prefix (error->message,
                                 "too many orders of the 8 thresholds are possible: the automaton "
                                 "with its orders has more than 500000 states and "));
}

/* With many thresholds each order is large, so that fewer are made. */
static void
test_the_limit_is_lower_where_orders_are_large (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) automaton = all_orders (65);
  assert_null (couplet_unfold (automaton, NULL, &error));
  guint64 states = 0;
  const char *number = strstr (error->message, "more than ");
  assert_non_null (number);
  states = g_ascii_strtoull (number + strlen ("more than "), NULL, 10);
  assert_in_range (states, 10000, 300000);
}

/* No order matters there: nothing is put above the greater and below the less of two. */
static void
test_merged_orders_take_the_place_of_too_many (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL, too_large = NULL;
  gboolean merged = FALSE;
  g_autoptr (CoupletAutomaton) automaton = rising_orders (8);
  assert_null (unfold_by (automaton, UNFOLD_ALL, G_MAXUINT32, NULL, NULL, &too_large));
  assert_non_null (too_large);
  assert_null (unfold_whole_by (automaton, NULL, NULL, &merged, &error));
  assert_null (error);
  assert_true (merged);
}

/* All orders matter there: an eighth of what may be made shows that merging is of no use. */
static void
test_merging_that_drops_nothing_is_given_up (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) automaton = all_orders (8);
  assert_null (unfold_by (automaton, UNFOLD_MERGED, G_MAXUINT32, NULL, NULL, &error));
  assert_non_null (strstr (error->message, "has more than 62500 states and "));
}

/* The same of its transitions, where there are many. */
static void
test_merging_with_many_transitions_is_given_up (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) automaton = orders_of (8, "any", FALSE, TRUE);
  assert_null (unfold_by (automaton, UNFOLD_MERGED, G_MAXUINT32, NULL, NULL, &error));
  const char *number = strstr (error->message, " states and ");
  assert_non_null (number);
  assert_in_range (g_ascii_strtoull (number + strlen (" states and "), NULL, 10), 250000, 250020);
}

static void
test_more_thresholds_than_an_order_can_hold_are_refused (void **state)
{
  (void)state;
  g_autoptr (GString) names = g_string_new ("v0");
  for (int v = 1; v < 40000; v++)
    g_string_append_printf (names, " v%d", v);
  const char *const lines[] = {"state a public 1", "state b private 1", "a b true first v0",
                               "b b <v0 below", NULL};
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, names->str, lines);
  assert_null (couplet_unfold (automaton, NULL, &error));
  assert_string_equal (error->message, "the order of 40000 thresholds is more than can be kept");
}

static void
test_it_ends_when_the_user_cancels (void **state)
{
  (void)state;
  volatile int cancelled = 1;
  const CoupletHost host = {.cancelled = &cancelled};
  CoupletContext *context = couplet_context_new (&PLUGIN, NULL, &host, "test");
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) automaton = all_orders (8);
  couplet_context_start (context, 0);
  assert_null (couplet_unfold_within (automaton, context, NULL, &error));
  assert_string_equal (error->message,
                       "cancelled while the orders of the 8 thresholds were told apart");
  couplet_context_free (context);
}

/* ---- Names ---------------------------------------------------------------------------------- */

static void
test_readings_keep_their_names (void **state)
{
  (void)state;
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v", RANGE);
  const char *readings[] = {NULL, "first", NULL, "last"};
  automaton->readings = readings;
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (automaton, NULL, &error);
  assert_null (error);
  assert_true (unfolded->n_states > automaton->n_states);
  for (guint32 q = 0; q < unfolded->n_states; q++)
    assert_ptr_equal (unfolded->readings[q], readings[unfolded->folded_state[q]]);
}

/* Some state of what all_orders_of() makes has a name that ends like this. */
static void
expect_name (const char *adjacency, const char *end)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletAutomaton) automaton = all_orders_of (2, adjacency);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (automaton, NULL, &error);
  assert_null (error);
  guint32 q = 0;
  while (q < unfolded->n_states && !g_str_has_suffix (unfolded->states[q].name, end))
    q++;
  assert_true (q < unfolded->n_states);
}

static void
test_names_tell_what_answers_did_before (void **state)
{
  (void)state;
  expect_name ("one", "changed]");
  expect_name ("monotonic", "up]");
  expect_name ("monotonic", "down]");
}

/* ---- A part -------------------------------------------------------------------------------- */

/* What knows less than the state before it, like f, is made at once, what knows more is not. */
static void
test_a_part_goes_on_first_where_nothing_is_learnt (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public 1",
                                      "state b public 1",
                                      "state c public 1",
                                      "state d private 1",
                                      "state e private 1",
                                      "state f private 1",
                                      "state g private 1",
                                      "state end private 1",
                                      "a b true first u",
                                      "b c true second v",
                                      "c d true third w",
                                      "d e >=u&<v between",
                                      "e g >=v&<w above",
                                      "e f >=v&>=w&>=u out",
                                      "e e >=v&>=w&<u never",
                                      "g end >=w&<u never_again",
                                      "g end <w&<u&<v low",
                                      "f f <u on",
                                      NULL};
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v w", lines);
  g_autoptr (CoupletAutomaton) part =
      unfold_by (automaton, UNFOLD_PART, G_MAXUINT32, NULL, NULL, NULL);
  for (guint32 q = 0; q < part->n_states; q++)
    g_string_append (names, automaton->states[part->folded_state[q]].name);
  assert_string_equal (names->str, "abcdefgend");
}

/* All transitions of a part lead somewhere, and none is there twice with the same difference. */
static void
test_a_part_has_only_what_it_made (void **state)
{
  (void)state;
  static const char *const adjacencies[] = {"any", "monotonic"};
  for (guint i = 0; i < G_N_ELEMENTS (adjacencies); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (CoupletAutomaton) automaton = all_orders_of (8, adjacencies[i]);
    g_autoptr (CoupletAutomaton) part =
        unfold_by (automaton, UNFOLD_PART, G_MAXUINT32, NULL, NULL, &error);
    assert_non_null (part);
    assert_in_range (part->n_states, 20000, 30000);
    for (guint32 q = 0; q < part->n_states; q++) {
      CoupletShifts seen[2] = {0, 0};
      assert_true (part->row[q] <= part->row[q + 1]);
      assert_true (part->row[q + 1] - part->row[q] <= 6);
      for (guint32 t = part->row[q]; t < part->row[q + 1]; t++) {
        guint32 folded = part->folded_transition[t];
        assert_true (part->target[t] < part->n_states);
        assert_int_equal (part->folded_state[part->target[t]], automaton->target[folded]);
        assert_int_equal (part->folded_state[q], automaton->source[folded]);
        CoupletShifts differences = part->differences != NULL ? part->differences[t] : 7;
        CoupletShifts *here = &seen[folded - automaton->row[automaton->source[folded]]];
        assert_int_equal (*here & differences, 0);
        *here |= differences;
      }
    }
  }
}

/* ---- Stopping ------------------------------------------------------------------------------ */

/* Cancels at the look after so many. */
/* Each of ten steps tells whether its threshold is below x, which nothing asks for later. */
static void
test_many_orders_give_way_to_few_that_matter (void **state)
{
  (void)state;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) names = g_string_new ("x");
  g_ptr_array_add (lines, g_strdup ("state i public 1"));
  g_ptr_array_add (lines, g_strdup ("i s0 true first x"));
  for (int i = 0; i < 10; i++) {
    g_string_append_printf (names, " v%d", i);
    g_ptr_array_add (lines, g_strdup_printf ("state s%d public 1", i));
    g_ptr_array_add (lines, g_strdup_printf ("s%d s%d <x less%d v%d", i, i + 1, i, i));
    g_ptr_array_add (lines, g_strdup_printf ("s%d s%d >=x pass%d", i, i + 1, i));
  }
  g_ptr_array_add (lines, g_strdup ("state s10 public 1"));
  g_ptr_array_add (lines, NULL);
  g_autoptr (CoupletAutomaton) automaton =
      text_automaton (COUPLET_SHARED, names->str, (const char *const *)lines->pdata);
  g_autoptr (CoupletAutomaton) whole =
      unfold_by (automaton, UNFOLD_ALL, G_MAXUINT32, NULL, NULL, NULL);
  gboolean merged = FALSE;
  assert_true (whole->n_states > 1000);
  assert_null (unfold_whole_by (automaton, NULL, NULL, &merged, NULL)); /* it is the automaton */
  assert_true (merged);
}

static gboolean
count_down (gpointer data)
{
  guint *looks = data;
  return *looks == 0 || --*looks == 0;
}

/* Stops the unfolding at each look at the clock; returns how many there are. */
static guint
stop_at_each_look (const CoupletAutomaton *automaton, UnfoldExtent extent, const char *message)
{
  for (guint n = 1;; n++) {
    guint looks = n;
    g_autoptr (GError) error = NULL;
    Clock clock = {.cancelled = count_down, .data = &looks};
    clock_start (&clock, 0);
    g_autoptr (CoupletAutomaton) unfolded =
        unfold_by (automaton, extent, G_MAXUINT32, &clock, NULL, &error);
    gboolean cancelled = clock_is_cancelled (&clock);
    clock_clear (&clock);
    assert_int_equal (unfolded == NULL, cancelled);
    if (!cancelled)
      return n;
    assert_string_equal (error->message, message);
  }
}

static void
test_it_can_be_stopped_anywhere (void **state)
{
  (void)state;
  static const char ORDERS[] = "cancelled while the orders of the 4 thresholds were told apart";
  static const char DIFFERENCES[] =
      "cancelled while the differences of earlier inputs were told apart";
  g_autoptr (CoupletAutomaton) orders = all_orders (4);
  g_autoptr (CoupletAutomaton) rising = all_orders_of (40, "monotonic");
  assert_true (stop_at_each_look (orders, UNFOLD_ALL, ORDERS) > 5);
  assert_true (stop_at_each_look (orders, UNFOLD_MERGED, ORDERS) > 5);
  assert_true (stop_at_each_look (orders, UNFOLD_PART, ORDERS) > 5);
  assert_true (stop_at_each_look (rising, UNFOLD_NO_ORDERS, DIFFERENCES) > 5);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_nothing_to_unfold_with_one_threshold),
      cmocka_unit_test (test_nothing_to_unfold_with_independent_sampling),
      cmocka_unit_test (test_nothing_to_unfold_where_each_state_has_one_order),
      cmocka_unit_test (test_a_state_reached_with_two_orders_becomes_two),
      cmocka_unit_test (test_a_transition_against_the_order_is_dropped_and_told),
      cmocka_unit_test (test_what_is_against_some_orders_only_is_not_told),
      cmocka_unit_test (test_each_transition_and_state_leads_back),
      cmocka_unit_test (test_all_partial_orders_come_up),
      cmocka_unit_test (test_the_order_known_at_a_state_is_closed),
      cmocka_unit_test (test_a_draw_that_may_tie_is_placed_all_the_same),
      cmocka_unit_test (test_a_tie_is_possible_without_noise_only),
      cmocka_unit_test (test_draws_without_noise_are_one_value),
      cmocka_unit_test (test_a_draw_without_noise_beside_one_with_noise),
      cmocka_unit_test (test_an_input_that_is_read_again_without_noise_has_its_value),
      cmocka_unit_test (test_an_input_that_is_read_again_with_another_mean_has_not),
      cmocka_unit_test (test_the_mean_of_a_draw_that_tells_nothing_does_not_matter),
      cmocka_unit_test (test_thresholds_are_told_apart_by_inputs_beside_the_later_ones),
      cmocka_unit_test (test_an_input_is_read_again_without_noise_beside_one_threshold),
      cmocka_unit_test (test_exponential_noise_leads_above_the_input),
      cmocka_unit_test (test_what_contradicts_the_input_is_told),
      cmocka_unit_test (test_a_long_order_is_a_number_in_names),
      cmocka_unit_test (test_too_many_orders_end_it_early),
      cmocka_unit_test (test_the_limit_is_lower_where_orders_are_large),
      cmocka_unit_test (test_merged_orders_take_the_place_of_too_many),
      cmocka_unit_test (test_merging_that_drops_nothing_is_given_up),
      cmocka_unit_test (test_merging_with_many_transitions_is_given_up),
      cmocka_unit_test (test_more_thresholds_than_an_order_can_hold_are_refused),
      cmocka_unit_test (test_it_ends_when_the_user_cancels),
      cmocka_unit_test (test_readings_keep_their_names),
      cmocka_unit_test (test_names_tell_what_answers_did_before),
      cmocka_unit_test (test_a_part_goes_on_first_where_nothing_is_learnt),
      cmocka_unit_test (test_a_part_has_only_what_it_made),
      cmocka_unit_test (test_many_orders_give_way_to_few_that_matter),
      cmocka_unit_test (test_it_can_be_stopped_anywhere),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
