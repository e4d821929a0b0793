/* SPDX-License-Identifier: Apache-2.0 */
/* Dividing many files among machines that know nothing of each other. */
#ifndef COUPLET_CLI_SHARD_H
#define COUPLET_CLI_SHARD_H

#include <couplet/host.h>

/* One of n parts, from 1 to n; 1 of 1 has everything. */
typedef struct {
  guint index, n;
} Shard;

/* Reads `2/5`; NULL stands for `1/1`. FALSE: text is nothing of the kind. */
gboolean shard_parse (const char *text, Shard *shard);

/* Which of n shards has item, whose file has so many bytes, from 1 to n. It depends on the file's
 * name, as the user gave it, its size, and the values of the parameters that are swept alone: on
 * the first 64 bits of the SHA-256 hash of the name, a zero byte, the size in decimal and, for each
 * of these parameters, a zero byte and `name=value`, modulo n. */
guint shard_of (const CoupletItem *item, guint64 size, guint n);

/* Drops from items (CoupletItem) those of other shards than part's, and makes part that of the
 * others, each with its number in the whole run; its texts must outlive them. Files are
 * looked at, but not opened; what is not a regular file counts as one of size 0. */
void shard_keep (const CoupletPart *part, GArray *items);

#endif
