/* SPDX-License-Identifier: Apache-2.0 */
#include "unfolded.h"

const char *
state_name (const CoupletAutomaton *automaton, guint32 state)
{
  if (automaton->folded == NULL)
    return automaton->states[state].name;
  return automaton->folded->states[automaton->folded_state[state]].name;
}

const CoupletAutomaton *
input_automaton (const CoupletAutomaton *automaton)
{
  return automaton->folded != NULL ? automaton->folded : automaton;
}

guint32
input_transition (const CoupletAutomaton *automaton, guint32 transition)
{
  return automaton->folded != NULL && transition != COUPLET_NONE
             ? automaton->folded_transition[transition]
             : transition;
}

/* ---- What is known ----------------------------------------------------------------- */

static gboolean
is_known (const CoupletKnown *known, guint n, CoupletKnown wanted)
{
  for (guint i = 0; i < n; i++)
    if (known[i].below == wanted.below && known[i].above == wanted.above &&
        known[i].equal == wanted.equal)
      return TRUE;
  return FALSE;
}

/* Whether known[index] follows from two others. */
static gboolean
is_implied (const CoupletKnown *known, guint n, guint index)
{
  const CoupletKnown *one = &known[index];
  for (guint i = 0; i < n && !one->equal; i++)
    if (known[i].below == one->below && !known[i].equal &&
        is_known (known, n, (CoupletKnown){known[i].above, one->above, FALSE}))
      return TRUE;
  return FALSE;
}

char *
known_order_to_string (const CoupletAutomaton *automaton, guint32 state)
{
  guint n;
  g_autofree CoupletKnown *known = couplet_known_order (automaton, state, &n);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    if (!is_implied (known, n, i))
      g_string_append_printf (text, "%s%s %c %s", text->len > 0 ? ", " : "",
                              automaton->thresholds[known[i].below], known[i].equal ? '=' : '<',
                              automaton->thresholds[known[i].above]);
  return g_string_free (text, FALSE);
}

/* ---- What cannot be taken ------------------------------------------------------------- */

gboolean
is_kept (const CoupletAutomaton *a, guint32 state, guint32 transition)
{
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
    if (a->folded_transition[t] == transition)
      return TRUE;
  return FALSE;
}

/* What is known, of known, against lower < upper; FALSE when nothing is. */
static gboolean
find_contrary (const CoupletKnown *known, guint n, guint32 lower, guint32 upper,
               CoupletKnown *contrary)
{
  const CoupletKnown contraries[] = {{upper, lower, FALSE},
                                     {MIN (lower, upper), MAX (lower, upper), TRUE}};
  for (guint i = 0; i < G_N_ELEMENTS (contraries); i++)
    if (is_known (known, n, contraries[i])) {
      *contrary = contraries[i];
      return TRUE;
    }
  return FALSE;
}

gboolean
find_contradiction (const CoupletAutomaton *a, guint32 state, const CoupletGuard *guard,
                    CoupletKnown *needed, CoupletKnown *contrary)
{
  guint n;
  g_autofree CoupletKnown *known = couplet_known_order (a, state, &n);
  const CoupletConjunction *literals = guard->alternatives; /* the only one */
  for (guint32 i = 0; i < literals->n_literals; i++)
    for (guint32 j = 0; j < literals->n_literals; j++) {
      const CoupletLiteral *lower = &literals->literals[i], *upper = &literals->literals[j];
      if (lower->comparison != COUPLET_GREATER_EQUAL || upper->comparison != COUPLET_LESS)
        continue;
      *needed = (CoupletKnown){lower->threshold, upper->threshold, FALSE};
      if (find_contrary (known, n, lower->threshold, upper->threshold, contrary))
        return TRUE;
    }
  return FALSE;
}
