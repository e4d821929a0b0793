/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_parts.h"

#include "union_find.h"

#include <string.h>

/* Whether what part pays depends on the shifts of its thresholds, which are then tied. */
static gboolean
has_choice (const CoupletLetterPart *part)
{
  return !couplet_shifts_are_single (part->shifts) &&
         (part->sample.n_literals > 0 || part->sample.n_assigned > 0);
}

void
factors_read_shifts (const Factor *const *factors, guint32 n, gsize number, gint8 *x)
{
  while (n-- > 0)
    for (guint32 i = factors[n]->n; i-- > 0; number /= 3)
      x[factors[n]->thresholds[i]] = (gint8)((int)(number % 3) - 1);
}

/* ---- What belongs together ------------------------------------------------------------------- */

/* Factors before and after a letter, and its samples, are numbered one after another. Those that
 * have thresholds to do with each other are of one group. */
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

/* Looks at part number p, and unites it, if it has a choice, with what it has to do with; with
 * clusters, with their factors. */
static void
unite_part (const Groups *groups, const CoupletClusters *clusters, guint32 p)
{
  const CoupletLetterPart *part = &groups->letter->parts[p];
  guint32 number = has_choice (part) ? groups->first_part + p : COUPLET_NONE;
  for (guint32 i = 0; i < part->sample.n_literals; i++) {
    guint32 v = part->sample.literals[i].threshold;
    groups->asked[v] = TRUE;
    unite (groups, number, groups->before_of[v]);
  }
  for (guint32 i = 0; i < part->sample.n_assigned; i++) {
    guint32 v = part->sample.assigned[i];
    groups->taken[v] = part;
    unite (groups, number, groups->after_of[v]);
    if (clusters != NULL)
      unite (groups, number, clusters->cluster[v]);
  }
}

static void
unite_all (const Groups *groups, const CoupletClusters *clusters, guint32 n_thresholds)
{
  for (guint32 p = 0; p < groups->letter->n_parts; p++)
    unite_part (groups, clusters, p);
  for (guint32 v = 0; v < n_thresholds; v++)
    if (groups->taken[v] == NULL)
      unite (groups, groups->before_of[v], groups->after_of[v]);
  for (guint32 c = 0; clusters != NULL && c < clusters->n_clusters; c++)
    unite (groups, c, groups->first_after + c);
}

/* ---- Bundles --------------------------------------------------------------------------------- */

/* The entry after the letter, where the sample with a choice shifts by g. */
static guint32
entry_after (const Groups *groups, const Bundle *bundle, int g, const gint8 *x)
{
  guint32 entry = 0;
  for (guint32 i = 0; bundle->after != NULL && i < bundle->after->n; i++) {
    guint32 v = bundle->after->thresholds[i];
    const CoupletLetterPart *part = groups->taken[v];
    int shift = part == NULL           ? x[v]
                : part == bundle->part ? g
                                       : couplet_shifts_least (part->shifts);
    entry = 3 * entry + (guint32)(shift + 1);
  }
  return entry + (bundle->after != NULL ? (guint32)bundle->after->first : 0);
}

/* Whether the samples without a choice may have their shifts beside x. */
static gboolean
permits (const Groups *groups, const gint8 *x)
{
  for (guint32 p = 0; p < groups->letter->n_parts; p++) {
    const CoupletLetterPart *part = &groups->letter->parts[p];
    if (!has_choice (part) && couplet_part_left (part, x) == 0)
      return FALSE;
  }
  return TRUE;
}

/* Adds the arcs from one sum of entries, whose shifts are read: one for each shift that is stored,
 * or one in all. */
static void
add_arcs (CoupletVectors *vectors, const Groups *groups, const Bundle *bundle, guint32 number)
{
  const CoupletLetterPart *part = bundle->part;
  CoupletShifts left = part != NULL ? couplet_part_left (part, vectors->x) : couplet_shift (0);
  int only = part != NULL && part->sample.n_assigned == 0 && left != 0
                 ? couplet_cheapest_shift (part->fees, left)
                 : COUPLET_NO_SHIFT;
  for (gint8 g = -1; g <= 1; g++) {
    if (!couplet_shifts_have (left, g) || (only != COUPLET_NO_SHIFT && g != only))
      continue;
    CoupletArc arc = {number, entry_after (groups, bundle, g, vectors->x), 0};
    if (part != NULL)
      arc.cost = couplet_cost_of_fee (vectors->unit, part->fees[g + 1], part->sample.d);
    g_array_append_val (vectors->arcs, arc);
    g_array_append_val (vectors->shifts, g);
  }
}

/* Whether the letter leaves the entries of a group as they are. */
static gboolean
is_copied (const Groups *groups, const Bundle *bundle)
{
  const Factor *before = bundle->n_sources == 1 ? bundle->sources[0] : NULL;
  const Factor *after = bundle->after;
  if (before == NULL || after == NULL || bundle->part != NULL || before->n != after->n)
    return FALSE;
  for (guint32 i = 0; i < before->n; i++) {
    guint32 v = before->thresholds[i];
    if (groups->asked[v] || groups->taken[v] != NULL || after->thresholds[i] != v)
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

/* Adds what is done with a group: bundle has its factors and sample, the arcs are to be made. FALSE
 * when it is about too many thresholds. */
static gboolean
add_group (CoupletVectors *vectors, const Groups *groups, Bundle *bundle)
{
  guint32 n = 0;
  if (is_copied (groups, bundle)) {
    add_copied (vectors->copied, bundle->sources[0], bundle->after);
    return TRUE;
  }
  for (guint32 s = 0; s < bundle->n_sources; s++)
    n += bundle->sources[s]->n;
  if (n > COUPLET_VECTOR_THRESHOLDS)
    return FALSE;
  g_array_set_size (vectors->arcs, 0);
  g_array_set_size (vectors->shifts, 0);
  for (gsize i = 0; i < couplet_factor_size (n); i++) {
    factors_read_shifts (bundle->sources, bundle->n_sources, i, vectors->x);
    if (permits (groups, vectors->x))
      add_arcs (vectors, groups, bundle, (guint32)i);
  }
  for (guint32 s = 0; s < bundle->n_sources; s++)
    for (guint32 i = 0; i < bundle->sources[s]->n; i++)
      vectors->x[bundle->sources[s]->thresholds[i]] = COUPLET_NO_SHIFT;
  bundle->n_arcs = vectors->arcs->len;
  bundle->arcs = couplet_arena_keep (vectors->arena, vectors->arcs);
  bundle->shifts = couplet_arena_keep (vectors->arena, vectors->shifts);
  g_array_append_val (vectors->bundles, *bundle);
  return TRUE;
}

/* Adds all groups: each has its members one after another from first on. */
static gboolean
add_groups (CoupletVectors *vectors, const Groups *groups)
{
  g_autofree guint32 *next = g_new (guint32, groups->n), *last = g_new (guint32, groups->n);
  for (guint32 i = 0; i < groups->n; i++) { /* a root comes before its others */
    guint32 root = union_find_root (groups->parent, i);
    next[i] = COUPLET_NONE;
    if (root != i)
      next[last[root]] = i;
    last[root] = i;
  }
  const Factor **sources = couplet_arena_new_array (vectors->arena, const Factor *, groups->n);
  for (guint32 root = 0; root < groups->n; root++) {
    Bundle bundle = {.sources = sources};
    if (groups->parent[root] != root)
      continue;
    for (guint32 i = root; i != COUPLET_NONE; i = next[i])
      if (i < groups->first_after)
        sources[bundle.n_sources++] = &groups->before->factors[i];
      else if (i < groups->first_part)
        bundle.after = &groups->after->factors[i - groups->first_after];
      else if (has_choice (&groups->letter->parts[i - groups->first_part]))
        bundle.part = &groups->letter->parts[i - groups->first_part];
    if ((bundle.n_sources > 0 || bundle.after != NULL || bundle.part != NULL) &&
        !add_group (vectors, groups, &bundle))
      return FALSE;
    sources += bundle.n_sources;
  }
  return TRUE;
}

/* ---- Passages -------------------------------------------------------------------------------- */

/* What a letter pays whatever the shifts of thresholds are. */
static CoupletCost
fixed_cost (const CoupletVectors *vectors, guint32 transition, const CoupletLetter *letter)
{
  CoupletCost cost = couplet_fresh_cost (vectors->automaton, vectors->free_cycles, vectors->unit,
                                         transition, letter->difference);
  for (guint32 i = 0; i < letter->n_parts; i++) {
    const CoupletLetterPart *part = &letter->parts[i];
    int fee = has_choice (part) ? 0 : couplet_least_fee (part->fees, part->shifts);
    cost = couplet_cost_add (vectors->unit, cost,
                             couplet_cost_of_fee (vectors->unit, fee, part->sample.d));
  }
  return cost;
}

/* FALSE when too many thresholds are tied. */
static gboolean
load_passage (CoupletVectors *vectors, const PassageKey *key)
{
  guint32 k = vectors->automaton->n_thresholds;
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
  unite_all (&groups, vectors->layouts->clusters, k);
  g_array_set_size (vectors->copied, 0);
  g_array_set_size (vectors->bundles, 0);
  return add_groups (vectors, &groups);
}

const Passage *
passage_find (CoupletVectors *vectors, guint32 transition, int difference)
{
  const CoupletAutomaton *a = vectors->automaton;
  const PassageKey key = {couplet_moves_letter (vectors->moves, transition, difference),
                          layout_at (vectors->layouts, a->source[transition]),
                          layout_at (vectors->layouts, a->target[transition])};
  Passage *passage = g_hash_table_lookup (vectors->passages, &key);
  if (passage != NULL)
    return passage->ties_too_many ? NULL : passage;
  passage = couplet_arena_alloc (vectors->arena, sizeof *passage);
  *passage =
      (Passage){.key = key, .ties_too_many = key.after == NULL || !load_passage (vectors, &key)};
  g_hash_table_add (vectors->passages, passage);
  if (passage->ties_too_many)
    return NULL;
  passage->fixed = fixed_cost (vectors, transition, key.letter);
  passage->n_copied = vectors->copied->len;
  passage->n_bundles = vectors->bundles->len;
  passage->copied = couplet_arena_keep (vectors->arena, vectors->copied);
  passage->bundles = couplet_arena_keep (vectors->arena, vectors->bundles);
  return passage;
}
