/* SPDX-License-Identifier: Apache-2.0 */
/* From collected texts to indices. */
#include "resolve.h"

#include "resolve_assignment.h"
#include "resolve_guard.h"
#include "resolve_noise.h"
#include "resolve_output.h"
#include "resolve_transition.h"

static void
resolve_states (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  CoupletAutomaton *automaton = &resolver->owned->automaton;
  CoupletState *states =
      couplet_arena_new_array (resolver->owned->arena, CoupletState, builder->n_states);
  for (guint32 q = 0; q < builder->n_states; q++) {
    const CollectedState *state = &builder->states[q];
    const char *name = names_text (builder->state_names, state->name);
    const Meaning *noise = state->noise == COUPLET_NONE ? NULL : &resolver->noise[state->noise];
    states[q] = (CoupletState){name, state->input, noise != NULL ? noise->index : COUPLET_NONE,
                               state->place};
    g_autofree char *quoted =
        noise != NULL && noise->messages != NULL ? couplet_quote (name, -1) : NULL;
    for (guint i = 0; quoted != NULL && i < noise->messages->len; i++)
      builder_error (builder, state->place, "state %s: %s", quoted,
                     (const char *)g_ptr_array_index (noise->messages, i));
  }
  automaton->states = states;
  automaton->n_states = builder->n_states;
}

static void
resolve_readings (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  if (names_count (builder->readings) == 0)
    return;
  const char **readings =
      couplet_arena_new_array (resolver->owned->arena, const char *, builder->n_states);
  for (guint32 q = 0; q < builder->n_states; q++) {
    guint32 reading = builder->states[q].reading;
    readings[q] = reading != COUPLET_NONE ? names_text (builder->readings, reading) : NULL;
  }
  resolver->owned->automaton.readings = readings;
}

static void
resolve_initial (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  resolver->owned->automaton.initial = COUPLET_NONE;
  if (builder->initial_name == COUPLET_NONE) {
    builder_error (builder, ((CoupletPlace){0, 0}), "no initial state is given");
    return;
  }
  guint32 state = builder->state_of_name[builder->initial_name];
  if (state == COUPLET_NONE) {
    g_autofree char *quoted =
        couplet_quote (names_text (builder->state_names, builder->initial_name), -1);
    builder_error (builder, builder->initial_place, "the initial state %s is not declared", quoted);
  }
  resolver->owned->automaton.initial = state;
}

static void
resolve_thresholds (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  CoupletAutomaton *automaton = &resolver->owned->automaton;
  if (resolver_n_thresholds (resolver) == 0)
    names_intern (builder->thresholds, COUPLET_TEXT ("x"));
  guint32 n = resolver_n_thresholds (resolver);
  const char **names = couplet_arena_new_array (resolver->owned->arena, const char *, n);
  for (guint32 v = 0; v < n; v++)
    names[v] = names_text (builder->thresholds, v);
  automaton->thresholds = names;
  automaton->n_thresholds = n;
}

static void
resolve_header (Resolver *resolver)
{
  CoupletBuilder *builder = resolver->builder;
  CoupletAutomaton *automaton = &resolver->owned->automaton;
  automaton->name =
      couplet_arena_strndup (resolver->owned->arena, builder->name, strlen (builder->name));
  automaton->sampling = builder->sampling;
  automaton->adjacency = builder->adjacency;
  mpq_set (automaton->sensitivity.value, builder->sensitivity.value);
  mpq_set (automaton->claim.value, builder->claim.value);
}

gboolean
resolve_collected (CoupletBuilder *builder, OwnedAutomaton *owned)
{
  g_auto (Resolver) resolver;
  resolver_init (&resolver, builder, owned);
  resolve_header (&resolver);
  resolve_thresholds (&resolver);
  resolve_noises (&resolver);
  resolve_guards (&resolver);
  resolve_outputs (&resolver);
  resolve_assignments (&resolver);
  resolve_states (&resolver);
  resolve_readings (&resolver);
  resolve_initial (&resolver);
  resolve_check_transitions (&resolver);
  resolver_hand_over_numbers (&resolver);
  return resolve_transitions (&resolver);
}
