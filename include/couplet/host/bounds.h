/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of the least d, in multiples of epsilon: an interval. What several stages prove is
 * the intersection of theirs; the verdict, and that on a claim, are read off it (docs/theory.md
 * section 5). */
#ifndef COUPLET_HOST_BOUNDS_H
#define COUPLET_HOST_BOUNDS_H

#include <couplet/solve.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* The numbers belong to whoever made them. Nothing is known of what is zero. */
typedef struct {
  gboolean is_finite;           /* some d is enough, though none may be known */
  gboolean is_infinite;         /* no d is enough */
  const CoupletRational *lower; /* no smaller d is enough; NULL = not known */
  const CoupletRational *upper; /* this d is enough; NULL = not known */
} CoupletBounds;

/* What is proven of the d that is claimed of a mechanism (couplet_has_claim()). */
typedef enum {
  COUPLET_CLAIM_NONE, /* nothing is claimed */
  COUPLET_CLAIM_HOLDS,
  COUPLET_CLAIM_FAILS, /* not private, or a larger d is necessary */
  COUPLET_CLAIM_OPEN
} CoupletClaimVerdict;

/* `none`, `holds`, `fails`, `open`. */
const char *couplet_claim_verdict_to_string (CoupletClaimVerdict verdict);

/* Makes *all what both say. FALSE: nothing is left, as they contradict each other. */
gboolean couplet_bounds_meet (CoupletBounds *all, const CoupletBounds *one);

/* Makes *all what is known of the greater of two least d. */
void couplet_bounds_cover (CoupletBounds *all, const CoupletBounds *one);

/* Whether they leave one number. */
gboolean couplet_bounds_are_exact (const CoupletBounds *bounds);

/* Whether 0 is known not to be enough. */
gboolean couplet_bounds_are_above_zero (const CoupletBounds *bounds);

CoupletVerdict couplet_bounds_verdict (const CoupletBounds *bounds);

/* Whether d is above claim; is_rounded: by more than the rounding of numbers (2^-40 of it). */
gboolean couplet_claim_is_exceeded (const CoupletRational *claim, const CoupletRational *d,
                                    gboolean is_rounded);

CoupletClaimVerdict couplet_bounds_judge (const CoupletBounds *bounds, const CoupletRational *claim,
                                          gboolean is_rounded);

/* `least d 7/4 (1.75)`, `d between 1 and 3/2`; briefly, as in a table: `7/4`, `1..3/2`. NULL: there
 * is no number to tell. The caller frees it. */
char *couplet_bounds_to_words (const CoupletBounds *bounds, gboolean briefly);

#pragma GCC visibility pop
G_END_DECLS

#endif
