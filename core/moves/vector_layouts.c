/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_parts.h"

#include "union_find.h"

#include <couplet/internal/large.h>

#include <string.h>

/* A partition of the live thresholds is an array that has for each threshold the first one of those
 * that it is tied to, or COUPLET_NONE. Partitions are numbered as they come up, and each has a
 * layout. */
typedef struct {
  VectorLayouts *layouts;
  CoupletMoves *moves;
  const CoupletAutomaton *automaton;
  CoupletLive *live;
  CoupletComponents *components;
  GHashTable *numbers;   /* of partitions, GBytes */
  GPtrArray *partitions; /* the same, by number */
  guint32 *parent;       /* of the thresholds before a letter, and of those after it: each points to
                            one that it is tied to */
  guint32 *made;         /* the partition that is made */
  guint32 *room;         /* for two numbers of each threshold */
} Ties;

static void
clear_layouts (gpointer data)
{
  VectorLayouts *layouts = data;
  couplet_clusters_free (layouts->clusters);
  g_ptr_array_unref (layouts->layouts);
  couplet_arena_free (layouts->arena);
  g_free (layouts->number_of);
}

void
vector_layouts_release (VectorLayouts *layouts)
{
  if (layouts != NULL)
    g_rc_box_release_full (layouts, clear_layouts);
}

/* Whether the layout of partition has a factor that begins with threshold v. */
static gboolean
begins_factor (const Ties *ties, const guint32 *partition, guint32 v)
{
  const CoupletClusters *clusters = ties->layouts->clusters;
  return clusters != NULL ? clusters->place[v] == 0 : partition[v] == v;
}

/* NULL when too many thresholds are tied. */
static const Layout *
layout_of (const Ties *ties, const guint32 *partition)
{
  guint32 k = ties->automaton->n_thresholds, *count = ties->room, *factor_of = ties->room + k;
  CoupletArena *arena = ties->layouts->arena;
  Layout *layout = couplet_arena_alloc (arena, sizeof *layout);
  Factor *factors = couplet_arena_new_array (arena, Factor, k);
  guint32 *thresholds = couplet_arena_new_array (arena, guint32, k);
  *layout = (Layout){.size = 1, .factors = factors};
  memset (count, 0, k * sizeof *count);
  for (guint32 v = 0; v < k; v++)
    if (partition[v] != COUPLET_NONE)
      count[partition[v]]++;
  for (guint32 v = 0; v < k; v++) {
    if (!begins_factor (ties, partition, v))
      continue;
    if (count[v] > COUPLET_VECTOR_THRESHOLDS)
      return NULL;
    factor_of[v] = layout->n_factors++;
    factors[factor_of[v]] = (Factor){0, thresholds, layout->size, couplet_factor_size (count[v])};
    layout->size += couplet_factor_size (count[v]);
    thresholds += count[v];
  }
  for (guint32 v = 0; v < k; v++) {
    Factor *factor = partition[v] != COUPLET_NONE ? &factors[factor_of[partition[v]]] : NULL;
    if (factor != NULL)
      ((guint32 *)factor->thresholds)[factor->n++] = v;
  }
  ties->layouts->most = MAX (ties->layouts->most, layout->size);
  return layout;
}

static guint
hash_partition (gconstpointer key)
{
  gsize size;
  const guint32 *words = g_bytes_get_data ((GBytes *)key, &size);
  guint hash = 0;
  for (gsize i = 0; i < size / sizeof *words; i++)
    hash = (hash ^ words[i]) * 16777619u;
  return hash;
}

static const guint32 *
partition_at (const Ties *ties, guint32 number)
{
  return g_bytes_get_data (g_ptr_array_index (ties->partitions, number), NULL);
}

/* The number of the partition that is made. */
static guint32
intern (Ties *ties)
{
  gpointer number;
  GBytes *key = g_bytes_new (ties->made, ties->automaton->n_thresholds * sizeof *ties->made);
  if (g_hash_table_lookup_extended (ties->numbers, key, NULL, &number)) {
    g_bytes_unref (key);
    return GPOINTER_TO_UINT (number);
  }
  g_hash_table_insert (ties->numbers, key, GUINT_TO_POINTER (ties->partitions->len));
  g_ptr_array_add (ties->partitions, key);
  g_ptr_array_add (ties->layouts->layouts, (gpointer)layout_of (ties, ties->made));
  return ties->partitions->len - 1;
}

/* ---- Factors of clusters ------------------------------------------------------------------- */

/* FALSE when pace is over, or too many live thresholds are in one cluster. */
static gboolean
number_by_clusters (Ties *ties, CoupletPace *pace)
{
  const CoupletClusters *clusters = ties->layouts->clusters;
  guint32 k = ties->automaton->n_thresholds;
  for (guint32 q = 0; q < ties->automaton->n_states; q++) {
    if (!ties->automaton->reachable[q])
      continue;
    for (guint32 v = 0; v < k; v++)
      ties->made[v] = couplet_is_live (ties->live, q, v)
                          ? clusters->thresholds[clusters->first[clusters->cluster[v]]]
                          : COUPLET_NONE;
    guint32 number = ties->layouts->number_of[q] = intern (ties);
    if (ties->layouts->layouts->pdata[number] == NULL || couplet_pace_over (pace, 1 + (guint64)k))
      return FALSE;
  }
  return TRUE;
}

/* ---- Factors of what walks have tied --------------------------------------------------------- */

/* The number of the partition of the thresholds that are live at state, as parent says; after
 * transition (COUPLET_NONE = before it). */
static guint32
intern_live (Ties *ties, guint32 state, guint32 transition)
{
  guint32 k = ties->automaton->n_thresholds;
  memset (ties->room, 0xff, 2 * k * sizeof *ties->room); /* COUPLET_NONE */
  for (guint32 v = 0; v < k; v++) {
    ties->made[v] = COUPLET_NONE;
    if (!couplet_is_live (ties->live, state, v))
      continue;
    gboolean taken = transition != COUPLET_NONE && couplet_assigns (ties->automaton, transition, v);
    guint32 *first = &ties->room[union_find_root (ties->parent, taken ? k + v : v)];
    if (*first == COUPLET_NONE)
      *first = v;
    ties->made[v] = *first;
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

/* The number of the partition that transition makes of that number. */
static guint32
pass (Ties *ties, guint32 transition, guint32 number)
{
  const CoupletAutomaton *a = ties->automaton;
  const CoupletLetter *letters;
  load_ties (ties, partition_at (ties, number));
  guint32 n = couplet_moves_letters (ties->moves, transition, &letters);
  for (guint32 i = 0; i < letters[0].n_parts; i++)
    if (couplet_letters_choose (letters, n, i))
      union_find_join_sample (ties->parent, &letters[0].parts[i].sample, a->n_thresholds);
  return intern_live (ties, a->target[transition], transition);
}

/* Lets state have the partition of that number too. TRUE when that ties more. */
static gboolean
reach (Ties *ties, guint32 state, guint32 number)
{
  guint32 *own = &ties->layouts->number_of[state], before = *own;
  if (before == COUPLET_NONE || before == number) {
    *own = number;
    return before == COUPLET_NONE;
  }
  const guint32 *partition = partition_at (ties, number);
  load_ties (ties, partition_at (ties, before));
  for (guint32 v = 0; v < ties->automaton->n_thresholds; v++)
    if (partition[v] != COUPLET_NONE)
      union_find_join (ties->parent, v, partition[v]);
  *own = intern_live (ties, state, COUPLET_NONE);
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
      for (guint32 t = a->row[q]; t < a->row[q + 1] && ties->layouts->number_of[q] != COUPLET_NONE;
           t++) {
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

/* FALSE when pace is over. */
static gboolean
number_by_walks (Ties *ties, CoupletPace *pace)
{
  load_ties (ties, NULL);
  reach (ties, ties->automaton->initial,
         intern_live (ties, ties->automaton->initial, COUPLET_NONE));
  for (guint32 c = ties->components->n_components; c-- > 0;)
    if (!settle (ties, c, pace))
      return FALSE;
  return TRUE;
}

VectorLayouts *
vector_layouts_new (CoupletMoves *moves, gboolean by_walks, CoupletPace *pace)
{
  const CoupletAutomaton *a = couplet_moves_automaton (moves);
  gsize k = a->n_thresholds;
  g_autoptr (CoupletComponents) components = couplet_components_new (a);
  g_autoptr (CoupletLive) live = couplet_live_new (a, components);
  g_autoptr (GHashTable) numbers =
      g_hash_table_new_full (hash_partition, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  g_autoptr (GPtrArray) partitions = g_ptr_array_new ();
  g_autofree guint32 *parent = g_new (guint32, 2 * k), *made = g_new (guint32, k);
  g_autofree guint32 *room = g_new (guint32, 2 * k);
  VectorLayouts *layouts = g_rc_box_new0 (VectorLayouts);
  layouts->arena = couplet_arena_new ();
  layouts->number_of = couplet_large_new (guint32, a->n_states);
  memset (layouts->number_of, 0xff, a->n_states * sizeof (guint32)); /* COUPLET_NONE */
  layouts->layouts = g_ptr_array_new ();
  layouts->clusters = by_walks ? NULL : couplet_clusters_new (moves, TRUE, pace);
  Ties ties = {layouts, moves, a, live, components, numbers, partitions, parent, made, room};
  if (by_walks ? number_by_walks (&ties, pace)
               : layouts->clusters != NULL && number_by_clusters (&ties, pace))
    return layouts;
  vector_layouts_release (layouts);
  return NULL;
}
