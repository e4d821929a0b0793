/* SPDX-License-Identifier: Apache-2.0 */
/* The checker's rules for the shift of a sample, by their numbers in docs/evidence.md. */
#include "rules.h"

#include "text_automaton.h"

#include "unit.h"

typedef struct {
  CoupletAutomaton *automaton;
  CoupletEvidence *evidence;
  Check check;
} Fixture;

/* About one transition of each kind, from state q with noise parameter d. */
static void
fixture_init (Fixture *f, CoupletSampling sampling, const char *d)
{
  g_autofree char *q = g_strdup_printf ("state q private %s", d);
  const char *const lines[] = {"state i public 1",
                               q,
                               "state e private 1",
                               "i j true s x",
                               "state j public 1",
                               "j q true u y",
                               "q e <x&<y below",
                               "q e >=x&>=y above",
                               NULL};
  f->automaton = text_automaton (sampling, "x y", lines);
  f->evidence = couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, f->automaton);
  check_init (&f->check, f->evidence);
}

static void
fixture_clear (Fixture *f)
{
  check_clear (&f->check);
  couplet_evidence_free (f->evidence);
  couplet_automaton_free (f->automaton);
}

/* The sample of slot, as the transition with output uses it, for an input difference. */
static Sample
sample_of (Fixture *f, const char *output, guint32 slot, int difference)
{
  Sample sample;
  check_stand_at (&f->check, "step", 0, COUPLET_NONE, transition_with_output (f->automaton, output),
                  difference);
  assert_true (check_sample (&f->check, slot, &sample));
  return sample;
}

static void
test_a_sample_stays_on_its_side_of_each_threshold (void **state)
{
  (void)state;
  Fixture f;
  fixture_init (&f, COUPLET_SHARED, "1");
  for (gint8 x = -1; x <= 1; x++)
    for (gint8 y = -1; y <= 1; y++)
      for (int g = -1; g <= 1; g++) {
        const gint8 shifts[] = {x, y};
        Sample below = sample_of (&f, "below", 0, 1), above = sample_of (&f, "above", 0, 1);
        assert_true ((check_forbids (&f.check, &below, g, shifts) == NULL) == (g <= x && g <= y));
        Sample upper = sample_of (&f, "above", 0, 1);
        assert_true ((check_forbids (&f.check, &upper, g, shifts) == NULL) == (g >= x && g >= y));
        assert_int_equal (above.n_compared, 2);
      }
  fixture_clear (&f);
}

static void
test_with_independent_sampling_each_sample_sees_its_own_threshold (void **state)
{
  (void)state;
  Fixture f;
  fixture_init (&f, COUPLET_INDEPENDENT, "1");
  const gint8 shifts[] = {1, -1};
  Sample first = sample_of (&f, "below", 0, 1), second = sample_of (&f, "below", 1, 1);
  assert_null (check_forbids (&f.check, &first, 1, shifts));
  assert_non_null (check_forbids (&f.check, &second, 1, shifts));
  assert_null (check_forbids (&f.check, &second, -1, shifts));
  fixture_clear (&f);
}

static void
test_on_a_cycle_and_without_noise_a_sample_shifts_by_its_difference (void **state)
{
  (void)state;
  const gint8 shifts[] = {1, 1};
  Fixture f;
  fixture_init (&f, COUPLET_SHARED, "1");
  Sample sample = sample_of (&f, "below", 0, -1);
  assert_null (check_forbids (&f.check, &sample, 0, shifts));
  f.check.on_cycle = TRUE;
  assert_non_null (check_forbids (&f.check, &sample, 0, shifts));
  assert_null (check_forbids (&f.check, &sample, -1, shifts));
  f.check.on_cycle = FALSE;
  sample.d = NULL;
  assert_non_null (check_forbids (&f.check, &sample, 0, shifts));
  assert_null (check_forbids (&f.check, &sample, -1, shifts));
  fixture_clear (&f);
}

static void
test_what_is_shown_does_not_shift (void **state)
{
  (void)state;
  const gint8 shifts[] = {1, 1};
  Fixture f;
  fixture_init (&f, COUPLET_SHARED, "1");
  Sample sample = sample_of (&f, "below", 0, 1);
  sample.shown = TRUE;
  assert_null (check_forbids (&f.check, &sample, 0, shifts));
  assert_non_null (check_forbids (&f.check, &sample, 1, shifts));
  assert_non_null (check_forbids (&f.check, &sample, -1, shifts));
  fixture_clear (&f);
}

static void
test_exponential_noise_shifts_by_its_difference_or_more (void **state)
{
  (void)state;
  const gint8 shifts[] = {1, 1};
  Fixture f;
  fixture_init (&f, COUPLET_SHARED, "1");
  Sample sample = sample_of (&f, "below", 0, 0);
  sample.one_sided = TRUE;
  assert_non_null (check_forbids (&f.check, &sample, -1, shifts));
  assert_null (check_forbids (&f.check, &sample, 0, shifts));
  assert_null (check_forbids (&f.check, &sample, 1, shifts));
  fixture_clear (&f);
}

/* At the state whose answers are snapped in floating point they cost more than its parameter says,
 * 1; at the others they do not. */
static void
test_only_a_floating_snap_costs_more (void **state)
{
  (void)state;
  static const char *const lines[] = {"state i public 1", "state q private 1", "i q true s x",
                                      NULL};
  g_autoptr (CoupletAutomaton) a = text_automaton_floating (lines, "q");
  g_autoptr (CoupletEvidence) evidence = couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, a);
  Check check;
  check_init (&check, evidence);
  for (guint32 t = 0; t < a->n_transitions; t++) {
    gboolean snapped = couplet_output_of (a, t)->kind == COUPLET_FRESH;
    const CoupletRational *d =
        check_parameter (&check, couplet_source_state (a, t)->noise, check.n_slots);
    assert_int_equal (mpq_cmp_ui (d->value, 1, 1) > 0, snapped);
    assert_true (mpq_cmp_ui (d->value, 2, 1) < 0);
  }
  check_clear (&check);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_sample_stays_on_its_side_of_each_threshold),
      cmocka_unit_test (test_with_independent_sampling_each_sample_sees_its_own_threshold),
      cmocka_unit_test (test_on_a_cycle_and_without_noise_a_sample_shifts_by_its_difference),
      cmocka_unit_test (test_what_is_shown_does_not_shift),
      cmocka_unit_test (test_exponential_noise_shifts_by_its_difference_or_more),
      cmocka_unit_test (test_only_a_floating_snap_costs_more),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
