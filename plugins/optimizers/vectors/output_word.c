/* SPDX-License-Identifier: Apache-2.0 */
#include "output_word.h"

#include <string.h>

/* ---- Writing it out ------------------------------------------------------------------------ */

static void
append_word (GArray *word, const GArray *more)
{
  g_array_append_vals (word, more->data, more->len);
}

/* The numbers of the sets on the way to found, the start left out. */
static GArray *
find_way (const OutputLink *const *links, guint32 found)
{
  GArray *way = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = found; links[i]->parent != OUTPUT_WORD_START; i = links[i]->parent)
    g_array_prepend_val (way, i);
  return way;
}

/* The letters of the sets behind ancestor on the way, whose pieces are known, then those of last.
 */
static GArray *
write_loop (const GArray *way, GArray *const *pieces, guint n_pieces, guint32 ancestor,
            const GArray *last)
{
  GArray *loop = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < n_pieces; i++)
    if (g_array_index (way, guint32, i) > ancestor)
      append_word (loop, pieces[i]);
  append_word (loop, last);
  return loop;
}

/* The letters between the set before number n_pieces of way and that one, with its loops. */
static GArray *
write_piece (const OutputLink *link, const GArray *way, GArray *const *pieces, guint n_pieces,
             guint turns, guint most)
{
  GArray *piece = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (piece, link->letter);
  for (guint l = 0; l < link->loops->len; l++) {
    g_autoptr (GArray) loop =
        write_loop (way, pieces, n_pieces, g_array_index (link->loops, guint32, l), piece);
    for (guint turn = 0; turn < turns && piece->len <= most; turn++)
      append_word (piece, loop);
  }
  return piece;
}

GArray *
output_word_write (const OutputLink *const *links, guint32 found, guint turns, guint most)
{
  g_autoptr (GArray) way = find_way (links, found);
  g_autoptr (GPtrArray) pieces = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  g_autoptr (GArray) word = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < way->len; i++) {
    const OutputLink *link = links[g_array_index (way, guint32, i)];
    g_ptr_array_add (pieces,
                     write_piece (link, way, (GArray *const *)pieces->pdata, i, turns, most));
    append_word (word, g_ptr_array_index (pieces, i));
    if (word->len > most)
      return NULL;
  }
  return g_steal_pointer (&word);
}

/* ---- A path with it ------------------------------------------------------------------------- */

/* Where runs may be that see a word, letter by letter. */
typedef struct {
  const OutputLetters *letters;
  CoupletUnit *unit;
  CoupletCost *cost, *next; /* per place */
  GPtrArray *taken; /* guint32 *: per letter and state, a transition to it, or COUPLET_NONE */
} WordRun;

static const CoupletAutomaton *
automaton_of (const WordRun *run)
{
  return run->letters->automaton;
}

static gboolean
may_be_in (const WordRun *run, guint32 state)
{
  for (guint32 p = run->letters->first[state]; p < run->letters->first[state + 1]; p++)
    if (run->cost[p] != COUPLET_COST_INFINITE)
      return TRUE;
  return FALSE;
}

/* Takes one letter; FALSE when its difference is not that of all inputs read. */
static gboolean
take_letter (WordRun *run, const OutputLetter *letter)
{
  const CoupletAutomaton *a = automaton_of (run);
  guint32 *taken = g_new (guint32, a->n_states);
  memset (taken, 0xff, a->n_states * sizeof *taken);
  g_ptr_array_add (run->taken, taken);
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (run->letters->seen[t] != letter->output || !may_be_in (run, a->source[t]) ||
        couplet_guard_of (a, t)->n_alternatives == 0)
      continue;
    if ((a->states[a->source[t]].input == COUPLET_PUBLIC) != (letter->difference == 0))
      return FALSE;
    taken[a->target[t]] = t;
  }
  shift_vector_step (run->unit, run->cost, run->letters->n_places,
                     (const ShiftWay *)(gpointer)letter->ways->data, letter->ways->len, run->next);
  CoupletCost *old = run->cost;
  run->cost = run->next;
  run->next = old;
  return TRUE;
}

/* The state where some run may be that pays least. */
static guint32
cheapest_state (const WordRun *run, CoupletCost *cost)
{
  const CoupletAutomaton *a = automaton_of (run);
  guint32 best = COUPLET_NONE;
  *cost = COUPLET_COST_INFINITE;
  for (guint32 q = 0; q < a->n_states; q++)
    for (guint32 p = run->letters->first[q]; p < run->letters->first[q + 1]; p++)
      if (couplet_cost_compare (run->cost[p], *cost) < 0) {
        *cost = run->cost[p];
        best = q;
      }
  return best;
}

/* The path that leads to state, backwards. */
static GArray *
read_path (const WordRun *run, const GArray *word, guint32 state)
{
  GArray *path = g_array_sized_new (FALSE, FALSE, sizeof (CoupletWalkStep), word->len);
  g_array_set_size (path, word->len);
  for (guint i = word->len; i-- > 0;) {
    const OutputLetter *letter =
        g_ptr_array_index (run->letters->letters, g_array_index (word, guint32, i));
    guint32 t = ((const guint32 *)g_ptr_array_index (run->taken, i))[state];
    g_array_index (path, CoupletWalkStep, i) =
        (CoupletWalkStep){t, (gint8)letter->difference, COUPLET_SHIFT_UNUSED};
    state = automaton_of (run)->source[t];
  }
  return path;
}

GArray *
output_word_path (const OutputLetters *letters, CoupletUnit *unit, const GArray *word,
                  CoupletCost *cost)
{
  gsize size = MAX (letters->n_places, 1) * sizeof (CoupletCost);
  if (letters->automaton->silent != NULL)
    return NULL;
  g_autofree CoupletCost *first = g_malloc (size), *second = g_malloc (size);
  g_autoptr (GPtrArray) taken = g_ptr_array_new_with_free_func (g_free);
  WordRun run = {letters, unit, first, second, taken};
  memset (first, 0xff, size);
  first[letters->first[letters->automaton->initial]] = 0;
  for (guint i = 0; i < word->len; i++)
    if (!take_letter (&run, g_ptr_array_index (letters->letters, g_array_index (word, guint32, i))))
      return NULL;
  guint32 state = cheapest_state (&run, cost);
  return state != COUPLET_NONE ? read_path (&run, word, state) : NULL;
}
