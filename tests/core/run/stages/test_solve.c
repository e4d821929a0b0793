/* SPDX-License-Identifier: Apache-2.0 */
/* Answers that can be, and answers that cannot, whatever the automaton. */
#include "made_stage.h"
#include "small_automata.h"
#include "text_automaton.h"

#include "solve.h"

#include <couplet/internal/plugin.h>
#include <couplet/host/unfold.h>

#include <string.h>

#include "unit.h"

static const CoupletPlugin DECIDER = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_DECIDER,
                                      .name = "decider"};
static const CoupletPlugin COMPLETE = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_DECIDER,
                                       .name = "complete",
                                       .capabilities = {.answers = COUPLET_COMPLETE}};
static const CoupletPlugin OPTIMIZER = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                        .name = "optimizer",
                                        .capabilities = {.answers = COUPLET_COMPLETE}};

static CoupletAutomaton *
some_automaton (void)
{
  static const char *const lines[] = {"a b true start assign", "b b < bot", NULL};
  return small_automaton ("1/4", lines);
}

/* NULL = it can be; else why not, which the caller frees. */
static char *
fault_of (const CoupletPlugin *plugin, const CoupletAutomaton *automaton, CoupletOutcome *outcome)
{
  static const CoupletHost HOST;
  g_autoptr (Stage) stage = made_stage (plugin, &HOST);
  g_autoptr (GError) error = NULL;
  if (stage_check_answer (stage, automaton, outcome, &error)) {
    assert_null (error);
    return NULL;
  }
  assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER));
  return g_strdup (error->message);
}

/* ---- Figures ------------------------------------------------------------------------------- */

/* cost: NULL = none, `infinite`; lower, upper: NULL = none. found is set last; KEEP = what the
 * figures imply. */
typedef struct {
  const CoupletPlugin *plugin;
  int found;
  const char *cost;
  int guarantee;
  const char *lower, *upper;
  const char *fault; /* NULL = it can be */
} Row;

enum { KEEP = -1, UPPER = COUPLET_GUARANTEE_UPPER_BOUND, LOWER = COUPLET_GUARANTEE_LOWER_BOUND };

static CoupletRational
number (const char *text)
{
  CoupletRational rational;
  couplet_rational_init (&rational);
  if (text != NULL)
    assert_true (couplet_rational_parse (&rational, text, strlen (text), NULL));
  return rational;
}

static CoupletOutcome *
outcome_of (const Row *row)
{
  CoupletOutcome *outcome = couplet_outcome_new ("stage", row->plugin);
  gboolean infinite = g_strcmp0 (row->cost, "infinite") == 0;
  g_auto (CoupletRational) cost = number (infinite ? NULL : row->cost);
  g_auto (CoupletRational) lower = number (row->lower);
  g_auto (CoupletRational) upper = number (row->upper);
  if (infinite)
    couplet_outcome_set_infinite (outcome, (CoupletGuarantee)row->guarantee);
  else if (row->cost != NULL)
    couplet_outcome_set_cost (outcome, &cost, (CoupletGuarantee)row->guarantee);
  couplet_outcome_set_bounds (outcome, row->lower != NULL ? &lower : NULL,
                              row->upper != NULL ? &upper : NULL);
  if (row->found != KEEP)
    couplet_outcome_set_found (outcome, (CoupletFound)row->found);
  return outcome;
}

static void
check_rows (const Row *rows, guint n)
{
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  for (guint i = 0; i < n; i++) {
    g_autoptr (CoupletOutcome) outcome = outcome_of (&rows[i]);
    g_autofree char *fault = fault_of (rows[i].plugin, automaton, outcome);
    if (g_strcmp0 (fault, rows[i].fault) != 0)
      fail_msg ("row %u: %s", i, fault != NULL ? fault : "no fault");
  }
}

static void
test_figures_that_can_be (void **state)
{
  (void)state;
  static const Row rows[] = {
      {&OPTIMIZER, KEEP, NULL, 0, NULL, NULL, NULL},
      {&OPTIMIZER, KEEP, "0", 0, NULL, NULL, NULL},
      {&OPTIMIZER, KEEP, "2", 0, "2", "2", NULL},
      {&OPTIMIZER, KEEP, "2", UPPER, "1", "3", NULL},
      {&OPTIMIZER, KEEP, "1", LOWER, "1", "3", NULL},
      {&OPTIMIZER, KEEP, NULL, 0, "-1", "0", NULL}, /* a bound that says nothing */
      {&OPTIMIZER, KEEP, "infinite", 0, "3", NULL, NULL},
      {&OPTIMIZER, COUPLET_FOUND_STRATEGY, "infinite", UPPER, NULL, NULL, NULL},
      {&COMPLETE, COUPLET_FOUND_NO_STRATEGY, NULL, 0, NULL, NULL, NULL},
      {&DECIDER, COUPLET_FOUND_STRATEGY, NULL, 0, NULL, NULL, NULL},
      {&DECIDER, COUPLET_FOUND_DISTINGUISHER, NULL, 0, NULL, NULL, NULL},
  };
  check_rows (rows, G_N_ELEMENTS (rows));
}

static void
test_figures_that_cannot_be (void **state)
{
  (void)state;
  static const Row rows[] = {
      {&OPTIMIZER, KEEP, "1", 3, NULL, NULL, "it answers with a number that means nothing"},
      {&OPTIMIZER, 4, NULL, 0, NULL, NULL, "it answers with a number that means nothing"},
      {&OPTIMIZER, KEEP, "-1", 0, NULL, NULL, "it answers with a negative cost"},
      {&OPTIMIZER, KEEP, "-1", UPPER, NULL, NULL, "it answers with a negative cost"},
      {&OPTIMIZER, KEEP, "-1", LOWER, NULL, NULL, "it answers with a negative cost"},
      {&OPTIMIZER, KEEP, "1", 0, NULL, "-1", "it answers with a negative cost"},
      {&OPTIMIZER, KEEP, NULL, 0, "2", "1", "its lower bound is above its upper bound"},
      {&OPTIMIZER, KEEP, "1", UPPER, "2", NULL, "its cost is outside its own bounds"},
      {&OPTIMIZER, KEEP, "2", LOWER, NULL, "1", "its cost is outside its own bounds"},
  };
  check_rows (rows, G_N_ELEMENTS (rows));
}

static void
test_what_a_plugin_may_not_say (void **state)
{
  (void)state;
  static const Row rows[] = {
      {&DECIDER, KEEP, "1", 0, NULL, NULL,
       "it sets a cost, which a decider cannot; it sets what it found"},
      {&DECIDER, KEEP, NULL, 0, "1", NULL,
       "it sets bounds, which a decider cannot; it sets what it found"},
      {&DECIDER, KEEP, NULL, 0, NULL, "1",
       "it sets bounds, which a decider cannot; it sets what it found"},
      {&DECIDER, COUPLET_FOUND_NO_STRATEGY, NULL, 0, NULL, NULL,
       "its found is COUPLET_FOUND_NO_STRATEGY, but its capabilities.answers lack "
       "COUPLET_COMPLETE"},
      {&OPTIMIZER, COUPLET_FOUND_NO_STRATEGY, "1", UPPER, NULL, NULL,
       "its found is that there is no strategy, but it sets a finite cost or upper bound"},
      {&OPTIMIZER, COUPLET_FOUND_DISTINGUISHER, NULL, 0, NULL, "1",
       "its found is that there is no strategy, but it sets a finite cost or upper bound"},
      {&OPTIMIZER, COUPLET_FOUND_STRATEGY, "infinite", 0, NULL, NULL,
       "its found is COUPLET_FOUND_STRATEGY, but it sets an infinite cost"},
      {&OPTIMIZER, COUPLET_FOUND_STRATEGY, "infinite", LOWER, NULL, NULL,
       "its found is COUPLET_FOUND_STRATEGY, but it sets an infinite cost"},
  };
  check_rows (rows, G_N_ELEMENTS (rows));
}

/* ---- Evidence -------------------------------------------------------------------------------- */

/* The fault of an answer about automaton that comes with evidence, which is given away. */
static char *
fault_with (const CoupletAutomaton *automaton, CoupletEvidence *evidence)
{
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &OPTIMIZER);
  couplet_outcome_take_evidence (outcome, evidence);
  return fault_of (&OPTIMIZER, automaton, outcome);
}

static void
test_evidence_without_a_cost (void **state)
{
  (void)state;
  static const struct {
    CoupletEvidenceKind kind;
    gboolean needs_cost;
  } cases[] = {{COUPLET_EVIDENCE_BOUND, TRUE},
               {COUPLET_EVIDENCE_ATTAINED, TRUE},
               {COUPLET_EVIDENCE_VIOLATION, FALSE},
               {COUPLET_EVIDENCE_UNBOUNDED, FALSE},
               {COUPLET_EVIDENCE_STRATEGY, FALSE}};
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_auto (CoupletRational) cost = number ("1");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *bare = fault_with (automaton, couplet_evidence_new (cases[i].kind, automaton));
    assert_int_equal (g_strcmp0 (bare, "its evidence has no cost") == 0, cases[i].needs_cost);
    CoupletEvidence *evidence = couplet_evidence_new (cases[i].kind, automaton);
    couplet_evidence_set_cost (evidence, &cost);
    assert_null (fault_with (automaton, evidence));
  }
}

static void
test_evidence_that_names_what_there_is_not (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, automaton);
  couplet_evidence_add_step (evidence, (CoupletWalkStep){.transition = automaton->n_transitions});
  g_autofree char *fault = fault_with (automaton, evidence);
  assert_string_equal (fault, "its evidence names what there is not, or a threshold twice");
}

static void
test_evidence_about_another_automaton (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) one = some_automaton (), other = some_automaton ();
  g_autofree char *fault =
      fault_with (one, couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, other));
  assert_string_equal (fault, "its evidence is about another automaton");
}

/* Evidence is about what was read, also where the stage looked at what that unfolds to. */
static void
test_evidence_about_what_was_unfolded (void **state)
{
  (void)state;
  static const char *const lines[] = {
      "state a public 1/4", "state b public 1/4", "state c private 1/4", "state end private 1",
      "a b true first u",   "b c >=u second v",   "c end <u&>=v third",  NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v", lines);
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("file");
  g_autoptr (CoupletAutomaton) unfolded =
      couplet_unfold_within (automaton, NULL, diagnostics, NULL);
  assert_non_null (unfolded);
  assert_null (fault_with (unfolded, couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, unfolded)));
  assert_null (fault_with (unfolded, couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, automaton)));
}

/* The first fault is told, also when it is of the last piece. */
static void
test_every_piece_of_evidence_is_looked_at (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &OPTIMIZER);
  couplet_outcome_take_evidence (outcome,
                                 couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, automaton));
  couplet_outcome_take_evidence (outcome, couplet_evidence_new (COUPLET_EVIDENCE_BOUND, automaton));
  g_autofree char *fault = fault_of (&OPTIMIZER, automaton, outcome);
  assert_string_equal (fault, "its evidence has no cost");
}

/* ---- Counterexamples ------------------------------------------------------------------------ */

/* start, then bot. */
#define PATH                                                                                       \
  {0, "0", "0", NULL},                                                                             \
  {                                                                                                \
    1, "-1/2", "1/2", NULL                                                                         \
  }

static void
test_counterexamples (void **state)
{
  (void)state;
  static const char NO_PATH[] = "its counterexample is no path from the initial state";
  static const char NO_NUMBER[] = "its counterexample has a text that is not a number";
  static const struct {
    guint32 n;
    CoupletCounterexampleStep steps[2];
    gboolean refutes;
    const char *claim, *loss, *probability, *adjacent;
    const char *fault; /* NULL = it can be */
  } rows[] = {
      {2, {PATH}, TRUE, "1", NULL, NULL, NULL, NULL},
      {2, {PATH}, FALSE, NULL, "0", "[0.5 +/- 1e-9]", "0", NULL},
      {2, {{0, "0", "0", "1e2"}, {1, "0", "0", NULL}}, TRUE, "1", "2", NULL, NULL, NULL},
      {0, {PATH}, TRUE, "1", NULL, NULL, NULL, NO_PATH},
      {1, {{1, "0", "0", NULL}}, TRUE, "1", NULL, NULL, NULL, NO_PATH},
      {2, {{0, "0", "0", NULL}, {0, "0", "0", NULL}}, TRUE, "1", NULL, NULL, NULL, NO_PATH},
      {2, {{0, "0", "0", NULL}, {2, "0", "0", NULL}}, TRUE, "1", NULL, NULL, NULL, NO_PATH},
      {1, {{0, NULL, "0", NULL}}, TRUE, "1", NULL, NULL, NULL, NO_NUMBER},
      {1, {{0, "0", "one", NULL}}, TRUE, "1", NULL, NULL, NULL, NO_NUMBER},
      {1, {{0, "0", "0", ""}}, TRUE, "1", NULL, NULL, NULL, NO_NUMBER},
      {2, {PATH}, TRUE, "1", "two", NULL, NULL, NO_NUMBER},
      {2, {PATH}, TRUE, NULL, NULL, NULL, NULL, "its counterexample refutes no claim"},
      {2, {PATH}, TRUE, "1", "2", "0.5", NULL, "its counterexample has one probability of two"},
      {2,
       {PATH},
       TRUE,
       "1",
       NULL,
       "0.5",
       "0.25",
       "its counterexample has probabilities, but no loss or no epsilon"},
  };
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const CoupletCounterexample given = {.n_steps = rows[i].n,
                                         .steps = rows[i].steps,
                                         .refutes = rows[i].refutes,
                                         .epsilon = "1",
                                         .claim = rows[i].claim,
                                         .loss = rows[i].loss,
                                         .probability = rows[i].probability,
                                         .adjacent_probability = rows[i].adjacent};
    g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &OPTIMIZER);
    couplet_outcome_set_counterexample (outcome, &given);
    g_autofree char *fault = fault_of (&OPTIMIZER, automaton, outcome);
    if (g_strcmp0 (fault, rows[i].fault) != 0)
      fail_msg ("row %u: %s", i, fault != NULL ? fault : "no fault");
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_figures_that_can_be),
      cmocka_unit_test (test_figures_that_cannot_be),
      cmocka_unit_test (test_what_a_plugin_may_not_say),
      cmocka_unit_test (test_evidence_without_a_cost),
      cmocka_unit_test (test_evidence_that_names_what_there_is_not),
      cmocka_unit_test (test_evidence_about_another_automaton),
      cmocka_unit_test (test_evidence_about_what_was_unfolded),
      cmocka_unit_test (test_every_piece_of_evidence_is_looked_at),
      cmocka_unit_test (test_counterexamples),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
