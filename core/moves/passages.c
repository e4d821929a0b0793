/* SPDX-License-Identifier: Apache-2.0 */
#include "passages.h"

#include "union_find.h"

#include <couplet/internal/arena.h>

#include <string.h>

typedef CoupletVectorFactor Factor;
typedef CoupletVectorLayout Layout;

struct Passages {
  const CoupletAutomaton *automaton;
  CoupletMoves *moves;
  const CoupletComponents *free_cycles;
  CoupletUnit *unit;
  const CoupletClusters *clusters;
  CoupletArena *arena;                    /* of the passages */
  GHashTable *made;                       /* Passage */
  GArray *copied, *bundles, *arcs, *sums; /* room for those of one */
  gint8 *x; /* per threshold: its shift at the entries at hand, or COUPLET_NO_SHIFT */
};

static guint
hash_key (gconstpointer data)
{
  const PassageKey *key = data;
  return g_direct_hash (key->letter) * 31 + g_direct_hash (key->before) * 7 +
         g_direct_hash (key->after);
}

static gboolean
same_key (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (PassageKey)) == 0;
}

Passages *
passages_new (CoupletMoves *moves, const CoupletComponents *free_cycles, CoupletUnit *unit,
              const CoupletClusters *clusters)
{
  const CoupletAutomaton *a = couplet_moves_automaton (moves);
  Passages *passages = g_new (Passages, 1);
  *passages = (Passages){.automaton = a,
                         .moves = moves,
                         .free_cycles = free_cycles,
                         .unit = unit,
                         .clusters = clusters,
                         .arena = couplet_arena_new (),
                         .made = g_hash_table_new (hash_key, same_key),
                         .copied = g_array_new (FALSE, FALSE, sizeof (CopiedEntries)),
                         .bundles = g_array_new (FALSE, FALSE, sizeof (Bundle)),
                         .arcs = g_array_new (FALSE, FALSE, sizeof (CoupletArc)),
                         .sums = g_array_new (FALSE, FALSE, sizeof (CoupletCost)),
                         .x = g_new (gint8, a->n_thresholds)};
  memset (passages->x, COUPLET_NO_SHIFT, a->n_thresholds);
  return passages;
}

void
passages_free (Passages *passages)
{
  if (passages == NULL)
    return;
  g_hash_table_unref (passages->made);
  g_array_unref (passages->copied);
  g_array_unref (passages->bundles);
  g_array_unref (passages->arcs);
  g_array_unref (passages->sums);
  couplet_arena_free (passages->arena);
  g_free (passages->x);
  g_free (passages);
}

/* ---- What belongs together ------------------------------------------------------------------- */

/* Factors before and after a letter, and its samples with a choice of shifts, are numbered one
 * after another. Those that have thresholds to do with each other are of one group. */
typedef struct {
  const CoupletLetter *letter;
  const Layout *before, *after;
  guint32 first_after, first_part, n;
  guint32 *before_of, *after_of;   /* per threshold: its factor; COUPLET_NONE = it is not live */
  const CoupletLetterPart **taken; /* per threshold: the part that assigns it, or NULL */
  guint8 *asked;                   /* per threshold: some sample is compared with it */
  guint32 *parent;                 /* by number: one of the same group */
} Groups;

static void
unite (const Groups *groups, guint32 i, guint32 j)
{
  if (i != COUPLET_NONE && j != COUPLET_NONE)
    union_find_join (groups->parent, i, j);
}

/* Sets, for each threshold of layout, its factor, the first of which has that number. */
static void
find_factors (const Layout *layout, guint32 first, guint32 *factor_of)
{
  for (guint32 f = 0; f < layout->n_factors; f++)
    for (guint32 i = 0; i < layout->factors[f].n; i++)
      factor_of[layout->factors[f].thresholds[i]] = first + f;
}

static void
find_samples (const Groups *groups)
{
  for (guint32 p = 0; p < groups->letter->n_parts; p++) {
    const CoupletLetterPart *part = &groups->letter->parts[p];
    for (guint32 i = 0; i < part->sample.n_literals; i++)
      groups->asked[part->sample.literals[i].threshold] = TRUE;
    for (guint32 i = 0; i < part->sample.n_assigned; i++)
      groups->taken[part->sample.assigned[i]] = part;
  }
}

/* Unites the number of a part with what it has to do with; with clusters, with their factors. */
static void
unite_part (const Groups *groups, const CoupletClusters *clusters, guint32 p)
{
  const CoupletSample *sample = &groups->letter->parts[p].sample;
  guint32 number = groups->first_part + p;
  for (guint32 i = 0; i < sample->n_literals; i++)
    unite (groups, number, groups->before_of[sample->literals[i].threshold]);
  for (guint32 i = 0; i < sample->n_assigned; i++) {
    unite (groups, number, groups->after_of[sample->assigned[i]]);
    if (clusters != NULL)
      unite (groups, number, clusters->cluster[sample->assigned[i]]);
  }
}

static void
unite_all (const Groups *groups, const CoupletClusters *clusters, guint32 n_thresholds)
{
  for (guint32 v = 0; v < n_thresholds; v++)
    if (groups->taken[v] == NULL)
      unite (groups, groups->before_of[v], groups->after_of[v]);
  for (guint32 p = 0; p < groups->letter->n_parts; p++)
    if (part_has_choice (&groups->letter->parts[p]))
      unite_part (groups, clusters, p);
  for (guint32 c = 0; clusters != NULL && c < clusters->n_clusters; c++)
    unite (groups, c, groups->first_after + c);
}

/* ---- Bundles --------------------------------------------------------------------------------- */

/* One group: the factors before the letter that belong to it, and the one after it, and the sample
 * with a choice, if there are any. */
typedef struct {
  GPtrArray *sources; /* Factor */
  const Factor *after;
  const CoupletLetterPart *part;
} Group;

/* Reads the shifts at that number of the sums of the group's entries. */
static void
read_sum (const Group *group, gsize number, gint8 *x)
{
  for (guint32 s = group->sources->len; s-- > 0;) {
    const Factor *source = g_ptr_array_index (group->sources, s);
    factor_read_shifts (source, number % source->size, x);
    number /= source->size;
  }
}

static void
forget_shifts (const Group *group, gint8 *x)
{
  for (guint32 s = 0; s < group->sources->len; s++) {
    factor_forget_shifts (g_ptr_array_index (group->sources, s), x);
  }
}

/* The entry after the letter, where the sample with a choice shifts by g. */
static guint32
entry_after (const Groups *groups, const Group *group, int g, const gint8 *x)
{
  guint32 entry = 0;
  for (guint32 i = 0; group->after != NULL && i < group->after->n; i++) {
    guint32 v = group->after->thresholds[i];
    const CoupletLetterPart *part = groups->taken[v];
    int shift = part == NULL ? x[v] : part == group->part ? g : couplet_shifts_least (part->shifts);
    entry = 3 * entry + (guint32)(shift + 1);
  }
  return entry + (group->after != NULL ? (guint32)group->after->first : 0);
}

/* Whether the samples without a choice may have their shifts beside x. */
static gboolean
permits (const Groups *groups, const gint8 *x)
{
  for (guint32 p = 0; p < groups->letter->n_parts; p++) {
    const CoupletLetterPart *part = &groups->letter->parts[p];
    if (!part_has_choice (part) && couplet_part_left (part, x) == 0)
      return FALSE;
  }
  return TRUE;
}

/* Adds the arcs from one sum of entries, whose shifts are read: one for each shift that is stored,
 * or one in all. */
static void
add_arcs (Passages *passages, const Groups *groups, const Group *group, guint32 number)
{
  const CoupletLetterPart *part = group->part;
  gboolean assigns = part != NULL && part->sample.n_assigned > 0;
  CoupletShifts left = part != NULL ? couplet_part_left (part, passages->x) : couplet_shift (0);
  CoupletArc arc = {number, 0, COUPLET_COST_INFINITE};
  for (int g = -1; g <= 1; g++) {
    if (!couplet_shifts_have (left, g))
      continue;
    CoupletCost cost =
        part != NULL ? couplet_cost_of_fee (passages->unit, part->fees[g + 1], part->sample.d) : 0;
    arc.after = entry_after (groups, group, g, passages->x);
    arc.cost = assigns ? cost : couplet_cost_min (arc.cost, cost);
    if (assigns)
      g_array_append_val (passages->arcs, arc);
  }
  if (!assigns && left != 0)
    g_array_append_val (passages->arcs, arc);
}

/* Whether the letter leaves the entries of a group as they are. */
static gboolean
is_copied (const Groups *groups, const Group *group)
{
  const Factor *before = group->sources->len == 1 ? group->sources->pdata[0] : NULL;
  if (before == NULL || group->after == NULL || group->part != NULL || before->n != group->after->n)
    return FALSE;
  for (guint32 i = 0; i < before->n; i++) {
    guint32 v = before->thresholds[i];
    if (groups->asked[v] || groups->taken[v] != NULL || group->after->thresholds[i] != v)
      return FALSE;
  }
  return TRUE;
}

static void
add_copied (GArray *copied, const Factor *before, const Factor *after)
{
  CopiedEntries *last =
      copied->len > 0 ? &g_array_index (copied, CopiedEntries, copied->len - 1) : NULL;
  CopiedEntries added = {(guint32)before->first, (guint32)after->first, (guint32)after->size};
  if (last != NULL && last->before + last->n == added.before &&
      last->after + last->n == added.after)
    last->n += added.n;
  else
    g_array_append_val (copied, added);
}

/* What array has, kept. */
static gpointer
keep (CoupletArena *arena, const GArray *array)
{
  gsize size = (gsize)array->len * g_array_get_element_size ((GArray *)array);
  gpointer kept = couplet_arena_alloc (arena, size);
  return size > 0 ? memcpy (kept, array->data, size) : kept;
}

/* FALSE when the group is about too many thresholds. */
static gboolean
add_group (Passages *passages, const Groups *groups, const Group *group)
{
  gsize n_sums = 1;
  guint32 n = 0;
  if (is_copied (groups, group)) {
    add_copied (passages->copied, group->sources->pdata[0], group->after);
    return TRUE;
  }
  for (guint32 s = 0; s < group->sources->len; s++)
    n += ((const Factor *)group->sources->pdata[s])->n;
  if (n > COUPLET_VECTOR_THRESHOLDS)
    return FALSE;
  n_sums = couplet_factor_size (n);
  g_array_set_size (passages->arcs, 0);
  for (gsize i = 0; i < n_sums; i++) {
    read_sum (group, i, passages->x);
    if (permits (groups, passages->x))
      add_arcs (passages, groups, group, (guint32)i);
  }
  forget_shifts (group, passages->x);
  Bundle bundle = {
      .n_sources = group->sources->len,
      .n_arcs = passages->arcs->len,
      .sources = couplet_arena_new_array (passages->arena, const Factor *, group->sources->len),
      .arcs = keep (passages->arena, passages->arcs),
      .ends = group->after == NULL};
  for (guint32 s = 0; s < group->sources->len; s++)
    bundle.sources[s] = group->sources->pdata[s];
  g_array_append_val (passages->bundles, bundle);
  return TRUE;
}

/* Adds all groups: each has its members one after another from first on. */
static gboolean
add_groups (Passages *passages, const Groups *groups)
{
  g_autofree guint32 *next = g_new (guint32, groups->n), *last = g_new (guint32, groups->n);
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();
  for (guint32 i = 0; i < groups->n; i++) { /* a root comes before its others */
    guint32 root = union_find_root (groups->parent, i);
    next[i] = COUPLET_NONE;
    if (root != i)
      next[last[root]] = i;
    last[root] = i;
  }
  for (guint32 root = 0; root < groups->n; root++) {
    Group group = {.sources = sources};
    if (groups->parent[root] != root)
      continue;
    g_ptr_array_set_size (sources, 0);
    for (guint32 i = root; i != COUPLET_NONE; i = next[i])
      if (i < groups->first_after)
        g_ptr_array_add (sources, (gpointer)&groups->before->factors[i]);
      else if (i < groups->first_part)
        group.after = &groups->after->factors[i - groups->first_after];
      else if (part_has_choice (&groups->letter->parts[i - groups->first_part]))
        group.part = &groups->letter->parts[i - groups->first_part];
    if ((sources->len > 0 || group.after != NULL || group.part != NULL) &&
        !add_group (passages, groups, &group))
      return FALSE;
  }
  return TRUE;
}

/* ---- Passages -------------------------------------------------------------------------------- */

/* What a letter pays whatever the shifts of thresholds are. */
static CoupletCost
fixed_cost (const Passages *passages, guint32 transition, const CoupletLetter *letter)
{
  CoupletCost cost = couplet_fresh_cost (passages->automaton, passages->free_cycles, passages->unit,
                                         transition, letter->difference);
  for (guint32 i = 0; i < letter->n_parts; i++) {
    const CoupletLetterPart *part = &letter->parts[i];
    int fee = part_has_choice (part) ? 0 : couplet_least_fee (part->fees, part->shifts);
    cost = couplet_cost_add (passages->unit, cost,
                             couplet_cost_of_fee (passages->unit, fee, part->sample.d));
  }
  return cost;
}

/* FALSE when too many thresholds are tied. */
static gboolean
load_passage (Passages *passages, const PassageKey *key)
{
  guint32 k = passages->automaton->n_thresholds;
  guint32 nb = key->before->n_factors, na = key->after->n_factors;
  guint32 n = nb + na + key->letter->n_parts;
  g_autofree guint32 *before_of = g_new (guint32, k), *after_of = g_new (guint32, k);
  g_autofree const CoupletLetterPart **taken = g_new0 (const CoupletLetterPart *, k);
  g_autofree guint8 *asked = g_new0 (guint8, k);
  g_autofree guint32 *parent = g_new (guint32, n);
  const Groups groups = {key->letter, key->before, key->after, nb,    nb + na, n,
                         before_of,   after_of,    taken,      asked, parent};
  memset (before_of, 0xff, k * sizeof *before_of); /* COUPLET_NONE */
  memset (after_of, 0xff, k * sizeof *after_of);
  for (guint32 i = 0; i < n; i++)
    parent[i] = i;
  find_factors (key->before, 0, before_of);
  find_factors (key->after, nb, after_of);
  find_samples (&groups);
  unite_all (&groups, passages->clusters, k);
  g_array_set_size (passages->copied, 0);
  g_array_set_size (passages->bundles, 0);
  return add_groups (passages, &groups);
}

const Passage *
passages_find (Passages *passages, guint32 transition, int difference, const Layout *before,
               const Layout *after)
{
  const PassageKey key = {couplet_moves_letter (passages->moves, transition, difference), before,
                          after};
  Passage *passage = g_hash_table_lookup (passages->made, &key);
  if (passage != NULL)
    return passage->ties_too_many ? NULL : passage;
  passage = couplet_arena_alloc (passages->arena, sizeof *passage);
  *passage =
      (Passage){.key = key, .ties_too_many = after == NULL || !load_passage (passages, &key)};
  g_hash_table_add (passages->made, passage);
  if (passage->ties_too_many)
    return NULL;
  passage->fixed = fixed_cost (passages, transition, key.letter);
  passage->n_copied = passages->copied->len;
  passage->n_bundles = passages->bundles->len;
  passage->copied = keep (passages->arena, passages->copied);
  passage->bundles = keep (passages->arena, passages->bundles);
  return passage;
}

/* The sums of the entries of a bundle's sources in before. */
static const CoupletCost *
sum_sources (const Passages *passages, const Bundle *bundle, const CoupletCost *before)
{
  static const CoupletCost nothing = 0;
  const CoupletCost *sums = bundle->n_sources > 0 ? &before[bundle->sources[0]->first] : &nothing;
  gsize n = bundle->n_sources > 0 ? bundle->sources[0]->size : 1;
  g_array_set_size (passages->sums, 0);
  for (guint32 s = 1; s < bundle->n_sources; s++) {
    const Factor *source = bundle->sources[s];
    guint begin = passages->sums->len;
    g_array_set_size (passages->sums, (guint)(begin + n * source->size));
    CoupletCost *all = (CoupletCost *)(gpointer)passages->sums->data;
    const CoupletCost *so_far = s == 1 ? sums : &all[begin - n];
    for (gsize i = 0; i < n; i++)
      for (gsize j = 0; j < source->size; j++)
        all[begin + i * source->size + j] =
            couplet_cost_add (passages->unit, so_far[i], before[source->first + j]);
    n *= source->size;
    sums = &all[begin];
  }
  return sums;
}

static void
take_bundle (const Passages *passages, const Bundle *one, const Bundle *other,
             const CoupletCost *before, CoupletCost *after)
{
  const CoupletCost *sums = sum_sources (passages, one, before);
  CoupletCost least = COUPLET_COST_INFINITE;
  for (guint32 i = 0; i < one->n_arcs; i++) {
    const CoupletArc *arc = &one->arcs[i];
    CoupletCost cost = couplet_cost_max (arc->cost, other->arcs[i].cost);
    CoupletCost *to = one->ends ? &least : &after[arc->after];
    *to = couplet_cost_min (*to, couplet_cost_add (passages->unit, sums[arc->before], cost));
  }
  if (one->ends)
    after[0] = couplet_cost_add (passages->unit, after[0], least);
}

void
passages_take (Passages *passages, const Passage *one, const Passage *other,
               const CoupletCost *before, CoupletCost *after)
{
  CoupletCost fixed = couplet_cost_max (one->fixed, other->fixed);
  after[0] = couplet_cost_add (passages->unit, before[0], fixed);
  for (gsize i = 1; i < one->key.after->size; i++)
    after[i] = COUPLET_COST_INFINITE;
  for (guint32 i = 0; i < one->n_copied; i++)
    memcpy (&after[one->copied[i].after], &before[one->copied[i].before],
            one->copied[i].n * sizeof *after);
  for (guint32 i = 0; i < one->n_bundles; i++)
    take_bundle (passages, &one->bundles[i], &other->bundles[i], before, after);
}
