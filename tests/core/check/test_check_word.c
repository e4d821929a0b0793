/* SPDX-License-Identifier: Apache-2.0 */
/* What the checker makes of loops, against turns taken one by one. */
#include "word.h"

#include "raises.h"
#include "take.h"
#include "text_automaton.h"

#include "unit.h"

#define MANY 40

typedef struct {
  CoupletAutomaton *automaton;
  CoupletEvidence *evidence;
  Check check;
} Fixture;

/* A walk of automaton, which f takes over: transitions with those outputs and differences; `(` and
 * `)` are a loop that raises 1. */
static void
fixture_init_of (Fixture *f, CoupletAutomaton *automaton, const char *const *outputs,
                 const gint8 *differences)
{
  g_auto (CoupletRational) one;
  couplet_rational_init (&one);
  mpq_set_ui (one.value, 1, 1);
  f->automaton = automaton;
  f->evidence = couplet_evidence_new (COUPLET_EVIDENCE_UNBOUNDED, f->automaton);
  guint32 number = couplet_evidence_add_number (f->evidence, &one);
  for (guint i = 0; outputs[i] != NULL; i++)
    if (*outputs[i] == '(')
      couplet_evidence_begin_loop (f->evidence);
    else if (*outputs[i] == ')')
      couplet_evidence_end_loop (f->evidence, number);
    else
      couplet_evidence_add_step (
          f->evidence, (CoupletWalkStep){transition_with_output (f->automaton, outputs[i]),
                                         differences[i], COUPLET_SHIFT_UNUSED});
  assert_false (couplet_evidence_is_broken (f->evidence));
  check_init (&f->check, f->evidence);
  assert_true (cost_find_unit (&f->check));
}

static void
fixture_init (Fixture *f, CoupletSampling sampling, const char *const *outputs,
              const gint8 *differences)
{
  static const char *const lines[] = {"state i public 1",  "state j public 1",
                                      "state q private 1", "state r private 1",
                                      "state t private 1", "i j true s x",
                                      "j q true u y",      "q q <x&<y low x",
                                      "q q >=x&>=y high",  "q q <x&>=y middle y",
                                      "q r >=x&<y leave",  "r t >=x onto y",
                                      "t r true anew x",   NULL};
  fixture_init_of (f, text_automaton (sampling, "x y", lines), outputs, differences);
}

static void
fixture_clear (Fixture *f)
{
  g_free (f->check.why);
  check_clear (&f->check);
  couplet_evidence_free (f->evidence);
  couplet_automaton_free (f->automaton);
}

static void
take (Fixture *f, Vector *vector, const char *output, int difference)
{
  guint32 transition = transition_with_output (f->automaton, output);
  check_stand_at (&f->check, "step", 0, f->automaton->source[transition], transition, difference);
  assert_true (check_take (&f->check, vector));
}

/* The vector where x and y were assigned from public values. */
static Vector *
start_of (Fixture *f)
{
  Vector *vector = vector_new ();
  take (f, vector, "s", 0);
  take (f, vector, "u", 0);
  return vector;
}

static void
values_of (const Fixture *f, const Vector *vector, long values[9])
{
  const Scope both = {2, {0, 1}};
  Cost costs[9];
  for (guint i = 0; i < 9; i++)
    costs[i] = (Cost){.small = 0};
  vector_values (vector, &f->check, &both, costs);
  for (guint i = 0; i < 9; i++) {
    values[i] = costs[i].infinite > 0 ? -1 : costs[i].small;
    cost_clear (&costs[i]);
  }
}

/* Where the limit is finite many turns cost the same; elsewhere they cost more and more. */
static void
check_limit (const char *const *outputs, const gint8 *differences)
{
  for (CoupletSampling sampling = COUPLET_INDEPENDENT; sampling <= COUPLET_SHARED; sampling++) {
    Fixture f;
    long limit[9], some[9];
    fixture_init (&f, sampling, outputs, differences);
    Word word = word_of (&f.check);
    g_autoptr (Vector) vector = start_of (&f), turned = start_of (&f);
    assert_true (word_limit (&word, vector, 0));
    for (guint turn = 0; turn < MANY; turn++)
      assert_true (word_turn (&word, turned, 0));
    values_of (&f, vector, limit);
    values_of (&f, turned, some);
    for (guint i = 0; i < 9; i++)
      assert_true (limit[i] >= 0 ? some[i] == limit[i] : some[i] < 0 || some[i] >= MANY / 4);
    fixture_clear (&f);
  }
}

static void
test_the_limit_of_a_loop_is_that_of_many_turns (void **state)
{
  (void)state;
  const char *const loops[][8] = {{"(", "low", ")", NULL},
                                  {"(", "high", ")", NULL},
                                  {"(", "middle", ")", NULL},
                                  {"(", "low", "high", ")", NULL},
                                  {"(", "onto", "anew", ")", NULL}, /* y is x a turn later */
                                  {"(", "middle", "low", "high", ")", NULL}};
  for (guint i = 0; i < G_N_ELEMENTS (loops); i++)
    for (guint choice = 0; choice < 8; choice++) {
      const gint8 differences[8] = {0, (choice & 1) != 0 ? 1 : -1, (choice & 2) != 0 ? 1 : -1,
                                    (choice & 4) != 0 ? 1 : -1};
      check_limit (loops[i], differences);
    }
}

static void
test_loops_within_loops_are_limits_of_limits (void **state)
{
  (void)state;
  const char *const outputs[] = {"(", "low", "(", "high", ")", "middle", ")", NULL};
  for (guint choice = 0; choice < 8; choice++) {
    const gint8 differences[8] = {0, (choice & 1) != 0 ? 1 : -1, 0, (choice & 2) != 0 ? 1 : -1,
                                  0, (choice & 4) != 0 ? 1 : -1};
    check_limit (outputs, differences);
  }
}

static void
test_a_turn_takes_the_loops_in_it_without_end (void **state)
{
  (void)state;
  const char *const outputs[] = {"(", "low", "(", "high", ")", ")", NULL};
  const gint8 differences[] = {0, 1, 0, -1, 0, 0};
  Fixture f;
  long turned[9], limit[9];
  fixture_init (&f, COUPLET_SHARED, outputs, differences);
  Word word = word_of (&f.check);
  g_autoptr (Vector) turn = start_of (&f), steps = start_of (&f);
  assert_true (word_turn (&word, turn, 0));
  take (&f, steps, "low", 1);
  assert_true (word_limit (&word, steps, 1));
  values_of (&f, turn, turned);
  values_of (&f, steps, limit);
  for (guint i = 0; i < 9; i++)
    assert_int_equal (turned[i], limit[i]);
  assert_int_equal (limit[8], -1); /* no turn is free where x and y shift by 1 */
  fixture_clear (&f);
}

/* Nothing but the vectors of the same thresholds is compared: those before the first turn have a
 * table over x1 to x10, and those after it one over x0 and x1, which with the other has too many.
 */
static void
test_thresholds_that_come_in_on_a_turn_tie_no_others (void **state)
{
  (void)state;
  const char *const lines[] = {"state i public 1",
                               "i q true s x1,x2,x3,x4,x5,x6,x7,x8,x9,x10",
                               "state q public 1",
                               "q r >=x1 read",
                               "state r public 1",
                               "r q true anew x0,x1",
                               NULL};
  const char *const outputs[] = {"(", "read", "anew", ")", NULL};
  const gint8 differences[] = {0, 0, 0, 0};
  Fixture f;
  fixture_init_of (&f, text_automaton (COUPLET_SHARED, "x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10", lines),
                   outputs, differences);
  Word word = word_of (&f.check);
  g_autoptr (Vector) vector = vector_new ();
  take (&f, vector, "s", 0);
  assert_true (word_limit (&word, vector, 0));
  assert_null (f.check.why);
  fixture_clear (&f);
}

static void
test_loops_taken_again_and_again_add_no_tables (void **state)
{
  (void)state;
  const char *const outputs[] = {"(", "low", "high", ")", NULL};
  const gint8 differences[] = {0, 1, 1, 0};
  Fixture f;
  fixture_init (&f, COUPLET_SHARED, outputs, differences);
  Word word = word_of (&f.check);
  g_autoptr (Vector) vector = start_of (&f);
  assert_true (word_limit (&word, vector, 0));
  gsize size = vector_size (vector);
  for (guint i = 0; i < MANY; i++)
    assert_true (word_limit (&word, vector, 0));
  assert_int_equal (vector_size (vector), size);
  fixture_clear (&f);
}

/* Six tables over x0 and another threshold each: x0 is in all of them, so that without it they are
 * one over the others. */
static void
test_work_counts_the_tables_that_are_joined_to_compare (void **state)
{
  (void)state;
  const char *const lines[] = {"state i public 1", "i q true s x0,x1,x2,x3,x4,x5,x6",
                               "state q public 1", "q q true anew y", NULL};
  const char *const outputs[] = {"(", "anew", ")", NULL};
  const gint8 differences[] = {0, 0, 0};
  Fixture f;
  fixture_init_of (&f, text_automaton (COUPLET_SHARED, "x0 x1 x2 x3 x4 x5 x6 y", lines), outputs,
                   differences);
  Word word = word_of (&f.check);
  g_autoptr (Vector) vector = vector_new ();
  for (guint32 v = 1; v <= 6; v++)
    vector_add_point (vector, &(Scope){2, {0, v}}, 0);
  assert_true (word_limit (&word, vector, 0));
  assert_true (word.work > couplet_factor_size (7));
  fixture_clear (&f);
}

static void
test_a_loop_raises_what_its_cheapest_ring_costs (void **state)
{
  (void)state;
  const char *const outputs[] = {"(", "high", ")", NULL};
  const gint8 differences[] = {0, -1, 0, 0};
  Fixture f;
  fixture_init (&f, COUPLET_SHARED, outputs, differences);
  Word word = word_of (&f.check);
  assert_true (check_raises (&word)); /* one step from free, a turn costs 1 */
  fixture_clear (&f);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_the_limit_of_a_loop_is_that_of_many_turns),
      cmocka_unit_test (test_loops_within_loops_are_limits_of_limits),
      cmocka_unit_test (test_a_turn_takes_the_loops_in_it_without_end),
      cmocka_unit_test (test_thresholds_that_come_in_on_a_turn_tie_no_others),
      cmocka_unit_test (test_loops_taken_again_and_again_add_no_tables),
      cmocka_unit_test (test_work_counts_the_tables_that_are_joined_to_compare),
      cmocka_unit_test (test_a_loop_raises_what_its_cheapest_ring_costs),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
