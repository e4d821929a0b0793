/* SPDX-License-Identifier: Apache-2.0 */
/* Shifts for every path and difference: no path costs more. */
#include "linear_rules.h"

#include <string.h>

/* Most differences that a checker looks for. */
#define MOST_DIFFERENCES 100000

static gboolean
check_row (LinearCheck *check, guint32 r, const gint8 *differences,
           const CoupletEvidenceVector *shifts)
{
  const CoupletLinearRow *row = &check->path->rows[r];
  const CoupletLinearForm *form = &row->node->form;
  mpq_set_ui (check->sum, 0, 1);
  for (guint32 t = 0; t < form->n_terms; t++) {
    const CoupletLinearTerm *term = &form->terms[t];
    if (term->atom < check->list->n_answers)
      linear_add_small (check, term->factor.value, differences[term->atom]);
    else
      linear_add (check, term->factor.value,
                  linear_number (check, shifts, term->atom - check->list->n_answers));
  }
  int sign = mpq_sgn (check->sum);
  if (row->node->kind == COUPLET_LINEAR_REAL)
    return sign == 0 || linear_reject (check, "row %u: the output changes", r + 1);
  return (row->met ? sign >= 0 : sign <= 0) ||
         linear_reject (check, "row %u: the decision may change", r + 1);
}

static gboolean
check_draw (LinearCheck *check, guint32 i, mpq_srcptr shift)
{
  const CoupletLinearNode *draw = check->path->draws[i];
  if (couplet_noise_is_one_sided (draw->noise) && mpq_sgn (shift) < 0)
    return linear_reject (check, "draw %u is exponential and shifts downwards", i + 1);
  if (couplet_noise_is_whole (draw->noise) && !linear_is_whole (shift))
    return linear_reject (check, "draw %u is discrete, and its shift is not whole", i + 1);
  return TRUE;
}

static gboolean
check_cost (LinearCheck *check, const CoupletEvidenceVector *shifts)
{
  mpq_t size;
  mpq_init (size);
  mpq_set_ui (check->sum, 0, 1);
  for (guint32 i = 0; i < check->path->n_draws; i++) {
    mpq_abs (size, linear_number (check, shifts, i));
    linear_add (check, size, check->path->draws[i]->rate.value);
  }
  mpq_clear (size);
  mpq_mul (check->sum, check->sum, check->linear->sensitivity.value);
  return mpq_cmp (check->sum, couplet_evidence_cost (check->check->evidence)->value) <= 0 ||
         linear_reject (check, "the shifts cost more");
}

static gboolean
check_shifts (LinearCheck *check, const gint8 *differences, const CoupletEvidenceVector *shifts)
{
  if (shifts->role != COUPLET_VECTOR_SHIFTS || shifts->n != check->path->n_draws)
    return linear_reject (check, "there is not a shift for each of its %u draws",
                          check->path->n_draws);
  for (guint32 i = 0; i < check->path->n_draws; i++)
    if (!check_draw (check, i, linear_number (check, shifts, i)))
      return FALSE;
  for (guint32 r = 0; r < check->path->n_rows; r++)
    if (!check_row (check, r, differences, shifts))
      return FALSE;
  return check_cost (check, shifts);
}

static gboolean
check_path (LinearCheck *check, const gint8 *differences, guint n)
{
  CoupletEvidencePath found;
  if (!linear_find_path (check, &found))
    return FALSE;
  if (linear_has_vector (check, &found, COUPLET_VECTOR_IMPOSSIBLE))
    return linear_check_impossible (check, &found);
  if (found.n_vectors != n)
    return linear_reject (check, "it has %u vectors of shifts, not %u", found.n_vectors, n);
  for (guint i = 0; i < n; i++) {
    CoupletEvidenceVector shifts =
        couplet_evidence_path_vector (check->check->evidence, found.first_vector + i);
    if (!check_shifts (check, differences + (gsize)i * check->list->n_answers, &shifts))
      return FALSE;
  }
  return TRUE;
}

/* Whether the differences of the evidence are all that have to be looked at. */
static gboolean
check_differences (LinearCheck *check, const gint8 *given, guint n)
{
  guint n_needed;
  gsize size = check->list->n_answers;
  g_autofree gint8 *needed =
      couplet_linear_differences (check->linear, check->list, MOST_DIFFERENCES, &n_needed);
  if (needed == NULL)
    return check_give_up (check->check, "the answers have too many differences");
  g_autoptr (GHashTable) known =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  for (guint i = 0; i < n; i++)
    g_hash_table_add (known, g_bytes_new (given + i * size, size));
  for (guint i = 0; i < n_needed; i++) {
    g_autoptr (GBytes) one = g_bytes_new (needed + i * size, size);
    if (!g_hash_table_contains (known, one))
      return check_reject (check->check, "a difference of adjacent answers is left out");
  }
  return TRUE;
}

/* Whole shifts of discrete draws are known for whole multiples of the sensitivity only. */
static gboolean
check_sensitivity (LinearCheck *check)
{
  return !couplet_linear_has_discrete (check->list) ||
         mpq_cmp_ui (check->linear->sensitivity.value, 1, 1) == 0 ||
         check_reject (check->check, "with discrete draws the sensitivity must be 1");
}

void
check_linear_shifts (Check *evidence)
{
  LinearCheck check;
  CoupletLinearPath path;
  guint n;
  const gint8 *differences = couplet_evidence_differences (evidence->evidence, &n);
  gboolean good = linear_check_init (&check, evidence);
  if (good && couplet_evidence_cost (evidence->evidence) == NULL)
    good = check_reject (evidence, "it names no cost");
  good = good && check_sensitivity (&check) && check_differences (&check, differences, n);
  g_autoptr (CoupletLinearWalk) walk = good ? couplet_linear_walk_new (check.list) : NULL;
  evidence->number = 0;
  while (good && couplet_linear_walk_next (walk, &path)) {
    check.path = &path;
    good = check_path (&check, differences, n);
  }
  linear_check_clear (&check);
}
