/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_layouts.h"

#include "union_find.h"

#include <couplet/internal/arena.h>
#include <couplet/internal/graph.h>
#include <couplet/internal/large.h>

#include <string.h>

static VectorLayouts *
layouts_new (const CoupletAutomaton *automaton)
{
  VectorLayouts *layouts = g_new0 (VectorLayouts, 1);
  layouts->arena = couplet_arena_new ();
  layouts->number_of = couplet_large_new0 (guint32, automaton->n_states);
  layouts->layouts = g_ptr_array_new ();
  return layouts;
}

void
vector_layouts_free (VectorLayouts *layouts)
{
  if (layouts == NULL)
    return;
  couplet_clusters_free (layouts->clusters);
  g_ptr_array_unref (layouts->layouts);
  couplet_arena_free (layouts->arena);
  g_free (layouts->number_of);
  g_free (layouts);
}

/* An empty layout, with room for n factors. */
static CoupletVectorLayout *
new_layout (CoupletArena *arena, guint32 n)
{
  CoupletVectorLayout *layout = couplet_arena_alloc (arena, sizeof *layout);
  *layout = (CoupletVectorLayout){
      .size = 1, .factors = couplet_arena_new_array (arena, CoupletVectorFactor, n)};
  return layout;
}

/* Adds a factor over n thresholds. FALSE when they are too many. */
static gboolean
add_factor (CoupletArena *arena, CoupletVectorLayout *layout, const guint32 *thresholds, guint32 n)
{
  CoupletVectorFactor *factor = (CoupletVectorFactor *)&layout->factors[layout->n_factors++];
  guint32 *own = couplet_arena_new_array (arena, guint32, n);
  if (n > COUPLET_VECTOR_THRESHOLDS)
    return FALSE;
  memcpy (own, thresholds, n * sizeof *own);
  *factor = (CoupletVectorFactor){n, own, layout->size, couplet_factor_size (n)};
  layout->size += factor->size;
  return TRUE;
}

/* What two layouts are told apart by: n words. */
typedef struct {
  const guint32 *words;
  gsize n;
} Description;

static guint
hash_description (gconstpointer data)
{
  const Description *description = data;
  guint hash = 0;
  for (gsize i = 0; i < description->n; i++)
    hash = (hash ^ description->words[i]) * 16777619u;
  return hash;
}

static gboolean
same_description (gconstpointer a, gconstpointer b)
{
  const Description *p = a, *q = b;
  return p->n == q->n && memcmp (p->words, q->words, p->n * sizeof *p->words) == 0;
}

/* The number of the layout so described, from 1 on; 0 = it is new. */
static guint32
number_of (GHashTable *numbers, const Description *description)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (numbers, description));
}

/* Gives the layout that was added last its number. The words are not copied. */
static void
give_number (VectorLayouts *layouts, GHashTable *numbers, const Description *description)
{
  Description *kept = couplet_arena_alloc (layouts->arena, sizeof *kept);
  *kept = *description;
  g_hash_table_insert (numbers, kept, GUINT_TO_POINTER (layouts->layouts->len));
}

/* ---- Factors of clusters ------------------------------------------------------------------- */

/* Adds the layout of the clusters at state. FALSE when too many thresholds of one are live. */
static gboolean
add_clusters (VectorLayouts *layouts, const CoupletLive *live, guint32 state, guint32 *room)
{
  const CoupletClusters *clusters = layouts->clusters;
  CoupletVectorLayout *layout = new_layout (layouts->arena, clusters->n_clusters);
  for (guint32 c = 0; c < clusters->n_clusters; c++) {
    guint32 n = 0;
    for (guint32 i = clusters->first[c]; i < clusters->first[c + 1]; i++)
      if (couplet_is_live (live, state, clusters->thresholds[i]))
        room[n++] = clusters->thresholds[i];
    if (!add_factor (layouts->arena, layout, room, n))
      return FALSE;
  }
  g_ptr_array_add (layouts->layouts, layout);
  layouts->most = MAX (layouts->most, layout->size);
  return TRUE;
}

/* States at which the same thresholds are live share a layout. FALSE as below. */
static gboolean
number_by_clusters (VectorLayouts *layouts, const CoupletAutomaton *a, const CoupletLive *live,
                    CoupletPace *pace)
{
  gsize words = live->row_words;
  g_autoptr (GHashTable) numbers = g_hash_table_new (hash_description, same_description);
  g_autofree guint32 *room = g_new (guint32, a->n_thresholds);
  for (guint32 q = 0; q < a->n_states; q++) {
    if (!a->reachable[q])
      continue;
    const Description row = {(const guint32 *)(gpointer)&live->bits[q * words], 2 * words};
    if (number_of (numbers, &row) == 0) {
      if (!add_clusters (layouts, live, q, room))
        return FALSE;
      give_number (layouts, numbers, &row);
    }
    layouts->number_of[q] = number_of (numbers, &row) - 1;
    if (couplet_pace_over (pace, 1 + words))
      return FALSE;
  }
  return TRUE;
}

VectorLayouts *
vector_layouts_of_clusters (CoupletMoves *moves, CoupletPace *pace)
{
  const CoupletAutomaton *a = couplet_moves_automaton (moves);
  g_autoptr (CoupletComponents) components = couplet_components_new (a);
  g_autoptr (CoupletLive) live = couplet_live_new (a, components);
  g_autoptr (VectorLayouts) layouts = layouts_new (a);
  layouts->clusters = couplet_clusters_new (moves, TRUE, pace);
  return layouts->clusters != NULL && number_by_clusters (layouts, a, live, pace)
             ? g_steal_pointer (&layouts)
             : NULL;
}

/* ---- Factors of what walks have tied --------------------------------------------------------- */

/* A partition of the live thresholds is an array that has for each threshold the least one that it
 * is tied to, or COUPLET_NONE. Partitions are numbered as they come up, and each has a layout. */
typedef struct {
  VectorLayouts *layouts;
  CoupletMoves *moves;
  const CoupletAutomaton *automaton;
  CoupletLive *live;
  CoupletComponents *components;
  GHashTable *numbers;   /* of partitions */
  GPtrArray *partitions; /* guint32 *, by number */
  guint32 *parent;       /* of the thresholds before a letter, and of those after it: each points to
                            one that it is tied to */
  guint32 *made;         /* the partition that is made */
  guint32 *room;
  guint8 *known; /* per state: it has a partition */
} Ties;

static const CoupletVectorLayout *
layout_of (const Ties *ties, const guint32 *partition)
{
  guint32 k = ties->automaton->n_thresholds;
  CoupletArena *arena = ties->layouts->arena;
  CoupletVectorLayout *layout = new_layout (arena, k);
  for (guint32 v = 0; v < k; v++) {
    guint32 n = 0;
    if (partition[v] != v)
      continue;
    for (guint32 w = v; w < k; w++)
      if (partition[w] == v)
        ties->room[n++] = w;
    if (!add_factor (arena, layout, ties->room, n))
      return NULL;
  }
  ties->layouts->most = MAX (ties->layouts->most, layout->size);
  return layout;
}

/* The number of the partition that is made. */
static guint32
intern (Ties *ties)
{
  gsize k = ties->automaton->n_thresholds;
  guint32 number = number_of (ties->numbers, &(Description){ties->made, k});
  if (number > 0)
    return number - 1;
  guint32 *own = couplet_arena_new_array (ties->layouts->arena, guint32, k);
  memcpy (own, ties->made, k * sizeof *own);
  g_ptr_array_add (ties->partitions, own);
  g_ptr_array_add (ties->layouts->layouts, (gpointer)layout_of (ties, own));
  give_number (ties->layouts, ties->numbers, &(Description){own, k});
  return ties->partitions->len - 1;
}

/* Makes the partition of the thresholds that are live at state, of those that element stands for
 * in parent. */
static guint32
intern_live (Ties *ties, guint32 state, const guint32 *element)
{
  guint32 k = ties->automaton->n_thresholds;
  memset (ties->room, 0xff, 2 * k * sizeof *ties->room); /* COUPLET_NONE */
  for (guint32 v = 0; v < k; v++) {
    ties->made[v] = COUPLET_NONE;
    if (!couplet_is_live (ties->live, state, v))
      continue;
    guint32 *least = &ties->room[union_find_root (ties->parent, element != NULL ? element[v] : v)];
    if (*least == COUPLET_NONE)
      *least = v;
    ties->made[v] = *least;
  }
  return intern (ties);
}

/* Lets parent say what the thresholds of partition are tied to, and of others nothing. */
static void
load_ties (Ties *ties, const guint32 *partition)
{
  guint32 k = ties->automaton->n_thresholds;
  for (guint32 i = 0; i < 2 * k; i++)
    ties->parent[i] = i;
  for (guint32 v = 0; v < k && partition != NULL; v++)
    if (partition[v] != COUPLET_NONE)
      ties->parent[v] = partition[v];
}

static void
tie_sample (const Ties *ties, const CoupletSample *sample)
{
  guint32 k = ties->automaton->n_thresholds, n = sample->n_literals, first = COUPLET_NONE;
  for (guint32 i = 0; i < n + sample->n_assigned; i++) {
    guint32 v = i < n ? sample->literals[i].threshold : k + sample->assigned[i - n];
    if (first != COUPLET_NONE)
      union_find_join (ties->parent, first, v);
    first = v;
  }
}

/* The number of the partition that transition makes of that number. */
static guint32
pass (Ties *ties, guint32 transition, guint32 number)
{
  const CoupletAutomaton *a = ties->automaton;
  const CoupletLetter *letters;
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  g_autofree guint32 *element = g_new (guint32, a->n_thresholds);
  load_ties (ties, g_ptr_array_index (ties->partitions, number));
  for (guint32 v = 0; v < a->n_thresholds; v++)
    element[v] = v;
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    element[assignment->thresholds[i]] += a->n_thresholds;
  guint32 n = couplet_moves_letters (ties->moves, transition, &letters);
  for (guint32 i = 0; i < letters[0].n_parts; i++)
    if (couplet_letters_choose (letters, n, i))
      tie_sample (ties, &letters[0].parts[i].sample);
  return intern_live (ties, a->target[transition], element);
}

/* Lets state have the partition of that number too. TRUE when that ties more. */
static gboolean
reach (Ties *ties, guint32 state, guint32 number)
{
  guint32 *own = &ties->layouts->number_of[state], before = *own;
  if (!ties->known[state]) {
    ties->known[state] = TRUE;
    *own = number;
    return TRUE;
  }
  if (before == number)
    return FALSE;
  const guint32 *partition = g_ptr_array_index (ties->partitions, number);
  load_ties (ties, g_ptr_array_index (ties->partitions, before));
  for (guint32 v = 0; v < ties->automaton->n_thresholds; v++)
    if (partition[v] != COUPLET_NONE)
      union_find_join (ties->parent, v, partition[v]);
  *own = intern_live (ties, state, NULL);
  return *own != before;
}

/* Takes the partitions of a component's states along all transitions until they tie no more. FALSE
 * when pace is over. */
static gboolean
settle (Ties *ties, guint32 component, CoupletPace *pace)
{
  const CoupletAutomaton *a = ties->automaton;
  const CoupletComponents *components = ties->components;
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint32 m = components->first[component]; m < components->first[component + 1]; m++) {
      guint32 q = components->members[m];
      for (guint32 t = a->row[q]; t < a->row[q + 1] && ties->known[q]; t++) {
        guint32 number = pass (ties, t, ties->layouts->number_of[q]);
        changed |=
            reach (ties, a->target[t], number) && components->component[a->target[t]] == component;
        if (couplet_pace_over (pace, 4 * (guint64)a->n_thresholds))
          return FALSE;
      }
    }
  }
  return TRUE;
}

VectorLayouts *
vector_layouts_of_walks (CoupletMoves *moves, CoupletPace *pace)
{
  const CoupletAutomaton *a = couplet_moves_automaton (moves);
  gsize k = a->n_thresholds;
  g_autoptr (CoupletComponents) components = couplet_components_new (a);
  g_autoptr (CoupletLive) live = couplet_live_new (a, components);
  g_autoptr (VectorLayouts) layouts = layouts_new (a);
  g_autoptr (GHashTable) numbers = g_hash_table_new (hash_description, same_description);
  g_autoptr (GPtrArray) partitions = g_ptr_array_new ();
  g_autofree guint32 *parent = g_new (guint32, 2 * k), *made = g_new (guint32, k);
  g_autofree guint32 *room = g_new (guint32, 2 * k);
  g_autofree guint8 *known = g_new0 (guint8, a->n_states);
  Ties ties = {layouts, moves, a, live, components, numbers, partitions, parent, made, room, known};
  load_ties (&ties, NULL);
  reach (&ties, a->initial, intern_live (&ties, a->initial, NULL));
  for (guint32 c = components->n_components; c-- > 0;)
    if (!settle (&ties, c, pace))
      return NULL;
  return g_steal_pointer (&layouts);
}
