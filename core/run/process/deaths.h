/* SPDX-License-Identifier: Apache-2.0 */
/* The items on which processes ended, and what is to be done about each. */
#ifndef COUPLET_CORE_DEATHS_H
#define COUPLET_CORE_DEATHS_H

#include <glib.h>

typedef struct Deaths Deaths;

/* None yet, with n_stages stages. The caller frees it. */
Deaths *deaths_new (guint n_stages);
void deaths_free (Deaths *deaths);

/* Notes that a process ended on item while stage ran (negative = none yet); reason: the end of a
 * sentence about the process. TRUE: run the item again. The first time all stages run again,
 * unless stage overran its limit; later those that ended a process are left out. FALSE: give the
 * item up. */
gboolean deaths_note (Deaths *deaths, guint item, int stage, gboolean overran, const char *reason);

/* Per stage of item why it counts as failed, or NULL; NULL = none does. */
const char *const *deaths_failures (const Deaths *deaths, guint item);

/* The last reason noted about item, NULL = none. */
const char *deaths_reason (const Deaths *deaths, guint item);

#endif
