/* SPDX-License-Identifier: Apache-2.0 */
/* The checker's sums of tables, against what they say shift by shift. */
#include "take.h"

#include "text_automaton.h"

#include "unit.h"

typedef struct {
  CoupletAutomaton *automaton;
  CoupletEvidence *evidence;
  Check check;
} Fixture;

static void
fixture_init (Fixture *f, CoupletSampling sampling)
{
  static const char *const lines[] = {
      "state i public 1", "state q private 2",   "state e private 1",
      "i j true s x",     "state j public 1",    "j q true u y",
      "q q <x&<y below",  "q e >=x&>=y above y", NULL};
  f->automaton = text_automaton (sampling, "x y", lines);
  f->evidence = couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, f->automaton);
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  couplet_evidence_set_cost (f->evidence, &cost);
  check_init (&f->check, f->evidence);
  assert_true (cost_find_unit (&f->check));
}

static void
fixture_clear (Fixture *f)
{
  g_free (f->check.why);
  check_clear (&f->check);
  couplet_evidence_free (f->evidence);
  couplet_automaton_free (f->automaton);
}

static gboolean
take (Fixture *f, Vector *vector, const char *output, int difference)
{
  check_stand_at (&f->check, "step", 0, COUPLET_NONE, transition_with_output (f->automaton, output),
                  difference);
  return check_take (&f->check, vector);
}

/* x and y are assigned: each may shift by 1 either way, for 1. */
static void
take_start (Fixture *f, Vector *vector)
{
  assert_true (take (f, vector, "s", 0));
  assert_true (take (f, vector, "u", 0));
}

/* The least value of vector, which stays as it is; -1 = infinite. */
static long
least (const Fixture *f, const Vector *vector)
{
  g_autoptr (Vector) rest = vector_copy (vector);
  const Cost *cost = vector_extreme (rest, &f->check, -1);
  return cost->infinite > 0 ? -1 : cost->small;
}

static void
test_a_comparison_is_paid_for_or_obeyed (void **state)
{
  (void)state;
  for (CoupletSampling sampling = COUPLET_INDEPENDENT; sampling <= COUPLET_SHARED; sampling++) {
    Fixture f;
    fixture_init (&f, sampling);
    g_autoptr (Vector) vector = vector_new ();
    /* a sample that stays at 0 costs 2, and one that follows D asks x and y to */
    take_start (&f, vector);
    assert_int_equal (least (&f, vector), 0);
    assert_true (take (&f, vector, "below", 1));
    assert_int_equal (least (&f, vector), 2);
    /* and above it one of -1, which costs more the higher x and y are */
    assert_true (take (&f, vector, "above", -1));
    assert_int_equal (least (&f, vector), sampling == COUPLET_SHARED ? 4 : 8);
    fixture_clear (&f);
  }
}

static void
test_on_a_cycle_what_is_not_free_is_impossible (void **state)
{
  (void)state;
  Fixture f;
  fixture_init (&f, COUPLET_SHARED);
  g_autoptr (Vector) vector = vector_new ();
  take_start (&f, vector);
  f.check.on_cycle = TRUE;
  assert_true (take (&f, vector, "below", 1));
  assert_int_equal (least (&f, vector), 2);
  assert_true (take (&f, vector, "below", -1));
  assert_int_equal (least (&f, vector), 2);
  f.check.on_cycle = FALSE;
  assert_true (take (&f, vector, "above", -1));
  assert_int_equal (least (&f, vector), 6);
  fixture_clear (&f);
}

static void
test_what_was_minimised_out_cannot_be_compared_with (void **state)
{
  (void)state;
  Fixture f;
  fixture_init (&f, COUPLET_SHARED);
  g_autoptr (Vector) vector = vector_new ();
  take_start (&f, vector);
  assert_true (vector_mentions (vector, 0));
  assert_true (vector_drop (vector, &f.check, 0, -1));
  assert_false (vector_mentions (vector, 0));
  assert_true (vector_mentions (vector, 1));
  assert_false (take (&f, vector, "below", 1));
  assert_non_null (f.check.why);
  fixture_clear (&f);
}

static void
test_a_difference_of_vectors_has_a_greatest_value (void **state)
{
  (void)state;
  Fixture f;
  fixture_init (&f, COUPLET_INDEPENDENT);
  g_autoptr (Vector) vector = vector_new (), other = vector_new ();
  take_start (&f, vector);
  vector_add (other, vector);
  vector_add (other, vector);
  const Cost *greatest = vector_extreme (other, &f.check, 1);
  assert_int_equal (greatest->small, 4); /* x and y both shifted, twice */
  fixture_clear (&f);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_comparison_is_paid_for_or_obeyed),
      cmocka_unit_test (test_on_a_cycle_what_is_not_free_is_impossible),
      cmocka_unit_test (test_what_was_minimised_out_cannot_be_compared_with),
      cmocka_unit_test (test_a_difference_of_vectors_has_a_greatest_value),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
