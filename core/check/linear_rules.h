/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence about linear mechanisms, by the rules of docs/evidence.md: what a path asks of shifts,
 * of multipliers, and of answers and draws that take it. */
#ifndef COUPLET_CHECK_LINEAR_RULES_H
#define COUPLET_CHECK_LINEAR_RULES_H

#include "check.h"

#include <couplet/host/model.h>

typedef struct {
  Check *check;
  const CoupletLinear *linear;
  const CoupletLinearList *list;
  const CoupletRational *numbers; /* of the evidence */
  const CoupletLinearPath *path;  /* that is looked at */
  mpq_t sum, product;             /* scratch */
} LinearCheck;

/* Prepares *check. FALSE with a rejection where the evidence is about no list, or names a path
 * twice. Clear it in any case. */
gboolean linear_check_init (LinearCheck *check, Check *evidence);
void linear_check_clear (LinearCheck *check);

/* Rejects: `path to node 9: ...`. FALSE. */
gboolean linear_reject (LinearCheck *check, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* What the evidence says of check->path; FALSE with a rejection where that is nothing. */
gboolean linear_find_path (LinearCheck *check, CoupletEvidencePath *found);

/* The only vector of role; FALSE with a rejection where there is not exactly one, of n numbers. */
gboolean linear_need_vector (LinearCheck *check, const CoupletEvidencePath *found,
                             CoupletVectorRole role, guint32 n, CoupletEvidenceVector *vector);
/* Whether there is a vector of role. */
gboolean linear_has_vector (const LinearCheck *check, const CoupletEvidencePath *found,
                            CoupletVectorRole role);

static inline mpq_srcptr
linear_number (const LinearCheck *check, const CoupletEvidenceVector *vector, guint32 i)
{
  return check->numbers[vector->numbers[i]].value;
}

/* check->sum += a * b */
void linear_add (LinearCheck *check, mpq_srcptr a, mpq_srcptr b);
void linear_add_small (LinearCheck *check, mpq_srcptr a, int b);

gboolean linear_is_whole (mpq_srcptr number);

/* Whether a decision of path cannot hold with equality, almost surely or by what it asks. */
gboolean linear_is_strict (const LinearCheck *check, const CoupletLinearRow *row);

/* Each multiplier of the rows has the sign that its row asks for. */
gboolean linear_check_signs (LinearCheck *check, const CoupletEvidenceVector *multipliers);

/* Whether these multipliers of the rows and draws of check->path show that nothing takes it. */
gboolean linear_check_multipliers (LinearCheck *check, const CoupletEvidenceVector *multipliers);
/* The same of the only vector that found has for that. */
gboolean linear_check_impossible (LinearCheck *check, const CoupletEvidencePath *found);

/* The rules of each kind. */
void check_linear_shifts (Check *evidence);
void check_linear_weights (Check *evidence);

#endif
