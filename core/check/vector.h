/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of a check: sums of factors, and what one sample does to them. */
#ifndef COUPLET_CHECK_VECTOR_H
#define COUPLET_CHECK_VECTOR_H

#include "numbers.h"

/* A function of the shifts of n thresholds. */
typedef struct {
  guint32 n;
  guint32 over[COUPLET_FACTOR_MAX];
  mpz_t *at;         /* 3^n */
  gboolean borrowed; /* the numbers belong to Numbers, and are only read */
} Factor;

/* constant plus the factors, no two of which share a threshold. */
typedef struct {
  mpz_t constant;
  guint32 n, room;
  Factor *factors;
} Vector;

void check_vector_init (Vector *vector);
void check_vector_clear (Vector *vector);

/* Sets vector to number index of the evidence, to be read only. */
void check_vector_load (Vector *vector, const Numbers *numbers, const CoupletEvidence *evidence,
                        guint32 index);
void check_vector_copy (Vector *to, const Vector *from);

gboolean check_vector_mentions (const Vector *vector, guint32 threshold);

/* Minimises threshold out, if vector mentions it. */
void check_vector_minimise (Vector *vector, guint32 threshold);

/* Sets least to the least value. */
void check_vector_least (const Vector *vector, const Numbers *numbers, mpz_t least);

/* How a transition uses one sample: the thresholds it is compared with and how (a union
 * of CoupletComparison), those that take its value, whether it is output. */
typedef struct {
  guint32 n_compared, n_assigned;
  guint32 compared[COUPLET_FACTOR_MAX];
  guint32 comparison[COUPLET_FACTOR_MAX];
  guint32 assigned[COUPLET_FACTOR_MAX];
  gboolean shown;
} Use;

/* Takes vector through the use of a sample whose shifts -1, 0, 1 by themselves cost
 * pay. NULL, or why it cannot be; then vector is good for nothing more. */
const char *check_vector_apply (Vector *vector, const Numbers *numbers, const Use *use,
                                const mpz_t *pay);

/* Whether vector, minimised over what bound does not mention, is below bound
 * everywhere. FALSE also when bound mentions what vector does not. *why, when it is
 * not NULL, says what was too large. */
gboolean check_vector_is_below (const Vector *vector, const Vector *bound, const Numbers *numbers,
                                const char **why);

#endif
