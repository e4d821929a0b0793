/* SPDX-License-Identifier: Apache-2.0 */
#include "random_automata.h"

#include <stdio.h>
#include <stdlib.h>

static gboolean
chance (GRand *random, double probability)
{
  return g_rand_double (random) < probability;
}

static int
random_noise (GRand *random)
{
  if (chance (random, 0.7))
    return NOISE_UNIT / 4 * g_rand_int_range (random, 1, 7);
  if (chance (random, 0.5))
    return NOISE_UNIT / 7 * g_rand_int_range (random, 1, 11);
  return g_rand_int_range (random, 1, 2 * NOISE_UNIT);
}

static const char *
random_sensitivity (GRand *random, const RandomShape *shape)
{
  static const char *const unusual[] = {"3", "5/7", "109802048057794950" /* 2^63 / NOISE_UNIT */,
                                        "100000000000000000039/11",
                                        "1/340282366920938463463374607431768211507"};
  int n = shape->extreme_sensitivity ? (int)G_N_ELEMENTS (unusual) : 2;
  return chance (random, 0.8) ? "1" : unusual[g_rand_int_range (random, 0, n)];
}

static void
random_state (PlainState *state, GRand *random, const RandomShape *shape)
{
  state->is_public = chance (random, 0.15);
  state->d = random_noise (random);
  state->d_fresh = random_noise (random);
  state->mu = chance (random, 0.2) ? g_rand_int_range (random, -7, 8) : 0;
  if (shape->no_noise && chance (random, 0.15))
    state->d = NO_NOISE_AT_ALL;
  if (shape->no_noise && chance (random, 0.05))
    state->d_fresh = NO_NOISE_AT_ALL;
}

static void
add_transition (PlainAutomaton *plain, GRand *random, int from, guint32 comparison, int symbol)
{
  int n = plain->n_states;
  int to = from + g_rand_int_range (random, 1, 4);
  if (to >= n)
    to = n - 1;
  if (chance (random, 0.25)) /* back, or around */
    to = g_rand_int_range (random, 0, n);
  plain->transitions[plain->n_transitions++] = (PlainTransition){
      from, to, comparison, COUPLET_SYMBOL, symbol, chance (random, 0.3), chance (random, 0.1)};
}

static CoupletOutputKind
random_real_output (GRand *random)
{
  return chance (random, 0.5) ? COUPLET_INSAMPLE : COUPLET_FRESH;
}

static void
random_transitions (PlainAutomaton *plain, GRand *random, int from, const RandomShape *shape)
{
  int first = plain->n_transitions, kind = g_rand_int_range (random, 0, 10);
  if (plain->states[from].is_public && !shape->public_comparisons)
    kind = 9;
  if (kind < 7) {
    add_transition (plain, random, from, COUPLET_LESS, 1);
    add_transition (plain, random, from, COUPLET_GREATER_EQUAL, chance (random, 0.97) ? 2 : 1);
  } else if (kind < 9)
    add_transition (plain, random, from, kind == 7 ? COUPLET_LESS : COUPLET_GREATER_EQUAL, 1);
  else
    add_transition (plain, random, from, 0, 3);
  if (chance (random, 0.15))
    plain->transitions[first].output = random_real_output (random);
}

void
random_automaton (PlainAutomaton *plain, GRand *random, const RandomShape *shape)
{
  *plain = (PlainAutomaton){.sensitivity = random_sensitivity (random, shape)};
  plain->n_states = g_rand_int_range (random, chance (random, 0.1) ? 1 : 3, shape->most_states + 1);
  for (int q = 0; q < plain->n_states; q++)
    random_state (&plain->states[q], random, shape);
  int second = chance (random, 0.95) ? MIN (1, plain->n_states - 1)
                                     : g_rand_int_range (random, 0, plain->n_states);
  plain->transitions[plain->n_transitions++] =
      (PlainTransition){0,
                        second,
                        0,
                        chance (random, 0.9) ? COUPLET_SYMBOL : random_real_output (random),
                        0,
                        TRUE,
                        chance (random, 0.1)};
  for (int q = 1; q + 1 < plain->n_states; q++)
    random_transitions (plain, random, q, shape);
  if (plain->n_states > 1 && chance (random, 0.3))
    random_transitions (plain, random, plain->n_states - 1, shape);
}

void
mirror_automaton (PlainAutomaton *plain)
{
  for (int t = 0; t < plain->n_transitions; t++)
    if (plain->transitions[t].comparison != 0)
      plain->transitions[t].comparison ^= COUPLET_LESS | COUPLET_GREATER_EQUAL;
}

static char *
noise_text (int d)
{
  return d == NO_NOISE_AT_ALL ? g_strdup ("none") : g_strdup_printf ("%d/%d", d, NOISE_UNIT);
}

static void
add_plain_state (CoupletBuilder *builder, const PlainState *state, const char *name)
{
  g_autofree char *d = noise_text (state->d), *fresh = noise_text (state->d_fresh);
  g_autofree char *mu = g_strdup_printf ("%d/3", state->mu);
  CoupletNoiseSpec noise = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT (d)};
  CoupletStateSpec spec = {.name = COUPLET_TEXT (name),
                           .input = COUPLET_TEXT (state->is_public ? "public" : "private"),
                           .d = &noise,
                           .n_d = 1,
                           .mu = COUPLET_TEXT (mu),
                           .d_fresh = COUPLET_TEXT (fresh),
                           .mu_fresh = COUPLET_TEXT (mu)};
  couplet_builder_add_state (builder, &spec);
}

static void
add_plain_transition (CoupletBuilder *builder, const PlainTransition *t, const char *prefix)
{
  static const char *const guards[2][3] = {
      {"true", "insample < x", "insample >= x"},
      {"insample < x || insample >= x", "!(insample >= x)", "!(insample < x) && true"}};
  g_autofree char *from = g_strdup_printf ("%s%d", prefix, t->from);
  g_autofree char *to = g_strdup_printf ("%s%d", prefix, t->to);
  g_autofree char *symbol = g_strdup_printf ("s%d", t->symbol);
  CoupletText x = COUPLET_TEXT ("x");
  CoupletTransitionSpec spec = {
      .from = COUPLET_TEXT (from),
      .to = COUPLET_TEXT (to),
      .guard = COUPLET_TEXT (guards[t->roundabout ? 1 : 0][t->comparison]),
      .output = t->output == COUPLET_SYMBOL     ? COUPLET_TEXT (symbol)
                : t->output == COUPLET_INSAMPLE ? COUPLET_TEXT ("insample")
                                                : COUPLET_TEXT ("fresh"),
      .assign = &x,
      .n_assign = t->assigns ? 1 : 0};
  couplet_builder_add_transition (builder, &spec);
}

static void
fail_with (const CoupletDiagnostics *diagnostics)
{
  guint n;
  const CoupletDiagnostic *all = couplet_diagnostics_get (diagnostics, &n);
  for (guint i = 0; i < n; i++)
    fprintf (stderr, "refused: %s\n", all[i].message);
  abort ();
}

CoupletAutomaton *
build_plain (const PlainAutomaton *plain, const char *prefix)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("random");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  g_autofree char *initial = g_strdup_printf ("%s0", prefix);
  couplet_builder_set_initial (builder, COUPLET_TEXT (initial), (CoupletPlace){0, 0});
  couplet_builder_set_sensitivity (builder, COUPLET_TEXT (plain->sensitivity),
                                   (CoupletPlace){0, 0});
  for (int q = 0; q < plain->n_states; q++) {
    g_autofree char *name = g_strdup_printf ("%s%d", prefix, q);
    add_plain_state (builder, &plain->states[q], name);
  }
  for (int t = 0; t < plain->n_transitions; t++)
    add_plain_transition (builder, &plain->transitions[t], prefix);
  CoupletAutomaton *automaton = couplet_builder_finish (builder);
  if (automaton == NULL)
    fail_with (diagnostics);
  return automaton;
}
