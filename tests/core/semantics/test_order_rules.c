/* SPDX-License-Identifier: Apache-2.0 */
/* Which transitions orders permit, against the inequalities between all inputs and draws of a
 * path: a path is possible exactly if these have a solution. */
#include "order_rules.h"

#include "random_many.h"

#include <couplet/host/model.h>

#include "unit.h"

/* ---- Inequalities ----------------------------------------------------------------------- */

#define MOST_STEPS 7
/* Of a step: the input with the mean, and a draw for each threshold. */
#define PER_STEP (1 + MANY_THRESHOLDS)
#define MOST_VALUES (MOST_STEPS * PER_STEP)

/* below[u][v]: 0 = nothing is asked of u and v, 1 = u <= v, 2 = u < v. */
typedef struct {
  const ManyAutomaton *many;
  int n_steps;
  int input;                  /* the step that read the last private input */
  int holds[MANY_THRESHOLDS]; /* the value that each threshold has */
  gboolean continuous[MOST_VALUES];
  guint8 below[MOST_VALUES][MOST_VALUES];
} Path;

static void
ask (Path *path, int u, int v, gboolean strictly)
{
  path->below[u][v] = MAX (path->below[u][v], strictly ? 2 : 1);
}

/* The value of the input that step reads, with the mean. */
static int
read_by (const Path *path, int step, const ManyState *state)
{
  return (state->is_again ? path->input : step) * PER_STEP;
}

/* Adds the draw beside threshold v. Returns its value. */
static int
add_draw (Path *path, int step, const ManyState *state, int v)
{
  int slot = path->many->shared ? 0 : v, read = read_by (path, step, state);
  int draw = step * PER_STEP + 1 + slot;
  if (state->d[slot] == MANY_NO_NOISE)
    return read;
  path->continuous[draw] = state->kind != COUPLET_DISCRETE_LAPLACE;
  if (state->kind == COUPLET_EXPONENTIAL)
    ask (path, read, draw, TRUE);
  return draw;
}

static void
take (Path *path, const ManyTransition *t)
{
  const ManyState *state = &path->many->states[t->from];
  int step = path->n_steps++, draws[MANY_THRESHOLDS];
  if (!state->is_again && !state->is_public)
    path->input = step;
  for (int v = 0; v < path->many->n_thresholds; v++) {
    int threshold = path->holds[v], draw = add_draw (path, step, state, v);
    draws[v] = draw;
    if (t->comparison[0][v] == COUPLET_LESS)
      ask (path, draw, threshold, TRUE);
    else if (t->comparison[0][v] == COUPLET_GREATER_EQUAL)
      ask (path, threshold, draw, path->continuous[draw] || path->continuous[threshold]);
  }
  for (int v = 0; v < path->many->n_thresholds; v++)
    if (t->assigns[v])
      path->holds[v] = draws[v];
}

/* No circle of inequalities has a strict one in it. */
static gboolean
is_possible (const Path *path)
{
  int n = path->n_steps * PER_STEP;
  Path closed = *path;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n && closed.below[i][k] != 0; j++)
        if (closed.below[k][j] != 0)
          ask (&closed, i, j, closed.below[i][k] == 2 || closed.below[k][j] == 2);
  for (int i = 0; i < n; i++)
    if (closed.below[i][i] == 2)
      return FALSE;
  return TRUE;
}

/* ---- Walks ------------------------------------------------------------------------------- */

typedef struct {
  OrderRules rules;
  guint64 *behind;
  gsize room;
  guint n_possible, n_impossible;
} Compared;

static void
compared_init (Compared *compared, const CoupletAutomaton *automaton)
{
  order_rules_init (&compared->rules, automaton);
  compared->room = order_room (&compared->rules.shape);
  compared->behind = g_new (guint64, compared->room);
}

static void
compared_clear (Compared *compared)
{
  order_rules_clear (&compared->rules);
  g_free (compared->behind);
}

/* Compares all transitions that may follow path, where order is known, and takes one of the
 * possible ones. FALSE = there is none. */
static gboolean
walk_on (Compared *compared, GRand *random, Path *path, Order order, int *state)
{
  const ManyAutomaton *many = path->many;
  Path chosen = *path;
  int n = 0;
  for (int i = 0; i < many->n_transitions; i++) {
    if (many->transitions[i].from != *state)
      continue;
    Path next = *path;
    take (&next, &many->transitions[i]);
    memcpy (compared->behind, order, compared->room * sizeof (guint64));
    gboolean possible = order_rules_advance (&compared->rules, compared->behind, (guint32)i);
    assert_int_equal (possible, is_possible (&next));
    compared->n_possible += possible ? 1 : 0;
    compared->n_impossible += possible ? 0 : 1;
    if (possible && g_rand_int_range (random, 0, ++n) == 0) {
      chosen = next;
      chosen.n_steps = path->n_steps + 1;
      memcpy (order + compared->room, compared->behind, compared->room * sizeof (guint64));
      state[1] = many->transitions[i].to;
    }
  }
  *path = chosen;
  *state = state[1];
  memcpy (order, order + compared->room, compared->room * sizeof (guint64));
  return n > 0;
}

static gboolean
has_disjunction (const ManyAutomaton *many)
{
  for (int i = 0; i < many->n_transitions; i++)
    if (many->transitions[i].n_alternatives > 1)
      return TRUE;
  return FALSE;
}

static void
compare_walks (Compared *compared, GRand *random, const ManyAutomaton *many)
{
  g_autoptr (CoupletAutomaton) automaton = build_many (many);
  if (!order_matters (automaton))
    return;
  compared_init (compared, automaton);
  g_autofree guint64 *order = g_new (guint64, 2 * compared->room);
  for (int i = 0; i < 10; i++) {
    Path path = {.many = many};
    int state[2] = {0, 0};
    memset (order, 0, compared->room * sizeof (guint64));
    while (path.n_steps < MOST_STEPS && walk_on (compared, random, &path, order, state))
      continue;
  }
  compared_clear (compared);
}

static void
compare_many (guint seed, gboolean shared, gboolean kinds)
{
  Compared compared = {.n_possible = 0};
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  for (guint i = 0; i < 2000; i++) {
    ManyAutomaton many;
    random_looping (&many, random, shared, 1 + (int)(i % 3));
    if (kinds)
      random_kinds (&many, random);
    if (kinds || !shared)
      random_noiseless (&many, random, 2 + (int)(i % 3));
    if (!has_disjunction (&many))
      compare_walks (&compared, random, &many);
  }
  assert_true (compared.n_possible > 5000 && compared.n_impossible > 100);
}

static void
test_shared_draws_with_laplace_noise (void **state)
{
  (void)state;
  compare_many (1, TRUE, FALSE);
}

static void
test_shared_draws_of_all_kinds (void **state)
{
  (void)state;
  compare_many (2, TRUE, TRUE);
}

static void
test_independent_draws_some_without_noise (void **state)
{
  (void)state;
  compare_many (3, FALSE, FALSE);
}

static void
test_independent_draws_of_all_kinds (void **state)
{
  (void)state;
  compare_many (4, FALSE, TRUE);
}

/* Adds a state without noise. */
static void
add_exact (CoupletBuilder *builder, const char *name, const char *input)
{
  const CoupletNoiseSpec none = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT ("none")};
  const CoupletStateSpec state = {
      .name = COUPLET_TEXT (name), .input = COUPLET_TEXT (input), .d = &none, .n_d = 1};
  couplet_builder_add_state (builder, &state);
}

/* The only transition that reads an input again is the first one of all: its state was added before
 * the initial one. */
static void
test_the_first_transition_may_read_an_input_again (void **state)
{
  (void)state;
  const CoupletText x = COUPLET_TEXT ("x"), a = COUPLET_TEXT ("a"), b = COUPLET_TEXT ("b");
  const CoupletTransitionSpec again = {
      .from = b, .to = a, .guard = COUPLET_TEXT ("insample < x"), .output = COUPLET_TEXT ("below")};
  const CoupletTransitionSpec start = {.from = a,
                                       .to = b,
                                       .guard = COUPLET_TEXT ("true"),
                                       .output = COUPLET_TEXT ("start"),
                                       .assign = &x,
                                       .n_assign = 1};
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("again");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  add_exact (builder, "b", "again");
  add_exact (builder, "a", "private");
  couplet_builder_set_initial (builder, a, (CoupletPlace){0, 0});
  couplet_builder_add_transition (builder, &again);
  couplet_builder_add_transition (builder, &start);
  g_autoptr (CoupletAutomaton) automaton = couplet_builder_finish (builder);
  assert_non_null (automaton);
  assert_int_equal (automaton->states[automaton->source[0]].input, COUPLET_AGAIN);
  assert_true (order_matters (automaton));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_shared_draws_with_laplace_noise),
      cmocka_unit_test (test_shared_draws_of_all_kinds),
      cmocka_unit_test (test_independent_draws_some_without_noise),
      cmocka_unit_test (test_independent_draws_of_all_kinds),
      cmocka_unit_test (test_the_first_transition_may_read_an_input_again),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
