/* SPDX-License-Identifier: Apache-2.0 */
/* What expressions come to: exact rationals times a power of eps. */
#ifndef SVT_NUMBER_H
#define SVT_NUMBER_H

#include "svt_ast.h"

/* Numerators and denominators of more bits are refused. */
#define SVT_MAX_BITS 16000

/* What names stand for. */
typedef struct {
  const SvtReporter *reporter;
  const SvtFile *file;
  GArray *parameters; /* CoupletRational, by SvtName.index */
} SvtValues;

/* Sets *value and *power so that expression is *value times eps to *power; the
 * power of 0 is 0. False, with an error reported, when it has no value. */
gboolean svt_evaluate (const SvtValues *values, const SvtExpression *expression,
                       CoupletRational *value, int *power);

/* The same for an expression that must not depend on eps; what names it in the
 * message. */
gboolean svt_evaluate_plain (const SvtValues *values, const SvtExpression *expression,
                             const char *what, CoupletRational *value);

#endif
