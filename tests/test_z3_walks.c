/* SPDX-License-Identifier: Apache-2.0 */
/* The decider z3 on random automata with two and three thresholds, against
 * brute force: all sets of shifts that walks leave, visited one by one.
 * COUPLET_TEST_AUTOMATA and COUPLET_TEST_SEED make it longer. */
#include "merged_walks.h"
#include "z3_decide.h"

#include <couplet/host.h>

#include <stdio.h>
#include <stdlib.h>

#include "unit.h"

#define MOST_THRESHOLDS 3
#define MOST_STATES 7
#define MOST_TRANSITIONS 40
#define DEFAULT_AUTOMATA 2500
#define DEFAULT_SEED 20261121

typedef struct {
  gboolean is_public;
  gboolean no_noise[MOST_THRESHOLDS];
  gboolean fresh_no_noise;
} State;

/* comparisons: what the guard compares each threshold by, a union of
 * CoupletComparison; assigned: a bit for each threshold. */
typedef struct {
  int from, to, symbol;
  guint32 comparisons[MOST_THRESHOLDS];
  const char *pattern; /* of the guard: `%s` for each literal that is compared, NULL = plain */
  CoupletOutputKind output;
  int shown; /* whose insample is output */
  guint32 assigned;
} Transition;

typedef struct {
  gboolean shared;
  int k, n_states, n_transitions;
  State states[MOST_STATES];
  Transition transitions[MOST_TRANSITIONS];
} Plain;

/* ---- Random automata ---------------------------------------------------------------------- */

static gboolean
chance (GRand *random, double probability)
{
  return g_rand_double (random) < probability;
}

static Transition *
add_transition (Plain *p, GRand *random, int from)
{
  Transition *t = &p->transitions[p->n_transitions];
  int to = from + g_rand_int_range (random, 1, 3);
  *t = (Transition){.from = from, .symbol = p->n_transitions++, .output = COUPLET_SYMBOL};
  t->to =
      chance (random, 0.3) ? g_rand_int_range (random, 0, p->n_states) : MIN (to, p->n_states - 1);
  if (chance (random, 0.25))
    t->assigned = 1u << g_rand_int_range (random, 0, p->k);
  if (p->shared && chance (random, 0.05))
    t->assigned = (guint32)g_rand_int_range (random, 0, 1 << p->k);
  return t;
}

/* Guards `insample < u && insample < v`, and so on for all other signs of some
 * thresholds, with some left out. */
static void
add_conjunctions (Plain *p, GRand *random, int from)
{
  guint32 compared = (guint32)g_rand_int_range (random, 0, 1 << p->k);
  for (guint32 less = 0; less < (1u << p->k); less++) {
    if ((less & ~compared) != 0 || (less > 0 && chance (random, 0.3)))
      continue;
    Transition *t = add_transition (p, random, from);
    for (int v = 0; v < p->k; v++)
      if ((compared >> v & 1) != 0)
        t->comparisons[v] = (less >> v & 1) != 0 ? COUPLET_LESS : COUPLET_GREATER_EQUAL;
  }
}

/* A guard and its negation whose literals a conjunction cannot have. */
static void
add_pair (Plain *p, GRand *random, int from)
{
  static const char *const patterns[2][2] = {
      {"insample < x && insample < y", "insample >= x || insample >= y"},
      {"(insample < x && insample < y) || (insample >= x && insample >= y)",
       "(insample < x && insample >= y) || (insample >= x && insample < y)"}};
  int kind = g_rand_int_range (random, 0, 2);
  for (int i = 0; i < 2; i++) {
    Transition *t = add_transition (p, random, from);
    t->pattern = patterns[kind][i];
    for (int v = 0; v < 2; v++)
      t->comparisons[v] = kind == 1 ? COUPLET_LESS | COUPLET_GREATER_EQUAL
                          : i == 0  ? COUPLET_LESS
                                    : COUPLET_GREATER_EQUAL;
  }
}

static void
add_outputs (Plain *p, GRand *random, int first)
{
  for (int t = first; t < p->n_transitions; t++)
    if (chance (random, 0.07)) {
      p->transitions[t].output = chance (random, 0.7) ? COUPLET_INSAMPLE : COUPLET_FRESH;
      p->transitions[t].shown = g_rand_int_range (random, 0, p->k);
    }
}

/* The first states assign the thresholds, one after another or at once. */
static int
add_beginning (Plain *p, GRand *random)
{
  gboolean at_once = p->shared && chance (random, 0.3);
  int n = at_once ? 1 : p->k;
  for (int q = 0; q < n; q++) {
    Transition *t = add_transition (p, random, q);
    t->to = q + 1;
    t->assigned = at_once ? (1u << p->k) - 1 : 1u << q;
  }
  return n;
}

static void
random_plain (Plain *p, GRand *random)
{
  *p = (Plain){.shared = chance (random, 0.6), .k = chance (random, 0.6) ? 2 : 3};
  p->n_states = g_rand_int_range (random, p->k + 2, MOST_STATES + 1);
  for (int q = 0; q < p->n_states; q++) {
    p->states[q].is_public = chance (random, 0.2);
    for (int v = 0; v < p->k; v++)
      p->states[q].no_noise[v] =
          p->shared && v > 0 ? p->states[q].no_noise[0] : chance (random, 0.1);
    p->states[q].fresh_no_noise = chance (random, 0.1);
  }
  for (int q = add_beginning (p, random); q + 1 < p->n_states; q++) {
    if (!p->shared && chance (random, 0.3))
      add_pair (p, random, q);
    else
      add_conjunctions (p, random, q);
  }
  add_outputs (p, random, 0);
}

/* ---- Through the builder --------------------------------------------------------------------- */

static char *
guard_text (const Plain *p, const Transition *t)
{
  if (t->pattern != NULL)
    return g_strdup (t->pattern);
  GString *text = g_string_new ("true");
  for (int v = 0; v < p->k; v++)
    if (t->comparisons[v] != 0)
      g_string_append_printf (text, " && insample %s %c",
                              t->comparisons[v] == COUPLET_LESS ? "<" : ">=", 'x' + v);
  return g_string_free (text, FALSE);
}

static void
build_states (CoupletBuilder *builder, const Plain *p)
{
  static const char *const names[] = {"x", "y", "z"};
  for (int q = 0; q < p->n_states; q++) {
    const State *state = &p->states[q];
    g_autofree char *name = g_strdup_printf ("q%d", q);
    CoupletNoiseSpec noise[MOST_THRESHOLDS];
    for (int v = 0; v < p->k; v++)
      noise[v] =
          (CoupletNoiseSpec){p->shared ? COUPLET_TEXT_LEFT_OUT : COUPLET_TEXT (names[v]),
                             state->no_noise[v] ? COUPLET_TEXT ("none") : COUPLET_TEXT ("1/3")};
    CoupletStateSpec spec = {.name = COUPLET_TEXT (name),
                             .input = COUPLET_TEXT (state->is_public ? "public" : "private"),
                             .d = noise,
                             .n_d = p->shared ? 1 : (gsize)p->k,
                             .d_fresh = COUPLET_TEXT (state->fresh_no_noise ? "none" : "1/2")};
    couplet_builder_add_state (builder, &spec);
  }
}

static void
build_transition (CoupletBuilder *builder, const Plain *p, const Transition *t)
{
  static const char *const names[] = {"x", "y", "z"};
  g_autofree char *from = g_strdup_printf ("q%d", t->from), *to = g_strdup_printf ("q%d", t->to);
  g_autofree char *guard = guard_text (p, t);
  g_autofree char *symbol = g_strdup_printf ("s%d", t->symbol);
  g_autofree char *shown =
      p->shared ? g_strdup ("insample") : g_strdup_printf ("insample(%s)", names[t->shown]);
  CoupletText assign[MOST_THRESHOLDS];
  gsize n = 0;
  for (int v = 0; v < p->k; v++)
    if ((t->assigned >> v & 1) != 0)
      assign[n++] = COUPLET_TEXT (names[v]);
  CoupletTransitionSpec spec = {.from = COUPLET_TEXT (from),
                                .to = COUPLET_TEXT (to),
                                .guard = COUPLET_TEXT (guard),
                                .output = t->output == COUPLET_SYMBOL     ? COUPLET_TEXT (symbol)
                                          : t->output == COUPLET_INSAMPLE ? COUPLET_TEXT (shown)
                                                                          : COUPLET_TEXT ("fresh"),
                                .assign = assign,
                                .n_assign = n};
  couplet_builder_add_transition (builder, &spec);
}

static CoupletAutomaton *
build (const Plain *p)
{
  static const char *const names[] = {"x", "y", "z"};
  CoupletPlace nowhere = {0, 0};
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("random");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  couplet_builder_set_initial (builder, COUPLET_TEXT ("q0"), nowhere);
  couplet_builder_set_sampling (
      builder, p->shared ? COUPLET_TEXT ("shared") : COUPLET_TEXT ("independent"), nowhere);
  for (int v = 0; v < p->k; v++)
    couplet_builder_add_threshold (builder, COUPLET_TEXT (names[v]), nowhere);
  build_states (builder, p);
  for (int t = 0; t < p->n_transitions; t++)
    build_transition (builder, p, &p->transitions[t]);
  CoupletAutomaton *automaton = couplet_builder_finish (builder);
  guint n;
  const CoupletDiagnostic *all = couplet_diagnostics_get (diagnostics, &n);
  if (automaton == NULL)
    fail_msg ("refused: %s", all[0].message);
  return automaton;
}

/* ---- Brute force -------------------------------------------------------------------------------
 */

/* The j-th of k shifts that number stands for. */
static int
digit (int number, int j)
{
  while (j-- > 0)
    number /= 3;
  return number % 3 - 1;
}

static gboolean
reaches (const Plain *p, int from, int to)
{
  guint32 seen = 1u << from, before = 0;
  while (seen != before) {
    before = seen;
    for (int t = 0; t < p->n_transitions; t++)
      if ((seen >> p->transitions[t].from & 1) != 0)
        seen |= 1u << p->transitions[t].to;
  }
  return (seen >> to & 1) != 0;
}

/* Whether the samples that t uses may shift by the digits of g when the
 * thresholds shift by those of x, by conditions 1 to 5. */
static gboolean
may_shift (const Plain *p, const Transition *t, gboolean cycle, int difference, int x, int g)
{
  const State *state = &p->states[t->from];
  for (int v = 0; v < p->k; v++) {
    int own = digit (g, p->shared ? 0 : v);
    gboolean shown = t->output == COUPLET_INSAMPLE && (p->shared || t->shown == v);
    gboolean used = t->comparisons[v] != 0 || (t->assigned >> v & 1) != 0 || shown;
    if (!used)
      continue;
    if (((t->comparisons[v] & COUPLET_LESS) != 0 && own > digit (x, v)) ||
        ((t->comparisons[v] & COUPLET_GREATER_EQUAL) != 0 && own < digit (x, v)) ||
        (shown && own != 0) || ((cycle || state->no_noise[v]) && own != difference))
      return FALSE;
  }
  return TRUE;
}

/* What is left of the set of shifts behind t: bit x for the shifts that x stands for. */
static guint32
step (const Plain *p, const Transition *t, int difference, guint32 set)
{
  const State *state = &p->states[t->from];
  gboolean cycle = reaches (p, t->to, t->from);
  guint32 left = 0;
  int vectors = p->k == 2 ? 9 : 27;
  if (t->output == COUPLET_FRESH && difference != 0 && (cycle || state->fresh_no_noise))
    return 0;
  for (int x = 0; x < vectors; x++)
    for (int g = 0; g < vectors && (set >> x & 1) != 0; g++) {
      int after = 0, unit = 1;
      if (!may_shift (p, t, cycle, difference, x, g))
        continue;
      for (int v = 0; v < p->k; v++, unit *= 3)
        after += unit *
                 (((t->assigned >> v & 1) != 0 ? digit (g, p->shared ? 0 : v) : digit (x, v)) + 1);
      left |= 1u << after;
    }
  return left;
}

/* A state, and what shifts a walk to it leaves. */
typedef struct {
  guint32 state;
  guint32 set;
} Situation;

static void
visit (GHashTable *seen, GArray *pending, Situation situation)
{
  if (g_hash_table_add (seen, g_memdup2 (&situation, sizeof situation)))
    g_array_append_val (pending, situation);
}

/* Whether on every walk, for all input differences, valid shifts exist. */
static gboolean
brute_has_strategy (const Plain *p)
{
  G_STATIC_ASSERT (sizeof (Situation) == sizeof (gint64));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) pending = g_array_new (FALSE, FALSE, sizeof (Situation));
  visit (seen, pending, (Situation){0, (1u << (p->k == 2 ? 9 : 27)) - 1});
  while (pending->len > 0) {
    Situation at = g_array_index (pending, Situation, pending->len - 1);
    g_array_set_size (pending, pending->len - 1);
    for (int i = 0; i < p->n_transitions; i++) {
      const Transition *t = &p->transitions[i];
      for (int difference = -1; difference <= 1 && t->from == (int)at.state; difference++) {
        if (p->states[t->from].is_public != (difference == 0))
          continue;
        guint32 left = step (p, t, difference, at.set);
        if (left == 0)
          return FALSE;
        visit (seen, pending, (Situation){(guint32)t->to, left});
      }
    }
  }
  return TRUE;
}

/* ---- Tests
 * ----------------------------------------------------------------------------------------- */

static const CoupletPlugin PLUGIN = {.name = "z3", .kind = COUPLET_KIND_DECIDER};
static const CoupletHost HOST = {0};

static guint
from_environment (const char *name, guint otherwise)
{
  const char *text = g_getenv (name);
  return text != NULL ? (guint)g_ascii_strtoull (text, NULL, 10) : otherwise;
}

static guint
n_automata (void)
{
  return from_environment ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA);
}

static GRand *
new_random (void)
{
  return g_rand_new_with_seed (from_environment ("COUPLET_TEST_SEED", DEFAULT_SEED));
}

static CoupletFound
decide (const CoupletAutomaton *automaton, CoupletEncoding encoding)
{
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &HOST, "test");
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("test", &PLUGIN);
  g_autoptr (GError) error = NULL;
  CoupletZ3Options options = {encoding, 100000, "", 0};
  couplet_context_start (context, 0);
  assert_true (couplet_z3_decide (context, automaton, &options, outcome, &error));
  return couplet_outcome_found (outcome);
}

static void
check (const Plain *p, guint number, const CoupletAutomaton *automaton, CoupletFound found,
       gboolean strategy)
{
  if (found == (strategy ? COUPLET_FOUND_STRATEGY : COUPLET_FOUND_NO_STRATEGY))
    return;
  fprintf (stderr, "automaton %u (%s): found %d, brute force %d\n", number,
           p->shared ? "shared" : "independent", found, strategy);
  for (guint32 t = 0; t < automaton->n_transitions; t++) {
    g_autofree char *text = couplet_transition_to_string (automaton, t);
    fprintf (stderr, "  %s%s\n", text,
             couplet_source_state (automaton, t)->input == COUPLET_PUBLIC ? " (public)" : "");
  }
  fail ();
}

static void
test_random_automata_against_brute_force (void **state)
{
  (void)state;
  g_autoptr (GRand) random = new_random ();
  int with_strategy[2] = {0, 0}, n[2] = {0, 0};
  for (guint i = 0; i < n_automata (); i++) {
    Plain p;
    random_plain (&p, random);
    g_autoptr (CoupletAutomaton) automaton = build (&p);
    gboolean strategy = brute_has_strategy (&p);
    n[p.shared]++;
    with_strategy[p.shared] += strategy;
    check (&p, i, automaton, decide (automaton, COUPLET_ENCODING_STRATEGIES), strategy);
    check (&p, i, automaton, decide (automaton, COUPLET_ENCODING_SHIFTS), strategy);
  }
  /* both answers are common, or this says little */
  for (int shared = 0; shared < 2; shared++)
    assert_in_range (with_strategy[shared], n[shared] / 5, n[shared] * 4 / 5);
}

/* Whether merging shows that the conditions on each cluster can hold together. */
static gboolean
all_harmless (const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &HOST, "test");
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (Clusters) clusters = clusters_new (automaton, components);
  g_autofree guint32 *row = NULL, *entering = NULL;
  gboolean harmless = TRUE;
  couplet_context_start (context, 0);
  couplet_entering_transitions (automaton, &row, &entering);
  for (guint32 c = 0; c < clusters->n_clusters && harmless; c++) {
    g_autoptr (ClusterView) view = cluster_view_new (clusters, c, row, entering);
    assert_false (merged_walks_are_harmless (context, view, 1));
    harmless = merged_walks_are_harmless (context, view, G_MAXSIZE);
  }
  return harmless;
}

/* A transition that outputs a real value has to do with no cluster's shifts. */
static void
test_merged_walks_are_harmless_only_with_a_strategy (void **state)
{
  (void)state;
  g_autoptr (GRand) random = new_random ();
  int harmless = 0, strategies = 0;
  for (guint i = 0; i < n_automata (); i++) {
    Plain p;
    random_plain (&p, random);
    for (int t = 0; t < p.n_transitions; t++)
      p.transitions[t].output = COUPLET_SYMBOL;
    g_autoptr (CoupletAutomaton) automaton = build (&p);
    gboolean strategy = brute_has_strategy (&p);
    strategies += strategy;
    if (!all_harmless (automaton))
      continue;
    check (&p, i, automaton, COUPLET_FOUND_STRATEGY, strategy);
    harmless++;
  }
  assert_in_range (harmless, strategies / 2, strategies);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_random_automata_against_brute_force),
      cmocka_unit_test (test_merged_walks_are_harmless_only_with_a_strategy),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
