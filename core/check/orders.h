/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of the order of thresholds that share samples: docs/evidence.md. */
#ifndef COUPLET_CHECK_ORDERS_H
#define COUPLET_CHECK_ORDERS_H

#include "check.h"

/* What is known of two thresholds u and v, at u * (n_thresholds + 1) + v of an order, which is a
 * text; the last row and column are those of the sample that a transition draws. */
enum { UNRELATED = 1, EQUAL, AT_MOST, LESS };

/* Adds what follows from what order says of n thresholds. */
void check_order_close (char *order, guint32 n);

/* Makes order what is known behind transition; FALSE when its guard contradicts order. */
gboolean check_order_advance (const CoupletAutomaton *a, char *order, guint32 transition);

/* Whether all that weak says follows from strong. */
gboolean check_order_implies (const char *strong, const char *weak);

#endif
