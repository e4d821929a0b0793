/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of many megabytes that will be used from end to end. */
#ifndef COUPLET_CORE_LARGE_H
#define COUPLET_CORE_LARGE_H

#include <glib.h>

/* Asks the system to give size bytes at data, which malloc gave, in large pages: one fault then
 * stands for hundreds. Returns data, NULL as well. Of less than some megabytes nothing is asked,
 * and the system need not heed it. */
gpointer large_advise (gpointer data, gsize size);

/* As g_renew(). */
#define large_renew(type, data, n)                                                                 \
  ((type *)large_advise (g_renew (type, (data), (n)), (gsize)(n) * sizeof (type)))

#endif
