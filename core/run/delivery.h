/* SPDX-License-Identifier: Apache-2.0 */
/* An item's result on its way from the process that made it to the report. */
#ifndef COUPLET_CORE_DELIVERY_H
#define COUPLET_CORE_DELIVERY_H

#include "message.h"
#include "pipeline.h"

/* What a delivery begins with. */
typedef struct {
  guint item; /* its index */
  double seconds;
} DeliveryHead;

/* Appends a message with result of item number index. log: the lines that were logged (char *),
 * NULL = none. least_status: the item's exit status is no better. */
void delivery_put (GByteArray *out, const CoupletRun *run, guint index, int least_status,
                   const CoupletFileResult *result, const GPtrArray *log);

/* Appends a message that says that item, which is number index, could not be verified because its
 * process ended as reason says. Its exit status is 6. */
void delivery_put_lost (GByteArray *out, const CoupletRun *run, guint index,
                        const CoupletItem *item, const char *reason);

/* What content, a message's, begins with. */
DeliveryHead delivery_peek (Wire content);

/* Whether reports or evidence need the automaton, which no message carries: it is read again. */
gboolean delivery_needs_automaton (const CoupletRun *run);

/* Logs and reports what was put about item, and returns its exit status. */
int delivery_report (CoupletRun *run, Wire content, const CoupletItem *item,
                     CoupletResultFunction function, gpointer data);

#endif
