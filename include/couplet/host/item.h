/* SPDX-License-Identifier: Apache-2.0 */
/* What a run works on: files, and the values of the parameters that they are read with. */
#ifndef COUPLET_HOST_ITEM_H
#define COUPLET_HOST_ITEM_H

#include <couplet/host/sweep.h>
#include <couplet/host/result.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* A file, and what it is read with. It owns neither. */
typedef struct {
  const char *file;          /* as the user named it, `-` = standard input */
  const CoupletPoint *point; /* NULL = the run's parameters as they are */
  CoupletPart part; /* where it stands in a run that is divided; n_shards at most 1 = it is not */
  /* what a program said of the mechanism after `::` (couplet_run_expand()); NULL = the file is to
   * be read */
  const struct CoupletReading *reading;
} CoupletItem;

/* Each of n files at each point of sweep (CoupletItem), the points of a file one after the other.
 * NULL with error set (USAGE) when they are too many, or standard input would be read twice. The
 * caller frees the array, which points to files and sweep. */
GArray *couplet_items_new (const char *const *files, guint n, const CoupletSweep *sweep,
                           GError **error);

/* A hash of n items, by which a run over the same ones is known, as hexadecimal digits; the caller
 * frees it. */
char *couplet_items_digest (const CoupletItem *items, guint n);

#pragma GCC visibility pop
G_END_DECLS

#endif
