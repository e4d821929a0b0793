/* SPDX-License-Identifier: Apache-2.0 */
#include "same_outputs.h"

/* Paths that are added up, steps of one, and steps that are tried. */
#define MOST_PATHS 8
#define MOST_STEPS 1000
#define MOST_TRIED 200000

/* A path so far, and how many of the outputs it has shown. */
typedef struct {
  const CoupletAutomaton *automaton;
  GArray *letters; /* guint32: the outputs to show; COUPLET_NONE = a real number */
  GArray *steps;   /* guint32 */
  guint n_shown;
  GPtrArray *paths;
  guint n_tried;
} Search;

static guint32
letter_of (const CoupletAutomaton *automaton, guint32 transition)
{
  return couplet_output_of (automaton, transition)->kind == COUPLET_SYMBOL
             ? automaton->output[transition]
             : COUPLET_NONE;
}

/* Whether the path goes on by transition. */
static gboolean
fits (const Search *search, guint32 transition)
{
  return couplet_is_silent (search->automaton, transition) ||
         letter_of (search->automaton, transition) ==
             g_array_index (search->letters, guint32, search->n_shown);
}

/* Goes on by transition; TRUE where that shows the last output. */
static gboolean
take_step (Search *search, guint32 transition)
{
  g_array_append_val (search->steps, transition);
  search->n_shown += !couplet_is_silent (search->automaton, transition);
  return search->n_shown == search->letters->len;
}

/* Takes the last step back, and returns its transition. */
static guint32
undo_step (Search *search)
{
  guint32 last = g_array_index (search->steps, guint32, search->steps->len - 1);
  search->n_shown -= !couplet_is_silent (search->automaton, last);
  g_array_set_size (search->steps, search->steps->len - 1);
  return last;
}

/* Finds all paths, depth first. FALSE: they are too many or too long. */
static gboolean
find_paths (Search *search)
{
  const CoupletAutomaton *a = search->automaton;
  guint32 state = a->initial, next = a->row[state];
  for (;;) {
    while (next < a->row[state + 1] && !fits (search, next))
      next++;
    if (search->n_tried++ > MOST_TRIED || search->steps->len > MOST_STEPS ||
        search->paths->len > MOST_PATHS)
      return FALSE;
    if (next < a->row[state + 1] && !take_step (search, next)) {
      state = a->target[next];
      next = a->row[state];
      continue;
    }
    if (next < a->row[state + 1])
      g_ptr_array_add (search->paths, g_array_copy (search->steps));
    else if (search->steps->len == 0)
      return TRUE;
    next = undo_step (search);
    state = a->source[next++];
  }
}

GPtrArray *
same_outputs_paths (const CoupletAutomaton *automaton, const guint32 *transitions, guint n)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  g_autoptr (GArray) letters = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < n; i++) {
    guint32 letter = letter_of (automaton, transitions[i]);
    if (!couplet_is_silent (automaton, transitions[i]))
      g_array_append_val (letters, letter);
  }
  Search search = {.automaton = automaton, .letters = letters, .steps = steps, .paths = paths};
  return find_paths (&search) ? g_steal_pointer (&paths) : NULL;
}
