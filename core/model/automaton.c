/* SPDX-License-Identifier: Apache-2.0 */
#include "automaton.h"

const char *const sampling_words[] = {"independent", "shared", NULL};
const char *const adjacency_words[] = {"any", "monotonic", "one", NULL};
const char *const input_words[] = {"private", "public", "again", NULL};
const char *const noise_words[] = {"laplace", "discrete-laplace", "exponential", NULL};
const char *const truth_words[] = {"false", "true", NULL};

const char *
couplet_adjacency_to_string (CoupletAdjacency adjacency)
{
  return adjacency_words[adjacency];
}

const char *
couplet_input_to_string (CoupletInput input)
{
  return input_words[input];
}

const char *
couplet_noise_kind_to_string (CoupletNoiseKind kind)
{
  return kind == COUPLET_NOISELESS ? "none" : noise_words[kind - COUPLET_LAPLACE];
}

void
couplet_automaton_free (CoupletAutomaton *automaton)
{
  if (automaton == NULL)
    return;
  OwnedAutomaton *owned = (OwnedAutomaton *)automaton;
  for (guint32 i = 0; owned->numbers != NULL && i < automaton->n_numbers; i++)
    couplet_rational_clear (&owned->numbers[i]);
  couplet_rational_clear (&automaton->sensitivity);
  couplet_rational_clear (&automaton->claim);
  g_free (owned->numbers);
  g_free (owned->transition_block);
  couplet_arena_free (owned->arena);
  g_free (owned);
}

gboolean
couplet_assigns (const CoupletAutomaton *automaton, guint32 transition, guint32 threshold)
{
  const CoupletAssignment *assignment = couplet_assignment_of (automaton, transition);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    if (assignment->thresholds[i] == threshold)
      return TRUE;
  return FALSE;
}

gboolean
couplet_uses_sample (const CoupletAutomaton *automaton, guint32 transition, guint32 threshold)
{
  const CoupletGuard *guard = couplet_guard_of (automaton, transition);
  const CoupletOutput *output = couplet_output_of (automaton, transition);
  /* a gap is among the guard's literals */
  if (automaton->sampling == COUPLET_SHARED)
    return guard->n_literals > 0 || output->kind == COUPLET_INSAMPLE ||
           automaton->assignment[transition] != 0;
  return (output->kind == COUPLET_INSAMPLE && output->threshold == threshold) ||
         couplet_assigns (automaton, transition, threshold) ||
         couplet_guard_comparisons (guard, threshold) != 0;
}

char *
couplet_number_to_string (const CoupletAutomaton *automaton, guint32 number)
{
  return number == COUPLET_NO_NOISE ? g_strdup ("none")
                                    : couplet_rational_to_string (&automaton->numbers[number]);
}

gboolean
couplet_noise_is_uniform (const CoupletAutomaton *automaton, const CoupletNoise *noise)
{
  guint32 slots = automaton->sampling == COUPLET_SHARED ? 1 : automaton->n_thresholds;
  for (guint32 v = 1; v < slots; v++)
    if (noise->d[v] != noise->d[0])
      return FALSE;
  return TRUE;
}

/* A guard with many thresholds is cut before a literal. */
#define LONGEST_GUARD 300
#define MOST_ASSIGNED 8

static void
append_guard (GString *text, const CoupletAutomaton *automaton, guint32 transition)
{
  g_autofree char *guard =
      couplet_guard_to_string (automaton, couplet_guard_of (automaton, transition));
  if (strlen (guard) > LONGEST_GUARD) {
    const char *last = g_strrstr_len (guard, LONGEST_GUARD, "insample");
    g_string_append_len (text, guard, last != NULL ? last - guard : 0);
    g_string_append (text, "...");
  } else
    g_string_append (text, guard);
}

char *
couplet_transition_to_string (const CoupletAutomaton *automaton, guint32 transition)
{
  const CoupletOutput *output = couplet_output_of (automaton, transition);
  const CoupletAssignment *assignment = couplet_assignment_of (automaton, transition);
  GString *text = g_string_new (couplet_source_state (automaton, transition)->name);
  g_string_append_printf (text, " -> %s on ",
                          automaton->states[automaton->target[transition]].name);
  append_guard (text, automaton, transition);
  g_string_append_printf (text, ", output %s", output->name);
  for (guint32 i = 0; i < assignment->n_thresholds && i < MOST_ASSIGNED; i++)
    g_string_append_printf (text, ", %s := insample",
                            automaton->thresholds[assignment->thresholds[i]]);
  if (assignment->n_thresholds > MOST_ASSIGNED)
    g_string_append_printf (text, ", and %u more := insample",
                            assignment->n_thresholds - MOST_ASSIGNED);
  return g_string_free (text, FALSE);
}
