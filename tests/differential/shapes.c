/* SPDX-License-Identifier: Apache-2.0 */
#include "shapes.h"

#define MOST_STATES 9

static gboolean
one_in (GRand *random, int n)
{
  return g_rand_int_range (random, 0, n) == 0;
}

GRand *
random_numbers (guint32 seed, guint64 index, guint32 purpose)
{
  guint32 words[] = {seed, (guint32)index, (guint32)(index >> 32), purpose};
  return g_rand_new_with_seed_array (words, G_N_ELEMENTS (words));
}

/* ---- Guards ------------------------------------------------------------------------------ */

/* More literals make a guard hold less often, so that it still contradicts its neighbours. */
static void
add_literals (ManyAutomaton *many, GRand *random)
{
  for (int i = many->n_thresholds; i < many->n_transitions; i++) {
    ManyTransition *t = &many->transitions[i];
    int v = g_rand_int_range (random, 0, many->n_thresholds);
    if (one_in (random, 3) && t->comparison[0][v] == 0)
      t->comparison[0][v] = one_in (random, 2) ? COUPLET_LESS : COUPLET_GREATER_EQUAL;
  }
}

static gboolean
is_alone (const ManyAutomaton *many, int transition)
{
  for (int i = 0; i < many->n_transitions; i++)
    if (i != transition && many->transitions[i].from == many->transitions[transition].from)
      return FALSE;
  return TRUE;
}

static gboolean
compares (const ManyTransition *t, int alternative)
{
  guint32 any = 0;
  for (int v = 0; v < MANY_THRESHOLDS; v++)
    any |= t->comparison[alternative][v];
  return any != 0;
}

/* A transition that leaves its state alone may hold in any two ways. */
static void
add_alternatives (ManyAutomaton *many, GRand *random)
{
  for (int i = many->n_thresholds; i < many->n_transitions && !many->shared; i++) {
    ManyTransition *t = &many->transitions[i];
    if (t->n_alternatives > 1 || !compares (t, 0) || !is_alone (many, i) || one_in (random, 2))
      continue;
    for (int v = 0; v < many->n_thresholds; v++)
      t->comparison[1][v] = (guint32)g_rand_int_range (random, 0, COUPLET_GREATER_EQUAL + 1);
    t->n_alternatives = compares (t, 1) ? 2 : 1;
  }
}

/* ---- Outputs ----------------------------------------------------------------------------- */

static void
share_symbols (ManyAutomaton *many, GRand *random)
{
  for (int i = 0; i < many->n_transitions; i++)
    many->transitions[i].symbol = one_in (random, 2) ? g_rand_int_range (random, 1, 4) : 0;
}

static void
silence (ManyAutomaton *many, GRand *random)
{
  for (int i = 0; i < many->n_transitions; i++)
    many->transitions[i].is_silent =
        many->transitions[i].output == COUPLET_SYMBOL && one_in (random, 5);
}

/* ---- Numbers ----------------------------------------------------------------------------- */

static gboolean
snaps_floating (const ManyAutomaton *many)
{
  for (int q = 0; q < many->n_states; q++)
    if (many->states[q].snap == MANY_FLOATING)
      return TRUE;
  return FALSE;
}

static gboolean
has_whole_numbers (const ManyAutomaton *many)
{
  for (int q = 0; q < many->n_states; q++)
    if (many->states[q].kind == COUPLET_DISCRETE_LAPLACE ||
        many->states[q].kind_fresh == COUPLET_DISCRETE_LAPLACE)
      return TRUE;
  return FALSE;
}

static void
add_means (ManyAutomaton *many, GRand *random)
{
  for (int q = 0; q < many->n_states; q++) {
    many->states[q].mu = one_in (random, 2) ? g_rand_int_range (random, -5, 6) : 0;
    many->states[q].mu_fresh = one_in (random, 3) ? g_rand_int_range (random, -5, 6) : 0;
  }
}

/* What a double cannot take the place of, nor a word hold; floating snaps allow neither. */
static void
make_extreme (ManyAutomaton *many, GRand *random)
{
  static const char *const sensitivities[] = {"3",
                                              "109802048057794950" /* 2^63 / 84 */,
                                              "18446744073709551616" /* 2^64 */,
                                              "340282366920938463463374607431768211507",
                                              "100000000000000000039/11",
                                              "1/340282366920938463463374607431768211507"};
  if (snaps_floating (many))
    return;
  guint n = has_whole_numbers (many) ? 4 : G_N_ELEMENTS (sensitivities);
  if (one_in (random, 2))
    many->sensitivity = sensitivities[g_rand_int_range (random, 0, (gint32)n)];
  for (int q = 0; q < many->n_states && one_in (random, 2); q++)
    many->states[q].tens = one_in (random, 2) ? g_rand_int_range (random, -40, 41) : 0;
}

/* ---- All of it --------------------------------------------------------------------------- */

static void
decorate (ManyAutomaton *many, GRand *random)
{
  if (one_in (random, 3))
    random_assignments (many, random);
  if (one_in (random, 3))
    add_literals (many, random);
  if (one_in (random, 4))
    add_alternatives (many, random);
  if (one_in (random, 2))
    random_kinds (many, random);
  if (one_in (random, 5))
    random_noiseless (many, random, g_rand_int_range (random, 1, 8));
  if (one_in (random, 4))
    share_symbols (many, random);
  if (one_in (random, 8))
    silence (many, random);
  if (one_in (random, 5))
    add_means (many, random);
  if (one_in (random, 6))
    make_extreme (many, random);
}

void
random_shape (ManyAutomaton *many, guint32 seed, guint64 index)
{
  static const int thresholds[] = {1, 1, 1, 1, 2, 2, 2, 3, 3, 4};
  g_autoptr (GRand) random = random_numbers (seed, index, 0);
  int n = thresholds[g_rand_int_range (random, 0, G_N_ELEMENTS (thresholds))];
  *many = (ManyAutomaton){.shared = one_in (random, 2), .n_thresholds = n};
  random_sized (many, random, FALSE, MOST_STATES);
  decorate (many, random);
}
