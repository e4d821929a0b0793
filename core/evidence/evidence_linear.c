/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence about linear mechanisms. */
#include "parts.h"

const char *
couplet_vector_role_to_string (CoupletVectorRole role)
{
  static const char *const names[] = {"shifts", "weights", "impossible", "point", "with",
                                      "met",    "not_met", "within",     "apart"};
  return names[role];
}

void
couplet_evidence_set_answers (CoupletEvidence *evidence, guint32 n_answers)
{
  const CoupletLinear *linear = evidence->automaton->linear;
  evidence->list = NULL;
  for (guint32 i = 0; linear != NULL && i < linear->n_lists; i++)
    if (linear->lists[i].n_answers == n_answers)
      evidence->list = &linear->lists[i];
  evidence_allow (evidence, evidence->list != NULL);
}

void
couplet_evidence_add_difference (CoupletEvidence *evidence, const gint8 *difference)
{
  if (!evidence_allow (evidence, evidence->list != NULL))
    return;
  for (guint32 j = 0; j < evidence->list->n_answers; j++)
    if (!evidence_allow (evidence, difference[j] >= -1 && difference[j] <= 1))
      return;
  /* without answers there is one difference, of no numbers: its place is one byte */
  g_array_append_vals (evidence->differences, difference, MAX (evidence->list->n_answers, 1));
}

void
couplet_evidence_begin_path (CoupletEvidence *evidence, guint32 end)
{
  LinearPathPart path = {end, evidence->path_vectors->len};
  if (evidence_allow (evidence, evidence->list != NULL && end < evidence->list->n_nodes &&
                                    evidence->list->nodes[end].kind == COUPLET_LINEAR_END))
    g_array_append_val (evidence->paths, path);
}

/* What number may be in a vector of role. */
static gboolean
has_part (const CoupletEvidence *evidence, CoupletVectorRole role, guint32 number)
{
  const CoupletLinearList *list = evidence->list;
  if (!couplet_vector_role_is_nodes (role))
    return number < evidence->numbers->len;
  return number < list->n_nodes &&
         list->nodes[number].kind ==
             (role == COUPLET_VECTOR_WITH ? COUPLET_LINEAR_END : COUPLET_LINEAR_DECISION);
}

void
couplet_evidence_add_path_vector (CoupletEvidence *evidence, CoupletVectorRole role,
                                  const guint32 *numbers, guint32 n)
{
  LinearVectorPart vector = {role, evidence->path_numbers->len, n};
  if (!evidence_allow (evidence, evidence->paths->len > 0))
    return;
  for (guint32 i = 0; i < n; i++)
    if (!evidence_allow (evidence, has_part (evidence, role, numbers[i])))
      return;
  g_array_append_val (evidence->path_vectors, vector);
  if (n > 0)
    g_array_append_vals (evidence->path_numbers, numbers, n);
}

const CoupletLinearList *
couplet_evidence_list (const CoupletEvidence *evidence)
{
  return evidence->list;
}

const gint8 *
couplet_evidence_differences (const CoupletEvidence *evidence, guint *n)
{
  *n = evidence->list != NULL ? evidence->differences->len / MAX (evidence->list->n_answers, 1) : 0;
  return (const gint8 *)(gpointer)evidence->differences->data;
}

guint32
couplet_evidence_n_paths (const CoupletEvidence *evidence)
{
  return evidence->paths->len;
}

CoupletEvidencePath
couplet_evidence_path (const CoupletEvidence *evidence, guint32 path)
{
  const LinearPathPart *part = AT (evidence->paths, LinearPathPart, path);
  guint32 end =
      path + 1 < evidence->paths->len ? part[1].first_vector : evidence->path_vectors->len;
  return (CoupletEvidencePath){part->end, part->first_vector, end - part->first_vector};
}

CoupletEvidenceVector
couplet_evidence_path_vector (const CoupletEvidence *evidence, guint32 vector)
{
  const LinearVectorPart *part = AT (evidence->path_vectors, LinearVectorPart, vector);
  return (CoupletEvidenceVector){part->role, part->n,
                                 AT (evidence->path_numbers, guint32, part->first)};
}

gboolean
couplet_evidence_path_has (const CoupletEvidence *evidence, const CoupletEvidencePath *path,
                           CoupletVectorRole role, CoupletEvidenceVector *vector)
{
  for (guint32 i = 0; i < path->n_vectors; i++) {
    *vector = couplet_evidence_path_vector (evidence, path->first_vector + i);
    if (vector->role == role)
      return TRUE;
  }
  return FALSE;
}

gboolean
couplet_evidence_path_is_of (const CoupletEvidence *evidence, const CoupletEvidencePath *path,
                             guint32 end)
{
  CoupletEvidenceVector with;
  if (path->end == end)
    return TRUE;
  if (!couplet_evidence_path_has (evidence, path, COUPLET_VECTOR_WITH, &with))
    return FALSE;
  for (guint32 i = 0; i < with.n; i++)
    if (with.numbers[i] == end)
      return TRUE;
  return FALSE;
}

static void
add_decisions (const CoupletEvidence *evidence, const CoupletEvidencePath *shown,
               CoupletVectorRole role, GArray *rows)
{
  CoupletEvidenceVector nodes;
  if (!couplet_evidence_path_has (evidence, shown, role, &nodes))
    return;
  for (guint32 i = 0; i < nodes.n; i++) {
    const CoupletLinearRow row = {&evidence->list->nodes[nodes.numbers[i]],
                                  role == COUPLET_VECTOR_MET};
    g_array_append_val (rows, row);
  }
}

GArray *
couplet_evidence_event_rows (const CoupletEvidence *evidence, const CoupletEvidencePath *shown,
                             const CoupletLinearPath *path)
{
  CoupletEvidenceVector with;
  if (!couplet_evidence_path_has (evidence, shown, COUPLET_VECTOR_WITH, &with))
    return NULL;
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (CoupletLinearRow));
  add_decisions (evidence, shown, COUPLET_VECTOR_MET, rows);
  add_decisions (evidence, shown, COUPLET_VECTOR_NOT_MET, rows);
  for (guint32 r = 0; r < path->n_rows; r++)
    if (path->rows[r].node->kind == COUPLET_LINEAR_REAL)
      g_array_append_val (rows, path->rows[r]);
  return rows;
}
