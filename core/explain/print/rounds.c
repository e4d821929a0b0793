/* SPDX-License-Identifier: Apache-2.0 */
#include "rounds.h"

#include <string.h>

#define ROUND " #" /* what stands before the number of a round */

gsize
rounds_name_length (const char *name)
{
  const char *mark = g_strrstr (name, ROUND);
  if (mark == NULL || mark == name)
    return strlen (name);
  const char *digits = mark + strlen (ROUND);
  gsize n = strspn (digits, "0123456789");
  return n > 0 && digits[n] == '\0' ? (gsize)(mark - name) : strlen (name);
}

/* What must be equal for states to be drawn as one. The caller frees it. */
static char *
state_key (const CoupletAutomaton *a, guint32 q, gboolean folds)
{
  const CoupletState *state = &a->states[q];
  if (!folds)
    return g_strdup_printf ("%u", q);
  return g_strdup_printf ("%u %u %d %.*s", state->noise, state->input, a->row[q] == a->row[q + 1],
                          (int)rounds_name_length (state->name), state->name);
}

static char *
transition_key (const CoupletAutomaton *a, const Rounds *rounds, guint32 t, gboolean folds)
{
  if (!folds)
    return g_strdup_printf ("%u", t);
  return g_strdup_printf ("%u %u %u %u %u", rounds->state_of[a->source[t]],
                          rounds->state_of[a->target[t]], a->guard[t], a->output[t],
                          a->assignment[t]);
}

/* The number of key, which it takes: *next when it is new. */
static guint32
number_of (GHashTable *numbers, char *key, guint32 next)
{
  gpointer number;
  if (g_hash_table_lookup_extended (numbers, key, NULL, &number)) {
    g_free (key);
    return GPOINTER_TO_UINT (number);
  }
  g_hash_table_insert (numbers, key, GUINT_TO_POINTER (next));
  return next;
}

static void
draw_states (Rounds *rounds, const CoupletAutomaton *a, gboolean folds)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint32 q = 0; q < a->n_states; q++) {
    guint32 number = number_of (numbers, state_key (a, q, folds), rounds->states->len);
    const DrawnState fresh = {.state = q};
    if (number == rounds->states->len)
      g_array_append_val (rounds->states, fresh);
    g_array_index (rounds->states, DrawnState, number).count++;
    rounds->state_of[q] = number;
  }
}

static void
add_transition (Rounds *rounds, DrawnTransition fresh)
{
  DrawnState *from = &g_array_index (rounds->states, DrawnState, fresh.from);
  g_array_append_val (rounds->transitions, fresh);
  *(fresh.to == fresh.from ? &from->loops : &from->leaving) += 1;
}

static void
draw_transitions (Rounds *rounds, const CoupletAutomaton *a, gboolean folds)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint32 t = 0; t < a->n_transitions; t++) {
    guint32 number =
        number_of (numbers, transition_key (a, rounds, t, folds), rounds->transitions->len);
    if (number == rounds->transitions->len)
      add_transition (rounds, (DrawnTransition){rounds->state_of[a->source[t]],
                                                rounds->state_of[a->target[t]], t, 0});
    g_array_index (rounds->transitions, DrawnTransition, number).count++;
    rounds->transition_of[t] = number;
  }
}

Rounds *
rounds_new (const CoupletAutomaton *automaton, guint32 most)
{
  gboolean folds = automaton->n_states > most;
  Rounds *rounds = g_new0 (Rounds, 1);
  *rounds = (Rounds){g_array_new (FALSE, FALSE, sizeof (DrawnState)),
                     g_array_new (FALSE, FALSE, sizeof (DrawnTransition)),
                     g_new (guint32, MAX (automaton->n_states, 1)),
                     g_new (guint32, MAX (automaton->n_transitions, 1))};
  draw_states (rounds, automaton, folds);
  draw_transitions (rounds, automaton, folds);
  return rounds;
}

void
rounds_free (Rounds *rounds)
{
  if (rounds == NULL)
    return;
  g_array_unref (rounds->states);
  g_array_unref (rounds->transitions);
  g_free (rounds->state_of);
  g_free (rounds->transition_of);
  g_free (rounds);
}
