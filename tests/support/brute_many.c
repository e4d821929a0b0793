/* SPDX-License-Identifier: Apache-2.0 */
#include "brute_many.h"

#include <stdlib.h>
#include <string.h>

#define POINTS 27 /* 3 to the power of MANY_FEW_THRESHOLDS */

/* The thresholds' values and the last private input. */
#define VALUES (MANY_FEW_THRESHOLDS + 1)
#define INPUT MANY_FEW_THRESHOLDS

/* Where a run is and what is known: less[u][v] is `u < v`, most[u][v] `u <= v`; of private inputs
 * the last difference, and the first that is not 0 where adjacency is not `any`. */
typedef struct {
  guint8 state;
  gint8 last, change;
  guint8 less[VALUES][VALUES];
  guint8 most[VALUES][VALUES];
} Knowledge;

typedef struct {
  const ManyAutomaton *many;
  GArray *known;      /* Knowledge, each once */
  GArray *successors; /* guint32: per knowledge, transition and difference, or NOWHERE */
  guint8 *reaches;    /* per pair of knowledge */
  gint64 cap;         /* shifts that cost more are given up; negative = cycles must be free */
} Product;

#define NOWHERE G_MAXUINT32

/* ---- The order --------------------------------------------------------------------- */

/* Whether draws tell of the values: all possible ranks of values and draws are tried then. A
 * value's rank is a multiple of 8, the rank of an input that is read one of 4, and that of a draw
 * one of 2, so that each fits between any two. */
#define LOWEST (-6)
#define HIGHEST (8 * VALUES)

typedef struct {
  const ManyAutomaton *many;
  const ManyTransition *t;
  const Knowledge *before;
  Knowledge *after; /* what holds of all ranks found so far */
  gboolean found;
} Learning;

static gboolean
has_no_noise (const ManyAutomaton *many)
{
  for (int q = 0; q < many->n_states; q++)
    for (int v = 0; v < (many->shared ? 1 : many->n_thresholds); v++)
      if (many->states[q].d[v] == MANY_NO_NOISE)
        return TRUE;
  return FALSE;
}

/* The values that are told of: the thresholds, and the input where it may be read again. */
static int
n_values (const ManyAutomaton *many)
{
  for (int q = 0; q < many->n_states; q++)
    if (many->states[q].is_again && has_no_noise (many))
      return VALUES;
  return many->n_thresholds;
}

static gboolean
is_value (const ManyAutomaton *many, int v)
{
  return v < many->n_thresholds || v < n_values (many);
}

static gboolean
are_possible (const Learning *learning, const int rank[VALUES])
{
  for (int u = 0; u < VALUES; u++)
    for (int v = 0; v < VALUES; v++)
      if ((learning->before->less[u][v] && rank[u] >= rank[v]) ||
          (learning->before->most[u][v] && rank[u] > rank[v]))
        return FALSE;
  return TRUE;
}

/* Whether the draw for slot may have rank sample when the input that is read has rank read: what
 * its noise allows, and the guard. */
static gboolean
may_be (const Learning *learning, const int rank[VALUES], int slot, int read, int sample)
{
  const ManyState *state = &learning->many->states[learning->t->from];
  if (state->d[slot] == MANY_NO_NOISE) {
    if (sample != read)
      return FALSE;
  } else if (state->kind != COUPLET_DISCRETE_LAPLACE) {
    if (sample % 4 == 0 || (state->kind == COUPLET_EXPONENTIAL && sample < read))
      return FALSE;
  }
  for (int v = 0; v < learning->many->n_thresholds; v++) {
    guint32 side = learning->t->n_alternatives == 1 ? learning->t->comparison[0][v] : 0;
    if ((learning->many->shared || v == slot) &&
        ((side == COUPLET_LESS && sample >= rank[v]) ||
         (side == COUPLET_GREATER_EQUAL && sample < rank[v])))
      return FALSE;
  }
  return TRUE;
}

/* Takes ranks after the transition into what is known. */
static void
take_ranks (Learning *learning, const int rank[VALUES])
{
  for (int u = 0; u < VALUES; u++)
    for (int v = 0; v < VALUES; v++) {
      gboolean told = u != v && is_value (learning->many, u) && is_value (learning->many, v);
      guint8 *less = &learning->after->less[u][v], *most = &learning->after->most[u][v];
      *less = told && (!learning->found || *less != 0) && rank[u] < rank[v];
      *most = told && (!learning->found || *most != 0) && rank[u] <= rank[v];
    }
  learning->found = TRUE;
}

/* Tries all draws where the input that is read has rank read. */
static void
try_draws (Learning *learning, const int rank[VALUES], int read)
{
  const ManyTransition *t = learning->t;
  int assigned = -1;
  for (int slot = 0; slot < (learning->many->shared ? 1 : learning->many->n_thresholds); slot++) {
    gboolean any = FALSE;
    for (int sample = LOWEST; !any && sample <= HIGHEST; sample += 2)
      any = may_be (learning, rank, slot, read, sample);
    if (!any)
      return;
  }
  for (int v = 0; v < learning->many->n_thresholds; v++)
    if (t->assigns[v])
      assigned = learning->many->shared ? 0 : v;
  if (assigned < 0)
    take_ranks (learning, rank);
  for (int sample = LOWEST; assigned >= 0 && sample <= HIGHEST; sample += 2) {
    int behind[VALUES];
    if (!may_be (learning, rank, assigned, read, sample))
      continue;
    for (int v = 0; v < VALUES; v++)
      behind[v] = v < MANY_FEW_THRESHOLDS && t->assigns[v] ? sample : rank[v];
    take_ranks (learning, behind);
  }
}

/* Tries all ranks of the input that the transition reads. */
static void
try_inputs (Learning *learning, const int rank[VALUES])
{
  const ManyState *state = &learning->many->states[learning->t->from];
  gboolean kept = is_value (learning->many, INPUT), matters = kept && !state->is_public;
  for (int v = 0; v < learning->many->n_thresholds; v++)
    matters |= state->d[v] == MANY_NO_NOISE || state->kind == COUPLET_EXPONENTIAL;
  if (!matters || (kept && state->is_again)) {
    try_draws (learning, rank, rank[INPUT]);
    return;
  }
  for (int read = -4; read <= HIGHEST - 4; read += 4) {
    int with[VALUES];
    memcpy (with, rank, sizeof with);
    if (!state->is_public)
      with[INPUT] = read;
    try_draws (learning, with, read);
  }
}

/* Sets what is known of the order after t; FALSE when it has probability 0. */
static gboolean
learn_order (const ManyAutomaton *many, const ManyTransition *t, const Knowledge *before,
             Knowledge *after)
{
  Learning learning = {many, t, before, after, FALSE};
  if (!many->shared && !has_no_noise (many))
    return TRUE;
  for (int code = 0; code < 1 << (2 * VALUES); code++) {
    int rank[VALUES];
    guint used = 0;
    for (int v = 0; v < VALUES; v++) {
      int place = code >> (2 * v) & 3;
      used |= is_value (many, v) || place > 0 ? 1u << place : 0;
      rank[v] = 8 * place;
    }
    gboolean first = (used & (used + 1)) == 0; /* of those alike: no rank is left out */
    for (int v = 0; v < VALUES; v++)
      first &= is_value (many, v) || rank[v] == 0;
    if (first && are_possible (&learning, rank))
      try_inputs (&learning, rank);
  }
  return learning.found;
}

/* Whether the input may differ so: D in {-1, 0, 1} where it matters that it does not differ. */
static gboolean
differs (const ManyAutomaton *many, const ManyTransition *t, const Knowledge *before,
         int difference)
{
  if (many->states[t->from].is_again)
    return difference == before->last;
  if (many->states[t->from].is_public)
    return difference == 0;
  if (many->adjacency == COUPLET_ADJACENT_ANY)
    return difference != 0;
  if (difference == 0 || before->change == 0)
    return TRUE;
  return many->adjacency == COUPLET_ADJACENT_MONOTONIC && difference == before->change;
}

/* Completes after, in which the order is known, for a transition with difference; FALSE when the
 * input cannot differ so. */
static gboolean
remember (const ManyAutomaton *many, const ManyTransition *t, const Knowledge *before,
          int difference, Knowledge *after)
{
  after->state = (guint8)t->to;
  after->last = before->last;
  after->change = before->change;
  if (!differs (many, t, before, difference))
    return FALSE;
  if (!many->states[t->from].is_public && !many->states[t->from].is_again) {
    after->last = (gint8)difference;
    if (difference != 0 && many->adjacency != COUPLET_ADJACENT_ANY)
      after->change = (gint8)difference;
  }
  return TRUE;
}

static guint32
find_knowledge (Product *product, const Knowledge *k)
{
  for (guint32 i = 0; i < product->known->len; i++)
    if (memcmp (&g_array_index (product->known, Knowledge, i), k, sizeof *k) == 0)
      return i;
  g_array_append_val (product->known, *k);
  return product->known->len - 1;
}

static guint32
successor_of (const Product *product, guint32 k, int transition, int difference)
{
  guint32 at = k * (guint32)product->many->n_transitions + (guint32)transition;
  return g_array_index (product->successors, guint32, 3 * at + (guint32)(difference + 1));
}

static void
explore (Product *product)
{
  const ManyAutomaton *many = product->many;
  Knowledge start;
  memset (&start, 0, sizeof start);
  find_knowledge (product, &start);
  for (guint32 i = 0; i < product->known->len; i++)
    for (int j = 0; j < many->n_transitions; j++) {
      Knowledge before = g_array_index (product->known, Knowledge, i), after = before;
      const ManyTransition *t = &many->transitions[j];
      gboolean possible = t->from == before.state && learn_order (many, t, &before, &after);
      for (int difference = -1; difference <= 1; difference++) {
        guint32 to = NOWHERE;
        if (possible && remember (many, t, &before, difference, &after))
          to = find_knowledge (product, &after);
        g_array_append_val (product->successors, to);
      }
    }
  guint32 n = product->known->len;
  product->reaches = g_new0 (guint8, (gsize)n * n);
  for (guint32 i = 0; i < n; i++)
    for (int j = 0; j < 3 * many->n_transitions; j++)
      if (successor_of (product, i, j / 3, j % 3 - 1) != NOWHERE)
        product->reaches[i * n + successor_of (product, i, j / 3, j % 3 - 1)] = 1;
  for (guint32 k = 0; k < n; k++)
    for (guint32 i = 0; i < n; i++)
      for (guint32 j = 0; product->reaches[i * n + k] && j < n; j++)
        product->reaches[i * n + j] |= product->reaches[k * n + j];
}

/* ---- Costs ---------------------------------------------------------------------------- */

typedef struct {
  guint32 known;
  gint64 cost[POINTS];
} Position;

static guint
hash_position (gconstpointer data)
{
  const Position *p = data;
  guint64 hash = p->known;
  for (int i = 0; i < POINTS; i++)
    hash = hash * 1000003u + (guint64)p->cost[i];
  return (guint)(hash ^ (hash >> 32));
}

static gboolean
same_position (gconstpointer a, gconstpointer b)
{
  const Position *p = a, *q = b;
  return p->known == q->known && memcmp (p->cost, q->cost, sizeof p->cost) == 0;
}

static gint64
add (gint64 a, gint64 b)
{
  return a == BRUTE_MANY_INFINITE || b == BRUTE_MANY_INFINITE ? BRUTE_MANY_INFINITE : a + b;
}

/* What the sample for threshold v (shared: -1, for all) costs with shift g. */
static gint64
sample_cost (const ManyAutomaton *many, const ManyTransition *t, gboolean cycle, int difference,
             const int *x, int v, int g)
{
  int d = many->states[t->from].d[MAX (v, 0)];
  gboolean used = FALSE;
  for (int w = v < 0 ? 0 : v; w < (v < 0 ? many->n_thresholds : v + 1); w++) {
    used |= t->assigns[w];
    for (int i = 0; i < t->n_alternatives; i++) {
      used |= t->comparison[i][w] != 0;
      if ((t->comparison[i][w] == COUPLET_LESS && g > x[w]) ||
          (t->comparison[i][w] == COUPLET_GREATER_EQUAL && g < x[w]))
        return BRUTE_MANY_INFINITE;
    }
  }
  if (t->output == COUPLET_GAP && (v < 0 || t->shown == v)) {
    used = TRUE;
    if (g != x[t->shown])
      return BRUTE_MANY_INFINITE;
  }
  if (t->output == COUPLET_INSAMPLE && (v < 0 || t->shown == v)) {
    used = TRUE;
    if (g != 0)
      return BRUTE_MANY_INFINITE;
  }
  if (!used)
    return g == 0 ? 0 : BRUTE_MANY_INFINITE; /* one shift is enough to try */
  if (cycle || d == MANY_NO_NOISE)
    return g == difference ? 0 : BRUTE_MANY_INFINITE;
  if (many->states[t->from].kind == COUPLET_EXPONENTIAL && g < difference)
    return BRUTE_MANY_INFINITE;
  return (gint64)ABS (difference - g) * d;
}

static int
point_of (const int *x)
{
  int point = 0;
  for (int v = 0; v < MANY_FEW_THRESHOLDS; v++)
    point = 3 * point + x[v] + 1;
  return point;
}

/* Moves one point of before, with all choices of shifts g, to after. */
static void
spread (const ManyAutomaton *many, const ManyTransition *t, gboolean cycle, int difference,
        const int *x, gint64 cost, Position *after)
{
  int n_samples = many->shared ? 1 : many->n_thresholds, choices = many->shared ? 3 : POINTS;
  gint64 pay[MANY_FEW_THRESHOLDS][3];
  for (int v = 0; v < n_samples; v++)
    for (int g = -1; g <= 1; g++)
      pay[v][g + 1] = sample_cost (many, t, cycle, difference, x, many->shared ? -1 : v, g);
  for (int choice = 0; choice < choices; choice++) {
    int g[MANY_FEW_THRESHOLDS], y[MANY_FEW_THRESHOLDS];
    gint64 sum = cost;
    for (int v = 0, rest = choice; v < MANY_FEW_THRESHOLDS; v++) {
      g[v] = many->shared ? choice - 1 : rest % 3 - 1;
      rest /= 3;
      y[v] = t->assigns[v] ? g[v] : x[v];
    }
    for (int v = 0; v < n_samples; v++)
      sum = add (sum, pay[v][g[v] + 1]);
    after->cost[point_of (y)] = MIN (after->cost[point_of (y)], sum);
  }
}

static Position
walk_on (const Product *product, const Position *before, int transition, int difference)
{
  const ManyAutomaton *many = product->many;
  const ManyTransition *t = &many->transitions[transition];
  guint32 to = successor_of (product, before->known, transition, difference);
  gboolean cycle = product->cap < 0 && product->reaches[to * product->known->len + before->known];
  int d_fresh = many->states[t->from].d_fresh;
  gint64 fresh = t->output != COUPLET_FRESH || difference == 0 ? 0
                 : cycle || d_fresh == MANY_NO_NOISE ||
                         (difference > 0 && many->states[t->from].kind_fresh == COUPLET_EXPONENTIAL)
                     ? BRUTE_MANY_INFINITE
                 : many->states[t->from].snap == MANY_FLOATING ? MANY_FLOATING_FEE * d_fresh
                                                               : d_fresh;
  Position after = {.known = to};
  for (int i = 0; i < POINTS; i++)
    after.cost[i] = BRUTE_MANY_INFINITE;
  for (int i = 0; i < POINTS; i++) {
    int x[MANY_FEW_THRESHOLDS];
    for (int v = MANY_FEW_THRESHOLDS, rest = i; v-- > 0; rest /= 3)
      x[v] = rest % 3 - 1;
    gint64 cost = add (before->cost[i], fresh);
    if (cost != BRUTE_MANY_INFINITE)
      spread (many, t, cycle, difference, x, cost, &after);
  }
  return after;
}

static void
give_up_above (Position *at, gint64 cap)
{
  for (int i = 0; i < POINTS; i++)
    if (cap >= 0 && at->cost[i] > cap)
      at->cost[i] = BRUTE_MANY_INFINITE;
}

static gboolean
is_at_most (const Position *a, const Position *b)
{
  for (int i = 0; i < POINTS; i++)
    if (a->cost[i] > b->cost[i])
      return FALSE;
  return TRUE;
}

/* Whether a position kept before costs as much as at everywhere: then nothing that follows at
 * can cost more. Else keeps it instead of those that it costs as much as. */
static gboolean
is_below_kept (GPtrArray *kept, const Position *at)
{
  GArray *here = g_ptr_array_index (kept, at->known);
  for (guint i = 0; i < here->len; i++)
    if (is_at_most (at, &g_array_index (here, Position, i)))
      return TRUE;
  for (guint i = here->len; i-- > 0;)
    if (is_at_most (&g_array_index (here, Position, i), at))
      g_array_remove_index_fast (here, i);
  g_array_append_val (here, *at);
  return FALSE;
}

static gint64
search (const Product *product)
{
  gint64 worst = 0;
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  for (guint32 i = 0; i < product->known->len; i++)
    g_ptr_array_add (kept, g_array_new (FALSE, FALSE, sizeof (Position)));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (hash_position, same_position, g_free, NULL);
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (Position));
  Position start = {0};
  g_array_append_val (waiting, start);
  while (waiting->len > 0 && worst != BRUTE_MANY_INFINITE) {
    Position at = g_array_index (waiting, Position, waiting->len - 1);
    g_array_set_size (waiting, waiting->len - 1);
    if (!g_hash_table_add (seen, g_memdup2 (&at, sizeof at)) ||
        (product->cap >= 0 && is_below_kept (kept, &at)))
      continue;
    gint64 least = BRUTE_MANY_INFINITE;
    for (int i = 0; i < POINTS; i++)
      least = MIN (least, at.cost[i]);
    worst = MAX (worst, least);
    for (int j = 0; j < product->many->n_transitions; j++) {
      for (int difference = -1; difference <= 1; difference++) {
        if (successor_of (product, at.known, j, difference) == NOWHERE)
          continue;
        Position to = walk_on (product, &at, j, difference);
        give_up_above (&to, product->cap);
        g_array_append_val (waiting, to);
      }
    }
  }
  return worst;
}

static gint64
run (const ManyAutomaton *many, gint64 cap)
{
  Product product = {many, g_array_new (FALSE, FALSE, sizeof (Knowledge)),
                     g_array_new (FALSE, FALSE, sizeof (guint32)), NULL, cap};
  explore (&product);
  gint64 cost = search (&product);
  g_array_unref (product.known);
  g_array_unref (product.successors);
  g_free (product.reaches);
  return cost;
}

gint64
brute_many_cost (const ManyAutomaton *many)
{
  return run (many, -1);
}

gint64
brute_many_least (const ManyAutomaton *many, gint64 cap)
{
  return run (many, cap);
}
