/* SPDX-License-Identifier: Apache-2.0 */
#include "content_hash.h"

#ifdef COUPLET_HAVE_NETTLE
#include <nettle/sha2.h>

/* Nettle uses what the processor has for SHA-256. */
char *
content_sha256 (gconstpointer data, gsize length)
{
  struct sha256_ctx context;
  guint8 digest[SHA256_DIGEST_SIZE];
  char *text = g_malloc (2 * sizeof digest + 1);
  sha256_init (&context);
  sha256_update (&context, length, data);
  sha256_digest (&context, sizeof digest, digest);
  for (gsize i = 0; i < sizeof digest; i++)
    g_snprintf (&text[2 * i], 3, "%02x", digest[i]);
  return text;
}

#else

char *
content_sha256 (gconstpointer data, gsize length)
{
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, data, length);
}

#endif
