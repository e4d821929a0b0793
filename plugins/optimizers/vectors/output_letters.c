/* SPDX-License-Identifier: Apache-2.0 */
#include "output_letters.h"

#include <couplet/sample.h>

#include <string.h>

typedef struct {
  OutputLetters *letters;
  const CoupletLive *live;
  CoupletUnit *unit;
  CoupletSample *samples; /* room for all of a transition */
  gint8 *before, *after;  /* shifts, per threshold */
} Making;

/* ---- Places ------------------------------------------------------------------------------- */

/* Numbers the places; FALSE when they are more than most. */
static gboolean
number_places (OutputLetters *letters, const CoupletLive *live, guint32 most)
{
  const CoupletAutomaton *a = letters->automaton;
  for (guint32 q = 0; q < a->n_states; q++) {
    guint32 places = a->reachable[q] ? 1 : 0;
    letters->first[q] = letters->n_places;
    for (guint32 v = 0; v < a->n_thresholds && places <= most; v++)
      places *= a->reachable[q] && couplet_is_live (live, q, v) ? 3 : 1;
    letters->n_places += places;
    if (letters->n_places > most)
      return FALSE;
  }
  letters->first[a->n_states] = letters->n_places;
  return TRUE;
}

static guint32
place_of (const Making *making, guint32 state, const gint8 *shifts)
{
  const CoupletAutomaton *a = making->letters->automaton;
  guint32 index = 0;
  for (guint32 v = 0; v < a->n_thresholds; v++)
    if (couplet_is_live (making->live, state, v))
      index = 3 * index + (guint32)(shifts[v] + 1);
  return making->letters->first[state] + index;
}

static void
set_shifts (const Making *making, guint32 state, guint32 place, gint8 *shifts)
{
  const CoupletAutomaton *a = making->letters->automaton;
  guint32 index = place - making->letters->first[state];
  for (guint32 v = a->n_thresholds; v-- > 0;) {
    gboolean live = couplet_is_live (making->live, state, v);
    shifts[v] = live ? (gint8)(index % 3) - 1 : 0;
    index /= live ? 3 : 1;
  }
}

/* ---- Ways ------------------------------------------------------------------------------------ */

/* The shifts that the literals of way, a conjunction, leave sample. */
static CoupletShifts
shifts_left (const Making *making, const CoupletConjunction *way, const CoupletSample *sample)
{
  gboolean one = couplet_n_slots (making->letters->automaton) == 1;
  CoupletShifts left = COUPLET_ALL_SHIFTS;
  for (guint32 i = 0; i < way->n_literals; i++)
    if (one || way->literals[i].threshold == sample->slot)
      left &= couplet_shifts_beside (way->literals[i].comparison,
                                     making->before[way->literals[i].threshold]);
  return left;
}

/* Adds the ways that lead on from making->before and after, where the samples before number
 * next have paid cost: tries all shifts of that one and of those behind it. */
static void
spread (const Making *making, guint32 transition, const CoupletConjunction *way, guint32 n,
        CoupletCost cost, OutputLetter *letter)
{
  const CoupletAutomaton *a = making->letters->automaton;
  guint32 from = place_of (making, a->source[transition], making->before);
  g_autofree gint8 *shift = g_new (gint8, n + 1);
  memset (shift, -1, n + 1);
  for (;;) {
    CoupletCost sum = cost;
    memcpy (making->after, making->before, a->n_thresholds);
    for (guint32 s = 0; s < n && sum != COUPLET_COST_INFINITE; s++) {
      const CoupletSample *sample = &making->samples[s];
      sum = couplet_shifts_have (shifts_left (making, way, sample), shift[s])
                ? couplet_cost_add (
                      making->unit, sum,
                      couplet_sample_cost (sample, making->unit, letter->difference, shift[s]))
                : COUPLET_COST_INFINITE;
      for (guint32 i = 0; i < sample->n_assigned; i++)
        making->after[sample->assigned[i]] = shift[s];
    }
    ShiftWay one = {from, place_of (making, a->target[transition], making->after), sum};
    if (sum != COUPLET_COST_INFINITE)
      g_array_append_val (letter->ways, one);
    guint32 s = 0;
    while (s < n && shift[s] == 1)
      shift[s++] = -1;
    if (s == n)
      return;
    shift[s]++;
  }
}

/* Whether way reads sample, or it is stored or shown. */
static gboolean
is_used (const Making *making, const CoupletConjunction *way, const CoupletSample *sample)
{
  gboolean one = couplet_n_slots (making->letters->automaton) == 1;
  gboolean used = sample->outputs || sample->n_assigned > 0;
  for (guint32 i = 0; i < way->n_literals && !used; i++)
    used = one || way->literals[i].threshold == sample->slot;
  return used;
}

/* Adds the ways of transition when its guard holds by the conjunction. */
static void
add_ways (const Making *making, guint32 transition, const CoupletConjunction *way,
          OutputLetter *letter)
{
  const CoupletAutomaton *a = making->letters->automaton;
  guint32 n = couplet_samples_load (making->samples, a, NULL, making->unit, transition), used = 0;
  CoupletCost fresh = couplet_fresh_cost (a, NULL, making->unit, transition, letter->difference);
  if (fresh == COUPLET_COST_INFINITE)
    return;
  for (guint32 s = 0; s < n; s++)
    if (is_used (making, way, &making->samples[s]))
      making->samples[used++] = making->samples[s];
  guint32 q = a->source[transition];
  for (guint32 p = making->letters->first[q]; p < making->letters->first[q + 1]; p++) {
    set_shifts (making, q, p, making->before);
    spread (making, transition, way, used, fresh, letter);
  }
}

static void
add_letter (const Making *making, guint32 output, int difference)
{
  const CoupletAutomaton *a = making->letters->automaton;
  OutputLetter *letter = g_new (OutputLetter, 1);
  *letter = (OutputLetter){output, difference, g_array_new (FALSE, FALSE, sizeof (ShiftWay))};
  for (guint32 t = 0; t < a->n_transitions; t++) {
    gint8 differences[COUPLET_MOST_DIFFERENCES];
    guint32 n = couplet_differences (a, t, differences);
    gboolean has = FALSE;
    for (guint32 i = 0; i < n; i++)
      has |= differences[i] == difference;
    const CoupletGuard *guard = couplet_guard_of (a, t);
    for (guint32 i = 0; i < guard->n_alternatives && has && a->reachable[a->source[t]] &&
                        making->letters->seen[t] == output;
         i++)
      add_ways (making, t, &guard->alternatives[i], letter);
  }
  g_ptr_array_add (making->letters->letters, letter);
}

/* ---- All of it ---------------------------------------------------------------------------------
 */

/* Tells the transitions apart by what is seen of them. */
static void
number_outputs (OutputLetters *letters)
{
  const CoupletAutomaton *a = letters->automaton;
  g_autoptr (GHashTable) symbols = g_hash_table_new (g_str_hash, g_str_equal);
  letters->n_outputs = 1; /* a real value */
  for (guint32 t = 0; t < a->n_transitions; t++) {
    const CoupletOutput *output = couplet_output_of (a, t);
    letters->seen[t] = 0;
    if (output->kind != COUPLET_SYMBOL)
      continue;
    letters->seen[t] = GPOINTER_TO_UINT (g_hash_table_lookup (symbols, output->name));
    if (letters->seen[t] == 0) {
      letters->seen[t] = letters->n_outputs++;
      g_hash_table_insert (symbols, (gpointer)output->name, GUINT_TO_POINTER (letters->seen[t]));
    }
  }
}

static void
free_letter (gpointer data)
{
  OutputLetter *letter = data;
  g_array_unref (letter->ways);
  g_free (letter);
}

OutputLetters *
output_letters_new (const CoupletAutomaton *automaton, const CoupletLive *live, CoupletUnit *unit,
                    guint32 most)
{
  g_autoptr (OutputLetters) letters = g_new0 (OutputLetters, 1);
  letters->automaton = automaton;
  letters->first = g_new0 (guint32, (gsize)automaton->n_states + 1);
  letters->seen = g_new0 (guint32, (gsize)automaton->n_transitions + 1);
  letters->letters = g_ptr_array_new_with_free_func (free_letter);
  if (!number_places (letters, live, most))
    return NULL;
  number_outputs (letters);
  g_autofree CoupletSample *samples = g_new (CoupletSample, automaton->n_thresholds);
  g_autofree gint8 *shifts = g_new0 (gint8, 2 * (gsize)automaton->n_thresholds);
  Making making = {letters, live, unit, samples, shifts, shifts + automaton->n_thresholds};
  for (guint32 output = 0; output < letters->n_outputs; output++)
    for (int difference = -1; difference <= 1; difference++)
      add_letter (&making, output, difference);
  return g_steal_pointer (&letters);
}

void
output_letters_free (OutputLetters *letters)
{
  if (letters == NULL)
    return;
  g_free (letters->first);
  g_free (letters->seen);
  if (letters->letters != NULL)
    g_ptr_array_unref (letters->letters);
  g_free (letters);
}
