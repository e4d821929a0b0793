/* SPDX-License-Identifier: Apache-2.0 */
/* Mironov's theorem on floating snaps: what they pay, and for which epsilon. */
#include "snap.h"

#include "unit.h"

#include <couplet/internal/automaton.h>
#include <couplet/host/model.h>

static void
set (CoupletRational *rational, const char *text)
{
  couplet_rational_init (rational);
  assert_true (couplet_rational_parse (rational, text, strlen (text), NULL));
}

static void
test_what_a_floating_snap_pays (void **state)
{
  (void)state;
  static const char *const rows[][3] = {
      {"1/2", "1000", "70368744177789/140737488355328"}, /* 1/2 * (1 + 1000/2^49) */
      {"1", "562949953421312", "2"},
      {"3", "1/2", "3377699720527875/1125899906842624"}};
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (CoupletRational) d, bound, pays;
    set (&d, rows[i][0]);
    set (&bound, rows[i][1]);
    couplet_rational_init (&pays);
    snap_floating_parameter (&d, &bound, &pays);
    g_autofree char *text = couplet_rational_to_string (&pays);
    assert_string_equal (text, rows[i][2]);
  }
}

/* The range for d, bound and grid; NULL = there is no epsilon. The caller frees it. */
static char *
range_of (const char *d_text, const char *bound_text, const char *grid_text)
{
  g_auto (CoupletRational) d, bound, grid;
  g_auto (EpsilonRange) range;
  set (&d, d_text);
  set (&bound, bound_text);
  set (&grid, grid_text);
  epsilon_range_init (&range);
  assert_false (epsilon_range_is_empty (&range));
  epsilon_range_narrow (&range, &d, &bound, &grid);
  return epsilon_range_is_empty (&range) ? NULL : epsilon_range_to_string (&range);
}

static void
test_the_epsilon_of_one_state (void **state)
{
  (void)state;
  static const char *const rows[][4] = {
      {"1", "1000", "1", "1 <= epsilon < 2"},
      {"1/2", "100", "1/8", "16 <= epsilon < 32"},
      {"1", "1", "1", "1 < epsilon < 2"}, /* lambda = bound is excluded */
      {"1", "3/4", "1", "4/3 < epsilon < 2"},
      {"1", "1/2", "1", NULL},
      {"1", "52776558133248", "1", "1 <= epsilon < 4/3"}, /* 3/4 of 2^46 */
      {"1", "70368744177664", "1", NULL},
      {"1", "70368744177663", "1", "1 <= epsilon < 70368744177664/70368744177663"}};
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *range = range_of (rows[i][0], rows[i][1], rows[i][2]);
    if (rows[i][3] == NULL)
      assert_null (range);
    else
      assert_string_equal (range, rows[i][3]);
  }
}

static void
test_nothing_is_proven_of_some_numbers (void **state)
{
  (void)state;
  static const char *const rows[][3] = {
      {"1000", "1", NULL},
      {"1000", "1/8", NULL},
      {"1000", "3", "its grid must be a power of two"},
      {"1000", "2/3", "its grid must be a power of two"},
      {"1/2", "1", "its bound must be above half of its grid and below 2^46 times its grid"}};
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (CoupletRational) d, bound, grid;
    set (&d, "1/3");
    set (&bound, rows[i][0]);
    set (&grid, rows[i][1]);
    g_autofree char *fault = snap_floating_fault (&d, &bound, &grid);
    if (rows[i][2] == NULL)
      assert_null (fault);
    else
      assert_string_equal (fault, rows[i][2]);
  }
}

/* A state for each grid, all with bound 100 and d_fresh 1, which outputs fresh; the last one is not
 * reached. floating: `true`, `false` or NULL. */
static CoupletAutomaton *
snapped (const char *const *grids, guint n, const char *floating)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (NULL);
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  const CoupletPlace nowhere = {0, 0};
  const CoupletNoiseSpec d = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("1")};
  const CoupletText x = COUPLET_TEXT ("x");
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf ("q%u", i);
    g_autofree char *next = g_strdup_printf ("q%u", i + 2 < n ? i + 1 : 0);
    CoupletStateSpec state = {.name = COUPLET_TEXT (name),
                              .d = &d,
                              .n_d = 1,
                              .d_fresh = COUPLET_TEXT ("1"),
                              .snap_bound = COUPLET_TEXT ("100"),
                              .snap_grid = COUPLET_TEXT (grids[i])};
    CoupletTransitionSpec transition = {.from = COUPLET_TEXT (name),
                                        .to = COUPLET_TEXT (next),
                                        .output = COUPLET_TEXT ("fresh"),
                                        .assign = &x,
                                        .n_assign = 1};
    if (floating != NULL)
      state.floating = COUPLET_TEXT (floating);
    couplet_builder_add_state (builder, &state);
    couplet_builder_add_transition (builder, &transition);
  }
  couplet_builder_set_initial (builder, COUPLET_TEXT ("q0"), nowhere);
  return couplet_builder_finish (builder);
}

static void
test_only_reachable_floating_snaps_restrict_epsilon (void **state)
{
  (void)state;
  static const char *const grids[] = {"1", "1", "8"}, *const apart[] = {"1", "2", "8"};
  g_autoptr (CoupletAutomaton) floating = snapped (grids, 3, "true");
  g_autoptr (CoupletAutomaton) exact = snapped (grids, 3, "false");
  g_autoptr (CoupletAutomaton) plain = snapped (grids, 3, NULL);
  g_autofree char *range = couplet_epsilon_range (floating);
  assert_string_equal (range, "1 <= epsilon < 2");
  assert_true (couplet_is_floating (floating));
  assert_false (couplet_is_floating (exact));
  assert_null (couplet_epsilon_range (plain));
  assert_null (snapped (apart, 3, "true"));
}

static void
test_the_exact_view_snaps_nothing (void **state)
{
  (void)state;
  static const char *const grids[] = {"1", "1"};
  g_autoptr (CoupletAutomaton) floating = snapped (grids, 2, "true");
  CoupletAutomaton exact;
  couplet_exact_view (floating, &exact);
  assert_non_null (couplet_snap_of (floating, &floating->states[0]));
  assert_null (couplet_snap_of (&exact, &exact.states[0]));
  assert_false (couplet_is_floating (&exact));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_what_a_floating_snap_pays),
      cmocka_unit_test (test_the_epsilon_of_one_state),
      cmocka_unit_test (test_nothing_is_proven_of_some_numbers),
      cmocka_unit_test (test_only_reachable_floating_snaps_restrict_epsilon),
      cmocka_unit_test (test_the_exact_view_snaps_nothing),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
