/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs at which paths are possible: with and without noise, for all kinds of it and of outputs.
 */
#include "text_automaton.h"

#include <couplet/host/model.h>
#include <couplet/host/counterexample.h>
#include <couplet/internal/path_inputs.h>

#include "unit.h"

#define MOST_STEPS 8

/* What couplet_path_inputs() finds for the path of these transitions, a digit each: `0 -1/2 : 0 1`,
 * inputs and then outputs; NULL = nothing. */
static char *
place (CoupletSampling sampling, const char *thresholds, const char *const *lines, const char *path)
{
  g_autoptr (CoupletAutomaton) a = text_automaton (sampling, thresholds, lines);
  guint n = (guint)strlen (path);
  guint32 transitions[MOST_STEPS];
  g_autoptr (GString) text = g_string_new (NULL);
  assert_true (n <= MOST_STEPS);
  for (guint i = 0; i < n; i++)
    transitions[i] = (guint32)(path[i] - '0');
  g_autoptr (GArray) numbers = couplet_path_inputs (a, transitions, n);
  for (guint i = 0; numbers != NULL && i < numbers->len; i++) {
    g_autofree char *number =
        couplet_rational_to_string (&g_array_index (numbers, CoupletRational, i));
    g_string_append_printf (text, "%s%s", i == n ? " : " : i > 0 ? " " : "", number);
  }
  return numbers != NULL ? g_strdup (text->str) : NULL;
}

#define ASSERT_PLACES(sampling, thresholds, lines, path, expected)                                 \
  do {                                                                                             \
    g_autofree char *found_ = place (sampling, thresholds, lines, path);                           \
    if (found_ == NULL)                                                                            \
      fail_msg ("nothing, expected %s", (const char *)(expected));                                 \
    assert_string_equal (found_, expected);                                                        \
  } while (0)

static void
test_with_noise_draws_are_centred_at_zero (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public 1 laplace 3",
                                      "state b private 1 laplace -1/2",
                                      "a b true go x",
                                      "b b <x bot",
                                      "b c >=x insample",
                                      "state c private 1",
                                      NULL};
  ASSERT_PLACES (COUPLET_INDEPENDENT, "x", lines, "0112", "-3 1/2 1/2 1/2 : 0 0 0 0");
}

static void
test_real_outputs_obey_comparisons (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public 1",
                                      "state b private 1",
                                      "state c private 1",
                                      "a b true insample x",
                                      "b c <x insample",
                                      "c b >=x insample x",
                                      NULL};
  ASSERT_PLACES (COUPLET_INDEPENDENT, "x", lines, "0121", "0 0 0 0 : 1 0 1 0");
}

static void
test_a_gap_is_what_draws_differ_by (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public none", "state b private none laplace 1/2",
                                      "a b true go x",       "b b <x bot x",
                                      "b b >=x gap",         NULL};
  ASSERT_PLACES (COUPLET_INDEPENDENT, "x", lines, "012", "1 -1/2 -1/2 : 0 0 0");
  ASSERT_PLACES (COUPLET_INDEPENDENT, "x", lines, "0112", "2 1/2 -1/2 -1/2 : 0 0 0 0");
}

static void
test_without_noise_inputs_are_in_order (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public none",  "state b public none",
                                      "state c private none", "a b true go x",
                                      "b c true go y",        "c c >=x&<y in",
                                      "c c >=x&>=y over",     "c c <x&<y under",
                                      "c c <x&>=y never",     NULL};
  ASSERT_PLACES (COUPLET_SHARED, "x y", lines, "01234", "1 2 1 2 0 : 0 0 0 0 0");
  g_autofree char *both = place (COUPLET_SHARED, "x y", lines, "0125");
  assert_null (both);
}

/* What is read again is one number; its draws differ by the means. */
static void
test_what_is_read_again_is_one_number (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a private none laplace 1/3",
                                      "state b again none laplace 2/3",
                                      "state c private none",
                                      "state d again none laplace 1/4",
                                      "state e public 1",
                                      "a b true go x",
                                      "b c >=x up y",
                                      "b c <x never y",
                                      "c d >=x&<y in",
                                      "d e >=y after",
                                      "d e <y between",
                                      NULL};
  ASSERT_PLACES (COUPLET_INDEPENDENT, "x y", lines, "0134", "-1/3 -1/3 1/12 1/12 : 0 0 0 0");
  g_autofree char *never = place (COUPLET_INDEPENDENT, "x y", lines, "02");
  assert_null (never);
}

/* Between 0 and 1/3 there is room for three values, each above the one before. */
static void
test_strict_orders_find_room_between_known_distances (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a private none",
                                      "state b again none laplace 1/3",
                                      "state c public none",
                                      "state d public none",
                                      "state e public none",
                                      "a b true go x",
                                      "b c true go z",
                                      "c d >=x go y",
                                      "d e >=y&<z go",
                                      "e e <y&>=x go",
                                      NULL};
  g_autofree char *found = place (COUPLET_INDEPENDENT, "x y z", lines, "01234");
  assert_string_equal (found, "0 0 1/6 1/6 0 : 0 0 0 0 0");
}

/* The value that is asked for first may need the least room. */
static void
test_the_first_comparison_counts_for_room (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a private none", "state b again none laplace 1/3",
                                      "state c public none",  "state d public none",
                                      "state e public none",  "a b true go x",
                                      "b c true go z",        "c d <z go y",
                                      "d e <y&>=x go",        NULL};
  ASSERT_PLACES (COUPLET_INDEPENDENT, "x y z", lines, "0123", "0 0 1/6 0 : 0 0 0 0");
}

static void
test_exponential_noise_is_not_below_its_centre (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public none", "state b private 1 exponential",
                                      "a b true go x",       "b b <x insample",
                                      "b b >=x insample x",  NULL};
  ASSERT_PLACES (COUPLET_INDEPENDENT, "x", lines, "01", "1 0 : 0 0");
  ASSERT_PLACES (COUPLET_INDEPENDENT, "x", lines, "021", "0 0 0 : 0 1 0");
}

static void
test_whole_numbers_stay_whole (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a private none",
                                      "state b again none laplace 1",
                                      "state c public 1 discrete-laplace",
                                      "a b true go x",
                                      "b c true go y",
                                      "c c >=x&<y between x",
                                      NULL};
  ASSERT_PLACES (COUPLET_SHARED, "x y", lines, "012", "0 0 0 : 0 0 0");
}

/* Noise of whole numbers is added to whole numbers only, whatever was centred where before. */
static void
test_inputs_of_discrete_noise_are_whole (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a private 1 laplace 1/2",
                                      "state b again 1 discrete-laplace", "a b true go x",
                                      "b b <x insample", NULL};
  ASSERT_PLACES (COUPLET_INDEPENDENT, "x", lines, "01", "-1 -1 : 0 0");
}

/* A whole draw that must not be below a number that is none is the next whole one. */
static void
test_discrete_draws_are_raised_to_whole_numbers (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a private none laplace 1/2",
                                      "state b public 1 discrete-laplace", "a b true go x",
                                      "b b >=x insample", NULL};
  ASSERT_PLACES (COUPLET_INDEPENDENT, "x", lines, "01", "-1 0 : 0 0");
}

/* An input of whole numbers whose mean is none is raised to the next whole one. */
static void
test_whole_inputs_are_raised_to_whole_numbers (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public 1 discrete-laplace",
                                      "state b private none laplace 1/2", "a b true insample x",
                                      "b b >=x go", NULL};
  ASSERT_PLACES (COUPLET_INDEPENDENT, "x", lines, "01", "0 0 : 0 0");
}

/* An automaton of one state, which outputs a fresh draw again and again. The caller frees it. */
static CoupletAutomaton *
asking (const CoupletStateSpec *ask)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("asking");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  const CoupletText x = COUPLET_TEXT ("x");
  const CoupletTransitionSpec step = {.from = ask->name,
                                      .to = ask->name,
                                      .guard = COUPLET_TEXT ("true"),
                                      .output = COUPLET_TEXT ("fresh"),
                                      .assign = &x,
                                      .n_assign = 1};
  couplet_builder_set_initial (builder, ask->name, (CoupletPlace){0, 0});
  couplet_builder_add_state (builder, ask);
  couplet_builder_add_transition (builder, &step);
  CoupletAutomaton *automaton = couplet_builder_finish (builder);
  assert_non_null (automaton);
  return automaton;
}

/* The noise of the samples is Laplace's, that of the fresh output of whole numbers. */
static void
test_inputs_of_fresh_discrete_noise_are_whole (void **state)
{
  (void)state;
  const CoupletNoiseSpec d = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("1")};
  const CoupletStateSpec ask = {.name = COUPLET_TEXT ("ask"),
                                .d = &d,
                                .n_d = 1,
                                .mu = COUPLET_TEXT ("1/2"),
                                .d_fresh = COUPLET_TEXT ("1"),
                                .noise_fresh = COUPLET_TEXT ("discrete-laplace")};
  g_autoptr (CoupletAutomaton) a = asking (&ask);
  g_autoptr (GArray) numbers = couplet_path_inputs (a, &(guint32){0}, 1);
  assert_non_null (numbers);
  assert_int_equal (mpq_cmp_si (g_array_index (numbers, CoupletRational, 0).value, -1, 1), 0);
  assert_int_equal (mpq_sgn (g_array_index (numbers, CoupletRational, 1).value), 0);
}

/* A draw with a density that nobody sees equals nothing: it needs room between what it is compared
 * with. */
static void
test_hidden_draws_have_room (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public none",
                                      "state b private 1",
                                      "state c private 1",
                                      "a b true go t",
                                      "b c >=t go x",
                                      "c c >=x insample",
                                      NULL};
  ASSERT_PLACES (COUPLET_SHARED, "t x", lines, "012", "0 0 0 : 0 0 2");
}

/* Each draw is below the one before it. */
static void
test_long_chains_against_the_path_are_placed (void **state)
{
  (void)state;
  enum { STEPS = 20000 };
  static const char *const lines[] = {"state a public none", "state b private none",
                                      "a b true go x", "b b <x go x", NULL};
  g_autoptr (CoupletAutomaton) a = text_automaton (COUPLET_INDEPENDENT, "x", lines);
  g_autofree guint32 *transitions = g_new (guint32, STEPS);
  for (guint i = 0; i < STEPS; i++)
    transitions[i] = i > 0;
  g_autoptr (GArray) numbers = couplet_path_inputs (a, transitions, STEPS);
  assert_non_null (numbers);
  const CoupletRational *inputs = (const CoupletRational *)(gpointer)numbers->data;
  assert_int_equal (mpq_cmp_si (inputs[0].value, STEPS - 1, 1), 0);
  assert_int_equal (mpq_sgn (inputs[STEPS - 1].value), 0);
}

/* Noise of whole numbers is drawn where it has to be above a number and below the next one. */
static void
test_whole_draws_have_no_room_between_neighbours (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a private none laplace 1/3",
                                      "state b again none laplace 2/3",
                                      "state c public 1 discrete-laplace",
                                      "a b true go x",
                                      "b c true go y",
                                      "c c >=x&<y between",
                                      NULL};
  g_autofree char *found = place (COUPLET_SHARED, "x y", lines, "012");
  assert_null (found);
}

/* Without noise a fresh output is the input and the mean; exponential noise is not below that. */
static void
test_fresh_draws_are_at_their_centre (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a private none laplace 1/2",
                                      "state b private 1 exponential",
                                      "state c private 1",
                                      "a b true fresh x",
                                      "b c <x fresh",
                                      "c c <x fresh",
                                      NULL};
  ASSERT_PLACES (COUPLET_INDEPENDENT, "x", lines, "012", "3/2 0 0 : 3/2 0 0");
}

/* What a draw without noise is rounded to is not looked for. */
static void
test_snapped_draws_without_noise_are_not_placed (void **state)
{
  (void)state;
  const CoupletNoiseSpec d = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("1")};
  const CoupletStateSpec ask = {.name = COUPLET_TEXT ("ask"),
                                .d = &d,
                                .n_d = 1,
                                .d_fresh = COUPLET_TEXT ("none"),
                                .snap_bound = COUPLET_TEXT ("100"),
                                .snap_grid = COUPLET_TEXT ("1/8")};
  g_autoptr (CoupletAutomaton) a = asking (&ask);
  assert_null (couplet_path_inputs (a, &(guint32){0}, 1));
  g_auto (CoupletRational) claim;
  couplet_rational_init (&claim);
  const CoupletWalkStep walk = {0, 1, COUPLET_SHIFT_UNUSED};
  assert_null (couplet_counterexample_by_theorem (a, &walk, 1, &claim, NULL));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_with_noise_draws_are_centred_at_zero),
      cmocka_unit_test (test_real_outputs_obey_comparisons),
      cmocka_unit_test (test_a_gap_is_what_draws_differ_by),
      cmocka_unit_test (test_without_noise_inputs_are_in_order),
      cmocka_unit_test (test_what_is_read_again_is_one_number),
      cmocka_unit_test (test_strict_orders_find_room_between_known_distances),
      cmocka_unit_test (test_the_first_comparison_counts_for_room),
      cmocka_unit_test (test_exponential_noise_is_not_below_its_centre),
      cmocka_unit_test (test_whole_numbers_stay_whole),
      cmocka_unit_test (test_inputs_of_discrete_noise_are_whole),
      cmocka_unit_test (test_discrete_draws_are_raised_to_whole_numbers),
      cmocka_unit_test (test_whole_inputs_are_raised_to_whole_numbers),
      cmocka_unit_test (test_inputs_of_fresh_discrete_noise_are_whole),
      cmocka_unit_test (test_hidden_draws_have_room),
      cmocka_unit_test (test_long_chains_against_the_path_are_placed),
      cmocka_unit_test (test_whole_draws_have_no_room_between_neighbours),
      cmocka_unit_test (test_fresh_draws_are_at_their_centre),
      cmocka_unit_test (test_snapped_draws_without_noise_are_not_placed),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
