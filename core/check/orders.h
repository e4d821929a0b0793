/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of the order of the values that draws are compared with: docs/evidence.md. */
#ifndef COUPLET_CHECK_ORDERS_H
#define COUPLET_CHECK_ORDERS_H

#include "check.h"

#include <couplet/host/evidence.h>

/* What is known of two values u and v, at u * n + v of an order, which is a text. Values are the
 * thresholds, then the last private input, then, during a step, what draws without noise read, and
 * one other draw. */
enum { UNRELATED = 1, EQUAL, AT_MOST, LESS };

/* Sets order_size and keeps_input; recalls must be set. */
void check_find_orders (Check *check);

/* Adds one relation, which must be one of known's kinds; FALSE when the two have another one. */
gboolean check_order_add (const Check *check, char *order, const CoupletKnown *known);

/* Adds what follows from the rest. */
void check_order_close (const Check *check, char *order);

/* Makes order what is known after transition; FALSE when its guard contradicts order. */
gboolean check_order_advance (const Check *check, char *order, guint32 transition);

/* Whether all that weak says follows from strong. */
gboolean check_order_implies (const char *strong, const char *weak);

#endif
