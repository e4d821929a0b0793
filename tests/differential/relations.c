/* SPDX-License-Identifier: Apache-2.0 */
#include "relations.h"

#define SCALE 3
#define SENSITIVITY 5

static int
below (GRand *random, int n)
{
  return g_rand_int_range (random, 0, n);
}

/* ---- What an automaton has --------------------------------------------------------------- */

static gboolean
has_kind (const ManyAutomaton *many, CoupletNoiseKind kind)
{
  for (int q = 0; q < many->n_states; q++)
    if (many->states[q].kind == kind || many->states[q].kind_fresh == kind)
      return TRUE;
  return FALSE;
}

static gboolean
is_noiseless (const ManyAutomaton *many)
{
  for (int q = 0; q < many->n_states; q++)
    for (int v = 0; v < many->n_thresholds; v++)
      if (many->states[q].d[v] == MANY_NO_NOISE)
        return TRUE;
  return FALSE;
}

static gboolean
reads_again (const ManyAutomaton *many)
{
  for (int q = 0; q < many->n_states; q++)
    if (many->states[q].is_again)
      return TRUE;
  return FALSE;
}

static gboolean
is_floating (const ManyAutomaton *many)
{
  for (int q = 0; q < many->n_states; q++)
    if (many->states[q].snap == MANY_FLOATING)
      return TRUE;
  return FALSE;
}

/* ---- The same in disguise ---------------------------------------------------------------- */

/* Negates all numbers. A draw that ties with positive probability has no mirror image, as `<` and
 * `>=` part ties in one way only; nor has exponential noise. */
static gboolean
mirror (ManyAutomaton *many, GRand *random)
{
  (void)random;
  if (has_kind (many, COUPLET_EXPONENTIAL) || has_kind (many, COUPLET_DISCRETE_LAPLACE) ||
      is_noiseless (many))
    return FALSE;
  for (int q = 0; q < many->n_states; q++) {
    many->states[q].mu = -many->states[q].mu;
    many->states[q].mu_fresh = -many->states[q].mu_fresh;
  }
  for (int i = 0; i < many->n_transitions; i++)
    for (int a = 0; a < MANY_ALTERNATIVES; a++)
      for (int v = 0; v < many->n_thresholds; v++)
        if (many->transitions[i].comparison[a][v] != 0)
          many->transitions[i].comparison[a][v] ^= COUPLET_LESS | COUPLET_GREATER_EQUAL;
  return TRUE;
}

/* place: a permutation of n, of which the first so many stay. */
static void
permute (int *place, int first, int n, GRand *random)
{
  for (int i = 0; i < n; i++)
    place[i] = i;
  for (int i = n - 1; i > first; i--) {
    int other = first + below (random, i + 1 - first), swapped = place[i];
    place[i] = place[other];
    place[other] = swapped;
  }
}

static void
permute_thresholds (ManyAutomaton *many, GRand *random)
{
  int place[MANY_THRESHOLDS];
  ManyAutomaton old = *many;
  permute (place, 0, many->n_thresholds, random);
  for (int v = 0; v < many->n_thresholds; v++) {
    for (int q = 0; q < many->n_states && !many->shared; q++)
      many->states[q].d[place[v]] = old.states[q].d[v];
    for (int i = 0; i < many->n_transitions; i++) {
      many->transitions[i].assigns[place[v]] = old.transitions[i].assigns[v];
      for (int a = 0; a < MANY_ALTERNATIVES; a++)
        many->transitions[i].comparison[a][place[v]] = old.transitions[i].comparison[a][v];
    }
  }
  for (int i = 0; i < many->n_transitions; i++)
    many->transitions[i].shown = place[old.transitions[i].shown];
}

/* Gives states, thresholds, outputs other names, and writes states and transitions in another
 * order. */
static gboolean
rename_all (ManyAutomaton *many, GRand *random)
{
  int state_place[MANY_STATES], place[MANY_TRANSITIONS];
  permute_thresholds (many, random);
  ManyAutomaton old = *many;
  permute (state_place, 1, many->n_states, random);
  permute (place, 0, many->n_transitions, random);
  for (int q = 0; q < many->n_states; q++)
    many->states[state_place[q]] = old.states[q];
  for (int i = 0; i < many->n_transitions; i++) {
    ManyTransition *t = &many->transitions[place[i]];
    *t = old.transitions[i];
    t->from = state_place[t->from];
    t->to = state_place[t->to];
    t->symbol = t->symbol == 0 ? 0 : 4 - t->symbol;
  }
  many->prefix = "other_";
  return TRUE;
}

static gboolean
rewrite_guards (ManyAutomaton *many, GRand *random)
{
  (void)random;
  many->roundabout = !many->roundabout;
  return TRUE;
}

/* Means do not matter, but where draws of the same input are compared by it. */
static gboolean
move_means (ManyAutomaton *many, GRand *random)
{
  if (reads_again (many))
    return FALSE;
  for (int q = 0; q < many->n_states; q++)
    if (many->states[q].snap == MANY_NO_SNAP) {
      many->states[q].mu += below (random, 9) - 4;
      many->states[q].mu_fresh += below (random, 9) - 4;
    }
  return TRUE;
}

/* ---- The same, longer -------------------------------------------------------------------- */

static gboolean
split_state (ManyAutomaton *many, GRand *random)
{
  int state = many->n_thresholds + below (random, many->n_states - many->n_thresholds);
  guint64 incoming = ((guint64)g_rand_int (random) << 32) | g_rand_int (random);
  return many_split_state (many, state, incoming);
}

/* The first turn of the loops through a state is taken through a copy of it. */
static gboolean
unroll_loop (ManyAutomaton *many, GRand *random)
{
  int state = many->n_thresholds + below (random, many->n_states - many->n_thresholds);
  guint64 incoming = 0;
  for (int i = 0; i < many->n_transitions; i++)
    if (many->transitions[i].to == state && many->transitions[i].from < state)
      incoming |= (guint64)1 << i;
  return incoming != 0 && many_split_state (many, state, incoming);
}

/* A state that reads what is public and shows always the same on the way of a transition. */
static gboolean
split_transition (ManyAutomaton *many, GRand *random)
{
  if (many->n_states == MANY_STATES || many->n_transitions == MANY_TRANSITIONS)
    return FALSE;
  int number = below (random, many->n_transitions), between = many->n_states++;
  ManyTransition *t = &many->transitions[number];
  many->states[between] = (ManyState){.is_public = TRUE, .d = {1, 1, 1, 1}, .d_fresh = 1};
  many->transitions[many->n_transitions++] =
      (ManyTransition){.from = between, .to = t->to, .n_alternatives = 1};
  t->to = between;
  return TRUE;
}

/* A state that nothing leads to, with a way on, and a step that compares nothing after states
 * where runs end. */
static gboolean
add_junk (ManyAutomaton *many, GRand *random)
{
  if (many->n_states + 2 > MANY_STATES ||
      2 * many->n_states + 1 > MANY_TRANSITIONS - many->n_transitions)
    return FALSE;
  int n = many->n_states, junk = many->n_states++, end = many->n_states++;
  many->states[junk] = (ManyState){.d = {1, 1, 1, 1}, .d_fresh = 1};
  many->states[end] = many->states[junk];
  many->transitions[many->n_transitions++] =
      (ManyTransition){.from = junk, .to = below (random, n), .n_alternatives = 1};
  for (int q = many->n_thresholds; q < n; q++) {
    gboolean ends = TRUE;
    for (int i = 0; i < many->n_transitions; i++)
      ends &= many->transitions[i].from != q;
    if (ends)
      many->transitions[many->n_transitions++] =
          (ManyTransition){.from = q, .to = end, .n_alternatives = 1};
  }
  return TRUE;
}

/* ---- The same mechanism, other paths ----------------------------------------------------- */

/* Two transitions for one, which part what its guard lets through and show the same. */
static gboolean
split_guard (ManyAutomaton *many, GRand *random)
{
  int number = below (random, many->n_transitions), v = below (random, many->n_thresholds);
  ManyTransition *t = &many->transitions[number];
  if (t->from < many->n_thresholds || t->n_alternatives > 1 || t->comparison[0][v] != 0 ||
      t->output != COUPLET_SYMBOL || many->n_transitions == MANY_TRANSITIONS)
    return FALSE;
  t->symbol = t->symbol == 0 ? 9 : t->symbol;
  t->comparison[0][v] = COUPLET_LESS;
  ManyTransition *other = &many->transitions[many->n_transitions++];
  *other = *t;
  other->comparison[0][v] = COUPLET_GREATER_EQUAL;
  return TRUE;
}

/* Shows less: two outputs become one. */
static gboolean
merge_outputs (ManyAutomaton *many, GRand *random)
{
  int one = below (random, many->n_transitions), other = below (random, many->n_transitions);
  ManyTransition *t = &many->transitions[one], *u = &many->transitions[other];
  if (one == other || t->output != COUPLET_SYMBOL || u->output != COUPLET_SYMBOL || t->is_silent ||
      u->is_silent || t->symbol != 0 || u->symbol != 0)
    return FALSE;
  t->symbol = u->symbol = 9;
  return TRUE;
}

/* ---- More or less noise, more or fewer differences --------------------------------------- */

static gboolean
scale_noise (ManyAutomaton *many, GRand *random)
{
  (void)random;
  if (is_floating (many))
    return FALSE;
  many_scale (many, SCALE);
  return TRUE;
}

static gboolean
scale_sensitivity (ManyAutomaton *many, GRand *random)
{
  (void)random;
  if (is_floating (many) || many->sensitivity != NULL)
    return FALSE;
  many->sensitivity = G_STRINGIFY (SENSITIVITY);
  return TRUE;
}

static gboolean
lessen_noise (ManyAutomaton *many, GRand *random)
{
  ManyState *state = &many->states[below (random, many->n_states)];
  int *d = below (random, 4) == 0
               ? &state->d_fresh
               : &state->d[many->shared ? 0 : below (random, many->n_thresholds)];
  if (*d == MANY_NO_NOISE || is_floating (many))
    return FALSE;
  *d += 1 + below (random, 12);
  return TRUE;
}

static gboolean
restrict_adjacency (ManyAutomaton *many, GRand *random)
{
  CoupletAdjacency before = many->adjacency;
  many->adjacency = before == COUPLET_ADJACENT_ANY && below (random, 2) == 0
                        ? COUPLET_ADJACENT_MONOTONIC
                        : COUPLET_ADJACENT_ONE;
  return before != COUPLET_ADJACENT_ONE;
}

/* What is read again must have been private. */
static gboolean
publish_input (ManyAutomaton *many, GRand *random)
{
  ManyState *state = &many->states[below (random, many->n_states)];
  gboolean was_public = state->is_public;
  state->is_public = TRUE;
  return !was_public && !reads_again (many);
}

/* Ties are possible with discrete noise, and so may be paths that are not without: where guards
 * tell of an order. */
static gboolean
make_discrete (ManyAutomaton *many, GRand *random)
{
  (void)random;
  if (is_floating (many) || has_kind (many, COUPLET_EXPONENTIAL) || reads_again (many) ||
      (many->sensitivity != NULL && strchr (many->sensitivity, '/') != NULL))
    return FALSE;
  many_set_noise (many, COUPLET_DISCRETE_LAPLACE);
  return TRUE;
}

static gboolean
make_discrete_apart (ManyAutomaton *many, GRand *random)
{
  return !many->shared && !is_noiseless (many) && make_discrete (many, random);
}

/* An input that is read again is known to be below a draw of it with exponential noise, so that
 * fewer paths are possible. */
static gboolean
make_exponential (ManyAutomaton *many, GRand *random)
{
  (void)random;
  if (is_floating (many) || has_kind (many, COUPLET_DISCRETE_LAPLACE) || reads_again (many))
    return FALSE;
  many_set_noise (many, COUPLET_EXPONENTIAL);
  return TRUE;
}

const Relation *
all_relations (guint *n)
{
  static const Relation relations[] = {
      {"mirror image", mirror, BOUNDS_EQUAL, 1},
      {"other names and order", rename_all, BOUNDS_EQUAL, 1},
      {"guards in other words", rewrite_guards, BOUNDS_EQUAL, 1},
      {"other means", move_means, BOUNDS_EQUAL, 1},
      {"state split", split_state, COSTS_EQUAL, 1},
      {"loop unrolled", unroll_loop, COSTS_EQUAL, 1},
      {"transition split", split_transition, COSTS_EQUAL, 1},
      {"junk", add_junk, COSTS_EQUAL, 1},
      {"guard split", split_guard, LEAST_EQUAL, 1},
      {"outputs merged", merge_outputs, LEAST_AT_MOST, 1},
      {"parameters scaled", scale_noise, BOUNDS_EQUAL, SCALE},
      {"sensitivity scaled", scale_sensitivity, BOUNDS_EQUAL, SENSITIVITY},
      {"less noise", lessen_noise, COSTS_AT_LEAST, 1},
      {"fewer differences", restrict_adjacency, COSTS_AT_MOST, 1},
      {"public input", publish_input, COSTS_AT_MOST, 1},
      {"discrete noise", make_discrete, COSTS_AT_LEAST, 1},
      {"discrete noise, no order told", make_discrete_apart, COSTS_EQUAL, 1},
      {"exponential noise", make_exponential, COSTS_AT_LEAST, 1},
  };
  *n = G_N_ELEMENTS (relations);
  return relations;
}
