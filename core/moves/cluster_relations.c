/* SPDX-License-Identifier: Apache-2.0 */
#include "cluster_relations.h"

#include <string.h>

ClusterRelations
cluster_relations (CoupletMoves *moves, const CoupletLive *live, const CoupletClusters *clusters,
                   guint32 cluster)
{
  guint32 first = clusters->first[cluster], size = clusters->first[cluster + 1] - first;
  return (ClusterRelations){
      moves, live, clusters, cluster, size, &clusters->thresholds[first], relation_shape (size)};
}

static gboolean
has_threshold (const ClusterRelations *relations, guint32 threshold)
{
  return relations->clusters->cluster[threshold] == relations->cluster;
}

static guint32
node_of (const ClusterRelations *relations, guint32 threshold)
{
  return THRESHOLD_NODE (relations->clusters->place[threshold]);
}

gboolean
cluster_is_idle (const ClusterRelations *relations, guint32 state)
{
  for (guint32 i = 0; i < relations->size; i++)
    if (couplet_is_live (relations->live, state, relations->thresholds[i]))
      return FALSE;
  return TRUE;
}

/* ---- Steps ------------------------------------------------------------------------------ */

/* What part asks of the shifts: conditions 1 to 5 of docs/theory.md section 2. */
static void
add_conditions (const ClusterRelations *relations, const CoupletLetterPart *part, guint64 *relation)
{
  RelationShape shape = relations->shape;
  guint32 g = relation_sample_node (shape);
  relation_add (shape, relation, g, NUMBER_NODE (couplet_shifts_greatest (part->shifts)));
  relation_add (shape, relation, NUMBER_NODE (couplet_shifts_least (part->shifts)), g);
  for (guint32 i = 0; i < part->sample.n_literals; i++) {
    const CoupletLiteral *literal = &part->sample.literals[i];
    if (!has_threshold (relations, literal->threshold))
      continue;
    guint32 node = node_of (relations, literal->threshold);
    if (couplet_asks_at_most (literal->comparison))
      relation_add (shape, relation, g, node);
    if (couplet_asks_at_least (literal->comparison))
      relation_add (shape, relation, node, g);
  }
}

/* The thresholds that take the sample, and are live at target, are equal to it. */
static void
assign_part (const ClusterRelations *relations, const CoupletLetterPart *part, guint32 target,
             guint64 *relation)
{
  guint32 g = relation_sample_node (relations->shape);
  for (guint32 i = 0; i < part->sample.n_assigned; i++) {
    guint32 threshold = part->sample.assigned[i];
    if (has_threshold (relations, threshold) &&
        couplet_is_live (relations->live, target, threshold))
      relation_assign (relations->shape, relation, node_of (relations, threshold), g);
  }
  relation_forget (relations->shape, relation, g);
}

static void
forget_the_dead (const ClusterRelations *relations, guint32 source, guint32 target,
                 guint64 *relation)
{
  for (guint32 i = 0; i < relations->size; i++)
    if (couplet_is_live (relations->live, source, relations->thresholds[i]) &&
        !couplet_is_live (relations->live, target, relations->thresholds[i]))
      relation_forget (relations->shape, relation, THRESHOLD_NODE (i));
}

static const CoupletLetterPart *
part_of (const ClusterRelations *relations, guint32 transition, int difference)
{
  const CoupletLetter *letter = couplet_moves_letter (relations->moves, transition, difference);
  return couplet_letter_part (letter, relations->clusters, relations->cluster);
}

gboolean
cluster_take (const ClusterRelations *relations, const guint64 *before, guint32 transition,
              int difference, guint64 *after, gboolean *restricts)
{
  const CoupletAutomaton *a = couplet_moves_automaton (relations->moves);
  const CoupletLetterPart *part = part_of (relations, transition, difference);
  guint32 target = a->target[transition];
  memcpy (after, before, relation_size (relations->shape) * sizeof *after);
  *restricts = FALSE;
  if (part != NULL) {
    add_conditions (relations, part, after);
    *restricts = !relation_adds_nothing (relations->shape, after, before);
    if (relation_is_empty (relations->shape, after))
      return FALSE;
    assign_part (relations, part, target, after);
  }
  forget_the_dead (relations, a->source[transition], target, after);
  return TRUE;
}

guint32
cluster_differences (const ClusterRelations *relations, guint32 transition,
                     gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  const CoupletLetter *letters;
  CoupletShifts shifts[COUPLET_MOST_DIFFERENCES]; /* of those kept */
  guint32 n = couplet_moves_letters (relations->moves, transition, &letters), kept = 0;
  for (guint32 i = 0; i < n; i++) {
    const CoupletLetterPart *part =
        couplet_letter_part (&letters[i], relations->clusters, relations->cluster);
    CoupletShifts own = part != NULL ? part->shifts : COUPLET_ALL_SHIFTS;
    guint32 left = 0; /* of those kept, the ones that may not shift by all that this one may */
    gboolean covered = FALSE;
    for (guint32 j = 0; j < kept; j++) {
      covered |= (shifts[j] & ~own) == 0;
      if (!covered && (own & ~shifts[j]) == 0)
        continue;
      shifts[left] = shifts[j];
      differences[left++] = differences[j];
    }
    kept = left;
    if (!covered) {
      shifts[kept] = own;
      differences[kept++] = letters[i].difference;
    }
  }
  return kept;
}
