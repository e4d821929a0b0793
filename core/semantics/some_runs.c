/* SPDX-License-Identifier: Apache-2.0 */
#include "some_runs.h"

#include "copies.h"
#include "within.h"

#include <couplet/internal/graph.h>
#include <couplet/host/unfold.h>
#include <string.h>

#define MOST_STATES 1000000

/* ---- Which runs there are ------------------------------------------------------------------ */

static guint32
folded_state (const CoupletAutomaton *automaton, guint32 state)
{
  return automaton->folded != NULL ? automaton->folded_state[state] : state;
}

static int
compare_states (gconstpointer a, gconstpointer b)
{
  guint32 p = *(const guint32 *)a, q = *(const guint32 *)b;
  return p < q ? -1 : p > q;
}

GArray *
run_ends (const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autofree guint8 *left = g_new0 (guint8, components->n_components);
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 t = 0; t < automaton->n_transitions; t++) {
    guint32 c = components->component[automaton->source[t]];
    if (c != COUPLET_NONE && components->component[automaton->target[t]] != c)
      left[c] = 1;
  }
  for (guint32 q = 0; q < automaton->n_states; q++) {
    guint32 c = components->component[q], state = folded_state (automaton, q);
    if (c != COUPLET_NONE && !left[c])
      g_array_append_val (ends, state);
  }
  g_array_sort (ends, compare_states);
  guint n = 0;
  for (guint i = 0; i < ends->len; i++) {
    guint32 state = g_array_index (ends, guint32, i);
    if (n == 0 || g_array_index (ends, guint32, n - 1) != state)
      g_array_index (ends, guint32, n++) = state;
  }
  g_array_set_size (ends, n);
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

/* A state of automaton after so many of the counted symbols or answers. */
typedef struct {
  guint32 state;
  guint32 count;
} Node;

typedef struct {
  const CoupletAutomaton *automaton;
  const RunChoice *choice;
  guint32 *same;     /* per state, the first with the same order, whatever is remembered */
  GHashTable *known; /* Node -> its index + 1 */
  GArray *nodes;     /* Node */
  AutomatonCopies copies;
} Search;

static guint
hash_node (gconstpointer key)
{
  const Node *node = key;
  return node->state * 31 + node->count;
}

static gboolean
equal_nodes (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (Node)) == 0;
}

/* States that differ in what is remembered of inputs only are one. */
static guint32 *
find_same (const CoupletAutomaton *automaton)
{
  guint32 *same = g_new (guint32, MAX (automaton->n_states, 1));
  g_autoptr (GHashTable) orders = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) first = g_hash_table_new_full (hash_node, equal_nodes, g_free, NULL);
  for (guint32 q = 0; q < automaton->n_states; q++) {
    same[q] = q;
    if (automaton->memory == NULL)
      continue;
    gpointer order = automaton->order != NULL ? (gpointer)automaton->order[q] : NULL;
    if (!g_hash_table_contains (orders, order))
      g_hash_table_insert (orders, order, GUINT_TO_POINTER (g_hash_table_size (orders)));
    Node key = {folded_state (automaton, q),
                GPOINTER_TO_UINT (g_hash_table_lookup (orders, order))};
    guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (first, &key));
    if (found > 0)
      same[q] = found - 1;
    else
      g_hash_table_insert (first, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (q + 1));
  }
  return same;
}

static guint32
find_node (Search *search, guint32 state, guint32 count)
{
  Node node = {search->same[state], count};
  guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (search->known, &node));
  if (found > 0)
    return found - 1;
  g_array_append_val (search->nodes, node);
  g_array_append_val (search->copies.state, node.state);
  g_hash_table_insert (search->known, g_memdup2 (&node, sizeof node),
                       GUINT_TO_POINTER (search->nodes->len));
  return search->nodes->len - 1;
}

/* Follows the transitions of a node; those that differ in what is remembered stand side by side. */
static void
visit (Search *search, Node node)
{
  const CoupletAutomaton *a = search->automaton;
  const RunChoice *choice = search->choice;
  gboolean reads = choice->answers > 0 && a->states[node.state].input == COUPLET_PRIVATE;
  guint32 most = choice->answers > 0 ? choice->answers : choice->count;
  for (guint32 t = a->row[node.state]; t < a->row[node.state + 1]; t++) {
    guint32 count = node.count + (reads || a->output[t] == choice->output);
    if (count > most || (t > a->row[node.state] &&
                         couplet_folded_transition (a, t - 1) == couplet_folded_transition (a, t)))
      continue;
    guint32 target = find_node (search, a->target[t], count);
    g_array_append_val (search->copies.target, target);
    g_array_append_val (search->copies.transition, t);
  }
}

/* FALSE: too many states. */
static gboolean
explore (Search *search)
{
  find_node (search, search->automaton->initial, 0);
  for (guint32 i = 0; i < search->nodes->len; i++) {
    g_array_append_val (search->copies.row, search->copies.transition->len);
    visit (search, g_array_index (search->nodes, Node, i));
    if (search->nodes->len > MOST_STATES)
      return FALSE;
  }
  g_array_append_val (search->copies.row, search->copies.transition->len);
  return TRUE;
}

static gboolean
is_chosen (const Search *search, Node node)
{
  const RunChoice *choice = search->choice;
  return (choice->answers > 0 || node.count == choice->count) &&
         (choice->group == NULL ||
          choice->group[folded_state (search->automaton, node.state)] == choice->end);
}

/* Per node, 1 where a chosen one can be reached from it. The caller frees it. */
static guint8 *
find_kept (const Search *search)
{
  guint32 n = search->nodes->len;
  guint8 *kept = g_new0 (guint8, n);
  for (guint32 i = 0; i < n; i++)
    kept[i] = is_chosen (search, g_array_index (search->nodes, Node, i)) ? 1 : 0;
  mark_sources (n, (const guint32 *)(gpointer)search->copies.row->data,
                (const guint32 *)(gpointer)search->copies.target->data, NULL, kept);
  return kept;
}

/* The states that are kept; where a symbol is counted their names tell how often it stood. */
static const CoupletState *
name_states (const Search *search, const guint8 *kept, CoupletArena *arena)
{
  CoupletState *states = couplet_arena_new_array (arena, CoupletState, search->nodes->len);
  CoupletState *state = states;
  for (guint32 i = 0; i < search->nodes->len; i++) {
    Node node = g_array_index (search->nodes, Node, i);
    if (!kept[i])
      continue;
    *state = search->automaton->states[node.state];
    if (search->choice->output != COUPLET_NONE) {
      g_autofree char *name = g_strdup_printf ("%s #%u", state->name, node.count);
      state->name = couplet_arena_strndup (arena, name, strlen (name));
    }
    state++;
  }
  return states;
}

/* The automaton of what was found; NULL when no run is chosen. */
static CoupletAutomaton *
lay_out (const Search *search)
{
  g_autofree guint8 *kept = find_kept (search);
  if (!kept[0])
    return NULL;
  CoupletArena *arena = couplet_arena_new ();
  const CoupletState *states = name_states (search, kept, arena);
  copies_restrict (&search->copies, kept);
  CoupletAutomaton *result =
      automaton_of_copies (search->automaton, &search->copies, states, arena);
  mpq_set_ui (result->claim.value, 0, 1);
  return result;
}

CoupletAutomaton *
some_runs_new (const CoupletAutomaton *automaton, const RunChoice *choice)
{
  g_autofree guint32 *same = find_same (automaton);
  g_autoptr (GHashTable) known = g_hash_table_new_full (hash_node, equal_nodes, g_free, NULL);
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  g_autoptr (GArray) state = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) row = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) target = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) transition = g_array_new (FALSE, FALSE, sizeof (guint32));
  Search search = {automaton, choice, same, known, nodes, {state, row, target, transition, NULL}};
  return explore (&search) ? lay_out (&search) : NULL;
}

CoupletAutomaton *
couplet_runs_of_answers (const CoupletAutomaton *automaton, guint32 answers)
{
  return some_runs_new (automaton, &(RunChoice){NULL, COUPLET_NONE, COUPLET_NONE, 0, answers});
}
