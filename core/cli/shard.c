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
  if (!g_ascii_string_to_unsigned (slash + 1, 10, 1, COUPLET_MOST_SHARDS, &n, NULL) ||
      !g_ascii_string_to_unsigned (before, 10, 1, n, &index, NULL))
    return FALSE;
  *shard = (Shard){(guint)index, (guint)n};
  return TRUE;
}

/* Adds text, and the zero byte after it if there is more to come. */
static void
add_text (GChecksum *checksum, const char *text, gboolean more)
{
  g_checksum_update (checksum, (const guchar *)text, (gssize)(strlen (text) + more));
}

guint
shard_of (const CoupletItem *item, guint64 size, guint n)
{
  guint8 hash[HASH_BYTES];
  gsize length = sizeof hash;
  guint64 number = 0;
  guint n_swept = item->point != NULL ? item->point->n_swept : 0;
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, size);
  add_text (checksum, item->file, TRUE);
  add_text (checksum, digits, n_swept > 0);
  for (guint i = 0; i < n_swept; i++) {
    const CoupletDefinition *swept = &item->point->swept[i];
    g_autofree char *text = g_strconcat (swept->name, "=", swept->value, NULL);
    add_text (checksum, text, i + 1 < n_swept);
  }
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
shard_keep (const CoupletPart *part, GArray *items)
{
  guint kept = 0;
  guint64 size = 0;
  const char *sized = NULL; /* items of a file stand one after the other */
  for (guint i = 0; i < items->len; i++) {
    CoupletItem item = g_array_index (items, CoupletItem, i);
    size = item.file == sized || part->n_shards == 1 ? size : size_of (item.file);
    sized = item.file;
    item.part = *part;
    item.part.item = i + 1;
    if (shard_of (&item, size, part->n_shards) == part->shard)
      g_array_index (items, CoupletItem, kept++) = item;
  }
  g_array_set_size (items, kept);
}
