/* SPDX-License-Identifier: Apache-2.0 */
#include "shrink.h"

static void
drop_transition (ManyAutomaton *many, int number)
{
  many->n_transitions--;
  for (int i = number; i < many->n_transitions; i++)
    many->transitions[i] = many->transitions[i + 1];
}

/* With all transitions that lead there or leave it. */
static void
drop_state (ManyAutomaton *many, int state)
{
  for (int i = many->n_transitions; i-- > 0;) {
    ManyTransition *t = &many->transitions[i];
    if (t->from == state || t->to == state)
      drop_transition (many, i);
  }
  for (int i = 0; i < many->n_transitions; i++) {
    many->transitions[i].from -= many->transitions[i].from > state;
    many->transitions[i].to -= many->transitions[i].to > state;
  }
  many->n_states--;
  for (int q = state; q < many->n_states; q++)
    many->states[q] = many->states[q + 1];
}

/* ---- What is unusual --------------------------------------------------------------------- */

/* Makes property number of it usual; FALSE when there are no more. */
static gboolean
simplify_automaton (ManyAutomaton *many, int number)
{
  switch (number) {
  case 0:
    many->adjacency = COUPLET_ADJACENT_ANY;
    return TRUE;
  case 1:
    many->sensitivity = NULL;
    return TRUE;
  case 2:
    many->roundabout = FALSE;
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
simplify_state (ManyState *state, int number)
{
  switch (number) {
  case 0:
    state->is_again = FALSE;
    return TRUE;
  case 1:
    state->is_public = FALSE;
    return TRUE;
  case 2:
    state->kind = COUPLET_NOISELESS;
    return TRUE;
  case 3:
    state->kind_fresh = COUPLET_NOISELESS;
    return TRUE;
  case 4:
    state->snap = MANY_NO_SNAP;
    return TRUE;
  case 5:
    state->tens = 0;
    return TRUE;
  case 6:
    state->mu = state->mu_fresh = 0;
    return TRUE;
  case 7:
    state->d_fresh = MANY_UNIT;
    return TRUE;
  case 8:
    for (int v = 0; v < MANY_THRESHOLDS; v++)
      state->d[v] = MANY_UNIT;
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
simplify_transition (ManyTransition *t, int number)
{
  switch (number) {
  case 0:
    t->n_alternatives = 1;
    return TRUE;
  case 1:
    t->output = COUPLET_SYMBOL;
    return TRUE;
  case 2:
    t->is_silent = FALSE;
    return TRUE;
  case 3:
    t->symbol = 0;
    return TRUE;
  default:
    if (number >= 4 + 2 * MANY_THRESHOLDS)
      return FALSE;
    if (number < 4 + MANY_THRESHOLDS)
      t->assigns[number - 4] = FALSE;
    else
      t->comparison[0][number - 4 - MANY_THRESHOLDS] = 0;
    return TRUE;
  }
}

/* Makes property number of part usual: part 0 is the automaton, then come states, then
 * transitions. */
static gboolean
simplify (ManyAutomaton *many, int part, int number)
{
  if (part == 0)
    return simplify_automaton (many, number);
  if (part <= many->n_states)
    return simplify_state (&many->states[part - 1], number);
  return simplify_transition (&many->transitions[part - 1 - many->n_states], number);
}

/* ---- Shrinking --------------------------------------------------------------------------- */

/* Takes smaller for *many where it has the fault. */
static gboolean
take (ManyAutomaton *many, const ManyAutomaton *smaller, HasFault has_fault, gpointer data)
{
  if (!has_fault (data, smaller))
    return FALSE;
  *many = *smaller;
  return TRUE;
}

static gboolean
drop_parts (ManyAutomaton *many, HasFault has_fault, gpointer data)
{
  gboolean any = FALSE;
  for (int q = many->n_states; q-- > 1;) {
    ManyAutomaton smaller = *many;
    drop_state (&smaller, q);
    any |= take (many, &smaller, has_fault, data);
  }
  for (int i = many->n_transitions; i-- > 0;) {
    ManyAutomaton smaller = *many;
    drop_transition (&smaller, i);
    any |= take (many, &smaller, has_fault, data);
  }
  return any;
}

static void
simplify_parts (ManyAutomaton *many, HasFault has_fault, gpointer data)
{
  for (int part = 0; part < 1 + many->n_states + many->n_transitions; part++) {
    ManyAutomaton simpler = *many;
    for (int number = 0; simplify (&simpler, part, number); number++) {
      take (many, &simpler, has_fault, data);
      simpler = *many;
    }
  }
}

void
shrink_many (ManyAutomaton *many, HasFault has_fault, gpointer data)
{
  do
    simplify_parts (many, has_fault, data);
  while (drop_parts (many, has_fault, data));
}
