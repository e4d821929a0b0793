/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* madvise */
#include "large.h"

#include <sys/mman.h>
#include <unistd.h>

#define LEAST ((gsize)4 << 20)
#define LARGE_PAGE ((gsize)2 << 20)

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
couplet_large_advise (gpointer data, gsize size)
{
#ifdef MADV_HUGEPAGE
  if (data != NULL && size >= LEAST)
    advise (data, size);
#endif
  return data;
}

void
large_give_back (gpointer data, gsize size, gsize *from, gsize to)
{
  if (size < LEAST)
    return;
  guintptr base = (guintptr)data;
  gsize begin = (base + *from + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE - base;
  gsize end = (base + to) / LARGE_PAGE * LARGE_PAGE;
  end = end > base ? end - base : 0;
  if (begin >= end)
    return;
  *from = end;
#ifdef MADV_DONTNEED
  (void)madvise ((char *)data + begin, end - begin, MADV_DONTNEED);
#endif
}
