/* SPDX-License-Identifier: Apache-2.0 */
#include "shard.h"

#include <string.h>
#include <sys/stat.h>

#define HASH_BYTES 32 /* of SHA-256 */
#define USED_BYTES 8

gboolean
shard_parse (const char *text, Shard *shard)
{
  guint64 index, n;
  *shard = (Shard){1, 1};
  if (text == NULL)
    return TRUE;
  const char *slash = strchr (text, '/');
  if (slash == NULL)
    return FALSE;
  g_autofree char *before = g_strndup (text, (gsize)(slash - text));
  if (!g_ascii_string_to_unsigned (slash + 1, 10, 1, MOST_SHARDS, &n, NULL) ||
      !g_ascii_string_to_unsigned (before, 10, 1, n, &index, NULL))
    return FALSE;
  *shard = (Shard){(guint)index, (guint)n};
  return TRUE;
}

guint
shard_of (const char *name, guint64 size, guint n)
{
  guint8 hash[HASH_BYTES];
  gsize length = sizeof hash;
  guint64 number = 0;
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, size);
  g_checksum_update (checksum, (const guchar *)name, (gssize)strlen (name) + 1);
  g_checksum_update (checksum, (const guchar *)digits, -1);
  g_checksum_get_digest (checksum, hash, &length);
  for (guint i = 0; i < USED_BYTES; i++)
    number = number << 8 | hash[i];
  return (guint)(number % n) + 1;
}

static guint64
size_of (const char *file)
{
  struct stat status;
  return stat (file, &status) == 0 && S_ISREG (status.st_mode) ? (guint64)status.st_size : 0;
}

void
shard_keep (Shard shard, GPtrArray *files)
{
  guint kept = 0;
  for (guint i = 0; i < files->len; i++) {
    char *file = g_steal_pointer (&g_ptr_array_index (files, i));
    if (shard_of (file, size_of (file), shard.n) == shard.index)
      g_ptr_array_index (files, kept++) = file;
    else
      g_free (file);
  }
  g_ptr_array_set_size (files, (int)kept);
}
