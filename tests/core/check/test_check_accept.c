/* SPDX-License-Identifier: Apache-2.0 */
/* Walks through automata that are too large to explore: what is checked without knowing which steps
 * lie on cycles. */
#include <couplet/host/model.h>
#include <couplet/host/check.h>
#include <couplet/host/evidence.h>

#include "text_automaton.h"

#include "unit.h"

#define N_LINKS 16         /* each doubles the orders that are possible */
#define N_REMEMBERED 90000 /* states, each of which is reached with three memories */
#define WORDS "too many orders of the thresholds are possible to tell the cycles"

typedef struct {
  CoupletAutomaton *automaton;
  CoupletEvidence *evidence;
} Fixture;

/* `x` and `y` are one value, of which each link of a chain says whether its own threshold is below
 * it; then private states compare with it. */
static CoupletAutomaton *
many_orders (void)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) names = g_string_new ("x y");
  g_ptr_array_add (lines, g_strdup ("state i public 1"));
  g_ptr_array_add (lines, g_strdup ("i s0 true first x,y"));
  for (int i = 0; i < N_LINKS; i++) {
    g_string_append_printf (names, " v%d", i);
    g_ptr_array_add (lines, g_strdup_printf ("state s%d public 1", i));
    g_ptr_array_add (lines, g_strdup_printf ("s%d s%d <x less%d v%d", i, i + 1, i, i));
    g_ptr_array_add (lines, g_strdup_printf ("s%d s%d >=x pass%d", i, i + 1, i));
  }
  g_ptr_array_add (lines, g_strdup_printf ("state s%d private 1", N_LINKS));
  g_ptr_array_add (lines, g_strdup_printf ("s%d e <x below", N_LINKS));
  g_ptr_array_add (lines, g_strdup_printf ("s%d e >=x&<y never", N_LINKS));
  g_ptr_array_add (lines, g_strdup ("state e private 1"));
  g_ptr_array_add (lines, g_strdup ("e e >=x above"));
  g_ptr_array_add (lines, NULL);
  return text_automaton (COUPLET_SHARED, names->str, (const char *const *)lines->pdata);
}

static void
add_step (Fixture *f, const char *output, gint8 difference)
{
  guint32 transition = transition_with_output (f->automaton, output);
  couplet_evidence_add_step (f->evidence,
                             (CoupletWalkStep){transition, difference, COUPLET_SHIFT_UNUSED});
}

/* A walk of that cost, which passes all links and goes on with output last. */
static void
fixture_init (Fixture *f, int cost, const char *last)
{
  f->automaton = many_orders ();
  f->evidence = couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, f->automaton);
  g_auto (CoupletRational) claim;
  couplet_rational_init (&claim);
  mpq_set_si (claim.value, cost, 1);
  couplet_evidence_set_cost (f->evidence, &claim);
  add_step (f, "first", 0);
  for (int i = 0; i < N_LINKS; i++) {
    g_autofree char *pass = g_strdup_printf ("pass%d", i);
    add_step (f, pass, 0);
  }
  add_step (f, last, 1);
}

static void
fixture_clear (Fixture *f)
{
  couplet_evidence_free (f->evidence);
  couplet_automaton_free (f->automaton);
}

/* Whether the evidence is accepted; otherwise the graph is said to be too large. */
static gboolean
is_accepted (const Fixture *f)
{
  g_autofree char *why = NULL;
  assert_false (couplet_evidence_is_broken (f->evidence));
  CoupletEvidenceCheck check = couplet_evidence_check (f->evidence, NULL, &why);
  if (check == COUPLET_EVIDENCE_ACCEPTED) {
    assert_null (why);
    return TRUE;
  }
  assert_int_equal (check, COUPLET_EVIDENCE_TOO_LARGE);
  assert_string_equal (why, WORDS);
  return FALSE;
}

/* The threshold stays, and both inputs differ: that costs 2. */
static void
test_a_cost_that_needs_no_cycle_is_attained (void **state)
{
  (void)state;
  Fixture f;
  fixture_init (&f, 2, "below");
  add_step (&f, "above", -1);
  assert_true (is_accepted (&f));
  fixture_clear (&f);
}

static void
test_the_shifts_of_such_a_walk_are_followed (void **state)
{
  (void)state;
  for (gint8 last = 0; last <= 1; last++) {
    Fixture f;
    fixture_init (&f, 2, "below");
    add_step (&f, "above", -1);
    for (guint i = 0; i < N_LINKS + 3; i++)
      couplet_evidence_set_shift (f.evidence, i, 0, i < N_LINKS + 2 ? 0 : last);
    assert_int_equal (is_accepted (&f), last == 0);
    fixture_clear (&f);
  }
}

/* On a cycle, which this is, a step may cost more than is counted here. */
static void
test_another_cost_stays_unknown (void **state)
{
  (void)state;
  Fixture f;
  fixture_init (&f, 3, "below");
  add_step (&f, "above", -1);
  assert_false (is_accepted (&f));
  fixture_clear (&f);
}

static void
test_a_walk_against_its_order_stays_unknown (void **state)
{
  (void)state;
  Fixture f;
  fixture_init (&f, 1, "never");
  assert_false (is_accepted (&f));
  fixture_clear (&f);
}

/* A chain of private states whose inputs differ in one direction. */
static CoupletAutomaton *
many_memories (void)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("memories");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (lines, g_strdup ("state q0 private 1"));
  g_ptr_array_add (lines, g_strdup ("q0 q1 true assigned x"));
  for (int i = 1; i < N_REMEMBERED; i++) {
    g_ptr_array_add (lines, g_strdup_printf ("state q%d private 1", i));
    g_ptr_array_add (lines, g_strdup_printf ("q%d q%d <x %s", i, i + 1, i == 1 ? "low" : "next"));
  }
  g_ptr_array_add (lines, g_strdup_printf ("state q%d private 1", N_REMEMBERED));
  g_ptr_array_add (lines, NULL);
  couplet_builder_set_adjacency (builder, COUPLET_TEXT ("monotonic"), (CoupletPlace){0, 0});
  text_collect (builder, COUPLET_INDEPENDENT, "x", (const char *const *)lines->pdata);
  CoupletAutomaton *automaton = couplet_builder_finish (builder);
  assert_non_null (automaton);
  return automaton;
}

/* An input that rises may not be followed by one that falls; one of its draws shifts, or both. */
static void
test_differences_are_remembered_on_the_walk (void **state)
{
  (void)state;
  for (gint8 difference = -1; difference <= 1; difference += 2) {
    Fixture f = {.automaton = many_memories ()};
    f.evidence = couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, f.automaton);
    g_auto (CoupletRational) one;
    couplet_rational_init (&one);
    mpq_set_si (one.value, difference < 0 ? 2 : 0, 1);
    couplet_evidence_set_cost (f.evidence, &one);
    add_step (&f, "assigned", 1);
    add_step (&f, "low", difference);
    assert_int_equal (is_accepted (&f), difference > 0);
    fixture_clear (&f);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_cost_that_needs_no_cycle_is_attained),
      cmocka_unit_test (test_the_shifts_of_such_a_walk_are_followed),
      cmocka_unit_test (test_another_cost_stays_unknown),
      cmocka_unit_test (test_a_walk_against_its_order_stays_unknown),
      cmocka_unit_test (test_differences_are_remembered_on_the_walk),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
