/* SPDX-License-Identifier: Apache-2.0 */
#include "repair.h"

gboolean
repair_has_place (const Repair *repair, guint32 transition)
{
  for (guint i = 0; i < repair->places->len; i++)
    if (repair_place (repair, i) == transition)
      return TRUE;
  return FALSE;
}

guint32
repair_output_noise (const CoupletAutomaton *a, guint32 transition)
{
  guint32 threshold = couplet_output_of (a, transition)->threshold;
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, transition)->noise];
  return noise->d[threshold == COUPLET_NONE ? 0 : couplet_noise_slot (a, threshold)];
}

static void
set_output (DraftTransition *transition, char *output)
{
  g_free (transition->output);
  transition->output = output;
}

static Draft *
drop_outputs (const CoupletAutomaton *a, const Repair *repair)
{
  Draft *draft = draft_copy (a);
  for (guint i = 0; i < repair->places->len; i++)
    set_output (draft_transition (draft, repair_place (repair, i)),
                draft_new_symbol (draft, "answered"));
  return draft;
}

static Draft *
draw_fresh (const CoupletAutomaton *a, const Repair *repair)
{
  Draft *draft = draft_copy (a);
  for (guint i = 0; i < repair->places->len; i++) {
    guint32 t = repair_place (repair, i);
    DraftState *state = draft_state (draft, a->source[t]);
    if (a->noises[a->states[state->like].noise].d_fresh == COUPLET_NONE && state->d_fresh == NULL)
      state->d_fresh = couplet_number_to_string (a, repair_output_noise (a, t));
    set_output (draft_transition (draft, t), g_strdup ("fresh"));
  }
  return draft;
}

static Draft *
redraw (const CoupletAutomaton *a, const Repair *repair)
{
  Draft *draft = draft_copy (a);
  for (guint i = 0; i < repair->places->len; i++) {
    guint32 t = repair_place (repair, i);
    guint state = draft_add_state (draft, "redraw", a->source[repair->drawn]);
    g_autofree char *symbol = draft_new_symbol (draft, "redrawn");
    draft_add_transition (draft, state, a->target[t], repair->drawn);
    DraftTransition *added = draft_transition (draft, draft->transitions->len - 1);
    set_output (added, g_steal_pointer (&symbol));
    added->like = COUPLET_NONE;
    draft_transition (draft, t)->to = state;
  }
  return draft;
}

/* turns + 1 copies of the automaton, one for each number of turns taken; a place
 * leads to the next copy, the last time to a state where it halts. */
static Draft *
stop (const CoupletAutomaton *a, const Repair *repair, guint turns)
{
  Draft *draft = draft_new (a);
  for (guint copy = 0; copy < turns; copy++)
    for (guint32 q = 0; q < a->n_states; q++)
      draft_add_state (draft, a->states[q].name, q);
  guint halt = draft_add_state (draft, "halt", a->initial);
  for (guint copy = 0; copy < turns; copy++)
    for (guint32 t = 0; t < a->n_transitions; t++) {
      guint begin = copy * a->n_states;
      guint to = !repair_has_place (repair, t) ? begin + a->target[t]
                 : copy + 1 < turns            ? begin + a->n_states + a->target[t]
                                               : halt;
      draft_add_transition (draft, begin + a->source[t], to, t);
    }
  draft->initial = a->initial;
  return draft;
}

CoupletAutomaton *
repair_build (const CoupletAutomaton *automaton, const Repair *repair, guint turns, Draft **draft)
{
  g_autoptr (Draft) made = NULL;
  switch (repair->kind) {
  case REPAIR_DROP_OUTPUT:
    made = drop_outputs (automaton, repair);
    break;
  case REPAIR_DRAW_FRESH:
    made = draw_fresh (automaton, repair);
    break;
  case REPAIR_STOP:
    made = stop (automaton, repair, turns);
    break;
  default:
    made = redraw (automaton, repair);
  }
  CoupletAutomaton *built = draft_build (made);
  if (draft != NULL)
    *draft = g_steal_pointer (&made);
  return built;
}
