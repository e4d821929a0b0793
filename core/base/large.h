/* SPDX-License-Identifier: Apache-2.0 */
/* Giving back a part of what is large. */
#ifndef COUPLET_CORE_LARGE_H
#define COUPLET_CORE_LARGE_H

#include <couplet/internal/large.h>

/* Gives the system back whole large pages of the size bytes at data, which g_malloc() gave, that
 * lie between *from and to, offsets from data; *from is moved after them. What stands there is
 * undefined from then on. Of less than some megabytes in all nothing is given back. */
void large_give_back (gpointer data, gsize size, gsize *from, gsize to);

#endif
