/* SPDX-License-Identifier: Apache-2.0 */
/* Exact rational numbers: noise parameters, means and costs.
 *
 * A thin layer over GMP's mpq_t: reading the notations of docs/formats.md,
 * printing lowest terms, and printing a decimal for people. No value is ever
 * rounded except in couplet_rational_to_decimal(), whose result is only read
 * by people.
 */
#ifndef COUPLET_RATIONAL_H
#define COUPLET_RATIONAL_H

#include <glib.h>
#include <gmp.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* An exact rational in lowest terms. Initialise before use, clear after. Compute with GMP's
 * mpq_ functions on .value: mpq_add (sum.value, a.value, b.value). */
typedef struct {
  mpq_t value;
} CoupletRational;

/* Makes *rational zero. The caller owns it and calls couplet_rational_clear(). */
void couplet_rational_init (CoupletRational *rational);

/* Frees what *rational holds. */
void couplet_rational_clear (CoupletRational *rational);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CoupletRational, couplet_rational_clear)

/* The longest text couplet_rational_parse() reads, also once the number is written out, and the
 * largest power of ten it expands: beyond, the number is refused. */
#define COUPLET_RATIONAL_MAX_LENGTH 10000
#define COUPLET_RATIONAL_MAX_EXPONENT 10000

/* Reads `3`, `-3`, `1/4`, `0.25`, `2.5e-1` into *rational, exactly.
 * text need not end in NUL. False with error set (COUPLET_ERROR_INPUT), and *rational
 * left as it may be, when it is not such a number, when its denominator is 0, or when
 * it is beyond the limits above. */
gboolean couplet_rational_parse (CoupletRational *rational, const char *text, gsize length,
                                 GError **error);

/* Lowest terms: `5/4`, `3`, `0`. The caller frees the string. */
char *couplet_rational_to_string (const CoupletRational *rational);

/* A decimal for people: exact when it has at most digits places ("1.25"),
 * else rounded half up and led by a tilde ("~0.8333"). The caller frees it. */
char *couplet_rational_to_decimal (const CoupletRational *rational, unsigned digits);

/* Negative, zero or positive as a is below, equal to or above b. */
int couplet_rational_compare (const CoupletRational *a, const CoupletRational *b);

#pragma GCC visibility pop
G_END_DECLS

#endif
