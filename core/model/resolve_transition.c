/* SPDX-License-Identifier: Apache-2.0 */
#include "resolve_transition.h"

#include "resolve_guard.h"

#include <couplet/internal/large.h>

static const char *
nearest_state (const CoupletBuilder *builder, guint32 name)
{
  if (builder->n_states > MAX_SEARCHED_NAMES)
    return NULL;
  g_autofree const char **candidates = g_new0 (const char *, builder->n_states + 1);
  for (guint32 q = 0; q < builder->n_states; q++)
    candidates[q] = names_text (builder->state_names, builder->states[q].name);
  return couplet_nearest (names_text (builder->state_names, name), candidates);
}

static void
report_undeclared (CoupletBuilder *builder, const CollectedTransition *transition, guint32 name,
                   const char *what)
{
  if (builder->state_of_name[name] != COUPLET_NONE)
    return;
  g_autofree char *which = collected_describe (builder, transition->from, transition->to);
  const char *nearest = nearest_state (builder, name);
  g_autofree char *hint = couplet_suggest (nearest);
  builder_error (builder, transition->place, "%s: its %s is not a declared state%s", which, what,
                 hint);
}

/* What the text of that number means; NULL when an error was reported for it before. */
static const Meaning *
meaning_of (const Meaning *meanings, guint32 text)
{
  return text == COUPLET_NONE ? NULL : &meanings[text];
}

static void
report_meaning (CoupletBuilder *builder, const CollectedTransition *transition,
                const Meaning *meaning)
{
  if (meaning == NULL || meaning->messages == NULL)
    return;
  g_autofree char *which = collected_describe (builder, transition->from, transition->to);
  for (guint i = 0; i < meaning->messages->len; i++)
    builder_error (builder, transition->place, "%s: %s", which,
                   (const char *)g_ptr_array_index (meaning->messages, i));
}

static void
check_transition (Resolver *resolver, const CollectedTransition *transition)
{
  CoupletBuilder *builder = resolver->builder;
  report_undeclared (builder, transition, transition->from, "source");
  report_undeclared (builder, transition, transition->to, "target");
  report_meaning (builder, transition, &resolver->guard[transition->guard]);
  report_meaning (builder, transition, meaning_of (resolver->output, transition->output));
  report_meaning (builder, transition, meaning_of (resolver->assign, transition->assign));
  if (resolver->guard[transition->guard].index == NEVER) {
    g_autofree char *which = collected_describe (builder, transition->from, transition->to);
    builder_warning (builder, transition->place, "%s: its guard can never hold; left out", which);
  }
}

void
resolve_check_transitions (Resolver *resolver)
{
  for (guint32 i = 0; i < resolver->builder->n_transitions; i++)
    check_transition (resolver, &resolver->builder->transitions[i]);
}

static void
lay_out_transitions (Resolver *resolver, guint32 n)
{
  OwnedAutomaton *owned = resolver->owned;
  CoupletAutomaton *automaton = &owned->automaton;
  /* the places first: they need the stricter alignment only on odd n */
  owned->transition_block = couplet_large_new (guint32, (gsize)n * 7 + 1);
  guint32 *block = owned->transition_block;
  automaton->place = (CoupletPlace *)(gpointer)block;
  automaton->source = block + (gsize)n * 2;
  automaton->target = block + (gsize)n * 3;
  automaton->guard = block + (gsize)n * 4;
  automaton->output = block + (gsize)n * 5;
  automaton->assignment = block + (gsize)n * 6;
  automaton->n_transitions = n;
}

/* TRUE when every part of transition is known; an error was reported for any that is not,
 * except for a guard that can never hold. */
static gboolean
is_usable (const Resolver *resolver, const CollectedTransition *transition)
{
  const CoupletBuilder *builder = resolver->builder;
  const Meaning *guard = &resolver->guard[transition->guard];
  const Meaning *output = meaning_of (resolver->output, transition->output);
  const Meaning *assign = meaning_of (resolver->assign, transition->assign);
  return builder->state_of_name[transition->from] != COUPLET_NONE &&
         builder->state_of_name[transition->to] != COUPLET_NONE && guard->index != COUPLET_NONE &&
         guard->index != NEVER && output != NULL && output->index != COUPLET_NONE &&
         assign != NULL && assign->index != COUPLET_NONE;
}

gboolean
resolve_transitions (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  CoupletAutomaton *automaton = &resolver->owned->automaton;
  guint32 *row =
      couplet_arena_new_array (resolver->owned->arena, guint32, (gsize)automaton->n_states + 2);
  memset (row, 0, ((gsize)automaton->n_states + 2) * sizeof (guint32));
  guint32 kept = 0;
  gboolean complete = TRUE;
  for (guint32 i = 0; i < builder->n_transitions; i++) {
    CollectedTransition *t = &builder->transitions[i];
    if (!is_usable (resolver, t)) {
      complete &= resolver->guard[t->guard].index == NEVER;
      t->from = COUPLET_NONE;
      continue;
    }
    kept++;
    row[builder->state_of_name[t->from] + 2]++;
  }
  for (guint32 q = 2; q < automaton->n_states + 2; q++)
    row[q] += row[q - 1];
  lay_out_transitions (resolver, kept);
  for (guint32 i = 0; i < builder->n_transitions; i++) {
    const CollectedTransition *t = &builder->transitions[i];
    if (t->from == COUPLET_NONE)
      continue;
    guint32 source = builder->state_of_name[t->from];
    guint32 at = row[source + 1]++; /* afterwards row[q] is where q begins */
    ((guint32 *)automaton->source)[at] = source;
    ((guint32 *)automaton->target)[at] = builder->state_of_name[t->to];
    ((guint32 *)automaton->guard)[at] = resolve_guard_beside (
        resolver, resolver->guard[t->guard].index, resolver->output[t->output].index);
    ((guint32 *)automaton->output)[at] = resolver->output[t->output].index;
    ((guint32 *)automaton->assignment)[at] = resolver->assign[t->assign].index;
    ((CoupletPlace *)automaton->place)[at] = t->place;
  }
  automaton->row = row;
  automaton->guards = resolver_keep_array (resolver, resolver->guards, &automaton->n_guards);
  return complete;
}
