/* SPDX-License-Identifier: Apache-2.0 */
/* The letters of random automata against the samples and fees of each transition by itself. */
#include "random_many.h"

#include <couplet/host/unfold.h>
#include <couplet/internal/moves.h>

#include "unit.h"

#define AUTOMATA 3000
#define SEED 20261126

static void
check_part (const CoupletLetterPart *part, const CoupletSample *sample, int difference)
{
  gint8 fees[3];
  couplet_sample_fees (sample, difference, fees);
  assert_memory_equal (part->fees, fees, sizeof fees);
  assert_int_equal (part->shifts, couplet_sample_shifts (sample, difference));
  assert_int_equal (part->sample.slot, sample->slot);
  assert_int_equal (part->sample.outputs, sample->outputs);
  assert_true (part->sample.d == sample->d);
  assert_int_equal (part->sample.n_literals, sample->n_literals);
  for (guint32 i = 0; i < sample->n_literals; i++) {
    assert_int_equal (part->sample.literals[i].threshold, sample->literals[i].threshold);
    assert_int_equal (part->sample.literals[i].comparison, sample->literals[i].comparison);
  }
  assert_int_equal (part->sample.n_assigned, sample->n_assigned);
  for (guint32 i = 0; i < sample->n_assigned; i++)
    assert_int_equal (part->sample.assigned[i], sample->assigned[i]);
}

/* Returns the number of letters. */
static guint
check_transition (CoupletMoves *moves, const CoupletAutomaton *a,
                  const CoupletComponents *free_cycles, const CoupletUnit *unit, guint32 transition)
{
  CoupletSample samples[MANY_THRESHOLDS];
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  const CoupletLetter *letters;
  guint32 n_samples = couplet_samples_load (samples, a, free_cycles, unit, transition);
  guint32 n = couplet_differences (a, transition, differences);
  assert_int_equal (couplet_moves_letters (moves, transition, &letters), n);
  for (guint32 i = 0; i < n; i++) {
    assert_int_equal (letters[i].difference, differences[i]);
    assert_int_equal (letters[i].fresh_fee,
                      couplet_fresh_fee (a, free_cycles, transition, differences[i]));
    assert_int_equal (letters[i].n_parts, n_samples);
    for (guint32 s = 0; s < n_samples; s++)
      check_part (&letters[i].parts[s], &samples[s], differences[i]);
  }
  return n;
}

/* All kinds of noise, samplings, adjacencies, gaps, snaps, inputs read again; cycles free or paid
 * for. Each transition is asked for twice. */
static void
check_letters (const ManyAutomaton *many, guint number)
{
  g_autoptr (CoupletAutomaton) original = build_many (many);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (original, NULL, NULL);
  const CoupletAutomaton *a = unfolded != NULL ? unfolded : original;
  g_autoptr (CoupletComponents) components = couplet_components_new (a);
  g_autoptr (CoupletUnit) unit = couplet_unit_new (a, NULL);
  const CoupletComponents *free_cycles = number % 2 == 0 ? components : NULL;
  g_autoptr (CoupletMoves) moves = couplet_moves_new (a, free_cycles, unit);
  assert_ptr_equal (couplet_moves_automaton (moves), a);
  for (guint round = 0; round < 2; round++)
    for (guint32 t = 0; t < a->n_transitions; t++)
      assert_in_range (check_transition (moves, a, free_cycles, unit, t), 1,
                       COUPLET_MOST_DIFFERENCES);
}

static void
test_letters_are_the_samples_with_their_fees (void **state)
{
  (void)state;
  each_random_many (AUTOMATA, SEED, random_looping_kinds, check_letters);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_letters_are_the_samples_with_their_fees),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
