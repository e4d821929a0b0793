/* SPDX-License-Identifier: Apache-2.0 */
#include "some_runs.h"

#include "copies.h"
#include "within.h"

#include <couplet/host/unfold.h>
#include <string.h>

#define MOST_STATES 1000000

/* ---- Which runs there are ------------------------------------------------------------------ */

static guint32
folded_state (const CoupletAutomaton *automaton, guint32 state)
{
  return automaton->folded != NULL ? automaton->folded_state[state] : state;
}

GArray *
run_ends (const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autofree guint8 *left = g_new0 (guint8, components->n_components);
  guint32 n = automaton->folded != NULL ? automaton->folded->n_states : automaton->n_states;
  g_autofree guint8 *ends_here = g_new0 (guint8, n);
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 t = 0; t < automaton->n_transitions; t++) {
    guint32 c = components->component[automaton->source[t]];
    if (c != COUPLET_NONE && components->component[automaton->target[t]] != c)
      left[c] = 1;
  }
  for (guint32 q = 0; q < automaton->n_states; q++) {
    guint32 c = components->component[q];
    if (c != COUPLET_NONE && !left[c])
      ends_here[folded_state (automaton, q)] = 1;
  }
  for (guint32 q = 0; q < n; q++)
    if (ends_here[q])
      g_array_append_val (ends, q);
  return ends;
}

guint32
most_of_output (const CoupletAutomaton *automaton, guint32 output)
{
  if (automaton->outputs[output].kind != COUPLET_SYMBOL ||
      (automaton->silent != NULL && automaton->silent[output]))
    return COUPLET_NONE;
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autofree guint32 *most = g_new0 (guint32, components->n_components);
  for (guint32 c = 0; c < components->n_components; c++)
    for (guint32 i = components->first[c]; i < components->first[c + 1]; i++) {
      guint32 q = components->members[i];
      for (guint32 t = automaton->row[q]; t < automaton->row[q + 1]; t++) {
        gboolean counts = automaton->output[t] == output;
        if (counts && couplet_on_cycle (automaton, components, t))
          return COUPLET_NONE;
        most[c] = MAX (most[c], most[components->component[automaton->target[t]]] + counts);
      }
    }
  return most[components->component[automaton->initial]];
}

/* ---- Making the automaton ------------------------------------------------------------------ */

/* A state is copied for each number of counted symbols or answers before it. */
typedef struct {
  const CoupletAutomaton *automaton;
  const RunChoice *choice;
  guint32 *same; /* per state, the first with the same order, whatever is remembered */
  Copies copies;
} Search;

/* States that differ in what is remembered of inputs only are one. */
static guint32 *
find_same (const CoupletAutomaton *automaton)
{
  guint32 *same = g_new (guint32, MAX (automaton->n_states, 1)), n = 0;
  g_autofree guint32 *first = g_new (guint32, MAX (automaton->n_states, 1));
  g_autoptr (GHashTable) orders = g_hash_table_new (NULL, NULL); /* to their numbers */
  g_auto (Copies) seen;
  copies_init (&seen, automaton);
  for (guint32 q = 0; q < automaton->n_states; q++) {
    gpointer order = automaton->order != NULL ? (gpointer)automaton->order[q] : NULL;
    if (!g_hash_table_contains (orders, order))
      g_hash_table_insert (orders, order, GUINT_TO_POINTER (g_hash_table_size (orders)));
    guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (orders, order));
    guint32 place = copies_find (&seen, folded_state (automaton, q), number, (CoupletMemory){0});
    if (place == n)
      first[n++] = q;
    same[q] = first[place];
  }
  return same;
}

/* Follows the transitions of a copy; those that differ in what is remembered stand side by side. */
static void
visit (Search *search, StateCopy copy)
{
  const CoupletAutomaton *a = search->automaton;
  const RunChoice *choice = search->choice;
  gboolean reads = choice->answers > 0 && a->states[copy.state].input == COUPLET_PRIVATE;
  guint32 most = choice->answers > 0 ? choice->answers : choice->count;
  copies_begin (&search->copies);
  for (guint32 t = a->row[copy.state]; t < a->row[copy.state + 1]; t++) {
    guint32 count = copy.number + (reads || a->output[t] == choice->output);
    if (count > most || (t > a->row[copy.state] &&
                         couplet_folded_transition (a, t - 1) == couplet_folded_transition (a, t)))
      continue;
    guint32 target = search->same[a->target[t]];
    copies_add (&search->copies, copies_find (&search->copies, target, count, (CoupletMemory){0}),
                t, 0);
  }
}

/* FALSE: too many states. */
static gboolean
explore (Search *search)
{
  guint32 initial = search->same[search->automaton->initial];
  copies_find (&search->copies, initial, 0, (CoupletMemory){0});
  for (guint32 i = 0; i < search->copies.states->len; i++) {
    visit (search, *copies_at (&search->copies, i));
    if (search->copies.states->len > MOST_STATES)
      return FALSE;
  }
  copies_begin (&search->copies);
  return TRUE;
}

static gboolean
is_chosen (const Search *search, const StateCopy *copy)
{
  const RunChoice *choice = search->choice;
  return (choice->answers > 0 || copy->number == choice->count) &&
         (choice->group == NULL ||
          choice->group[folded_state (search->automaton, copy->state)] == choice->end);
}

/* Per copy, 1 where a chosen one can be reached from it. The caller frees it. */
static guint8 *
find_kept (const Search *search)
{
  guint32 n = search->copies.states->len;
  guint8 *kept = g_new0 (guint8, n);
  for (guint32 i = 0; i < n; i++)
    kept[i] = is_chosen (search, copies_at (&search->copies, i)) ? 1 : 0;
  mark_sources (n, (const guint32 *)(gpointer)search->copies.row->data,
                (const guint32 *)(gpointer)search->copies.target->data, NULL, kept);
  return kept;
}

/* The states; where a symbol is counted their names tell how often it stood. */
static const CoupletState *
name_states (const Search *search)
{
  guint32 n = search->copies.states->len;
  CoupletState *states = couplet_arena_new_array (search->copies.arena, CoupletState, n);
  for (guint32 i = 0; i < n; i++) {
    const StateCopy *copy = copies_at (&search->copies, i);
    states[i] = search->automaton->states[copy->state];
    if (search->choice->output == COUPLET_NONE)
      continue;
    g_autofree char *name = g_strdup_printf ("%s #%u", states[i].name, copy->number);
    states[i].name = couplet_arena_strndup (search->copies.arena, name, strlen (name));
  }
  return states;
}

/* The automaton of what was found; NULL when no run is chosen. */
static CoupletAutomaton *
lay_out (Search *search)
{
  g_autofree guint8 *kept = find_kept (search);
  if (!kept[0])
    return NULL;
  copies_restrict (&search->copies, kept);
  CoupletAutomaton *result = copies_automaton (&search->copies, name_states (search));
  mpq_set_ui (result->claim.value, 0, 1);
  return result;
}

CoupletAutomaton *
some_runs_new (const CoupletAutomaton *automaton, const RunChoice *choice)
{
  g_autofree guint32 *same = find_same (automaton);
  Search search = {.automaton = automaton, .choice = choice, .same = same};
  copies_init (&search.copies, automaton);
  CoupletAutomaton *result = explore (&search) ? lay_out (&search) : NULL;
  copies_clear (&search.copies);
  return result;
}

CoupletAutomaton *
couplet_runs_of_answers (const CoupletAutomaton *automaton, guint32 answers)
{
  return some_runs_new (automaton, &(RunChoice){NULL, COUPLET_NONE, COUPLET_NONE, 0, answers});
}
