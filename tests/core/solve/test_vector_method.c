/* SPDX-License-Identifier: Apache-2.0 */
/* Methods that keep a vector at each state, and the evidence that they and others give. */
#include "random_many.h"
#include "text_automaton.h"

#include <couplet/evidence.h>
#include <couplet/host.h>

#include "unit.h"

#define AUTOMATA 2000
#define SEED 20261128

static const CoupletPlugin PLUGIN = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};
static const CoupletHost HOST = {.evidence_limit = 100000};

/* One private answer is compared with a threshold. */
static const char *const ONCE[] = {"state draw public 1/2",
                                   "state ask private 1/4",
                                   "state done private -",
                                   "draw ask true start x",
                                   "ask done <x bot",
                                   "ask done >=x top",
                                   NULL};
/* The same for ever. */
static const char *const LOOP[] = {"state draw public 1/2",
                                   "state ask private 1/4",
                                   "state done private -",
                                   "draw ask true start x",
                                   "ask ask <x bot",
                                   "ask done >=x top",
                                   NULL};

typedef struct {
  CoupletContext *context;
  CoupletOutcome *outcome;
  GError *error;
  gboolean good;
} Answer;

static Answer
run (const CoupletVectorMethod *method, const CoupletAutomaton *automaton, gpointer data)
{
  Answer answer = {.context = couplet_context_new (&PLUGIN, NULL, &HOST, "test"),
                   .outcome = couplet_outcome_new ("test", &PLUGIN)};
  couplet_context_start (answer.context, 0);
  answer.good =
      couplet_run_vectors (method, data, answer.context, automaton, answer.outcome, &answer.error);
  return answer;
}

static void
answer_clear (Answer *answer)
{
  couplet_outcome_free (answer->outcome);
  couplet_context_free (answer->context);
  g_clear_error (&answer->error);
}

/* The checker accepts the evidence that the answer has for its cost. */
static void
assert_shown (const Answer *answer)
{
  const CoupletStageResult *result = couplet_outcome_result (answer->outcome);
  assert_int_equal (result->n_evidence, 1);
  char *why;
  CoupletEvidenceCheck check = couplet_evidence_check (result->evidence[0], NULL, &why);
  assert_null (why);
  assert_int_equal (check, COUPLET_EVIDENCE_ACCEPTED);
  assert_int_equal (
      couplet_rational_compare (&result->cost, couplet_evidence_cost (result->evidence[0])), 0);
}

static void
assert_cost (const Answer *answer, const char *cost)
{
  const CoupletStageResult *result = couplet_outcome_result (answer->outcome);
  assert_true (answer->good && result->has_cost && !result->cost_is_infinite);
  g_autofree char *found = couplet_rational_to_string (&result->cost);
  assert_string_equal (found, cost);
  assert_int_equal (result->guarantee, COUPLET_GUARANTEE_UPPER_BOUND);
}

static void
test_a_method_of_nothing_gives_the_greatest_vector (void **state)
{
  (void)state;
  const CoupletVectorMethod method = {0};
  g_autoptr (CoupletAutomaton) once = text_automaton (COUPLET_INDEPENDENT, "x", ONCE);
  g_autoptr (CoupletAutomaton) loop = text_automaton (COUPLET_INDEPENDENT, "x", LOOP);
  Answer answer = run (&method, once, NULL);
  assert_cost (&answer, "1/4");
  assert_shown (&answer);
  answer_clear (&answer);
  answer = run (&method, loop, NULL);
  assert_cost (&answer, "1");
  assert_shown (&answer);
  answer_clear (&answer);
}

/* Leaves the threshold's shift 0 only. */
static void
keep_still (gpointer data, CoupletVectors *vectors, CoupletMove move, const CoupletCost *before,
            CoupletCost *after)
{
  guint32 target = couplet_vectors_automaton (vectors)->target[move.transition];
  gint8 x;
  (void)data;
  couplet_vectors_take (vectors, move.transition, move.difference, before, after);
  for (gsize i = 1; i < couplet_vectors_size (vectors, target); i++) {
    couplet_vectors_shifts (vectors, target, i, &x);
    if (x == -1 || x == 1)
      after[i] = COUPLET_COST_INFINITE;
  }
}

static void
test_where_a_loop_pays_no_bound_is_found (void **state)
{
  (void)state;
  const CoupletVectorMethod method = {.through = keep_still};
  g_autoptr (CoupletAutomaton) loop = text_automaton (COUPLET_INDEPENDENT, "x", LOOP);
  Answer answer = run (&method, loop, NULL);
  const CoupletStageResult *result = couplet_outcome_result (answer.outcome);
  assert_true (answer.good && result->cost_is_infinite);
  assert_string_equal (result->reason, "it finds no bound of what walks to state 'ask' cost");
  assert_int_equal (result->n_evidence, 0);
  answer_clear (&answer);
}

/* Whatever the move costs, nothing is said to be paid. */
static void
pay_nothing (gpointer data, CoupletVectors *vectors, CoupletMove move, const CoupletCost *before,
             CoupletCost *after)
{
  guint32 target = couplet_vectors_automaton (vectors)->target[move.transition];
  (void)data;
  (void)before;
  memset (after, 0, couplet_vectors_size (vectors, target) * sizeof *after);
}

/* The start is said to cost a third of nothing: more than the vectors may leave out. */
static void
start_dear (gpointer data, CoupletVectors *vectors, CoupletCost *vector)
{
  const CoupletAutomaton *a = couplet_vectors_automaton (vectors);
  (void)data;
  *vector = couplet_unit_cost (couplet_vectors_unit (vectors),
                               a->noises[a->states[a->initial].noise].d[0]);
}

static void
never_join (gpointer data, CoupletVectors *vectors, guint32 state, CoupletCost *vector,
            const CoupletCost *other)
{
  (void)data;
  (void)vectors;
  (void)state;
  (void)vector;
  (void)other;
}

/* Swaps what is there for what comes, so that it never settles. */
static void
forget_join (gpointer data, CoupletVectors *vectors, guint32 state, CoupletCost *vector,
             const CoupletCost *other)
{
  (void)data;
  memcpy (vector, other, couplet_vectors_size (vectors, state) * sizeof *vector);
}

static void
assert_refused (const CoupletVectorMethod *method, const char *const *lines, const char *message)
{
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", lines);
  Answer answer = run (method, automaton, NULL);
  const CoupletStageResult *result = couplet_outcome_result (answer.outcome);
  assert_false (answer.good);
  assert_non_null (answer.error);
  assert_string_equal (answer.error->message, message);
  assert_true (!result->has_cost && result->n_evidence == 0);
  answer_clear (&answer);
}

static void
test_vectors_that_do_not_hold_are_refused (void **state)
{
  (void)state;
  assert_refused (&(CoupletVectorMethod){.through = pay_nothing}, ONCE,
                  "its vector of state 'ask' does not cover what that of 'draw' becomes (draw -> "
                  "ask on true, output start, x := insample, D = +0)");
  assert_refused (&(CoupletVectorMethod){.join = never_join}, ONCE,
                  "its vector of state 'done' does not cover what that of 'ask' becomes (ask -> "
                  "done on insample < x, output bot, D = +1)");
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", LOOP);
  Answer answer = run (&(CoupletVectorMethod){.join = forget_join}, automaton, NULL);
  assert_true (answer.good || answer.error != NULL); /* it ends */
  answer_clear (&answer);
}

static void
test_the_start_may_be_dearer (void **state)
{
  (void)state;
  const CoupletVectorMethod method = {.start = start_dear};
  g_autoptr (CoupletAutomaton) once = text_automaton (COUPLET_INDEPENDENT, "x", ONCE);
  Answer answer = run (&method, once, NULL);
  assert_cost (&answer, "3/4");
  assert_shown (&answer);
  answer_clear (&answer);
}

static void
test_evidence_is_taken_as_text (void **state)
{
  (void)state;
  static const char WALK[] =
      "{\"couplet_evidence\": 1, \"kind\": \"attained\", \"cost\": \"1/4\", \"walk\": ["
      "{\"from\": \"draw\", \"transition\": 0, \"difference\": 0}]}";
  g_autoptr (CoupletAutomaton) once = text_automaton (COUPLET_INDEPENDENT, "x", ONCE);
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("test", &PLUGIN);
  g_autoptr (GError) error = NULL;
  assert_true (couplet_outcome_add_evidence (outcome, once, WALK, -1, &error));
  assert_int_equal (couplet_outcome_result (outcome)->n_evidence, 1);
  assert_false (couplet_outcome_add_evidence (outcome, once, WALK, 20, &error));
  assert_non_null (strstr (error->message, "the plugin's evidence:1"));
  assert_int_equal (couplet_outcome_result (outcome)->n_evidence, 1);
}

static void
make_any (ManyAutomaton *many, GRand *random, guint number)
{
  random_many (many, random, number % 2 == 0, number % 5 == 0);
  if (number % 3 == 0)
    random_kinds (many, random);
}

/* What is said of any automaton is shown. */
static void
check_shown (const ManyAutomaton *many, guint number)
{
  const CoupletVectorMethod method = {0};
  g_autoptr (CoupletAutomaton) folded = build_many (many);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (folded, NULL, NULL);
  (void)number;
  Answer answer = run (&method, unfolded != NULL ? unfolded : folded, NULL);
  assert_null (answer.error);
  if (!couplet_outcome_result (answer.outcome)->cost_is_infinite)
    assert_shown (&answer);
  answer_clear (&answer);
}

static void
test_what_is_said_of_random_automata_is_shown (void **state)
{
  (void)state;
  each_random_many (AUTOMATA, SEED, make_any, check_shown);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_method_of_nothing_gives_the_greatest_vector),
      cmocka_unit_test (test_where_a_loop_pays_no_bound_is_found),
      cmocka_unit_test (test_vectors_that_do_not_hold_are_refused),
      cmocka_unit_test (test_the_start_may_be_dearer),
      cmocka_unit_test (test_evidence_is_taken_as_text),
      cmocka_unit_test (test_what_is_said_of_random_automata_is_shown),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
