/* SPDX-License-Identifier: Apache-2.0 */
/* Multipliers for all paths with some outputs: no shifts of theirs cost less, at one difference. */
#include "linear_rules.h"

/* ---- Answers and draws that take a path --------------------------------------------------- */

/* Sets check->sum to the value of form. */
static void
find_value (LinearCheck *check, const CoupletLinearForm *form, const CoupletEvidenceVector *point)
{
  mpq_set (check->sum, form->constant.value);
  for (guint32 t = 0; t < form->n_terms; t++)
    linear_add (check, form->terms[t].factor.value,
                linear_number (check, point, form->terms[t].atom));
}

static gboolean
check_atom (LinearCheck *check, guint32 atom, mpq_srcptr value)
{
  guint32 n = check->list->n_answers;
  CoupletNoiseKind noise = atom >= n ? check->path->draws[atom - n]->noise : COUPLET_NOISELESS;
  gboolean whole = atom < n ? check->linear->whole_answers : couplet_noise_is_whole (noise);
  if (whole && !linear_is_whole (value))
    return linear_reject (check, "number %u of its point is not whole", atom + 1);
  return !couplet_noise_is_one_sided (noise) || mpq_sgn (value) > 0 ||
         linear_reject (check, "number %u of its point is not above 0", atom + 1);
}

/* Decisions on continuous draws with room around, all others as written. */
static gboolean
check_point (LinearCheck *check, const CoupletEvidencePath *found)
{
  const CoupletLinearPath *path = check->path;
  guint32 n = check->list->n_answers + path->n_draws;
  CoupletEvidenceVector point;
  if (!linear_need_vector (check, found, COUPLET_VECTOR_POINT, n, &point))
    return FALSE;
  for (guint32 atom = 0; atom < n; atom++)
    if (!check_atom (check, atom, linear_number (check, &point, atom)))
      return FALSE;
  for (guint32 r = 0; r < path->n_rows; r++) {
    const CoupletLinearRow *row = &path->rows[r];
    if (row->node->kind == COUPLET_LINEAR_REAL)
      continue;
    find_value (check, &row->node->form, &point);
    int sign = mpq_sgn (check->sum) * (row->met ? 1 : -1);
    if (linear_is_strict (check, row) ? sign <= 0 : sign < 0)
      return linear_reject (check, "row %u: its point does not take it", r + 1);
  }
  return TRUE;
}

/* ---- Weights -------------------------------------------------------------------------------- */

/* What the shift of a draw gains is at most what it pays, nothing where no d is enough. */
static gboolean
check_draw (LinearCheck *check, guint32 i, const CoupletEvidenceVector *weights, gboolean finite)
{
  const CoupletLinearNode *draw = check->path->draws[i];
  mpq_set_ui (check->sum, 0, 1);
  for (guint32 r = 0; r < check->path->n_rows; r++) {
    const CoupletLinearForm *form = &check->path->rows[r].node->form;
    for (guint32 t = 0; t < form->n_terms; t++)
      if (form->terms[t].atom == check->list->n_answers + i)
        linear_add (check, linear_number (check, weights, r), form->terms[t].factor.value);
  }
  if (!couplet_noise_is_one_sided (draw->noise)) /* which shifts upwards only */
    mpq_abs (check->sum, check->sum);
  return (finite ? mpq_cmp (check->sum, draw->rate.value) <= 0 : mpq_sgn (check->sum) <= 0) ||
         linear_reject (check, "draw %u gains more than it pays", i + 1);
}

/* Sets check->sum to what the rows force. */
static void
find_forced (LinearCheck *check, const gint8 *difference, const CoupletEvidenceVector *weights)
{
  mpq_set_ui (check->sum, 0, 1);
  for (guint32 r = 0; r < check->path->n_rows; r++) {
    const CoupletLinearForm *form = &check->path->rows[r].node->form;
    for (guint32 t = 0; t < form->n_terms && form->terms[t].atom < check->list->n_answers; t++) {
      mpq_set_si (check->product, -difference[form->terms[t].atom], 1);
      mpq_mul (check->product, check->product, form->terms[t].factor.value);
      mpq_mul (check->product, check->product, linear_number (check, weights, r));
      mpq_add (check->sum, check->sum, check->product);
    }
  }
  mpq_mul (check->sum, check->sum, check->linear->sensitivity.value);
}

static gboolean
check_weights (LinearCheck *check, const CoupletEvidencePath *found, const gint8 *difference)
{
  const CoupletRational *cost = couplet_evidence_cost (check->check->evidence);
  CoupletEvidenceVector weights;
  if (!linear_need_vector (check, found, COUPLET_VECTOR_WEIGHTS, check->path->n_rows, &weights) ||
      !linear_check_signs (check, &weights))
    return FALSE;
  for (guint32 i = 0; i < check->path->n_draws; i++)
    if (!check_draw (check, i, &weights, cost != NULL))
      return FALSE;
  find_forced (check, difference, &weights);
  return (cost != NULL ? mpq_cmp (check->sum, cost->value) >= 0 : mpq_sgn (check->sum) > 0) ||
         linear_reject (check, "the weights force less");
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* The only difference, which has to be one of adjacent answers. NULL with a rejection. */
static const gint8 *
need_difference (LinearCheck *check)
{
  guint n;
  const gint8 *difference = couplet_evidence_differences (check->check->evidence, &n);
  guint32 above = 0, below = 0;
  for (guint32 j = 0; n == 1 && j < check->list->n_answers; j++) {
    above += difference[j] > 0;
    below += difference[j] < 0;
  }
  gboolean adjacent = check->linear->adjacency == COUPLET_ADJACENT_ANY ||
                      (check->linear->adjacency == COUPLET_ADJACENT_ONE ? above + below <= 1
                                                                        : above == 0 || below == 0);
  if (n == 1 && adjacent)
    return difference;
  check_reject (check->check, n != 1 ? "it has not one difference"
                                     : "its difference is not one of adjacent answers");
  return NULL;
}

/* The outputs of a path that its point takes; NULL with a rejection. The caller frees them. */
static char *
find_outputs (LinearCheck *check)
{
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (check->list);
  const CoupletEvidence *evidence = check->check->evidence;
  CoupletLinearPath path;
  guint32 end = COUPLET_NONE;
  for (guint32 i = 0; i < couplet_evidence_n_paths (evidence) && end == COUPLET_NONE; i++) {
    CoupletEvidencePath one = couplet_evidence_path (evidence, i);
    if (linear_has_vector (check, &one, COUPLET_VECTOR_POINT))
      end = one.end;
  }
  while (couplet_linear_walk_next (walk, &path)) {
    CoupletEvidencePath found;
    check->path = &path;
    if (path.end == end)
      return linear_find_path (check, &found) && check_point (check, &found)
                 ? g_strdup (path.outputs)
                 : NULL;
  }
  check_reject (check->check, "no path has a point that takes it");
  return NULL;
}

/* Every path with these outputs has weights, or is impossible. */
static void
check_paths (LinearCheck *check, const char *outputs, const gint8 *difference)
{
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (check->list);
  CoupletLinearPath path;
  gboolean good = TRUE;
  check->check->number = 0;
  while (good && couplet_linear_walk_next (walk, &path)) {
    CoupletEvidencePath found;
    check->path = &path;
    if (g_str_equal (path.outputs, outputs))
      good = linear_find_path (check, &found) &&
             (linear_has_vector (check, &found, COUPLET_VECTOR_IMPOSSIBLE)
                  ? linear_check_impossible (check, &found)
                  : check_weights (check, &found, difference));
  }
}

void
check_linear_weights (Check *evidence)
{
  LinearCheck check;
  const gint8 *difference = NULL;
  g_autofree char *outputs = NULL;
  evidence->number = 0;
  if (linear_check_init (&check, evidence))
    difference = need_difference (&check);
  if (difference != NULL && check.linear->whole_answers &&
      !linear_is_whole (check.linear->sensitivity.value))
    check_reject (evidence, "whole answers differ by whole numbers, and the sensitivity is none");
  else if (difference != NULL)
    outputs = find_outputs (&check);
  if (outputs != NULL)
    check_paths (&check, outputs, difference);
  linear_check_clear (&check);
}
