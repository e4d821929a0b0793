/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of many megabytes, which are used from end to end: in large pages, where the system has
 * them, one page fault stands for hundreds. */
#ifndef COUPLET_INTERNAL_LARGE_H
#define COUPLET_INTERNAL_LARGE_H

#include <glib.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Asks the system to give size bytes at data, which g_malloc() gave, in large pages. Returns data,
 * NULL as well. Of less than some megabytes nothing is asked, and the system need not heed it. */
gpointer couplet_large_advise (gpointer data, gsize size);

#pragma GCC visibility pop

/* As g_new(), g_new0() and g_renew(). */
#define couplet_large_new(type, n)                                                                 \
  ((type *)couplet_large_advise (g_new (type, (n)), (gsize)(n) * sizeof (type)))
#define couplet_large_new0(type, n)                                                                \
  ((type *)couplet_large_advise (g_new0 (type, (n)), (gsize)(n) * sizeof (type)))
#define couplet_large_renew(type, data, n)                                                         \
  ((type *)couplet_large_advise (g_renew (type, (data), (n)), (gsize)(n) * sizeof (type)))

G_END_DECLS

#endif
