/* SPDX-License-Identifier: Apache-2.0 */
#include "brute_many.h"

#include <stdlib.h>
#include <string.h>

#define POINTS 27 /* 3 to the power of MANY_THRESHOLDS */

/* Where a run is and what is known: less[u][v] is `u < v`, same[u][v] that both
 * hold one value; of private inputs the last difference, and the first that is not 0 where
 * adjacency is not `any`. */
typedef struct {
  guint8 state;
  gint8 last, change;
  guint8 less[MANY_THRESHOLDS][MANY_THRESHOLDS];
  guint8 same[MANY_THRESHOLDS][MANY_THRESHOLDS];
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

static void
close_order (const ManyAutomaton *many, Knowledge *k)
{
  int n = many->n_thresholds;
  for (int round = 0; round < n; round++)
    for (int u = 0; u < n; u++)
      for (int v = 0; v < n; v++)
        for (int w = 0; w < n; w++)
          k->less[u][w] |= (k->less[u][v] && (k->less[v][w] || k->same[v][w])) ||
                           (k->same[u][v] && k->less[v][w]);
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

/* The knowledge after transition with difference; FALSE when it has probability 0, or the input
 * cannot differ so. */
static gboolean
learn (const ManyAutomaton *many, const ManyTransition *t, const Knowledge *before, int difference,
       Knowledge *after)
{
  *after = *before;
  after->state = (guint8)t->to;
  if (!differs (many, t, before, difference))
    return FALSE;
  if (!many->states[t->from].is_public && !many->states[t->from].is_again) {
    after->last = (gint8)difference;
    if (difference != 0 && many->adjacency != COUPLET_ADJACENT_ANY)
      after->change = (gint8)difference;
  }
  if (!many->shared)
    return TRUE;
  int n = many->n_thresholds;
  const guint32 *side = t->comparison[0];
  gboolean noisy = many->states[t->from].d[0] != MANY_NO_NOISE &&
                   many->states[t->from].kind != COUPLET_DISCRETE_LAPLACE;
  gboolean above[MANY_THRESHOLDS] = {FALSE}, under[MANY_THRESHOLDS] = {FALSE};
  for (int u = 0; u < n; u++)
    for (int v = 0; v < n; v++)
      if (side[u] == COUPLET_GREATER_EQUAL && side[v] == COUPLET_LESS) {
        if (before->less[v][u] || before->same[u][v])
          return FALSE;
        after->less[u][v] = 1;
      }
  close_order (many, after);
  /* where the sample stands: under[v]: it is surely less than v */
  for (int v = 0; v < n; v++)
    for (int u = 0; u < n; u++) {
      gboolean is_it = u == v || after->same[u][v];
      if (side[u] == COUPLET_LESS && (is_it || after->less[u][v]))
        under[v] = TRUE;
      if (side[u] == COUPLET_GREATER_EQUAL && ((is_it && noisy) || after->less[v][u]))
        above[v] = TRUE;
    }
  for (int w = 0; w < n; w++)
    for (int v = 0; v < n && t->assigns[w]; v++) {
      after->less[w][v] = !t->assigns[v] && under[v];
      after->less[v][w] = !t->assigns[v] && above[v];
      after->same[w][v] = after->same[v][w] = t->assigns[v] && v != w;
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
    for (int j = 0; j < 3 * many->n_transitions; j++) {
      Knowledge before = g_array_index (product->known, Knowledge, i), after;
      const ManyTransition *t = &many->transitions[j / 3];
      guint32 to = NOWHERE;
      if (t->from == before.state && learn (many, t, &before, j % 3 - 1, &after))
        to = find_knowledge (product, &after);
      g_array_append_val (product->successors, to);
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
  for (int v = 0; v < MANY_THRESHOLDS; v++)
    point = 3 * point + x[v] + 1;
  return point;
}

/* Moves one point of before, with all choices of shifts g, to after. */
static void
spread (const ManyAutomaton *many, const ManyTransition *t, gboolean cycle, int difference,
        const int *x, gint64 cost, Position *after)
{
  int choices = many->shared ? 3 : POINTS;
  for (int choice = 0; choice < choices; choice++) {
    int g[MANY_THRESHOLDS], y[MANY_THRESHOLDS];
    gint64 sum = cost;
    for (int v = 0, rest = choice; v < MANY_THRESHOLDS; v++) {
      g[v] = many->shared ? choice - 1 : rest % 3 - 1;
      rest /= 3;
      y[v] = t->assigns[v] ? g[v] : x[v];
    }
    if (many->shared)
      sum = add (sum, sample_cost (many, t, cycle, difference, x, -1, g[0]));
    else
      for (int v = 0; v < many->n_thresholds; v++)
        sum = add (sum, sample_cost (many, t, cycle, difference, x, v, g[v]));
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
    int x[MANY_THRESHOLDS];
    for (int v = MANY_THRESHOLDS, rest = i; v-- > 0; rest /= 3)
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

/* Whether a position kept before costs as much as at everywhere: then nothing that follows at
 * can cost more. Else keeps it. */
static gboolean
is_below_kept (GPtrArray *kept, const Position *at)
{
  GArray *here = g_ptr_array_index (kept, at->known);
  for (guint i = 0; i < here->len; i++) {
    const Position *other = &g_array_index (here, Position, i);
    int point = 0;
    while (point < POINTS && at->cost[point] <= other->cost[point])
      point++;
    if (point == POINTS)
      return TRUE;
  }
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
