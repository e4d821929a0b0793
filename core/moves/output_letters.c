/* SPDX-License-Identifier: Apache-2.0 */
#include "output_letters.h"

#include "fees.h"

#include <couplet/internal/moves.h>

#include <string.h>

/* ---- Matrices ------------------------------------------------------------------------------ */

static ShiftMatrix *
matrix_new (guint32 n)
{
  ShiftMatrix *matrix = g_malloc (sizeof *matrix + (gsize)n * n * sizeof *matrix->at);
  matrix->n = n;
  memset (matrix->at, 0xff, (gsize)n * n * sizeof *matrix->at); /* infinite */
  return matrix;
}

static CoupletCost *
row_of (ShiftMatrix *matrix, guint32 i)
{
  return &matrix->at[(gsize)i * matrix->n];
}

static void
lower (CoupletCost *cost, CoupletCost other)
{
  *cost = couplet_cost_min (*cost, other);
}

ShiftMatrix *
shift_matrix_unit (guint32 n)
{
  ShiftMatrix *matrix = matrix_new (n);
  for (guint32 i = 0; i < n; i++)
    row_of (matrix, i)[i] = 0;
  return matrix;
}

GArray *
shift_matrix_ways (const ShiftMatrix *a)
{
  GArray *ways = g_array_new (FALSE, FALSE, sizeof (CoupletArc));
  for (guint32 i = 0; i < a->n * a->n; i++) {
    CoupletArc way = {i / a->n, i % a->n, a->at[i]};
    if (way.cost != COUPLET_COST_INFINITE)
      g_array_append_val (ways, way);
  }
  return ways;
}

void
shift_vector_step (CoupletUnit *unit, const CoupletCost *vector, guint32 n, const GArray *ways,
                   CoupletCost *after)
{
  memset (after, 0xff, n * sizeof *after);
  for (guint i = 0; i < ways->len; i++) {
    const CoupletArc *way = &g_array_index (ways, CoupletArc, i);
    if (vector[way->before] != COUPLET_COST_INFINITE)
      lower (&after[way->after], couplet_cost_add (unit, vector[way->before], way->cost));
  }
}

ShiftMatrix *
shift_matrix_step (CoupletUnit *unit, const ShiftMatrix *a, const GArray *ways)
{
  ShiftMatrix *product = matrix_new (a->n);
  for (guint32 i = 0; i < a->n; i++)
    shift_vector_step (unit, &a->at[(gsize)i * a->n], a->n, ways, row_of (product, i));
  return product;
}

static ShiftMatrix *
copy_of (const ShiftMatrix *a)
{
  return g_memdup2 (a, sizeof *a + (gsize)a->n * a->n * sizeof *a->at);
}

/* Makes of a the matrix of any number of its steps, none among them (Floyd and Warshall). */
static void
close_steps (CoupletUnit *unit, ShiftMatrix *a)
{
  for (guint32 i = 0; i < a->n; i++)
    row_of (a, i)[i] = 0;
  for (guint32 k = 0; k < a->n; k++)
    for (guint32 i = 0; i < a->n; i++) {
      CoupletCost first = row_of (a, i)[k];
      for (guint32 j = 0; j < a->n && first != COUPLET_COST_INFINITE; j++)
        if (row_of (a, k)[j] != COUPLET_COST_INFINITE)
          lower (&row_of (a, i)[j], couplet_cost_add (unit, first, row_of (a, k)[j]));
    }
}

/* Whether each place that a's steps lead back to free of charge is led back to by one. free:
 * per place, whether it is one of those. */
static gboolean
repeats_at_once (CoupletUnit *unit, const ShiftMatrix *a, guint8 *free)
{
  g_autofree ShiftMatrix *some = copy_of (a);
  close_steps (unit, some);
  for (guint32 i = 0; i < a->n; i++) {
    gboolean back = FALSE;
    for (guint32 j = 0; j < a->n && !back; j++)
      back = a->at[(gsize)i * a->n + j] == 0 && row_of (some, j)[i] == 0;
    free[i] = a->at[(gsize)i * a->n + i] == 0;
    if (back && !free[i])
      return FALSE;
  }
  return TRUE;
}

ShiftMatrix *
shift_matrix_limit (CoupletUnit *unit, const ShiftMatrix *a, guint32 most)
{
  g_autofree guint8 *free = g_new0 (guint8, MAX (a->n, 1));
  g_autofree ShiftMatrix *turns = copy_of (a);
  g_autoptr (GArray) turn = shift_matrix_ways (a);
  for (guint32 i = 1; !repeats_at_once (unit, turns, free); i++) {
    if (i == most)
      return NULL;
    g_autofree ShiftMatrix *before = turns;
    turns = shift_matrix_step (unit, before, turn);
  }
  close_steps (unit, turns);
  ShiftMatrix *limit = matrix_new (a->n);
  for (guint32 z = 0; z < a->n; z++)
    for (guint32 i = 0; i < a->n && free[z]; i++)
      for (guint32 j = 0; j < a->n && row_of (turns, i)[z] != COUPLET_COST_INFINITE; j++)
        if (row_of (turns, z)[j] != COUPLET_COST_INFINITE)
          lower (&row_of (limit, i)[j],
                 couplet_cost_add (unit, row_of (turns, i)[z], row_of (turns, z)[j]));
  return limit;
}

/* ---- Letters ------------------------------------------------------------------------------- */

/* A sample that a way reads, stores or shows, and the shifts left to it. */
typedef struct {
  const CoupletLetterPart *part;
  CoupletShifts left;
} Draw;

/* Ways that are being made: of one output and difference. */
typedef struct {
  OutputLetters *letters;
  const CoupletLive *live;
  CoupletUnit *unit;
  int difference;
  GArray *ways;          /* CoupletArc: where they are added */
  guint32 gap;           /* the threshold that the output takes from the sample, or COUPLET_NONE */
  CoupletMoves *moves;   /* no cycle must be free */
  Draw *draws;           /* room for those of a letter */
  gint8 *before, *after; /* shifts, per threshold */
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
    shifts[v] = (gint8)(live ? (int)(index % 3) - 1 : 0);
    index /= live ? 3 : 1;
  }
}

/* ---- Ways ------------------------------------------------------------------------------------ */

/* Whether literals about threshold read the sample of part. */
static gboolean
is_read (const Making *making, guint32 threshold, const CoupletLetterPart *part)
{
  return couplet_n_slots (making->letters->automaton) == 1 || threshold == part->sample.slot;
}

/* Looks at what way, a conjunction, and a gap leave part from making->before on. FALSE = they do
 * not read it, and it is neither stored nor shown. */
static gboolean
find_draw (const Making *making, const CoupletConjunction *way, const CoupletLetterPart *part,
           Draw *draw)
{
  gboolean used = part->sample.outputs || part->sample.n_assigned > 0;
  *draw = (Draw){part, part->shifts};
  for (guint32 i = 0; i < way->n_literals; i++)
    if (is_read (making, way->literals[i].threshold, part)) {
      draw->left &= couplet_literals_left (&way->literals[i], 1, making->before);
      used = TRUE;
    }
  if (making->gap != COUPLET_NONE && is_read (making, making->gap, part)) {
    draw->left &= couplet_shift (making->before[making->gap]);
    used = TRUE;
  }
  return used;
}

/* Adds the ways that lead on from making->before by all shifts of n draws, which pay more than
 * cost. */
static void
spread (const Making *making, guint32 transition, guint32 n, CoupletCost cost)
{
  const CoupletAutomaton *a = making->letters->automaton;
  guint32 from = place_of (making, a->source[transition], making->before);
  for (gsize choice = 0; choice < couplet_factor_size (n); choice++) {
    CoupletCost sum = cost;
    gsize rest = choice;
    memcpy (making->after, making->before, a->n_thresholds);
    for (guint32 i = 0; i < n && sum != COUPLET_COST_INFINITE; i++, rest /= 3) {
      const CoupletLetterPart *part = making->draws[i].part;
      int g = (int)(rest % 3) - 1;
      CoupletCost pays = couplet_cost_of_fee (making->unit, part->fees[g + 1], part->sample.d);
      sum = couplet_shifts_have (making->draws[i].left, g)
                ? couplet_cost_add (making->unit, sum, pays)
                : COUPLET_COST_INFINITE;
      for (guint32 k = 0; k < part->sample.n_assigned; k++)
        making->after[part->sample.assigned[k]] = (gint8)g;
    }
    CoupletArc one = {from, place_of (making, a->target[transition], making->after), sum};
    if (sum != COUPLET_COST_INFINITE)
      g_array_append_val (making->ways, one);
  }
}

/* Adds the ways of transition when its guard holds by the conjunction. */
static void
add_ways (const Making *making, guint32 transition, const CoupletConjunction *way)
{
  const CoupletAutomaton *a = making->letters->automaton;
  const CoupletLetter *letter =
      couplet_moves_letter (making->moves, transition, making->difference);
  CoupletCost fresh = couplet_fresh_cost (a, NULL, making->unit, transition, making->difference);
  guint32 q = a->source[transition];
  for (guint32 p = making->letters->first[q]; p < making->letters->first[q + 1]; p++) {
    guint32 n = 0;
    set_shifts (making, q, p, making->before);
    for (guint32 i = 0; i < letter->n_parts; i++)
      n += find_draw (making, way, &letter->parts[i], &making->draws[n]);
    if (fresh != COUPLET_COST_INFINITE)
      spread (making, transition, n, fresh);
  }
}

/* The ways of single transitions that show output and read input, which differs by
 * making->difference. */
static GArray *
find_steps (Making *making, guint32 output, CoupletInput input)
{
  const CoupletAutomaton *a = making->letters->automaton;
  making->ways = g_array_new (FALSE, FALSE, sizeof (CoupletArc));
  for (guint32 t = 0; t < a->n_transitions; t++) {
    guint32 q = a->source[t];
    if (making->letters->seen[t] != output || !a->reachable[q] || a->states[q].input != input ||
        !couplet_shifts_have (difference_set (a, t), making->difference))
      continue;
    const CoupletGuard *guard = couplet_guard_of (a, t);
    const CoupletOutput *shown = couplet_output_of (a, t);
    making->gap = shown->kind == COUPLET_GAP ? shown->threshold : COUPLET_NONE;
    for (guint32 i = 0; i < guard->n_alternatives; i++)
      add_ways (making, t, &guard->alternatives[i]);
  }
  return making->ways;
}

/* Adds to ways those that begin with a silent step of input, read it again at further ones, and end
 * with output. */
static void
add_chains (Making *making, guint32 output, CoupletInput input, GArray *ways)
{
  g_autoptr (GArray) first = find_steps (making, OUTPUT_SILENT, input);
  g_autoptr (GArray) more = find_steps (making, OUTPUT_SILENT, COUPLET_AGAIN);
  g_autoptr (GArray) last = find_steps (making, output, COUPLET_AGAIN);
  g_autofree ShiftMatrix *chain = shift_matrix_unit (making->letters->n_places);
  for (const GArray *next = first; next->len > 0; next = more) {
    g_autofree ShiftMatrix *before = chain;
    chain = shift_matrix_step (making->unit, before, next);
    g_autoptr (GArray) chains = shift_matrix_ways (chain);
    if (chains->len == 0)
      return;
    g_autofree ShiftMatrix *whole = shift_matrix_step (making->unit, chain, last);
    g_autoptr (GArray) more_ways = shift_matrix_ways (whole);
    g_array_append_vals (ways, more_ways->data, more_ways->len);
  }
}

/* Whether output can be seen where input is read and differs by difference. */
static gboolean
is_letter (const OutputLetters *letters, guint32 output, CoupletInput input, int difference)
{
  const GArray *moves = g_ptr_array_index (letters->moves, output);
  for (guint i = 0; i < moves->len; i++) {
    const OutputMove *move = &g_array_index (moves, OutputMove, i);
    if (letters->automaton->states[move->from].input == input &&
        couplet_shifts_have (move->differences, difference))
      return TRUE;
  }
  return FALSE;
}

static void
add_letter (Making *making, guint32 output, CoupletInput input, int difference)
{
  OutputLetters *letters = making->letters;
  if (!is_letter (letters, output, input, difference))
    return;
  OutputLetter *letter = g_new (OutputLetter, 1);
  making->difference = difference;
  *letter = (OutputLetter){output, input, difference, find_steps (making, output, input)};
  if (letters->automaton->silent != NULL && input != COUPLET_PUBLIC)
    add_chains (making, output, input, letter->ways);
  g_ptr_array_add (letters->letters, letter);
}

/* ---- Moves ---------------------------------------------------------------------------------- */

/* FALSE when moves has one between these states that allows as much. */
static gboolean
add_move (GArray *moves, OutputMove move)
{
  for (guint i = 0; i < moves->len; i++) {
    const OutputMove *known = &g_array_index (moves, OutputMove, i);
    if (known->from == move.from && known->to == move.to &&
        (move.differences & ~known->differences) == 0)
      return FALSE;
  }
  g_array_append_val (moves, move);
  return TRUE;
}

/* Puts silent steps before the moves found so far; FALSE when that gives no others. */
static gboolean
lengthen_moves (const OutputLetters *letters, GArray *moves)
{
  const CoupletAutomaton *a = letters->automaton;
  gboolean more = FALSE;
  for (guint32 t = 0; t < a->n_transitions && a->silent != NULL; t++)
    for (guint i = 0; letters->seen[t] == OUTPUT_SILENT && i < moves->len; i++) {
      OutputMove move = g_array_index (moves, OutputMove, i);
      if (move.from != a->target[t])
        continue;
      move.from = a->source[t];
      move.differences &= difference_set (a, t);
      more |= move.differences != 0 && add_move (moves, move);
    }
  return more;
}

static GArray *
find_moves (const OutputLetters *letters, guint32 output)
{
  const CoupletAutomaton *a = letters->automaton;
  GArray *moves = g_array_new (FALSE, FALSE, sizeof (OutputMove));
  for (guint32 t = 0; t < a->n_transitions; t++)
    if (letters->seen[t] == output && a->reachable[a->source[t]])
      add_move (moves, (OutputMove){a->source[t], a->target[t], difference_set (a, t)});
  while (lengthen_moves (letters, moves))
    continue;
  return moves;
}

/* Whether silent steps are those of a private input which is then read again, and do not go on
 * without end. */
static gboolean
is_silence_simple (const OutputLetters *letters)
{
  const CoupletAutomaton *a = letters->automaton;
  g_autofree guint32 *steps = g_new0 (guint32, a->n_states); /* that are known to follow */
  gboolean more = a->silent != NULL;
  for (guint32 pass = 0; pass <= a->n_states && more; pass++) {
    more = FALSE;
    for (guint32 t = 0; t < a->n_transitions; t++) {
      guint32 source = a->source[t], target = a->target[t];
      if (letters->seen[t] != OUTPUT_SILENT || !a->reachable[source])
        continue;
      if (a->states[source].input == COUPLET_PUBLIC ||
          (a->states[target].input != COUPLET_AGAIN && a->row[target] < a->row[target + 1]))
        return FALSE;
      more |= steps[source] <= steps[target];
      steps[source] = MAX (steps[source], steps[target] + 1);
    }
  }
  return !more;
}

/* ---- All of it ------------------------------------------------------------------------------ */

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
    if (couplet_is_silent (a, t))
      letters->seen[t] = OUTPUT_SILENT;
    if (output->kind != COUPLET_SYMBOL || couplet_is_silent (a, t))
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
  letters->moves = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  if (!number_places (letters, live, most))
    return NULL;
  number_outputs (letters);
  if (!is_silence_simple (letters))
    return NULL;
  g_autoptr (CoupletMoves) moves = couplet_moves_new (automaton, NULL, unit);
  g_autofree Draw *draws = g_new (Draw, (gsize)automaton->n_thresholds + 1);
  g_autofree gint8 *shifts = g_new0 (gint8, 2 * (gsize)automaton->n_thresholds);
  Making making = {.letters = letters,
                   .live = live,
                   .unit = unit,
                   .moves = moves,
                   .draws = draws,
                   .before = shifts,
                   .after = shifts + automaton->n_thresholds};
  for (guint32 output = 0; output < letters->n_outputs; output++) {
    g_ptr_array_add (letters->moves, find_moves (letters, output));
    for (int input = COUPLET_PRIVATE; input <= COUPLET_AGAIN; input++)
      for (int difference = -1; difference <= 1; difference++)
        add_letter (&making, output, (CoupletInput)input, difference);
  }
  return g_steal_pointer (&letters);
}

void
output_letters_free (OutputLetters *letters)
{
  if (letters == NULL)
    return;
  g_free (letters->first);
  g_free (letters->seen);
  if (letters->moves != NULL)
    g_ptr_array_unref (letters->moves);
  if (letters->letters != NULL)
    g_ptr_array_unref (letters->letters);
  g_free (letters);
}
