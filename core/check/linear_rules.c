/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_rules.h"

#include <couplet/internal/automaton.h>

gboolean
linear_check_init (LinearCheck *check, Check *evidence)
{
  guint32 n;
  *check = (LinearCheck){.check = evidence,
                         .linear = evidence->a->linear,
                         .list = couplet_evidence_list (evidence->evidence),
                         .numbers = couplet_evidence_numbers (evidence->evidence, &n)};
  mpq_inits (check->sum, check->product, NULL);
  if (check->linear == NULL || check->list == NULL)
    return check_reject (evidence, "it is about no list of the mechanism");
  g_autoptr (GHashTable) ends = g_hash_table_new (NULL, NULL);
  for (guint32 i = 0; i < couplet_evidence_n_paths (evidence->evidence); i++) {
    guint32 end = couplet_evidence_path (evidence->evidence, i).end;
    if (!g_hash_table_add (ends, GUINT_TO_POINTER (end)))
      return check_reject (evidence, "the path to node %u is there twice", end);
  }
  return TRUE;
}

void
linear_check_clear (LinearCheck *check)
{
  mpq_clears (check->sum, check->product, NULL);
}

gboolean
linear_reject (LinearCheck *check, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return check_reject (check->check, "path to node %u: %s", check->path->end, text);
}

/* ---- Parts of the evidence ---------------------------------------------------------------- */

/* Paths of evidence may stand in any order; that of the walk, by ascending end, is found at once
 * where they are in it. */
gboolean
linear_find_path (LinearCheck *check, CoupletEvidencePath *found)
{
  const CoupletEvidence *evidence = check->check->evidence;
  guint32 n = couplet_evidence_n_paths (evidence);
  for (guint32 i = 0; i < n; i++) {
    guint32 at = (check->check->number + i) % n;
    *found = couplet_evidence_path (evidence, at);
    if (found->end != check->path->end)
      continue;
    check->check->number = at + 1;
    return TRUE;
  }
  return linear_reject (check, "it is left out");
}

gboolean
linear_has_vector (const LinearCheck *check, const CoupletEvidencePath *found,
                   CoupletVectorRole role)
{
  for (guint32 i = 0; i < found->n_vectors; i++)
    if (couplet_evidence_path_vector (check->check->evidence, found->first_vector + i).role == role)
      return TRUE;
  return FALSE;
}

gboolean
linear_need_vector (LinearCheck *check, const CoupletEvidencePath *found, CoupletVectorRole role,
                    guint32 n, CoupletEvidenceVector *vector)
{
  guint32 count = 0;
  for (guint32 i = 0; i < found->n_vectors; i++) {
    CoupletEvidenceVector one =
        couplet_evidence_path_vector (check->check->evidence, found->first_vector + i);
    if (one.role != role)
      continue;
    *vector = one;
    count++;
  }
  if (count != 1)
    return linear_reject (check, "'%s' is not there", couplet_vector_role_to_string (role));
  return vector->n == n || linear_reject (check, "'%s' has %u numbers, not %u",
                                          couplet_vector_role_to_string (role), vector->n, n);
}

/* ---- Sums ----------------------------------------------------------------------------------- */

void
linear_add (LinearCheck *check, mpq_srcptr a, mpq_srcptr b)
{
  mpq_mul (check->product, a, b);
  mpq_add (check->sum, check->sum, check->product);
}

void
linear_add_small (LinearCheck *check, mpq_srcptr a, int b)
{
  mpq_set_si (check->product, b, 1);
  mpq_mul (check->product, check->product, a);
  mpq_add (check->sum, check->sum, check->product);
}

gboolean
linear_is_whole (mpq_srcptr number)
{
  return mpz_cmp_ui (mpq_denref (number), 1) == 0;
}

/* ---- Impossible paths ------------------------------------------------------------------------ */

gboolean
linear_is_strict (const LinearCheck *check, const CoupletLinearRow *row)
{
  return row->met == row->node->strict ||
         couplet_linear_is_continuous (check->list, check->path, &row->node->form);
}

gboolean
linear_check_signs (LinearCheck *check, const CoupletEvidenceVector *multipliers)
{
  for (guint32 r = 0; r < check->path->n_rows; r++) {
    const CoupletLinearRow *row = &check->path->rows[r];
    int sign = mpq_sgn (linear_number (check, multipliers, r));
    if (row->node->kind == COUPLET_LINEAR_DECISION && (row->met ? sign < 0 : sign > 0))
      return linear_reject (check, "multiplier %u has the wrong sign", r + 1);
  }
  return TRUE;
}

/* Sets check->sum to the multiple of atom in the sum of all rows times their multipliers. */
static void
add_up_atom (LinearCheck *check, const CoupletEvidenceVector *multipliers, guint32 atom)
{
  mpq_set_ui (check->sum, 0, 1);
  for (guint32 r = 0; r < check->path->n_rows; r++) {
    const CoupletLinearForm *form = &check->path->rows[r].node->form;
    for (guint32 t = 0; t < form->n_terms; t++)
      if (form->terms[t].atom == atom)
        linear_add (check, linear_number (check, multipliers, r), form->terms[t].factor.value);
  }
  if (atom >= check->list->n_answers)
    linear_add_small (
        check,
        linear_number (check, multipliers, check->path->n_rows + atom - check->list->n_answers), 1);
}

/* A multiplier of a draw says that it is not below 0, which only an exponential one is not. strict
 * becomes TRUE where some multiplier is of what is above 0. */
static gboolean
check_impossible_signs (LinearCheck *check, const CoupletEvidenceVector *multipliers,
                        gboolean *strict)
{
  const CoupletLinearPath *path = check->path;
  if (!linear_check_signs (check, multipliers))
    return FALSE;
  for (guint32 r = 0; r < path->n_rows; r++) {
    gboolean used = mpq_sgn (linear_number (check, multipliers, r)) != 0;
    if (used && path->rows[r].node->kind == COUPLET_LINEAR_REAL)
      return linear_reject (check, "multiplier %u is of an output, which may be anything", r + 1);
    *strict |= used && linear_is_strict (check, &path->rows[r]);
  }
  for (guint32 i = 0; i < path->n_draws; i++) {
    int sign = mpq_sgn (linear_number (check, multipliers, path->n_rows + i));
    if (sign < 0 || (sign > 0 && !couplet_noise_is_one_sided (path->draws[i]->noise)))
      return linear_reject (check, "the multiplier of draw %u has the wrong sign", i + 1);
    *strict |= sign > 0;
  }
  return TRUE;
}

gboolean
linear_check_multipliers (LinearCheck *check, const CoupletEvidenceVector *multipliers)
{
  const CoupletLinearPath *path = check->path;
  gboolean strict = FALSE;
  if (multipliers->n != path->n_rows + path->n_draws)
    return linear_reject (check, "there are %u multipliers, not %u", multipliers->n,
                          path->n_rows + path->n_draws);
  if (!check_impossible_signs (check, multipliers, &strict))
    return FALSE;
  for (guint32 atom = 0; atom < check->list->n_answers + path->n_draws; atom++) {
    add_up_atom (check, multipliers, atom);
    if (mpq_sgn (check->sum) != 0)
      return linear_reject (check, "the rows do not add up to a number");
  }
  mpq_set_ui (check->sum, 0, 1);
  for (guint32 r = 0; r < path->n_rows; r++)
    linear_add (check, linear_number (check, multipliers, r),
                path->rows[r].node->form.constant.value);
  int sign = mpq_sgn (check->sum);
  return sign < 0 || (sign == 0 && strict) ||
         linear_reject (check, "the rows add up to what is possible");
}

gboolean
linear_check_impossible (LinearCheck *check, const CoupletEvidencePath *found)
{
  const CoupletLinearPath *path = check->path;
  CoupletEvidenceVector multipliers;
  return linear_need_vector (check, found, COUPLET_VECTOR_IMPOSSIBLE, path->n_rows + path->n_draws,
                             &multipliers) &&
         linear_check_multipliers (check, &multipliers);
}
