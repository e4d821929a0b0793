/* SPDX-License-Identifier: Apache-2.0 */
/* Intervals of the least d: what they come to together, the verdict, and that on a claim. */
#include <couplet/host/bounds.h>

#include "unit.h"

#include <string.h>

/* The numbers 0 to 4. */
#define NUMBERS 5
static CoupletRational number[NUMBERS];

static int
set_up (void **state)
{
  (void)state;
  for (guint i = 0; i < NUMBERS; i++) {
    couplet_rational_init (&number[i]);
    mpq_set_ui (number[i].value, i, 1);
  }
  return 0;
}

static int
tear_down (void **state)
{
  (void)state;
  for (guint i = 0; i < NUMBERS; i++)
    couplet_rational_clear (&number[i]);
  return 0;
}

/* Negative = not known. */
static CoupletBounds
bounds (int lower, int upper)
{
  return (CoupletBounds){.is_finite = upper >= 0,
                         .lower = lower >= 0 ? &number[lower] : NULL,
                         .upper = upper >= 0 ? &number[upper] : NULL};
}

/* Whether d may be the least d by these bounds. */
static gboolean
allow (const CoupletBounds *all, guint d)
{
  return !all->is_infinite &&
         (all->lower == NULL || couplet_rational_compare (all->lower, &number[d]) <= 0) &&
         (all->upper == NULL || couplet_rational_compare (&number[d], all->upper) <= 0);
}

/* All intervals of these numbers, with open ends, and what is not private. */
static guint
all_bounds (CoupletBounds *made)
{
  guint n = 0;
  for (int lower = -1; lower < NUMBERS; lower++)
    for (int upper = -1; upper < NUMBERS; upper++)
      if (upper < 0 || lower <= upper)
        made[n++] = bounds (lower, upper);
  made[n++] = (CoupletBounds){.is_infinite = TRUE};
  return n;
}

#define MOST_BOUNDS 64

static void
test_to_meet_is_to_allow_what_both_allow (void **state)
{
  (void)state;
  CoupletBounds made[MOST_BOUNDS];
  guint n = all_bounds (made);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++) {
      CoupletBounds all = made[i];
      gboolean left = couplet_bounds_meet (&all, &made[j]), any = FALSE;
      for (guint d = 0; d < NUMBERS; d++) {
        gboolean both = allow (&made[i], d) && allow (&made[j], d);
        any |= both;
        if (left)
          assert_int_equal (allow (&all, d), both);
      }
      gboolean may_be_infinite = made[i].upper == NULL && made[j].upper == NULL;
      assert_int_equal (left, any || may_be_infinite);
    }
}

/* The least d of two lists together is the greater one. */
static void
test_to_cover_is_to_allow_the_greater_of_what_each_allows (void **state)
{
  (void)state;
  CoupletBounds made[MOST_BOUNDS];
  guint n = all_bounds (made);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++) {
      CoupletBounds all = made[i];
      couplet_bounds_cover (&all, &made[j]);
      for (guint d = 0; d < NUMBERS; d++)
        for (guint e = 0; e < NUMBERS; e++)
          if (allow (&made[i], d) && allow (&made[j], e))
            assert_true (allow (&all, MAX (d, e)));
      assert_int_equal (all.is_infinite, made[i].is_infinite || made[j].is_infinite);
      assert_int_equal (all.upper != NULL, made[i].upper != NULL && made[j].upper != NULL);
    }
}

static void
test_the_verdict_is_read_off (void **state)
{
  (void)state;
  const CoupletBounds finite = {.is_finite = TRUE}, infinite = {.is_infinite = TRUE}, nothing = {0},
                      known = bounds (1, 1), between = bounds (1, 2);
  assert_int_equal (couplet_bounds_verdict (&finite), COUPLET_VERDICT_PRIVATE);
  assert_int_equal (couplet_bounds_verdict (&infinite), COUPLET_VERDICT_NOT_PRIVATE);
  assert_int_equal (couplet_bounds_verdict (&nothing), COUPLET_VERDICT_UNKNOWN);
  assert_true (couplet_bounds_are_exact (&known) && couplet_bounds_are_above_zero (&known));
  assert_false (couplet_bounds_are_exact (&between) || couplet_bounds_are_exact (&nothing));
}

static void
test_a_claim_is_held_against_both_ends (void **state)
{
  (void)state;
  const CoupletBounds infinite = {.is_infinite = TRUE}, nothing = {0}, between = bounds (1, 3);
  static const CoupletClaimVerdict expected[] = {COUPLET_CLAIM_FAILS, COUPLET_CLAIM_OPEN,
                                                 COUPLET_CLAIM_OPEN, COUPLET_CLAIM_HOLDS,
                                                 COUPLET_CLAIM_HOLDS};
  for (guint claim = 0; claim < NUMBERS; claim++) {
    assert_int_equal (couplet_bounds_judge (&between, &number[claim], FALSE), expected[claim]);
    assert_int_equal (couplet_bounds_judge (&infinite, &number[claim], FALSE), COUPLET_CLAIM_FAILS);
    assert_int_equal (couplet_bounds_judge (&nothing, &number[claim], FALSE), COUPLET_CLAIM_OPEN);
  }
}

/* Numbers of code are fractions near irrational ones. */
static void
test_rounding_forgives_a_forty_first_bit (void **state)
{
  (void)state;
  for (mp_bitcnt_t bits = 39; bits <= 41; bits += 2) {
    g_auto (CoupletRational) above;
    couplet_rational_init (&above);
    mpq_set_ui (above.value, 1, 1);
    mpq_div_2exp (above.value, above.value, bits);
    mpq_add (above.value, above.value, number[1].value);
    assert_true (couplet_claim_is_exceeded (&number[1], &above, FALSE));
    assert_int_equal (couplet_claim_is_exceeded (&number[1], &above, TRUE), bits < 40);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_to_meet_is_to_allow_what_both_allow),
      cmocka_unit_test (test_to_cover_is_to_allow_the_greater_of_what_each_allows),
      cmocka_unit_test (test_the_verdict_is_read_off),
      cmocka_unit_test (test_a_claim_is_held_against_both_ends),
      cmocka_unit_test (test_rounding_forgives_a_forty_first_bit),
  };
  return cmocka_run_group_tests (tests, set_up, tear_down);
}
