/* SPDX-License-Identifier: Apache-2.0 */
#include "vector.h"

static const char TOO_MANY[] = "it ties more thresholds than a factor may have";

static void
factor_init (Factor *factor, guint32 n)
{
  factor->n = n;
  factor->borrowed = FALSE;
  factor->at = g_new (mpz_t, couplet_factor_size (n));
  for (gsize i = 0; i < couplet_factor_size (n); i++)
    mpz_init (factor->at[i]);
}

static void
factor_clear (Factor *factor)
{
  for (gsize i = 0; i < couplet_factor_size (factor->n) && !factor->borrowed; i++)
    mpz_clear (factor->at[i]);
  g_free (factor->at);
}

/* The place of threshold among those of factor; n when it is not there. */
static guint32
place_of (const Factor *factor, guint32 threshold)
{
  guint32 i = 0;
  while (i < factor->n && factor->over[i] != threshold)
    i++;
  return i;
}

/* The shift, as 0, 1, 2, of the threshold at place when factor's values stand at index. */
static int
digit (const Factor *factor, gsize index, guint32 place)
{
  return (int)(index / couplet_factor_size (factor->n - 1 - place) % 3);
}

/* The index in factor of the shifts that index stands for in wide, which has all of
 * factor's thresholds. */
static gsize
project (const Factor *factor, const Factor *wide, gsize index)
{
  gsize result = 0;
  for (guint32 i = 0; i < factor->n; i++)
    result = result * 3 + (gsize)digit (wide, index, place_of (wide, factor->over[i]));
  return result;
}

void
check_vector_init (Vector *vector)
{
  mpz_init (vector->constant);
  vector->n = vector->room = 0;
  vector->factors = NULL;
}

static void
empty (Vector *vector)
{
  mpz_set_ui (vector->constant, 0);
  while (vector->n > 0)
    factor_clear (&vector->factors[--vector->n]);
}

void
check_vector_clear (Vector *vector)
{
  empty (vector);
  mpz_clear (vector->constant);
  g_free (vector->factors);
}

/* Gives vector the factor; one over nothing goes into the constant. */
static void
take_factor (Vector *vector, Factor factor)
{
  if (factor.n == 0) {
    mpz_add (vector->constant, vector->constant, factor.at[0]);
    factor_clear (&factor);
    return;
  }
  if (vector->n == vector->room) {
    vector->room = MAX (4, vector->room * 2);
    vector->factors = g_renew (Factor, vector->factors, vector->room);
  }
  vector->factors[vector->n++] = factor;
}

void
check_vector_load (Vector *vector, const Numbers *numbers, const CoupletEvidence *evidence,
                   guint32 index)
{
  guint32 n = couplet_evidence_n_factors (evidence, index);
  empty (vector);
  for (guint32 i = 0; i < n; i++) {
    CoupletEvidenceFactor given = couplet_evidence_factor (evidence, index, i);
    Factor factor;
    factor.n = given.n;
    factor.borrowed = TRUE;
    factor.at = g_new (mpz_t, couplet_factor_size (given.n));
    for (guint32 j = 0; j < given.n; j++)
      factor.over[j] = given.thresholds[j];
    for (gsize j = 0; j < couplet_factor_size (given.n); j++)
      *factor.at[j] =
          *(given.values[j] == COUPLET_NUMBER_INFINITE ? numbers->infinite
                                                       : numbers->given[given.values[j]]);
    take_factor (vector, factor);
  }
}

void
check_vector_copy (Vector *to, const Vector *from)
{
  empty (to);
  mpz_set (to->constant, from->constant);
  for (guint32 i = 0; i < from->n; i++) {
    Factor factor = from->factors[i];
    factor_init (&factor, factor.n);
    for (gsize j = 0; j < couplet_factor_size (factor.n); j++)
      mpz_set (factor.at[j], from->factors[i].at[j]);
    take_factor (to, factor);
  }
}

/* The factor that mentions threshold; n when none does. */
static guint32
find_factor (const Vector *vector, guint32 threshold)
{
  guint32 i = 0;
  while (i < vector->n && place_of (&vector->factors[i], threshold) == vector->factors[i].n)
    i++;
  return i;
}

gboolean
check_vector_mentions (const Vector *vector, guint32 threshold)
{
  return find_factor (vector, threshold) < vector->n;
}

void
check_vector_minimise (Vector *vector, guint32 threshold)
{
  guint32 found = find_factor (vector, threshold);
  if (found == vector->n)
    return;
  Factor old = vector->factors[found], less = {.n = 0};
  for (guint32 i = 0; i < old.n; i++)
    if (old.over[i] != threshold)
      less.over[less.n++] = old.over[i];
  vector->factors[found] = vector->factors[--vector->n];
  factor_init (&less, less.n);
  for (gsize i = 0; i < couplet_factor_size (old.n); i++) {
    gsize to = project (&less, &old, i);
    if (digit (&old, i, place_of (&old, threshold)) == 0 || mpz_cmp (old.at[i], less.at[to]) < 0)
      mpz_set (less.at[to], old.at[i]);
  }
  factor_clear (&old);
  take_factor (vector, less);
}

void
check_vector_least (const Vector *vector, const Numbers *numbers, mpz_t least)
{
  mpz_set (least, vector->constant);
  for (guint32 i = 0; i < vector->n; i++) {
    const Factor *factor = &vector->factors[i];
    gsize best = 0;
    for (gsize j = 1; j < couplet_factor_size (factor->n); j++)
      if (mpz_cmp (factor->at[j], factor->at[best]) < 0)
        best = j;
    mpz_add (least, least, factor->at[best]);
  }
  if (check_is_infinite (numbers, least))
    mpz_set (least, numbers->infinite);
}

/* ---- One sample --------------------------------------------------------------------------- */

/* Takes the factors that mention what use compares with out of vector, as one. */
static const char *
merge_compared (Vector *vector, const Use *use, Factor *merged)
{
  Factor parts[COUPLET_FACTOR_MAX];
  guint32 n_parts = 0;
  const char *why = NULL;
  merged->n = 0;
  for (guint32 i = 0; i < use->n_compared && why == NULL; i++) {
    guint32 found = find_factor (vector, use->compared[i]);
    if (found == vector->n && place_of (merged, use->compared[i]) == merged->n)
      why = "it compares with a threshold that was minimised out";
    if (found == vector->n)
      continue;
    if (merged->n + vector->factors[found].n > COUPLET_FACTOR_MAX) {
      why = TOO_MANY;
      continue;
    }
    parts[n_parts] = vector->factors[found];
    vector->factors[found] = vector->factors[--vector->n];
    for (guint32 j = 0; j < parts[n_parts].n; j++)
      merged->over[merged->n++] = parts[n_parts].over[j];
    n_parts++;
  }
  factor_init (merged, merged->n);
  for (gsize i = 0; i < couplet_factor_size (merged->n); i++)
    for (guint32 p = 0; p < n_parts; p++)
      mpz_add (merged->at[i], merged->at[i], parts[p].at[project (&parts[p], merged, i)]);
  for (guint32 p = 0; p < n_parts; p++)
    factor_clear (&parts[p]);
  return why;
}

/* Whether the sample may shift by g (0, 1, 2) when the thresholds' shifts are those
 * at index of merged: rules 1 and 2. */
static gboolean
may_shift (const Use *use, const Factor *merged, gsize index, int g)
{
  for (guint32 i = 0; i < use->n_compared; i++) {
    int x = digit (merged, index, place_of (merged, use->compared[i]));
    if (((use->comparison[i] & COUPLET_LESS) != 0 && g > x) ||
        ((use->comparison[i] & COUPLET_GREATER_EQUAL) != 0 && g < x))
      return FALSE;
  }
  return TRUE;
}

/* The index in after of the shifts at index of merged when the assigned thresholds,
 * which stand last in after, shift by g. */
static gsize
place_after (const Use *use, const Factor *merged, const Factor *after, gsize index, int g)
{
  gsize to = 0;
  for (guint32 i = 0; i < after->n; i++)
    to = to * 3 + (i + use->n_assigned >= after->n
                       ? (gsize)g
                       : (gsize)digit (merged, index, place_of (merged, after->over[i])));
  return to;
}

const char *
check_vector_apply (Vector *vector, const Numbers *numbers, const Use *use, const mpz_t *pay)
{
  Factor merged, after = {.n = 0};
  const char *why = merge_compared (vector, use, &merged);
  for (guint32 i = 0; i < use->n_assigned; i++)
    check_vector_minimise (vector, use->assigned[i]); /* its old shift, unless compared with */
  for (guint32 i = 0; i < merged.n; i++) {
    gboolean assigned = FALSE;
    for (guint32 j = 0; j < use->n_assigned; j++)
      assigned |= use->assigned[j] == merged.over[i];
    if (!assigned)
      after.over[after.n++] = merged.over[i];
  }
  if (why == NULL && after.n + use->n_assigned > COUPLET_FACTOR_MAX)
    why = TOO_MANY;
  if (why != NULL) {
    factor_clear (&merged);
    return why;
  }
  for (guint32 j = 0; j < use->n_assigned; j++)
    after.over[after.n++] = use->assigned[j];
  factor_init (&after, after.n);
  for (gsize i = 0; i < couplet_factor_size (after.n); i++)
    mpz_set (after.at[i], numbers->infinite);
  mpz_t sum;
  mpz_init (sum);
  for (gsize i = 0; i < couplet_factor_size (merged.n); i++)
    for (int g = 0; g < 3; g++) {
      gsize to = place_after (use, &merged, &after, i, g);
      mpz_add (sum, merged.at[i], pay[g]);
      if (may_shift (use, &merged, i, g) && mpz_cmp (sum, after.at[to]) < 0)
        mpz_set (after.at[to], sum);
    }
  for (gsize i = 0; i < couplet_factor_size (after.n); i++)
    if (check_is_infinite (numbers, after.at[i]))
      mpz_set (after.at[i], numbers->infinite);
  mpz_clear (sum);
  factor_clear (&merged);
  take_factor (vector, after);
  return NULL;
}

/* ---- Below ----------------------------------------------------------------------------------- */

/* Adds to block what factor is over if they share a threshold. *grown becomes TRUE when
 * that adds something; FALSE is returned when it does not fit. */
static gboolean
join_block (Factor *block, const Factor *factor, gboolean *member, gboolean *grown)
{
  for (guint32 i = 0; i < factor->n && !*member; i++)
    *member = place_of (block, factor->over[i]) < block->n;
  for (guint32 i = 0; *member && i < factor->n; i++) {
    if (place_of (block, factor->over[i]) < block->n)
      continue;
    if (block->n == COUPLET_FACTOR_MAX)
      return FALSE;
    block->over[block->n++] = factor->over[i];
    *grown = TRUE;
  }
  return TRUE;
}

/* Sets most to the greatest of (vector - bound) over the shifts of block's thresholds,
 * counting the factors that are members of it; where bound is infinite nothing counts,
 * and *any stays FALSE when it is everywhere. */
static void
greatest_excess (const Vector *const sides[2], gboolean *const members[2], const Factor *block,
                 const Numbers *numbers, mpz_t most, gboolean *any)
{
  mpz_t sums[2];
  mpz_inits (sums[0], sums[1], NULL);
  *any = FALSE;
  for (gsize i = 0; i < couplet_factor_size (block->n); i++) {
    for (int side = 0; side < 2; side++) {
      mpz_set_ui (sums[side], 0);
      for (guint32 f = 0; f < sides[side]->n; f++) {
        const Factor *factor = &sides[side]->factors[f];
        if (members[side][f])
          mpz_add (sums[side], sums[side], factor->at[project (factor, block, i)]);
      }
    }
    if (check_is_infinite (numbers, sums[1]))
      continue;
    mpz_sub (sums[0], sums[0], sums[1]);
    if (!*any || mpz_cmp (sums[0], most) > 0)
      mpz_set (most, sums[0]);
    *any = TRUE;
  }
  mpz_clears (sums[0], sums[1], NULL);
}

/* Compares block by block: a block is a smallest set of thresholds such that every
 * factor of either side lies inside or outside of it. The greatest excess is the sum
 * of those of the blocks. */
static gboolean
compare_blocks (const Vector *const sides[2], const Numbers *numbers, const char **why)
{
  g_autofree gboolean *left = g_new (gboolean, sides[0]->n + 1);
  g_autofree gboolean *right = g_new (gboolean, sides[1]->n + 1);
  g_autofree gboolean *done = g_new0 (gboolean, sides[0]->n + 1);
  gboolean *const members[2] = {left, right};
  gboolean any = TRUE, fits = TRUE;
  mpz_t excess, most;
  mpz_inits (excess, most, NULL);
  mpz_sub (excess, sides[0]->constant, sides[1]->constant);
  for (guint32 first = 0; first < sides[0]->n && any && fits; first++) {
    Factor block = sides[0]->factors[first];
    gboolean grown = TRUE;
    if (done[first])
      continue;
    for (int side = 0; side < 2; side++)
      for (guint32 f = 0; f < sides[side]->n; f++)
        members[side][f] = FALSE;
    while (grown && fits) {
      grown = FALSE;
      for (int side = 0; side < 2; side++)
        for (guint32 f = 0; f < sides[side]->n; f++)
          fits &= join_block (&block, &sides[side]->factors[f], &members[side][f], &grown);
    }
    for (guint32 f = 0; f < sides[0]->n; f++)
      done[f] |= members[0][f];
    if (fits)
      greatest_excess (sides, members, &block, numbers, most, &any);
    mpz_add (excess, excess, most);
  }
  gboolean below =
      fits && (!any || mpz_sgn (excess) <= 0 || check_is_infinite (numbers, sides[1]->constant));
  if (!fits && why != NULL)
    *why = TOO_MANY;
  mpz_clears (excess, most, NULL);
  return below;
}

gboolean
check_vector_is_below (const Vector *vector, const Vector *bound, const Numbers *numbers,
                       const char **why)
{
  guint32 n_vector = 0, n_bound = 0;
  for (guint32 f = 0; f < bound->n; f++)
    for (guint32 i = 0; i < bound->factors[f].n; i++, n_bound++)
      if (!check_vector_mentions (vector, bound->factors[f].over[i]))
        return FALSE;
  for (guint32 f = 0; f < vector->n; f++)
    n_vector += vector->factors[f].n;
  if (n_vector == n_bound)
    return compare_blocks ((const Vector *const[]){vector, bound}, numbers, why);
  Vector narrow;
  check_vector_init (&narrow);
  check_vector_copy (&narrow, vector);
  for (guint32 f = 0; f < vector->n; f++)
    for (guint32 i = 0; i < vector->factors[f].n; i++)
      if (!check_vector_mentions (bound, vector->factors[f].over[i]))
        check_vector_minimise (&narrow, vector->factors[f].over[i]);
  gboolean below = compare_blocks ((const Vector *const[]){&narrow, bound}, numbers, why);
  check_vector_clear (&narrow);
  return below;
}
