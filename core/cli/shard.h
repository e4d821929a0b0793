/* SPDX-License-Identifier: Apache-2.0 */
/* Dividing many files among machines that know nothing of each other. */
#ifndef COUPLET_CLI_SHARD_H
#define COUPLET_CLI_SHARD_H

#include <couplet/host.h>

#define MOST_SHARDS 1000000

/* One of n parts, from 1 to n; 1 of 1 has everything. */
typedef struct {
  guint index, n;
} Shard;

/* Reads `2/5`; NULL stands for `1/1`. FALSE: text is nothing of the kind. */
gboolean shard_parse (const char *text, Shard *shard);

/* Which of n shards has the file called name, from 1 to n. It depends on name, as the user gave
 * it, and size, in bytes, alone: on the first 64 bits of the SHA-256 hash of name, a zero byte and
 * size in decimal, modulo n. */
guint shard_of (const char *name, guint64 size, guint n);

/* Drops from files (char *) those of other shards. They are looked at, but not opened; what is no
 * regular file counts as one of size 0. */
void shard_keep (Shard shard, GPtrArray *files);

#endif
