/* SPDX-License-Identifier: Apache-2.0 */
/* The graph decider: an automaton for each structure, with what is said of it,
 * and random ones, whose evidence brute force examines. */
#include "brute_force.h"

#include "graph_decide.h"

#include <couplet/host.h>

#include <couplet/host/evidence.h>
#include <stdlib.h>

#include "unit.h"

static const CoupletPlugin PLUGIN = {.name = "graph", .kind = COUPLET_KIND_DECIDER};

#define MOST_LINES 10
#define MOST_STEPS 64

/* inputs: a letter per state, `p` private, `u` public, capitals without noise;
 * `f` private with a fresh sample that has none. lines: `FROM TO GUARD OUTPUT [:=]`
 * with numbers for states and symbols. structure, said: NULL = none; said is a
 * part of the reason. */
typedef struct {
  const char *name;
  const char *inputs;
  const char *lines[MOST_LINES];
  CoupletFound found;
  const char *structure;
  const char *said;
} Case;

static const Case CASES[] = {
    /* ---- a strategy exists ---- */
    {"no structure: the Sparse Vector Technique",
     "upp",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= 2"},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},
    {"no structure: one assignment, a < branch to a < loop and a >= branch to a >= loop",
     "uppp",
     {"0 1 true 0 :=", "1 2 < 1", "1 3 >= 2", "2 2 < 1", "3 3 >= 2"},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},
    {"no structure: a < loop and a >= loop with a free assignment between",
     "uppp",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= 2", "2 3 true 0 :=", "3 3 >= 2"},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},
    {"no structure: a < loop and a >= loop with an assignment on < between",
     "uppp",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= 2", "2 3 < 1 :=", "3 3 >= 2"},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},
    {"no structure: a loop that assigns and compares nothing",
     "up",
     {"0 1 true 0 :=", "1 1 true 1 :="},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},
    {"no structure: a public loop that assigns and compares",
     "uu",
     {"0 1 true 0 :=", "1 1 < 1 :=", "1 1 >= 2 :="},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},
    {"no structure: public loops for both comparisons",
     "uuu",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= 2", "2 2 >= 2"},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},
    {"no structure: a public loop outputs its sample",
     "pu",
     {"0 1 true 0 :=", "1 1 < insample", "1 1 >= 2"},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},
    {"no structure: samples of both comparisons output, off cycles",
     "uppp",
     {"0 1 true insample :=", "1 2 < insample", "2 3 >= insample"},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},
    {"no structure: the fresh sample of the last answer output",
     "upp",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= fresh"},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},
    {"no structure: it is where no run goes",
     "uppp",
     {"0 1 true 0 :=", "2 2 < 1 :=", "2 3 >= insample", "3 3 >= 1"},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},
    {"no structure: only one side is compared without noise",
     "uPp",
     {"0 1 true 0 :=", "1 2 < 1", "2 2 < 1"},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},
    {"no structure: public answers without noise",
     "uUUp",
     {"0 1 true 0 :=", "1 2 < 1", "2 3 >= 2"},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},
    {"no structure: a public threshold without noise",
     "UppU",
     {"0 1 true 0 :=", "1 2 < 1", "2 3 >= 2", "3 3 < 1"},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},

    /* ---- leaking cycles ---- */
    {"leaking cycle: a < loop that assigns",
     "up",
     {"0 1 true 0 :=", "1 1 < 1 :="},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking cycle",
     "'q1 -> q1 on insample < x, output s1, x := insample' can repeat, so the new shift of x is "
     "whatever the inputs differ by"},
    {"leaking cycle: an assignment, and a comparison one state further",
     "upp",
     {"0 1 true 0 :=", "1 2 true 1 :=", "2 1 >= 2"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking cycle",
     "'q2 -> q1 on insample >= x, output s2' can repeat, so the shift of x must be -1"},
    {"leaking cycle: the assignment is public, the comparison private",
     "uup",
     {"0 1 true 0 :=", "1 2 true 1 :=", "2 1 < 2"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking cycle",
     "so the new shift of x is 0; 'q2 -> q1 on insample < x, output s2' can repeat, so the shift "
     "of "
     "x must be 1"},
    {"leaking cycle: the assignment is private, the comparison public",
     "upu",
     {"0 1 true 0 :=", "1 2 true 1 :=", "2 1 < 2"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking cycle",
     "so the shift of x must be at least 0"},
    {"leaking cycle: it goes through the initial state",
     "pp",
     {"0 1 true 0 :=", "1 0 < 1"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking cycle",
     "'q1 -> q0 on insample < x, output s1' can repeat"},

    /* ---- leaking pairs ---- */
    {"leaking pair: a < loop, then a >= loop",
     "uppp",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= 2", "2 2 >= 2"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking pair",
     "leaking pair: 'q1 -> q1 on insample < x, output s1' can repeat, so the shift of x must be 1; "
     "'q2 -> q2 on insample >= x, output s2' can repeat, so the shift of x must be -1; x is not "
     "re-assigned between them"},
    {"leaking pair: both on one cycle",
     "up",
     {"0 1 true 0 :=", "1 1 < 1", "1 1 >= 2"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking pair",
     "x is not re-assigned between them"},
    {"leaking pair: an assignment on >= between the loops",
     "uppp",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= 2 :=", "2 2 >= 2"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking pair",
     "between them x is re-assigned only where insample >= x, so that its shift cannot fall"},
    {"leaking pair: a private < loop, then a public >= loop",
     "upu",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= 2", "2 2 >= 2"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking pair",
     "'q2 -> q2 on insample >= x, output s2' can repeat, so the shift of x must be at most 0"},
    {"leaking pair: a public < loop, then a private >= loop",
     "uup",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= 2", "2 2 >= 2"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking pair",
     "'q1 -> q1 on insample < x, output s1' can repeat, so the shift of x must be at least 0"},

    /* ---- real outputs that would have to be free ---- */
    {"disclosing cycle: a private loop outputs its sample",
     "up",
     {"0 1 true 0 :=", "1 1 true insample"},
     COUPLET_FOUND_NO_STRATEGY,
     "disclosing cycle",
     "'q1 -> q1 on true, output insample' outputs a sample of a private input each time, and can "
     "repeat without end"},
    {"disclosing cycle: a private loop outputs a fresh sample",
     "upp",
     {"0 1 true 0 :=", "1 1 < 1", "1 1 >= fresh"},
     COUPLET_FOUND_NO_STRATEGY,
     "disclosing cycle",
     "outputs a fresh sample of a private input each time"},
    {"output without noise: the exact answer",
     "uPp",
     {"0 1 true 0 :=", "1 2 >= insample"},
     COUPLET_FOUND_NO_STRATEGY,
     "output without noise",
     "'q1 -> q2 on insample >= x, output insample' outputs a sample of a private input without "
     "noise"},
    {"output without noise: the exact answer beside a noisy comparison",
     "ufp",
     {"0 1 true 0 :=", "1 2 >= fresh"},
     COUPLET_FOUND_NO_STRATEGY,
     "output without noise",
     "outputs a fresh sample of a private input without noise"},

    /* ---- privacy violating paths ---- */
    {"privacy violating path (a): an assignment outputs its sample before a >= loop",
     "up",
     {"0 1 true insample :=", "1 1 >= 1"},
     COUPLET_FOUND_NO_STRATEGY,
     "privacy violating path (a)",
     "'q0 -> q1 on true, output insample, x := insample' outputs its sample, so the new shift of x "
     "is 0"},
    {"privacy violating path (a): another assignment on >= between",
     "uppp",
     {"0 1 true 0 :=", "1 2 < insample :=", "2 3 >= 1 :=", "3 3 >= 1"},
     COUPLET_FOUND_NO_STRATEGY,
     "privacy violating path (a)",
     "so that its shift cannot fall"},
    {"privacy violating path (b): a comparison outputs its sample before a loop",
     "upp",
     {"0 1 true 0 :=", "1 2 < insample", "2 2 >= 1"},
     COUPLET_FOUND_NO_STRATEGY,
     "privacy violating path (b)",
     "'q1 -> q2 on insample < x, output insample' outputs its sample, so the shift of x must be at "
     "least 0"},
    {"privacy violating path (c): a comparison outputs its sample after a loop",
     "upp",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= insample"},
     COUPLET_FOUND_NO_STRATEGY,
     "privacy violating path (c)",
     "'q1 -> q2 on insample >= x, output insample' outputs its sample, so the shift of x must be "
     "at "
     "most 0"},
    {"privacy violating path (c): an assigning comparison outputs its sample after a loop",
     "uppp",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= 1 :=", "2 3 >= insample :="},
     COUPLET_FOUND_NO_STRATEGY,
     "privacy violating path (c)",
     "so that its shift cannot fall"},
    {"no structure: a free assignment between a loop and a comparison that outputs its sample",
     "upppp",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= 2", "2 3 true 1 :=", "3 4 >= insample"},
     COUPLET_FOUND_STRATEGY,
     NULL,
     NULL},

    {"privacy violating path (c): a weaker demand comes first, another way",
     "upppppp",
     {"0 1 true 0 :=", "1 2 < 1", "1 3 >= 2", "2 2 < 1", "2 4 >= 2", "3 4 < insample",
      "4 5 >= insample"},
     COUPLET_FOUND_NO_STRATEGY,
     "privacy violating path (c)",
     "'q2 -> q2 on insample < x, output s1' can repeat, so the shift of x must be 1"},

    /* ---- public assignments on cycles, draws without noise ---- */
    {"leaking assignment: a public loop that assigns, then a private loop",
     "uup",
     {"0 1 true 0 :=", "1 1 < 1 :=", "1 2 >= 2", "2 2 < 1"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking assignment",
     "'q1 -> q1 on insample < x, output s1, x := insample' can repeat, so the new shift of x is 0"},
    {"leaking assignment without noise: an exact private threshold before a loop",
     "Pp",
     {"0 1 true 0 :=", "1 1 < 1"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking assignment without noise",
     "'q0 -> q1 on true, output s0, x := insample' has no noise, so the new shift of x is whatever "
     "the inputs differ by, such as -1"},
    {"leaking pair without noise: one exact comparison, one on a loop",
     "uPpp",
     {"0 1 true 0 :=", "1 2 < 1", "2 2 >= 2"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking pair without noise",
     "'q1 -> q2 on insample < x, output s1' has no noise, so the shift of x must be 1"},
    {"leaking pair without noise: exact comparisons with an assignment on >= between",
     "uPpPp",
     {"0 1 true 0 :=", "1 2 < 1", "2 3 >= 1 :=", "3 4 >= 1"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking pair without noise",
     "so that its shift cannot fall"},
    {"leaking pair without noise: exact comparisons whose answers are output alike",
     "uPp",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= 1"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking pair without noise",
     "x is not re-assigned between them"},
    {"privacy violating path (a) without noise",
     "uPp",
     {"0 1 true insample :=", "1 2 < 1"},
     COUPLET_FOUND_NO_STRATEGY,
     "privacy violating path (a) without noise",
     "'q1 -> q2 on insample < x, output s1' has no noise"},
    {"privacy violating path (b) without noise",
     "upPp",
     {"0 1 true 0 :=", "1 2 < insample", "2 3 >= 1"},
     COUPLET_FOUND_NO_STRATEGY,
     "privacy violating path (b) without noise",
     "'q2 -> q3 on insample >= x, output s1' has no noise"},
    {"privacy violating path (c) without noise",
     "uPpp",
     {"0 1 true 0 :=", "1 2 < 1", "2 3 >= insample"},
     COUPLET_FOUND_NO_STRATEGY,
     "privacy violating path (c) without noise",
     "'q1 -> q2 on insample < x, output s1' has no noise"},

    /* ---- inputs told apart with certainty ---- */
    {"comparisons without noise: a loop and its way out",
     "uPp",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= 2"},
     COUPLET_FOUND_DISTINGUISHER,
     "comparisons without noise",
     "'q1 -> q1 on insample < x, output s1' and 'q1 -> q2 on insample >= x, output s2' compare "
     "private inputs with the same x on both sides"},
    {"comparisons without noise: a noisy comparison between",
     "uPpPp",
     {"0 1 true 0 :=", "1 2 >= 1", "2 3 >= 1", "3 4 < 1"},
     COUPLET_FOUND_DISTINGUISHER,
     "comparisons without noise",
     "'q1 -> q2 on insample >= x, output s1' and 'q3 -> q4 on insample < x, output s1'"},
    {"comparisons without noise: the second one assigns",
     "uPPp",
     {"0 1 true 0 :=", "1 2 < 1", "2 3 >= 2 :="},
     COUPLET_FOUND_DISTINGUISHER,
     "comparisons without noise",
     "x := insample' compare private inputs"},
    {"comparisons without noise: not when the first one assigns",
     "uPPp",
     {"0 1 true 0 :=", "1 2 < 1 :=", "2 3 < 1"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking assignment without noise",
     "'q2 -> q3 on insample < x, output s1' has no noise"},

    /* ---- of several, the shortest ---- */
    {"the shortest conflict: a near pair rather than a far one",
     "upppp",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= 2", "2 3 true 0", "3 3 < 1", "3 4 >= 2", "4 4 >= 2"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking pair",
     "'q3 -> q3 on insample < x, output s1' can repeat, so the shift of x must be 1; 'q4 -> q4"},
    {"the shortest conflict: a near pair rather than a far one on another branch",
     "uppppppp",
     {"0 1 true 0 :=", "1 2 < 0", "1 4 >= 1", "2 2 < 1", "2 3 >= 2", "3 3 >= 1", "4 4 < 1",
      "4 5 >= 2", "5 6 true 0", "6 6 >= 1"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking pair",
     "'q2 -> q2 on insample < x, output s1' can repeat, so the shift of x must be 1; 'q3 -> q3"},
    {"the shortest conflict: a falling one rather than a longer rising one",
     "uppppp",
     {"0 1 true 0 :=", "1 1 < 1", "1 2 >= 2", "2 3 true 0", "3 3 >= 1", "3 4 < 2", "4 4 < 2"},
     COUPLET_FOUND_NO_STRATEGY,
     "leaking pair",
     "'q3 -> q3 on insample >= x, output s1' can repeat, so the shift of x must be -1; 'q4 -> q4"},
};

/* ---- From words to automata ------------------------------------------------------------ */

static PlainState
parse_state (char letter)
{
  gboolean noisy = letter == 'p' || letter == 'u';
  return (PlainState){letter == 'u' || letter == 'U',
                      noisy || letter == 'f' ? NOISE_UNIT : NO_NOISE_AT_ALL,
                      noisy ? NOISE_UNIT : NO_NOISE_AT_ALL, 0};
}

static PlainTransition
parse_line (const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  guint n = g_strv_length (words);
  assert_true (n == 4 || n == 5);
  PlainTransition t = {.from = atoi (words[0]), .to = atoi (words[1]), .assigns = n == 5};
  t.comparison = g_str_equal (words[2], "<")    ? COUPLET_LESS
                 : g_str_equal (words[2], ">=") ? COUPLET_GREATER_EQUAL
                                                : 0;
  t.output = g_str_equal (words[3], "insample") ? COUPLET_INSAMPLE
             : g_str_equal (words[3], "fresh")  ? COUPLET_FRESH
                                                : COUPLET_SYMBOL;
  t.symbol = t.output == COUPLET_SYMBOL ? atoi (words[3]) : 0;
  return t;
}

static PlainAutomaton
parse_case (const Case *c)
{
  PlainAutomaton plain = {.n_states = (int)strlen (c->inputs), .sensitivity = "1"};
  for (int q = 0; q < plain.n_states; q++)
    plain.states[q] = parse_state (c->inputs[q]);
  for (int i = 0; i < MOST_LINES && c->lines[i] != NULL; i++)
    plain.transitions[plain.n_transitions++] = parse_line (c->lines[i]);
  return plain;
}

/* ---- Evidence ------------------------------------------------------------------------------ */

/* The only evidence is a walk from the initial state, with differences that its
 * inputs can have, on which brute force finds no valid shifts. plain's transitions
 * must be in the order of their states, as automaton's are. */
static void
check_violation (const PlainAutomaton *plain, const CoupletAutomaton *automaton,
                 const CoupletStageResult *result)
{
  BruteCycles cycles;
  int walk[MOST_STEPS], differences[MOST_STEPS];
  guint n;
  assert_int_equal (result->n_evidence, 1);
  assert_int_equal (couplet_evidence_kind (result->evidence[0]), COUPLET_EVIDENCE_VIOLATION);
  const CoupletWalkStep *steps = couplet_evidence_walk (result->evidence[0], &n);
  assert_in_range (n, 1, MOST_STEPS);
  guint32 at = automaton->initial;
  for (guint i = 0; i < n; i++) {
    const PlainTransition *t = &plain->transitions[steps[i].transition];
    assert_int_equal (automaton->source[steps[i].transition], at);
    at = automaton->target[steps[i].transition];
    assert_int_equal (at, t->to);
    assert_in_range (steps[i].difference + 1, 0, 2);
    assert_true (!plain->states[t->from].is_public || steps[i].difference == 0);
    walk[i] = (int)steps[i].transition;
    differences[i] = steps[i].difference;
  }
  brute_cycles (plain, &cycles);
  assert_true (brute_walk_cost_folded (plain, &cycles, walk, differences, (int)n) ==
               BRUTE_INFINITE);
}

static void
decide_freely (const CoupletAutomaton *automaton, CoupletOutcome *outcome)
{
  const CoupletHost host = {0};
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "test");
  graph_decide (context, automaton, outcome);
}

static CoupletFound
decide (const PlainAutomaton *plain, char **structure, char **reason)
{
  g_autoptr (CoupletAutomaton) automaton = build_plain (plain, "q");
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("graph", &PLUGIN);
  decide_freely (automaton, outcome);
  CoupletFound found = couplet_outcome_found (outcome);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  if (found == COUPLET_FOUND_STRATEGY)
    assert_int_equal (result->n_evidence, 0);
  else
    check_violation (plain, automaton, result);
  *structure = g_strdup (result->structure);
  *reason = g_strdup (result->reason);
  return found;
}

/* ---- Tests ---------------------------------------------------------------------------------- */

static void
assert_text (const char *text, const char *expected)
{
  if (expected == NULL)
    assert_null (text);
  else {
    assert_non_null (text);
    assert_string_equal (text, expected);
  }
}

static void
test_case (void **state)
{
  const Case *c = *state;
  PlainAutomaton plain = parse_case (c), mirrored = plain;
  g_autofree char *structure = NULL, *reason = NULL, *mirror_structure = NULL,
                  *mirror_reason = NULL;
  assert_int_equal (decide (&plain, &structure, &reason), c->found);
  assert_text (structure, c->structure);
  if (c->said == NULL)
    assert_null (reason);
  else if (strstr (reason, c->said) == NULL)
    fail_msg ("'%s' is not said, but: %s", c->said, reason);
  mirror_automaton (&mirrored);
  assert_int_equal (decide (&mirrored, &mirror_structure, &mirror_reason), c->found);
  assert_text (mirror_structure, c->structure);
}

/* Whether noise-free private comparisons of both sides meet in one segment, by
 * the closure of what does not assign. */
static gboolean
has_bare_pair (const PlainAutomaton *plain)
{
  PlainAutomaton kept = *plain;
  BruteCycles cycles, segments;
  kept.n_transitions = 0;
  for (int t = 0; t < plain->n_transitions; t++)
    if (!plain->transitions[t].assigns)
      kept.transitions[kept.n_transitions++] = plain->transitions[t];
  brute_cycles (plain, &cycles);
  brute_cycles (&kept, &segments);
  for (int i = 0; i < plain->n_transitions; i++)
    for (int j = 0; j < plain->n_transitions; j++) {
      const PlainTransition *a = &plain->transitions[i], *b = &plain->transitions[j];
      const PlainState *p = &plain->states[a->from], *q = &plain->states[b->from];
      if (!a->assigns &&
          (a->comparison | b->comparison) == (COUPLET_LESS | COUPLET_GREATER_EQUAL) &&
          !p->is_public && !q->is_public && p->d == NO_NOISE_AT_ALL && q->d == NO_NOISE_AT_ALL &&
          (a->from == 0 || cycles.reaches[0][a->from]) &&
          (a->to == b->from || segments.reaches[a->to][b->from]))
        return TRUE;
    }
  return FALSE;
}

static void
test_random_automata (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (20261122);
  guint seen[COUPLET_FOUND_DISTINGUISHER + 1] = {0};
  for (guint i = 0; i < 30000; i++) {
    PlainAutomaton plain;
    random_automaton (&plain, random, &(RandomShape){8, i % 2 == 0, i % 3 == 0, FALSE});
    g_autofree char *structure = NULL, *reason = NULL;
    CoupletFound found = decide (&plain, &structure, &reason);
    g_autoptr (CoupletAutomaton) automaton = build_plain (&plain, "q");
    assert_int_equal (found == COUPLET_FOUND_DISTINGUISHER,
                      automaton->output_distinct && has_bare_pair (&plain));
    seen[found]++;
  }
  assert_true (seen[COUPLET_FOUND_STRATEGY] > 1000);
  assert_true (seen[COUPLET_FOUND_NO_STRATEGY] > 1000);
  assert_true (seen[COUPLET_FOUND_DISTINGUISHER] > 100);
}

/* A chain of n states. The second one outputs its sample on `>=`, the last one
 * repeats `<`. */
static CoupletAutomaton *
long_automaton (guint n)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("long");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  CoupletText x = COUPLET_TEXT ("x");
  CoupletNoiseSpec noise = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("1")};
  couplet_builder_set_initial (builder, COUPLET_TEXT ("0"), (CoupletPlace){0, 0});
  for (guint i = 0; i < n; i++) {
    char from[16], to[16];
    g_snprintf (from, sizeof from, "%u", i);
    g_snprintf (to, sizeof to, "%u", MIN (i + 1, n - 1));
    couplet_builder_add_state (
        builder, &(CoupletStateSpec){.name = COUPLET_TEXT (from), .d = &noise, .n_d = 1});
    couplet_builder_add_transition (
        builder, &(CoupletTransitionSpec){.from = COUPLET_TEXT (from),
                                          .to = COUPLET_TEXT (to),
                                          .guard = COUPLET_TEXT (i == 0   ? "true"
                                                                 : i == 1 ? "insample >= x"
                                                                          : "insample < x"),
                                          .output = COUPLET_TEXT (i == 1 ? "insample" : "a"),
                                          .assign = &x,
                                          .n_assign = i == 0 ? 1 : 0});
  }
  return couplet_builder_finish (builder);
}

/* Recursion or a quadratic walk would not end well. */
static void
test_conflict_across_a_long_chain (void **state)
{
  (void)state;
  guint n = 300000, length;
  g_autoptr (CoupletAutomaton) automaton = long_automaton (n);
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("graph", &PLUGIN);
  decide_freely (automaton, outcome);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_int_equal (couplet_outcome_found (outcome), COUPLET_FOUND_NO_STRATEGY);
  assert_string_equal (result->structure, "privacy violating path (b)");
  couplet_evidence_walk (result->evidence[0], &length);
  assert_int_equal (length, n);
}

int
main (void)
{
  struct CMUnitTest tests[G_N_ELEMENTS (CASES) + 2];
  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    tests[i] = (struct CMUnitTest){CASES[i].name, test_case, NULL, NULL, (gpointer)&CASES[i]};
  tests[G_N_ELEMENTS (CASES)] = (struct CMUnitTest)cmocka_unit_test (test_random_automata);
  tests[G_N_ELEMENTS (CASES) + 1] =
      (struct CMUnitTest)cmocka_unit_test (test_conflict_across_a_long_chain);
  return cmocka_run_group_tests (tests, NULL, NULL);
}
