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
  GArray *parameters;      /* CoupletRational, by SvtName.index */
  const gint64 *variables; /* by SvtName.index; NULL where none may stand */
} SvtValues;

/* Sets *value and *power so that expression is *value times eps to *power; the
 * power of 0 is 0. False, with an error reported, when it has no value. */
gboolean svt_evaluate (const SvtValues *values, const SvtExpression *expression,
                       CoupletRational *value, int *power);

/* The same for an expression that must not depend on eps; what names it in the
 * message. */
gboolean svt_evaluate_plain (const SvtValues *values, const SvtExpression *expression,
                             const char *what, CoupletRational *value);

/* Checks an expression in which variables may stand: its names are parameters, or
 * variables in scope, and it has no eps. What is wrong is reported. */
void svt_check_whole (const SvtValues *values, const SvtExpression *expression);

/* Reports that a variable stands where it has no value. */
void svt_report_scope (const SvtValues *values, const SvtName *name, SvtPlace place);

#endif
