/* SPDX-License-Identifier: Apache-2.0 */
/* The search by outputs on random automata whose outputs do not tell the path, against all words of
 * outputs and differences up to a length and all paths with them. COUPLET_TEST_AUTOMATA and
 * COUPLET_TEST_SEED make the test longer. */
#include "brute_force.h"
#include "environment.h"
#include "text_automaton.h"

#include <couplet/host.h>
#include <couplet/host/unfold.h>
#include <couplet/internal/lossy_walk.h>

#include "unit.h"

#define DEFAULT_AUTOMATA 600
#define DEFAULT_SEED 20261122
/* Of all words tried, and of one that the search found. */
#define MOST_LETTERS 4
#define MOST_FOUND 24
#define MOST_WALKS 3000
/* What stands for a real output among the symbols. */
#define REAL (-1)
/* A loss that is looked for where there is no bound, in multiples of 1 / NOISE_UNIT. */
#define LARGE (3 * NOISE_UNIT)

static const CoupletPlugin PLUGIN = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};
/* No cycle has to be free. */
static const BruteCycles NO_CYCLES = {{{FALSE}}};

typedef struct {
  int n, differences[MOST_FOUND];
  GArray *walks; /* MOST_FOUND numbers of transitions each */
} Word;

static int
seen (const PlainTransition *t)
{
  return t->output == COUPLET_SYMBOL ? t->symbol : REAL;
}

static const int *
walk_of (const Word *word, guint i)
{
  return &g_array_index (word->walks, int, i *MOST_FOUND);
}

static guint
n_walks (const Word *word)
{
  return word->walks->len / MOST_FOUND;
}

static int
end_of (const PlainAutomaton *plain, const Word *word, guint i)
{
  return word->n == 0 ? 0 : plain->transitions[walk_of (word, i)[word->n - 1]].to;
}

static Word
empty_word (void)
{
  static const int nothing[MOST_FOUND] = {0};
  Word word = {0, {0}, g_array_new (FALSE, FALSE, sizeof (int))};
  g_array_append_vals (word.walks, nothing, MOST_FOUND);
  return word;
}

/* word, and one letter more. FALSE when nothing is seen so, some run reads a public input and
 * another a private one, or there are too many walks. */
static gboolean
lengthen (const PlainAutomaton *plain, const Word *word, int output, int difference, Word *longer)
{
  gboolean good = TRUE;
  *longer = *word;
  longer->walks = g_array_new (FALSE, FALSE, sizeof (int));
  longer->differences[longer->n++] = difference;
  for (guint i = 0; i < n_walks (word); i++)
    for (int t = 0; t < plain->n_transitions; t++) {
      int walk[MOST_FOUND];
      if (plain->transitions[t].from != end_of (plain, word, i) ||
          seen (&plain->transitions[t]) != output)
        continue;
      good &= plain->states[plain->transitions[t].from].is_public == (difference == 0);
      memcpy (walk, walk_of (word, i), sizeof walk);
      walk[word->n] = t;
      g_array_append_vals (longer->walks, walk, MOST_FOUND);
    }
  return good && longer->walks->len > 0 && n_walks (longer) <= MOST_WALKS;
}

/* What all paths with the word cost at least. */
static gint64
cost_of (const PlainAutomaton *plain, const Word *word)
{
  gint64 least = BRUTE_INFINITE;
  for (guint i = 0; i < n_walks (word); i++)
    least = MIN (least, brute_walk_cost_folded (plain, &NO_CYCLES, walk_of (word, i),
                                                word->differences, word->n));
  return least;
}

/* The largest cost of word and all longer ones. */
static gint64
worst_word (const PlainAutomaton *plain, const Word *word)
{
  gint64 worst = cost_of (plain, word);
  for (int output = REAL; output < 2 && word->n < MOST_LETTERS; output++)
    for (int difference = -1; difference <= 1; difference++) {
      Word longer;
      if (lengthen (plain, word, output, difference, &longer))
        worst = MAX (worst, worst_word (plain, &longer));
      g_array_unref (longer.walks);
    }
  return worst;
}

/* The word of path, whose transitions are numbered by states: what brute force says of it, or -1
 * when that takes too long. */
static gint64
cost_of_found (const PlainAutomaton *plain, const CoupletAutomaton *automaton, const GArray *path)
{
  Word word = empty_word ();
  gboolean good = path->len <= MOST_FOUND;
  for (guint i = 0; i < path->len && good; i++) {
    const CoupletWalkStep *step = &g_array_index (path, CoupletWalkStep, i);
    const CoupletOutput *output = couplet_output_of (automaton, step->transition);
    Word longer;
    good = lengthen (plain, &word,
                     output->kind == COUPLET_SYMBOL ? (int)(output->name[1] - '0') : REAL,
                     step->difference, &longer);
    g_array_unref (word.walks);
    word = longer;
  }
  gint64 cost = good ? cost_of (plain, &word) : -1;
  g_array_unref (word.walks);
  return cost;
}

/* Asks for outputs that force more than goal; found: there are some. Returns whether brute force
 * could say the same of them. */
static gboolean
check_found (const PlainAutomaton *plain, const CoupletAutomaton *automaton,
             CoupletContext *context, gint64 goal)
{
  g_auto (CoupletRational) claim;
  couplet_rational_init (&claim);
  mpq_set_si (claim.value, goal, NOISE_UNIT);
  mpq_canonicalize (claim.value);
  g_autoptr (CoupletLossyWalk) walk =
      couplet_lossy_walk_by_outputs (automaton, &claim, MOST_FOUND, context);
  if (walk == NULL)
    return FALSE; /* it would be longer */
  assert_true (couplet_rational_compare (&walk->loss, &claim) > 0);
  gint64 cost = cost_of_found (plain, automaton, walk->steps);
  if (cost < 0)
    return FALSE;
  mpq_set_si (claim.value, cost, NOISE_UNIT);
  mpq_canonicalize (claim.value);
  assert_int_equal (couplet_rational_compare (&walk->loss, &claim), 0);
  return TRUE;
}

typedef struct {
  guint automata, unbounded, positive, found;
} Counts;

static void
check_automaton (const PlainAutomaton *plain, const CoupletAutomaton *automaton,
                 CoupletContext *context, Counts *counts)
{
  g_auto (CoupletRational) value, other;
  couplet_rational_init (&value);
  couplet_rational_init (&other);
  gboolean unbounded;
  couplet_cost_by_outputs (automaton, context, &value, &unbounded);
  Word start = empty_word ();
  gint64 worst = worst_word (plain, &start), most = brute_cost (plain);
  g_array_unref (start.walks);
  mpq_set_si (other.value, worst, NOISE_UNIT);
  mpq_canonicalize (other.value);
  assert_true (unbounded || couplet_rational_compare (&value, &other) >= 0);
  assert_false (unbounded && most != BRUTE_INFINITE);
  mpq_set_si (other.value, most, NOISE_UNIT);
  mpq_canonicalize (other.value);
  assert_true (most == BRUTE_INFINITE || couplet_rational_compare (&value, &other) <= 0);
  counts->automata++;
  counts->unbounded += unbounded;
  counts->positive += mpq_sgn (value.value) > 0;
  mpq_set_si (other.value, NOISE_UNIT, 1);
  mpq_mul (value.value, value.value, other.value);
  gint64 best = mpz_get_si (mpq_numref (value.value)); /* all costs are whole */
  if (unbounded || best > 0)
    counts->found += check_found (plain, automaton, context, unbounded ? LARGE : best - 1);
}

static void
test_words_of_outputs_force_what_brute_force_says (void **state)
{
  (void)state;
  static const RandomShape shape = {5, TRUE, FALSE, FALSE};
  guint wanted = environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA);
  g_autoptr (GRand) random =
      g_rand_new_with_seed (environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED));
  const CoupletHost host = {0};
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "test");
  couplet_context_start (context, 0);
  Counts counts = {0};
  while (counts.automata < wanted) {
    PlainAutomaton plain;
    random_automaton (&plain, random, &shape);
    plain.sensitivity = "1";
    for (int t = 0; t < plain.n_transitions; t++)
      plain.transitions[t].symbol = g_rand_int_range (random, 0, 2);
    g_autoptr (CoupletAutomaton) automaton = build_plain (&plain, "q");
    if (!automaton->output_distinct)
      check_automaton (&plain, automaton, context, &counts);
  }
  assert_true (counts.unbounded > wanted / 50);
  assert_true (counts.positive > wanted / 4);
  assert_true (counts.found > wanted / 4);
}

/* Draws without noise: with the differences 1 and -1 the answer is below x, and no shifts lead to
 * q. There another kind of input is read than at r, which must not matter: 0 is shown for the
 * answer of r. */
static void
test_runs_that_no_shifts_lead_to_do_not_count (void **state)
{
  (void)state;
  static const char *const lines[] = {"state i private none",
                                      "state s private none",
                                      "state q public 1",
                                      "state r private 1",
                                      "state e private 1",
                                      "i s true go x",
                                      "s q >=x a",
                                      "s r <x a",
                                      "q e true insample",
                                      "r e true insample",
                                      NULL};
  const CoupletHost host = {0};
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "test");
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", lines);
  g_auto (CoupletRational) value;
  gboolean unbounded;
  couplet_context_start (context, 0);
  couplet_rational_init (&value);
  couplet_cost_by_outputs (automaton, context, &value, &unbounded);
  assert_false (unbounded);
  assert_int_equal (mpq_cmp_si (value.value, 1, 1), 0);
}

/* A walk of at most most_steps whose outputs force more than claim, as text: its transitions and
 * what they force; `none`. */
static char *
walk_text (const char *const *lines, long claim, guint most_steps)
{
  const CoupletHost host = {0};
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "test");
  g_autoptr (CoupletAutomaton) written = text_automaton (COUPLET_SHARED, "x", lines);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (written, NULL, NULL);
  g_auto (CoupletRational) number;
  couplet_context_start (context, 0);
  couplet_rational_init (&number);
  mpq_set_si (number.value, claim, 1);
  g_autoptr (CoupletLossyWalk) walk = couplet_lossy_walk_by_outputs (
      unfolded != NULL ? unfolded : written, &number, most_steps, context);
  if (walk == NULL)
    return g_strdup ("none");
  g_autofree char *loss = couplet_rational_to_string (&walk->loss);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < walk->steps->len; i++)
    g_string_append_printf (text, "%u ",
                            g_array_index (walk->steps, CoupletWalkStep, i).transition);
  g_string_append_printf (text, "for %s", loss);
  return g_string_free (text, FALSE);
}

static void
expect_walk (const char *const *lines, long claim, guint most_steps, const char *expected)
{
  g_autofree char *text = walk_text (lines, claim, most_steps);
  assert_string_equal (text, expected);
}

/* Whichever way the answer falls, it shows `a`: one of the two ways costs nothing. */
static void
test_runs_that_pay_less_count (void **state)
{
  (void)state;
  static const char *const lines[] = {
      "state p private 1",   "state q private 2", "state e private 1", "state f private 1",
      "p q true insample x", "q e <x a",          "q f >=x a",         NULL};
  expect_walk (lines, 0, 9, "0 for 1");
  expect_walk (lines, 1, 9, "none");
}

static void
test_a_walk_turns_as_often_as_it_must (void **state)
{
  (void)state;
  static const char *const lines[] = {"state q private 1", "q q true insample x", NULL};
  expect_walk (lines, 3, 9, "0 0 0 0 for 4");
  expect_walk (lines, 3, 4, "0 0 0 0 for 4");
  expect_walk (lines, 3, 3, "none");
}

static void
test_no_walk_is_shown_where_steps_are_silent (void **state)
{
  (void)state;
  static const char *const lines[] = {
      "state p private 1", "state q again 1",       "state e private 1",
      "state f private 1", "p q true silent(go) x", "q e <x a",
      "q f >=x b",         "e e true insample x",   NULL};
  expect_walk (lines, 0, 9, "none");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_words_of_outputs_force_what_brute_force_says),
      cmocka_unit_test (test_runs_that_no_shifts_lead_to_do_not_count),
      cmocka_unit_test (test_runs_that_pay_less_count),
      cmocka_unit_test (test_a_walk_turns_as_often_as_it_must),
      cmocka_unit_test (test_no_walk_is_shown_where_steps_are_silent),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
