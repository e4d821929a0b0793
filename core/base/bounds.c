/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/host/bounds.h>

#include <couplet/internal/format.h>

/* Of a claim, the part by which costs of rounded numbers may exceed it: 2^-ROUNDING. */
#define ROUNDING 40

/* ---- Intersections ----------------------------------------------------------------------- */

/* The one of two numbers on the side of sign, of which either may be NULL, not known. */
static const CoupletRational *
outer (const CoupletRational *a, const CoupletRational *b, int sign)
{
  if (a == NULL || b == NULL)
    return a != NULL ? a : b;
  return couplet_rational_compare (b, a) * sign > 0 ? b : a;
}

gboolean
couplet_bounds_meet (CoupletBounds *all, const CoupletBounds *one)
{
  all->is_finite |= one->is_finite;
  all->is_infinite |= one->is_infinite;
  all->lower = outer (all->lower, one->lower, 1);
  all->upper = outer (all->upper, one->upper, -1);
  return !(all->is_finite && all->is_infinite) &&
         (all->lower == NULL || all->upper == NULL ||
          couplet_rational_compare (all->lower, all->upper) <= 0);
}

void
couplet_bounds_cover (CoupletBounds *all, const CoupletBounds *one)
{
  all->is_finite &= one->is_finite;
  all->is_infinite |= one->is_infinite;
  all->lower = outer (all->lower, one->lower, 1);
  all->upper = all->upper != NULL && one->upper != NULL ? outer (all->upper, one->upper, 1) : NULL;
}

/* ---- What they say ----------------------------------------------------------------------- */

gboolean
couplet_bounds_are_exact (const CoupletBounds *bounds)
{
  return bounds->lower != NULL && bounds->upper != NULL &&
         couplet_rational_compare (bounds->lower, bounds->upper) == 0;
}

gboolean
couplet_bounds_are_above_zero (const CoupletBounds *bounds)
{
  return bounds->lower != NULL && mpq_sgn (bounds->lower->value) > 0;
}

CoupletVerdict
couplet_bounds_verdict (const CoupletBounds *bounds)
{
  return bounds->is_infinite ? COUPLET_VERDICT_NOT_PRIVATE
         : bounds->is_finite ? COUPLET_VERDICT_PRIVATE
                             : COUPLET_VERDICT_UNKNOWN;
}

gboolean
couplet_claim_is_exceeded (const CoupletRational *claim, const CoupletRational *d,
                           gboolean is_rounded)
{
  if (!is_rounded)
    return couplet_rational_compare (d, claim) > 0;
  g_auto (CoupletRational) most;
  couplet_rational_init (&most);
  mpq_div_2exp (most.value, claim->value, ROUNDING);
  mpq_add (most.value, most.value, claim->value);
  return couplet_rational_compare (d, &most) > 0;
}

CoupletClaimVerdict
couplet_bounds_judge (const CoupletBounds *bounds, const CoupletRational *claim,
                      gboolean is_rounded)
{
  if (bounds->is_infinite ||
      (bounds->lower != NULL && couplet_claim_is_exceeded (claim, bounds->lower, is_rounded)))
    return COUPLET_CLAIM_FAILS;
  return bounds->upper != NULL && !couplet_claim_is_exceeded (claim, bounds->upper, is_rounded)
             ? COUPLET_CLAIM_HOLDS
             : COUPLET_CLAIM_OPEN;
}

/* ---- Words ------------------------------------------------------------------------------- */

/* A number beside another one: without its decimal, unless it is long. The caller frees it. */
static char *
end_of_range (const CoupletRational *cost, char *(*format) (const CoupletRational *))
{
  char *briefly = couplet_format_cost_briefly (cost);
  if (*briefly != '~')
    return briefly;
  g_free (briefly);
  return format (cost);
}

/* The words before one number, or before, between two. */
typedef struct {
  const char *exact, *upper, *lower, *between, *and;
} Words;

char *
couplet_bounds_to_words (const CoupletBounds *bounds, gboolean briefly)
{
  const Words words = briefly
                          ? (Words){"", "<= ", ">= ", "", ".."}
                          : (Words){"least d ", "d at most ", "d at least ", "d between ", " and "};
  char *(*format) (const CoupletRational *) =
      briefly ? couplet_format_cost_briefly : couplet_format_cost;
  gboolean exact = couplet_bounds_are_exact (bounds),
           above = couplet_bounds_are_above_zero (bounds);
  if (bounds->is_infinite || (bounds->upper == NULL && !above))
    return NULL;
  if (bounds->upper != NULL && above && !exact) {
    g_autofree char *lower = end_of_range (bounds->lower, format);
    g_autofree char *upper = end_of_range (bounds->upper, format);
    return g_strconcat (words.between, lower, words.and, upper, NULL);
  }
  g_autofree char *number = format (bounds->upper != NULL ? bounds->upper : bounds->lower);
  return g_strconcat (exact                   ? words.exact
                      : bounds->upper != NULL ? words.upper
                                              : words.lower,
                      number, NULL);
}
