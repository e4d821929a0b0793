/* SPDX-License-Identifier: Apache-2.0 */
#include "core_words.h"

static char *
transition_words (const ConstraintSystem *system, guint32 transition)
{
  g_autofree char *text = couplet_transition_to_string (system->automaton, transition);
  return g_strdup_printf ("'%s'", text);
}

/* `be 1`, `be at least 0`, ... */
static const char *
set_words (ShiftSet allowed)
{
  switch (allowed) {
  case ONLY_SHIFT (1):
    return "be 1";
  case ONLY_SHIFT (0):
    return "be 0";
  case ONLY_SHIFT (-1):
    return "be -1";
  case ONLY_SHIFT (0) | ONLY_SHIFT (1):
    return "be at least 0";
  case ONLY_SHIFT (0) | ONLY_SHIFT (-1):
    return "be at most 0";
  default:
    return "not exist at all";
  }
}

/* Why a transition fixes the shift of its sample. */
static const char *
cause_words (const ConstraintSystem *system, const Condition *condition)
{
  const CoupletAutomaton *a = system->automaton;
  const CoupletState *state = couplet_source_state (a, condition->transition);
  if (a->noises[state->noise].d[0] == COUPLET_NO_NOISE)
    return "has no noise";
  if (couplet_output_of (a, condition->transition)->kind == COUPLET_INSAMPLE &&
      condition->allowed != 0)
    return "outputs its sample";
  return "can repeat";
}

char *
condition_words (const ConstraintSystem *system, const Condition *condition)
{
  const CoupletAutomaton *a = system->automaton;
  const char *x = a->thresholds[0];
  g_autofree char *text = transition_words (system, condition->transition);
  if (condition->kind == CONDITION_LINK) {
    gboolean less =
        couplet_guard_comparisons (couplet_guard_of (a, condition->transition), 0) == COUPLET_LESS;
    return g_strdup_printf ("%s re-assigns %s, to a shift that is not %s the old one", text, x,
                            less ? "above" : "below");
  }
  if (condition->allowed == 0)
    return g_strdup_printf ("%s outputs a real value of a private input at no cost, which it "
                            "cannot",
                            text);
  if (condition->kind == CONDITION_OWN)
    return g_strdup_printf ("%s assigns %s and %s, so that its new shift may have to %s", text, x,
                            cause_words (system, condition), set_words (condition->allowed));
  return g_strdup_printf ("%s %s, so the shift of %s must %s", text,
                          cause_words (system, condition), x, set_words (condition->allowed));
}

char *
core_words (const ConstraintSystem *system, const GPtrArray *core)
{
  GString *text = g_string_new (NULL);
  gboolean linked = FALSE;
  for (guint i = 0; i < core->len; i++) {
    const Condition *condition = g_ptr_array_index (core, i);
    g_autofree char *words = condition_words (system, condition);
    g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", words);
    linked |= condition->kind == CONDITION_LINK;
  }
  if (core->len > 1 && !linked)
    g_string_append_printf (text, "; nothing re-assigns %s between",
                            system->automaton->thresholds[0]);
  return g_string_free (text, FALSE);
}

char *
class_words (const ConstraintSystem *system, guint32 class)
{
  const SegmentClass *c = &g_array_index (system->classes->classes, SegmentClass, class);
  g_autofree char *from = transition_words (system, c->assignment);
  if (c->next == COUPLET_NONE)
    return g_strdup_printf ("after %s", from);
  g_autofree char *to = transition_words (system, c->next);
  return g_strdup_printf ("after %s until %s", from, to);
}
