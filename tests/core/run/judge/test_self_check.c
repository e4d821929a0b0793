/* SPDX-License-Identifier: Apache-2.0 */
/* Answers of every kind with evidence of every kind: whether it is theirs, and what it shows. */
#include "text_automaton.h"
#include "text_evidence.h"
#include "text_examples.h"

#include <couplet/internal/plugin.h>
#include <couplet/host/model.h>

#include "check_effort.h"
#include "claim.h"
#include "self_check.h"

#include "unit.h"

#define BOUND(cost, values)                                                                        \
  "{\"couplet_evidence\": 1, \"kind\": \"bound\", \"cost\": \"" cost "\", \"entries\": ["          \
  "{\"state\": \"q0\", \"vectors\": [[]]},"                                                        \
  "{\"state\": \"q1\", \"vectors\": [[{\"over\": [\"x\"], \"values\": " values "}]]},"             \
  "{\"state\": \"q2\", \"vectors\": [[{\"over\": [], \"values\": [\"5/4\"]}]]}]}"
#define BOT "{\"output\": \"start\", \"difference\": 0}, {\"output\": \"bot\", \"difference\": 1}"
#define ATTAINED(cost, walk)                                                                       \
  "{\"couplet_evidence\": 1, \"kind\": \"attained\", \"cost\": \"" cost "\", \"walk\": [" walk "]" \
  "}"
#define TOP BOT ", {\"output\": \"top\", \"difference\": -1}"

static const char BOUND_5_4[] = BOUND ("5/4", "[null, null, \"1/4\"]");
static const char BOUND_2[] = BOUND ("2", "[null, null, \"1/4\"]");
static const char WRONG_BOUND[] = BOUND ("5/4", "[null, null, \"0\"]");
static const char ATTAINED_5_4[] = ATTAINED ("5/4", TOP);
static const char ATTAINED_1_4[] = ATTAINED ("1/4", BOT);
static const char WRONG_ATTAINED[] = ATTAINED ("3/2", TOP);
static const char VIOLATION[] =
    "{\"couplet_evidence\": 1, \"kind\": \"violation\", \"walk\": [" TOP "]}";
static const char UNBOUNDED[] =
    "{\"couplet_evidence\": 1, \"kind\": \"unbounded\", \"walk\": ["
    "{\"output\": \"a\", \"difference\": 0}, {\"output\": \"b\", \"difference\": 0},"
    "{\"loop\": [{\"output\": \"low\", \"difference\": 1}], \"raises\": \"1/4\"},"
    "{\"output\": \"up\", \"difference\": 1},"
    "{\"loop\": [{\"output\": \"high\", \"difference\": -1}], \"raises\": \"1/3\"}]}";
static const char CLASSES[] =
    "{\"couplet_evidence\": 1, \"kind\": \"strategy\", \"classes\": [{\"assignment\":"
    " {\"from\": \"q0\", \"to\": \"q1\", \"transition\": 0}, \"next\": null, \"left\": [1],"
    " \"shift\": \"1\"}]}";
static const char PATH[] =
    "{\"couplet_evidence\": 1, \"kind\": \"strategy\", \"path\": [{\"output\": \"start\","
    " \"shift\": 1}, {\"output\": \"bot\", \"shift\": \"D\"}]}";

static const CoupletPlugin PLUGIN = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                     .name = "plugin",
                                     .capabilities = {.answers = COUPLET_COMPLETE}};

/* What a stage says: found, or a cost with a guarantee (`infinite` = none). */
typedef struct {
  CoupletFound found;
  const char *cost;
  CoupletGuarantee guarantee;
} Answer;

#define FOUND(what)                                                                                \
  {                                                                                                \
    COUPLET_FOUND_##what, NULL, COUPLET_GUARANTEE_EXACT                                            \
  }
#define COST(cost)                                                                                 \
  {                                                                                                \
    COUPLET_FOUND_NOTHING, cost, COUPLET_GUARANTEE_EXACT                                           \
  }
#define AT_MOST(cost)                                                                              \
  {                                                                                                \
    COUPLET_FOUND_NOTHING, cost, COUPLET_GUARANTEE_UPPER_BOUND                                     \
  }
#define AT_LEAST(cost)                                                                             \
  {                                                                                                \
    COUPLET_FOUND_NOTHING, cost, COUPLET_GUARANTEE_LOWER_BOUND                                     \
  }

static CoupletOutcome *
outcome_of (Answer answer)
{
  CoupletOutcome *outcome = couplet_outcome_new ("stage", &PLUGIN);
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  if (answer.cost == NULL)
    couplet_outcome_set_found (outcome, answer.found);
  else if (couplet_rational_parse (&cost, answer.cost, strlen (answer.cost), NULL))
    couplet_outcome_set_cost (outcome, &cost, answer.guarantee);
  else
    couplet_outcome_set_infinite (outcome, answer.guarantee);
  return outcome;
}

/* Is a + z >= 0? The least d is 1. */
static const char LINEAR[] =
    "{\"couplet_linear\": 1, \"answers\": 1, \"lists\": [{\"answers\": 1, \"nodes\": [{\"draw\": "
    "\"laplace\", \"rate\": \"1\"}, {\"decide\": {\"a\": {\"0\": \"1\"}, \"z\": {\"0\": \"1\"}}, "
    "\"otherwise\": 4}, {\"output\": \"s\"}, {\"end\": true}, {\"output\": \"t\"}, {\"end\": "
    "true}]}]}";

#define SHIFTS(cost, shift)                                                                        \
  "{\"couplet_evidence\": 1, \"kind\": \"shifts\", \"cost\": \"" cost                              \
  "\", \"answers\": 1, \"differences\": [[-1], [1]], \"paths\": [{\"end\": 3, \"shifts\": "        \
  "[[\"" shift "\"], [\"0\"]]}, {\"end\": 5, \"shifts\": [[\"0\"], [\"-1\"]]}]}"
#define WEIGHTS(cost)                                                                              \
  "{\"couplet_evidence\": 1, \"kind\": \"weights\", \"cost\": " cost                               \
  ", \"answers\": 1, \"differences\": [[-1]], \"paths\": [{\"end\": 3, \"weights\": [\"1\"], "     \
  "\"point\": [\"1\", \"0\"]}]}"

/* ---- One piece ---------------------------------------------------------------------------- */

typedef struct {
  Answer answer;
  const char *evidence;
  const char *complaint; /* NULL = none */
  guint32 shown;
} Row;

static void
check_rows_of (const CoupletAutomaton *automaton, const Row *rows, guint n)
{
  for (guint i = 0; i < n; i++) {
    g_autoptr (CoupletOutcome) outcome = outcome_of (rows[i].answer);
    g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("file");
    guint32 shown = G_MAXUINT32;
    couplet_outcome_take_evidence (outcome, text_evidence (automaton, rows[i].evidence));
    g_autofree char *complaint = self_check (outcome, G_MAXSIZE, diagnostics, &shown);
    if (g_strcmp0 (complaint, rows[i].complaint) != 0 || shown != rows[i].shown)
      fail_msg ("row %u: %s, shown %u", i, complaint != NULL ? complaint : "accepted", shown);
    assert_int_equal (couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_WARNING), 0);
  }
}

static void
check_rows (const char *thresholds, const char *const *lines, const Row *rows, guint n)
{
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, thresholds, lines);
  check_rows_of (automaton, rows, n);
}

static void
test_bounds (void **state)
{
  (void)state;
  static const Row rows[] = {
      {COST ("5/4"), BOUND_5_4, NULL, SHOWN_STRATEGY | SHOWN_UPPER},
      {AT_MOST ("2"), BOUND_5_4, NULL, SHOWN_STRATEGY | SHOWN_UPPER},
      {AT_MOST ("2"), BOUND_2, NULL, SHOWN_STRATEGY | SHOWN_UPPER},
      {AT_LEAST ("1"), BOUND_5_4, NULL, SHOWN_STRATEGY},
      {FOUND (STRATEGY), BOUND_5_4, NULL, SHOWN_STRATEGY},
      {FOUND (NOTHING), BOUND_5_4, NULL, SHOWN_STRATEGY},
      {AT_MOST ("infinite"), BOUND_5_4, NULL, SHOWN_STRATEGY},
      {COST ("1"), BOUND_5_4, "stage says exact cost 1, but its evidence is for a higher bound", 0},
      {AT_MOST ("5/4"), BOUND_2,
       "stage says cost at most 5/4 (1.25), but its evidence is for a higher bound", 0},
      {COST ("infinite"), BOUND_5_4,
       "stage says that no finite cost exists, but its evidence is a strategy's bound", 0},
      {FOUND (NO_STRATEGY), BOUND_5_4,
       "stage says that no strategy exists, but its evidence is a strategy's bound", 0},
      {FOUND (DISTINGUISHER), BOUND_5_4,
       "stage says that no strategy exists, but its evidence is a strategy's bound", 0},
  };
  check_rows ("x", SVT, rows, G_N_ELEMENTS (rows));
}

static void
test_costs_that_a_walk_attains (void **state)
{
  (void)state;
  static const Row rows[] = {
      {COST ("5/4"), ATTAINED_5_4, NULL, SHOWN_LOWER},
      {AT_LEAST ("1"), ATTAINED_5_4, NULL, SHOWN_LOWER},
      {AT_LEAST ("1/4"), ATTAINED_1_4, NULL, SHOWN_LOWER},
      {AT_MOST ("2"), ATTAINED_5_4, NULL, 0},
      {FOUND (STRATEGY), ATTAINED_5_4, NULL, 0},
      {COST ("infinite"), ATTAINED_5_4, NULL, 0},
      {COST ("2"), ATTAINED_5_4, "stage says exact cost 2, but its evidence is for a lower cost",
       0},
      {AT_LEAST ("5/4"), ATTAINED_1_4,
       "stage says cost at least 5/4 (1.25), but its evidence is for a lower cost", 0},
  };
  check_rows ("x", SVT, rows, G_N_ELEMENTS (rows));
}

static void
test_strategies (void **state)
{
  (void)state;
  static const Row rows[] = {
      {FOUND (STRATEGY), CLASSES, NULL, SHOWN_STRATEGY},
      {FOUND (NOTHING), CLASSES, NULL, SHOWN_STRATEGY},
      {COST ("5/4"), CLASSES, NULL, SHOWN_STRATEGY},
      {FOUND (STRATEGY), PATH, NULL, 0}, /* of one path only */
      {FOUND (NO_STRATEGY), CLASSES,
       "stage says that no strategy exists, but its evidence is a strategy", 0},
      {FOUND (DISTINGUISHER), CLASSES,
       "stage says that no strategy exists, but its evidence is a strategy", 0},
      {COST ("infinite"), CLASSES,
       "stage says that no finite cost exists, but its evidence is a strategy", 0},
  };
  check_rows ("x", SVT, rows, G_N_ELEMENTS (rows));
}

static void
test_violations (void **state)
{
  (void)state;
  static const Row rows[] = {
      {FOUND (NO_STRATEGY), VIOLATION, NULL, SHOWN_NO_STRATEGY},
      {FOUND (DISTINGUISHER), VIOLATION, NULL, SHOWN_NO_STRATEGY},
      {FOUND (NOTHING), VIOLATION, NULL, SHOWN_NO_STRATEGY},
      {COST ("infinite"), VIOLATION, NULL, SHOWN_NO_STRATEGY},
      {AT_MOST ("infinite"), VIOLATION, NULL, SHOWN_NO_STRATEGY},
      {FOUND (STRATEGY), VIOLATION,
       "stage says that a strategy exists, but its evidence is that there is no strategy", 0},
      {AT_LEAST ("1"), VIOLATION,
       "stage says cost at least 1, but its evidence is that there is no strategy", 0},
      {AT_MOST ("1"), VIOLATION,
       "stage says cost at most 1, but its evidence is that there is no strategy", 0},
  };
  check_rows ("x", LEAKY, rows, G_N_ELEMENTS (rows));
}

static void
test_costs_without_bound (void **state)
{
  (void)state;
  static const Row rows[] = {
      {FOUND (NO_STRATEGY), UNBOUNDED, NULL, SHOWN_NO_STRATEGY},
      {COST ("infinite"), UNBOUNDED, NULL, SHOWN_NO_STRATEGY},
      {FOUND (STRATEGY), UNBOUNDED,
       "stage says that a strategy exists, but its evidence is that costs have no bound", 0},
      {AT_LEAST ("1"), UNBOUNDED,
       "stage says cost at least 1, but its evidence is that costs have no bound", 0},
  };
  check_rows ("u v", PAYING, rows, G_N_ELEMENTS (rows));
}

static void
test_evidence_that_is_wrong (void **state)
{
  (void)state;
  static const Row rows[] = {
      {COST ("5/4"), WRONG_BOUND,
       "stage says exact cost 5/4 (1.25), but the checker rejects its evidence 'bound' at "
       "entry 1 (state q0, transition 'q0 -> q1 on true, output start, x := insample', D = 0): "
       "vector 1: what it leads to is not below any vector kept there",
       0},
      {AT_LEAST ("3/2"), WRONG_ATTAINED,
       "stage says cost at least 3/2 (1.5), but the checker rejects its evidence 'attained' at "
       "the least cost on this walk is 5/4",
       0},
      {FOUND (NO_STRATEGY), VIOLATION,
       "stage says that no strategy exists, but the checker rejects its evidence 'violation' at "
       "a strategy is left on this walk; the least cost is 5/4",
       0},
  };
  check_rows ("x", SVT, rows, G_N_ELEMENTS (rows));
}

/* ---- Several pieces, and which are checked ---------------------------------------------- */

/* What the check of an exact cost of 5/4 of SVT says where it comes with first and second. */
static char *
check_two (const char *first, const char *second, guint32 *shown)
{
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  g_autoptr (CoupletOutcome) outcome = outcome_of ((Answer)COST ("5/4"));
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("file");
  couplet_outcome_take_evidence (outcome, text_evidence (automaton, first));
  couplet_outcome_take_evidence (outcome, text_evidence (automaton, second));
  return self_check (outcome, G_MAXSIZE, diagnostics, shown);
}

static void
test_all_pieces_together_show_the_answer (void **state)
{
  (void)state;
  guint32 shown;
  g_autofree char *both = check_two (BOUND_5_4, ATTAINED_5_4, &shown);
  assert_null (both);
  assert_int_equal (shown, SHOWN_STRATEGY | SHOWN_UPPER | SHOWN_LOWER);
}

static void
test_one_piece_that_is_wrong_is_enough (void **state)
{
  (void)state;
  guint32 shown;
  g_autofree char *mismatch = check_two (BOUND_5_4, ATTAINED_1_4, &shown);
  assert_string_equal (mismatch,
                       "stage says exact cost 5/4 (1.25), but its evidence is for a lower cost");
  g_autofree char *first = check_two (WRONG_BOUND, ATTAINED_5_4, &shown);
  assert_non_null (strstr (first, "rejects its evidence 'bound'"));
  g_autofree char *second = check_two (BOUND_5_4, WRONG_ATTAINED, &shown);
  assert_non_null (strstr (second, "rejects its evidence 'attained'"));
}

static void
test_an_answer_without_evidence (void **state)
{
  (void)state;
  g_autoptr (CoupletOutcome) outcome = outcome_of ((Answer)COST ("5/4"));
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("file");
  guint32 shown = G_MAXUINT32;
  assert_null (self_check (outcome, G_MAXSIZE, diagnostics, &shown));
  assert_int_equal (shown, 0);
}

static void
test_only_what_takes_less_effort_is_checked (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  g_autoptr (CoupletOutcome) outcome = outcome_of ((Answer)COST ("5/4"));
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("file");
  CoupletEvidence *wrong = text_evidence (automaton, WRONG_BOUND);
  gsize effort = check_effort (wrong, G_MAXSIZE);
  guint32 shown;
  couplet_outcome_take_evidence (outcome, wrong);
  assert_null (self_check (outcome, 0, diagnostics, &shown));
  assert_null (self_check (outcome, effort, diagnostics, &shown));
  g_autofree char *complaint = self_check (outcome, effort + 1, diagnostics, &shown);
  assert_non_null (complaint);
}

/* Of the same evidence about an automaton with two thresholds that one step compares. */
static gsize
effort_with (CoupletSampling sampling)
{
  static const char *const lines[] = {
      "state a private 1", "state b private 1", "state c private 1", "state d private 1",
      "a b true first x",  "b c true second y", "c d <x&<y both",    NULL};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (sampling, "x y", lines);
  g_autoptr (CoupletEvidence) evidence =
      text_evidence (automaton, "{\"couplet_evidence\": 1, \"kind\": \"attained\", \"cost\": \"1\","
                                " \"walk\": [{\"output\": \"first\", \"difference\": 1},"
                                " {\"output\": \"second\", \"difference\": 1},"
                                " {\"output\": \"both\", \"difference\": 1}]}");
  return check_effort (evidence, G_MAXSIZE);
}

/* The most thresholds that a sample ties in an automaton of these lines. */
static guint32
tied_by (CoupletSampling sampling, const char *const *lines)
{
  g_autoptr (CoupletAutomaton) automaton = text_automaton (sampling, "u v w", lines);
  return most_tied (automaton);
}

/* `on` compares with u and v; w is compared with alone. */
static void
test_samples_tie_what_they_compare_with (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public 1",  "state b public 1",  "state c public 1",
                                      "state d private 1", "state e private 1", "state f private 1",
                                      "a b true first u",  "b c true second v", "c d true third w",
                                      "d e <u&<v on",      "e f <w alone",      NULL};
  assert_int_equal (tied_by (COUPLET_SHARED, lines), 2);
  assert_int_equal (tied_by (COUPLET_INDEPENDENT, lines), 1);
}

static void
test_each_tied_threshold_trebles_the_effort (void **state)
{
  (void)state;
  assert_int_equal (effort_with (COUPLET_SHARED), 3 * effort_with (COUPLET_INDEPENDENT));
}

/* Of a loop of one step, with n thresholds. */
static gsize
effort_of_loop (guint n)
{
  static const char *const lines[] = {"state a private 1", "state b private 1", "a b true start x0",
                                      "b b <x0 low", NULL};
  g_autoptr (GString) names = g_string_new ("x0");
  for (guint i = 1; i < n; i++)
    g_string_append_printf (names, " x%u", i);
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, names->str, lines);
  g_autoptr (CoupletEvidence) evidence =
      text_evidence (automaton, "{\"couplet_evidence\": 1, \"kind\": \"attained\", \"cost\": \"1\","
                                " \"walk\": [{\"output\": \"start\", \"difference\": 1},"
                                " {\"loop\": [{\"output\": \"low\", \"difference\": 1}]}]}");
  return check_effort (evidence, G_MAXSIZE);
}

static void
test_turns_close_the_orders_of_all_thresholds (void **state)
{
  (void)state;
  gsize few = effort_of_loop (100), many = effort_of_loop (1000);
  /* besides the closing at each of two transitions: 1 + 8 steps of 4 * k^2 */
  assert_int_equal (many - few, 2 * (1000000 - 1000) + 9 * (4000 - 40));
}

static void
test_what_is_too_large_is_neither_right_nor_wrong (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, ELEVEN_NAMES, ELEVEN);
  g_autoptr (CoupletOutcome) outcome = outcome_of ((Answer)AT_LEAST ("1/4"));
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("file");
  guint32 shown = G_MAXUINT32;
  guint n;
  couplet_outcome_take_evidence (
      outcome, text_evidence (automaton,
                              "{\"couplet_evidence\": 1, \"kind\": \"attained\", \"cost\": \"1/4\","
                              " \"walk\": [{\"output\": \"start\", \"difference\": 0},"
                              " {\"output\": \"all\", \"difference\": 1}]}"));
  assert_null (self_check (outcome, G_MAXSIZE, diagnostics, &shown));
  assert_int_equal (shown, 0);
  const CoupletDiagnostic *warnings = couplet_diagnostics_get (diagnostics, &n);
  assert_int_equal (n, 1);
  assert_int_equal (warnings[0].severity, COUPLET_SEVERITY_WARNING);
  assert_true (g_str_has_prefix (warnings[0].message,
                                 "stage 'stage': its evidence 'attained' is too large to check: "));
}

static void
test_linear_mechanisms (void **state)
{
  (void)state;
  static const Row ROWS[] = {
      {COST ("1"), SHIFTS ("1", "1"), NULL, SHOWN_STRATEGY | SHOWN_UPPER},
      {AT_MOST ("2"), SHIFTS ("1", "1"), NULL, SHOWN_STRATEGY | SHOWN_UPPER},
      {COST ("1"), SHIFTS ("2", "1"),
       "stage says exact cost 1, but its evidence is for a higher bound", 0},
      {COST ("1"), SHIFTS ("1", "1/2"),
       "stage says exact cost 1, but the checker rejects its evidence 'shifts' at path to node 3: "
       "row 1: the decision may change",
       0},
      {COST ("infinite"), SHIFTS ("1", "1"),
       "stage says that no finite cost exists, but its evidence is a strategy's bound", 0},
      {COST ("1"), WEIGHTS ("\"1\""), NULL, SHOWN_LOWER},
      {COST ("1"), WEIGHTS ("\"1/2\""),
       "stage says exact cost 1, but its evidence is for a lower cost", 0},
      {COST ("1"), WEIGHTS ("\"2\""),
       "stage says exact cost 1, but the checker rejects its evidence 'weights' at path to node 3: "
       "the weights force less",
       0},
      {COST ("infinite"), WEIGHTS ("null"),
       "stage says that no finite cost exists, but the checker rejects its evidence 'weights' at "
       "path to node 3: draw 1 gains more than it pays",
       0},
  };
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("f.json");
  g_autoptr (CoupletLinear) linear = couplet_linear_parse (LINEAR, strlen (LINEAR), diagnostics);
  assert_non_null (linear);
  check_rows_of (linear->automaton, ROWS, G_N_ELEMENTS (ROWS));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_bounds),
      cmocka_unit_test (test_costs_that_a_walk_attains),
      cmocka_unit_test (test_strategies),
      cmocka_unit_test (test_violations),
      cmocka_unit_test (test_costs_without_bound),
      cmocka_unit_test (test_evidence_that_is_wrong),
      cmocka_unit_test (test_linear_mechanisms),
      cmocka_unit_test (test_all_pieces_together_show_the_answer),
      cmocka_unit_test (test_one_piece_that_is_wrong_is_enough),
      cmocka_unit_test (test_an_answer_without_evidence),
      cmocka_unit_test (test_only_what_takes_less_effort_is_checked),
      cmocka_unit_test (test_samples_tie_what_they_compare_with),
      cmocka_unit_test (test_each_tied_threshold_trebles_the_effort),
      cmocka_unit_test (test_turns_close_the_orders_of_all_thresholds),
      cmocka_unit_test (test_what_is_too_large_is_neither_right_nor_wrong),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
