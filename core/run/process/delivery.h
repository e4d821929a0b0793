/* SPDX-License-Identifier: Apache-2.0 */
/* An item's result on its way from the process that made it to the report. */
#ifndef COUPLET_CORE_DELIVERY_H
#define COUPLET_CORE_DELIVERY_H

#include "message.h"
#include "examination.h"

/* What a delivery begins with. */
typedef struct {
  guint item; /* its index */
  double seconds;
} DeliveryHead;

/* Appends a message with result of item number index. log: the lines that were logged (char *),
 * NULL = none. keeping: how it is found in a store. least_status: the item's exit status is no
 * better. */
void delivery_put (GByteArray *out, const CoupletRun *run, guint index, int least_status,
                   const CoupletResult *result, const Keeping *keeping, const GPtrArray *log);

/* Appends a message that says that item, which is number index, could not be verified because its
 * process ended as reason says. Its exit status is 6. */
void delivery_put_lost (GByteArray *out, const CoupletRun *run, guint index,
                        const CoupletItem *item, const char *reason);

/* What content, a message's, begins with. */
DeliveryHead delivery_peek (Wire content);

/* Keeps what was put about item in the store of run, if it has one, before it is reported. */
void delivery_keep (CoupletRun *run, Wire content, const CoupletItem *item);

/* Keeps and reports what was examined of item, or reports what a store has; returns its exit
 * status. */
int deliver_examination (CoupletRun *run, const CoupletItem *item, const Examination *examination,
                         CoupletResultFunction function, gpointer data);

/* Logs and reports what was put about item, and returns its exit status. */
int delivery_report (CoupletRun *run, Wire content, const CoupletItem *item,
                     CoupletResultFunction function, gpointer data);

#endif
