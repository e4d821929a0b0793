/* SPDX-License-Identifier: Apache-2.0 */
#include "walks.h"

typedef struct {
  guint n_walks, n_steps, n_tried; /* n_steps: of one walk */
} Limits;

/* A walk so far. It counts the outputs that it has shown, or the answers that it has read. */
typedef struct {
  const CoupletAutomaton *automaton;
  const GArray
      *letters;    /* guint32: the outputs to show, COUPLET_NONE = a real number; NULL = any */
  guint n_answers; /* to read, if any outputs are */
  GArray *steps;   /* guint32 */
  guint n_counted, n_tried;
  GPtrArray *walks;
} Search;

guint32
walk_letter (const CoupletAutomaton *automaton, guint32 transition)
{
  return couplet_output_of (automaton, transition)->kind == COUPLET_SYMBOL
             ? automaton->output[transition]
             : COUPLET_NONE;
}

static gboolean
counts (const Search *search, guint32 transition)
{
  return search->letters != NULL
             ? !couplet_is_silent (search->automaton, transition)
             : couplet_source_state (search->automaton, transition)->input == COUPLET_PRIVATE;
}

/* Whether the walk goes on by transition. */
static gboolean
fits (const Search *search, guint32 transition)
{
  return search->letters == NULL || !counts (search, transition) ||
         walk_letter (search->automaton, transition) ==
             g_array_index (search->letters, guint32, search->n_counted);
}

/* Whether the walk ends at state. */
static gboolean
ends (const Search *search, guint32 state)
{
  const CoupletAutomaton *a = search->automaton;
  if (search->letters != NULL)
    return search->n_counted == search->letters->len;
  return a->row[state] == a->row[state + 1] ||
         (a->states[state].input == COUPLET_PRIVATE && search->n_counted == search->n_answers);
}

/* Goes on by transition. Returns the state there. */
static guint32
take_step (Search *search, guint32 transition)
{
  search->n_counted += counts (search, transition);
  g_array_append_val (search->steps, transition);
  return search->automaton->target[transition];
}

/* Takes the last step back, and returns its transition. */
static guint32
undo_step (Search *search)
{
  guint32 last = g_array_index (search->steps, guint32, search->steps->len - 1);
  search->n_counted -= counts (search, last);
  g_array_set_size (search->steps, search->steps->len - 1);
  return last;
}

/* Finds all walks, depth first. FALSE: they are too many or too long. */
static gboolean
find_walks (Search *search, const Limits *most)
{
  const CoupletAutomaton *a = search->automaton;
  guint32 state = a->initial, next = a->row[state];
  if (ends (search, state))
    return TRUE;
  for (;;) {
    while (next < a->row[state + 1] && !fits (search, next))
      next++;
    if (search->n_tried++ > most->n_tried || search->steps->len > most->n_steps ||
        search->walks->len > most->n_walks)
      return FALSE;
    if (next < a->row[state + 1]) {
      guint32 target = take_step (search, next);
      if (!ends (search, target)) {
        state = target;
        next = a->row[state];
        continue;
      }
      g_ptr_array_add (search->walks, g_array_copy (search->steps));
    } else if (search->steps->len == 0)
      return TRUE;
    next = undo_step (search);
    state = a->source[next++];
  }
}

static GPtrArray *
list_walks (Search search, const Limits *most)
{
  g_autoptr (GPtrArray) walks = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (guint32));
  search.steps = steps;
  search.walks = walks;
  return find_walks (&search, most) ? g_steal_pointer (&walks) : NULL;
}

GPtrArray *
walks_with_outputs (const CoupletAutomaton *automaton, const guint32 *transitions, guint n)
{
  static const Limits MOST = {8, 1000, 200000};
  g_autoptr (GArray) letters = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < n; i++) {
    guint32 letter = walk_letter (automaton, transitions[i]);
    if (!couplet_is_silent (automaton, transitions[i]))
      g_array_append_val (letters, letter);
  }
  return list_walks ((Search){.automaton = automaton, .letters = letters}, &MOST);
}

GPtrArray *
walks_of_answers (const CoupletAutomaton *automaton, guint n_answers)
{
  static const Limits MOST = {5000, 200, G_MAXUINT - 1};
  return list_walks ((Search){.automaton = automaton, .n_answers = n_answers}, &MOST);
}
