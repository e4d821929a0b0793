/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* madvise */
#include "large.h"

#include <sys/mman.h>
#include <unistd.h>

#define LEAST ((gsize)4 << 20)

#ifdef MADV_HUGEPAGE
/* What malloc maps for so much is nothing else's. The page of its header and the last one are asked
 * for, too: realloc cannot move a mapping of which only a part is advised. */
static void
advise (char *data, gsize size)
{
  gsize page = (gsize)sysconf (_SC_PAGESIZE);
  gsize before = (guintptr)data % page;
  (void)madvise (data - before, (before + size + page - 1) / page * page, MADV_HUGEPAGE);
}
#endif

gpointer
large_advise (gpointer data, gsize size)
{
#ifdef MADV_HUGEPAGE
  if (data != NULL && size >= LEAST)
    advise (data, size);
#endif
  return data;
}
