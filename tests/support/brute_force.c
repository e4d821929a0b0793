/* SPDX-License-Identifier: Apache-2.0 */
#include "brute_force.h"

void
brute_cycles (const PlainAutomaton *plain, BruteCycles *cycles)
{
  *cycles = (BruteCycles){0};
  for (int t = 0; t < plain->n_transitions; t++)
    cycles->reaches[plain->transitions[t].from][plain->transitions[t].to] = TRUE;
  for (int k = 0; k < plain->n_states; k++)
    for (int i = 0; i < plain->n_states; i++)
      for (int j = 0; j < plain->n_states; j++)
        cycles->reaches[i][j] |= cycles->reaches[i][k] && cycles->reaches[k][j];
}

static gboolean
repeats (const BruteCycles *cycles, const PlainTransition *t)
{
  return cycles->reaches[t->to][t->from];
}

/* What one transition costs when its sample shifts by g, the threshold's shift
 * before it is x, and the inputs differ by difference; BRUTE_INFINITE when a
 * condition is broken. */
static gint64
transition_cost (const PlainAutomaton *plain, const BruteCycles *cycles, const PlainTransition *t,
                 int difference, int x, int g)
{
  const PlainState *state = &plain->states[t->from];
  gboolean used = t->comparison != 0 || t->output == COUPLET_INSAMPLE || t->assigns;
  gint64 cost = 0;
  if (used) {
    if (t->comparison == COUPLET_LESS && g > x) /* condition 1 */
      return BRUTE_INFINITE;
    if (t->comparison == COUPLET_GREATER_EQUAL && g < x) /* condition 2 */
      return BRUTE_INFINITE;
    if (t->output == COUPLET_INSAMPLE && g != 0) /* condition 3 */
      return BRUTE_INFINITE;
    if ((repeats (cycles, t) || state->d == NO_NOISE_AT_ALL) && g != difference) /* 5 */
      return BRUTE_INFINITE;
    cost += state->d == NO_NOISE_AT_ALL ? 0 : (gint64)ABS (difference - g) * state->d;
  }
  if (t->output == COUPLET_FRESH && difference != 0) { /* conditions 4 and 6 */
    if (repeats (cycles, t) || state->d_fresh == NO_NOISE_AT_ALL)
      return BRUTE_INFINITE;
    cost += state->d_fresh;
  }
  return cost;
}

gint64
brute_walk_cost (const PlainAutomaton *plain, const BruteCycles *cycles, const int *walk,
                 const int *differences, int n)
{
  gint64 least = BRUTE_INFINITE, choices = 1;
  for (int i = 0; i < n; i++)
    choices *= 3;
  for (gint64 choice = 0; choice < choices; choice++) {
    gint64 rest = choice, sum = 0;
    int x = 0; /* the first transition assigns and compares nothing */
    for (int i = 0; i < n && sum != BRUTE_INFINITE; i++, rest /= 3) {
      int g = (int)(rest % 3) - 1;
      const PlainTransition *t = &plain->transitions[walk[i]];
      gint64 cost = transition_cost (plain, cycles, t, differences[i], x, g);
      sum = cost == BRUTE_INFINITE ? BRUTE_INFINITE : sum + cost;
      if (t->assigns)
        x = g;
    }
    least = MIN (least, sum);
  }
  return least;
}

/* ---- All walks ------------------------------------------------------------------ */

/* A state, and the least cost so far for each shift of the threshold. */
typedef struct {
  gint64 state;
  gint64 cost[3];
} Position;

static guint
hash_position (gconstpointer data)
{
  const Position *p = data;
  guint64 hash = (guint64)p->state;
  for (int x = 0; x < 3; x++)
    hash = hash * 1000003u + (guint64)p->cost[x];
  return (guint)(hash ^ (hash >> 32));
}

static gboolean
equal_positions (gconstpointer a, gconstpointer b)
{
  const Position *p = a, *q = b;
  return p->state == q->state && p->cost[0] == q->cost[0] && p->cost[1] == q->cost[1] &&
         p->cost[2] == q->cost[2];
}

static Position
walk_on (const PlainAutomaton *plain, const BruteCycles *cycles, const Position *from,
         const PlainTransition *t, int difference)
{
  Position to = {t->to, {BRUTE_INFINITE, BRUTE_INFINITE, BRUTE_INFINITE}};
  for (int x = -1; x <= 1; x++)
    for (int g = -1; g <= 1; g++) {
      gint64 cost = transition_cost (plain, cycles, t, difference, x, g);
      int after = t->assigns ? g : x;
      if (from->cost[x + 1] != BRUTE_INFINITE && cost != BRUTE_INFINITE)
        to.cost[after + 1] = MIN (to.cost[after + 1], from->cost[x + 1] + cost);
    }
  return to;
}

static gint64
least_cost (const Position *position)
{
  return MIN (position->cost[0], MIN (position->cost[1], position->cost[2]));
}

gint64
brute_walk_cost_folded (const PlainAutomaton *plain, const BruteCycles *cycles, const int *walk,
                        const int *differences, int n)
{
  Position at = {0, {0, 0, 0}};
  for (int i = 0; i < n; i++)
    at = walk_on (plain, cycles, &at, &plain->transitions[walk[i]], differences[i]);
  return least_cost (&at);
}

gint64
brute_cost (const PlainAutomaton *plain)
{
  BruteCycles cycles;
  gint64 worst = 0;
  g_autoptr (GHashTable) seen =
      g_hash_table_new_full (hash_position, equal_positions, g_free, NULL);
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (Position));
  Position start = {0, {0, 0, 0}};
  brute_cycles (plain, &cycles);
  g_array_append_val (waiting, start);
  while (waiting->len > 0) {
    Position at = g_array_index (waiting, Position, waiting->len - 1);
    g_array_set_size (waiting, waiting->len - 1);
    if (!g_hash_table_add (seen, g_memdup2 (&at, sizeof at)))
      continue;
    worst = MAX (worst, least_cost (&at));
    for (int i = 0; i < plain->n_transitions; i++) {
      const PlainTransition *t = &plain->transitions[i];
      if (t->from != at.state)
        continue;
      gboolean is_public = plain->states[t->from].is_public;
      for (int difference = -1; difference <= 1; difference++)
        if (is_public ? difference == 0 : difference != 0) {
          Position to = walk_on (plain, &cycles, &at, t, difference);
          g_array_append_val (waiting, to);
        }
    }
  }
  return worst;
}
