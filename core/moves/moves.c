/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/moves.h>

#include "fees.h"
#include "union_find.h"

#include <couplet/internal/large.h>

#include <string.h>

/* All that the letters of a transition depend on. */
typedef struct {
  guint32 guard, assignment, shown, noise;
  guint8 differences; /* the set of them */
  guint8 is_free;     /* it is on a cycle that must be free */
  guint16 padding;
} LetterKey;

/* The letters of the transitions with one key. */
typedef struct {
  LetterKey key;
  guint32 n;
  CoupletLetter letters[COUPLET_MOST_DIFFERENCES];
} LetterSet;

struct CoupletMoves {
  const CoupletAutomaton *automaton;
  const CoupletComponents *free_cycles;
  const CoupletUnit *unit;
  CoupletArena *arena; /* the sets and their parts */
  GHashTable *numbers; /* LetterKey to the number of its set, from 1 */
  GPtrArray *sets;     /* LetterSet */
  guint32 *set_of;     /* per transition: the number of its set; 0 = not asked for yet */
  CoupletSample *room; /* for those of a transition */
};

static guint
hash_key (gconstpointer key)
{
  const LetterKey *k = key;
  return ((k->guard * 31 + k->assignment) * 31 + k->shown) * 31 + k->noise * 16 +
         (guint)(k->differences * 2 + k->is_free);
}

static gboolean
same_key (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (LetterKey)) == 0;
}

CoupletMoves *
couplet_moves_new (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
                   const CoupletUnit *unit)
{
  CoupletMoves *moves = g_new (CoupletMoves, 1);
  *moves = (CoupletMoves){.automaton = automaton,
                          .free_cycles = free_cycles,
                          .unit = unit,
                          .arena = couplet_arena_new (),
                          .numbers = g_hash_table_new (hash_key, same_key),
                          .sets = g_ptr_array_new (),
                          .set_of = couplet_large_new0 (guint32, automaton->n_transitions),
                          .room = g_new (CoupletSample, couplet_n_slots (automaton))};
  return moves;
}

void
couplet_moves_free (CoupletMoves *moves)
{
  if (moves == NULL)
    return;
  g_hash_table_unref (moves->numbers);
  g_ptr_array_unref (moves->sets);
  couplet_arena_free (moves->arena);
  g_free (moves->set_of);
  g_free (moves->room);
  g_free (moves);
}

const CoupletAutomaton *
couplet_moves_automaton (const CoupletMoves *moves)
{
  return moves->automaton;
}

/* ---- Letters ---------------------------------------------------------------------------- */

/* What letters depend on of an output: symbols and gaps, which guards tell of, are all the same. */
static guint32
what_is_shown (const CoupletOutput *output)
{
  if (output->kind == COUPLET_INSAMPLE)
    return output->threshold == COUPLET_NONE ? 2 : 3 + output->threshold;
  return output->kind == COUPLET_FRESH ? 1 : 0;
}

static LetterKey
key_of (const CoupletMoves *moves, guint32 transition)
{
  const CoupletAutomaton *a = moves->automaton;
  LetterKey key = {.guard = a->guard[transition],
                   .assignment = a->assignment[transition],
                   .shown = what_is_shown (couplet_output_of (a, transition)),
                   .noise = couplet_source_state (a, transition)->noise,
                   .differences = difference_set (a, transition)};
  key.is_free = moves->free_cycles != NULL && couplet_on_cycle (a, moves->free_cycles, transition);
  return key;
}

static void
load_letter (CoupletMoves *moves, CoupletLetter *letter, guint32 transition, gint8 difference,
             guint32 n_parts)
{
  CoupletLetterPart *parts = couplet_arena_new_array (moves->arena, CoupletLetterPart, n_parts);
  for (guint32 i = 0; i < n_parts; i++) {
    parts[i].sample = moves->room[i];
    couplet_sample_fees (&parts[i].sample, difference, parts[i].fees);
    parts[i].shifts = couplet_shifts_with_fee (parts[i].fees);
  }
  int fresh = couplet_fresh_fee (moves->automaton, moves->free_cycles, transition, difference);
  *letter = (CoupletLetter){difference, (gint8)fresh, n_parts, parts};
}

/* Returns the number of the new set. */
static guint32
add_set (CoupletMoves *moves, guint32 transition, const LetterKey *key)
{
  LetterSet *set = couplet_arena_alloc (moves->arena, sizeof *set);
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n_parts = couplet_samples_load (moves->room, moves->automaton, moves->free_cycles,
                                          moves->unit, transition);
  set->key = *key;
  set->n = couplet_differences (moves->automaton, transition, differences);
  for (guint32 i = 0; i < set->n; i++)
    load_letter (moves, &set->letters[i], transition, differences[i], n_parts);
  g_ptr_array_add (moves->sets, set);
  g_hash_table_insert (moves->numbers, &set->key, GUINT_TO_POINTER (moves->sets->len));
  return moves->sets->len;
}

guint32
couplet_moves_letters (CoupletMoves *moves, guint32 transition, const CoupletLetter **letters)
{
  guint32 *number = &moves->set_of[transition];
  if (*number == 0) {
    LetterKey key = key_of (moves, transition);
    *number = GPOINTER_TO_UINT (g_hash_table_lookup (moves->numbers, &key));
    if (*number == 0)
      *number = add_set (moves, transition, &key);
  }
  const LetterSet *set = g_ptr_array_index (moves->sets, *number - 1);
  *letters = set->letters;
  return set->n;
}

const CoupletLetter *
couplet_moves_letter (CoupletMoves *moves, guint32 transition, int difference)
{
  const CoupletLetter *letter;
  couplet_moves_letters (moves, transition, &letter);
  while (letter->difference != difference)
    letter++;
  return letter;
}

CoupletShifts
couplet_literals_left (const CoupletLiteral *literals, guint32 n, const gint8 *x)
{
  CoupletShifts left = COUPLET_ALL_SHIFTS;
  for (guint32 i = 0; i < n; i++) {
    int shift = x[literals[i].threshold];
    if (shift >= -1 && shift <= 1)
      left &= couplet_shifts_beside (literals[i].comparison, shift);
  }
  return left;
}

/* ---- Outputs at no cost ----------------------------------------------------------------- */

gboolean
couplet_moves_disclose (CoupletMoves *moves, CoupletPace *pace, CoupletDisclosure *disclosure)
{
  const CoupletAutomaton *a = moves->automaton;
  const CoupletLetter *letters;
  gboolean found = FALSE;
  for (guint32 t = 0; t < a->n_transitions && !couplet_pace_over (pace, 2); t++)
    for (guint32 i = a->reachable[a->source[t]] ? couplet_moves_letters (moves, t, &letters) : 0;
         i-- > 0;) {
      const CoupletLetter *letter = &letters[i];
      for (guint32 p = 0; p < letter->n_parts; p++)
        if (letter->parts[p].shifts == 0) {
          *disclosure = (CoupletDisclosure){t, letter->difference, &letter->parts[p]};
          return TRUE;
        }
      if (!found && letter->fresh_fee == COUPLET_NO_FEE) {
        *disclosure = (CoupletDisclosure){t, letter->difference, NULL};
        found = TRUE;
      }
    }
  return found;
}

/* ---- Clusters --------------------------------------------------------------------------- */

/* Of the clock's pace. */
#define STEPS_PER_TRANSITION 8

/* Whether the shifts of sample's thresholds depend on each other where it has a choice. Costs
 * apart, one that is not stored and only above or only below others fits any. */
static gboolean
is_tie (const CoupletSample *sample, gboolean costs)
{
  guint32 comparisons = 0;
  for (guint32 i = 0; i < sample->n_literals; i++)
    comparisons |= sample->literals[i].comparison;
  return costs || sample->n_assigned > 0 ||
         (couplet_asks_at_most (comparisons) && couplet_asks_at_least (comparisons));
}

/* FALSE when pace is over. */
static gboolean
tie_thresholds (CoupletMoves *moves, gboolean costs, guint32 *parent, CoupletPace *pace)
{
  const CoupletAutomaton *a = couplet_moves_automaton (moves);
  const CoupletLetter *letters;
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (couplet_pace_over (pace, STEPS_PER_TRANSITION))
      return FALSE;
    guint32 n = a->reachable[a->source[t]] ? couplet_moves_letters (moves, t, &letters) : 0;
    for (guint32 i = 0; n > 0 && i < letters[0].n_parts; i++) {
      const CoupletSample *sample = &letters[0].parts[i].sample;
      if (is_tie (sample, costs) && couplet_letters_choose (letters, n, i))
        union_find_join_sample (parent, sample, 0);
    }
  }
  return TRUE;
}

CoupletClusters *
couplet_clusters_new (CoupletMoves *moves, gboolean costs, CoupletPace *pace)
{
  guint32 k = couplet_moves_automaton (moves)->n_thresholds;
  g_autofree guint32 *parent = g_new (guint32, k);
  for (guint32 v = 0; v < k; v++)
    parent[v] = v;
  if (!tie_thresholds (moves, costs, parent, pace))
    return NULL;
  CoupletClusters *clusters = g_new0 (CoupletClusters, 1);
  clusters->cluster = g_new0 (guint32, k);
  clusters->place = g_new0 (guint32, k);
  clusters->thresholds = g_new0 (guint32, k);
  clusters->first = g_new0 (guint32, (gsize)k + 1);
  for (guint32 v = 0; v < k; v++) { /* the root comes first */
    guint32 root = union_find_root (parent, v);
    guint32 c = clusters->cluster[v] = root == v ? clusters->n_clusters++ : clusters->cluster[root];
    clusters->place[v] = clusters->first[c + 1]++;
  }
  for (guint32 c = 0; c < clusters->n_clusters; c++)
    clusters->first[c + 1] += clusters->first[c];
  for (guint32 v = 0; v < k; v++)
    clusters->thresholds[clusters->first[clusters->cluster[v]] + clusters->place[v]] = v;
  return clusters;
}

void
couplet_clusters_free (CoupletClusters *clusters)
{
  if (clusters == NULL)
    return;
  g_free (clusters->cluster);
  g_free (clusters->place);
  g_free (clusters->first);
  g_free (clusters->thresholds);
  g_free (clusters);
}

guint32
couplet_part_assigned (const CoupletLetterPart *part, const CoupletClusters *clusters,
                       guint32 cluster)
{
  for (guint32 i = 0; i < part->sample.n_assigned; i++)
    if (clusters->cluster[part->sample.assigned[i]] == cluster)
      return part->sample.assigned[i];
  return COUPLET_NONE;
}

const CoupletLetterPart *
couplet_letter_part (const CoupletLetter *letter, const CoupletClusters *clusters, guint32 cluster)
{
  for (guint32 i = 0; i < letter->n_parts; i++) {
    const CoupletSample *sample = &letter->parts[i].sample;
    for (guint32 l = 0; l < sample->n_literals; l++)
      if (clusters->cluster[sample->literals[l].threshold] == cluster)
        return &letter->parts[i];
    if (couplet_part_assigned (&letter->parts[i], clusters, cluster) != COUPLET_NONE)
      return &letter->parts[i];
  }
  return NULL;
}
