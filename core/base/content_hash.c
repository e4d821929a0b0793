/* SPDX-License-Identifier: Apache-2.0 */
#include "content_hash.h"

#include "module.h"
#include "sha256_functions.h"

/* Loading the module takes as long as GLib takes for about so much. */
#define BYTES_WITHOUT_MODULE ((gsize)16 * 1024)

/* The module's functions; NULL where there is none, or for length bytes more, with those before, it
 * does not pay. Variables, since they are the process's and not a caller's. */
static const Sha256Functions *
sha256_functions (gsize length)
{
  static gsize hashed = 0, looked_for = 0;
  static const Sha256Functions *found = NULL;
  hashed += MIN (length, BYTES_WITHOUT_MODULE - hashed);
  if (hashed >= BYTES_WITHOUT_MODULE && g_once_init_enter (&looked_for)) {
    found = module_functions (SHA256_MODULE, SHA256_SYMBOL, NULL);
    g_once_init_leave (&looked_for, 1);
  }
  return found;
}

static const char DIGITS[] = "0123456789abcdef";

char *
content_sha256 (gconstpointer data, gsize length)
{
  const Sha256Functions *functions = sha256_functions (length);
  if (functions == NULL)
    return g_compute_checksum_for_data (G_CHECKSUM_SHA256, data, length);
  guint8 digest[SHA256_BYTES];
  char *text = g_malloc (2 * sizeof digest + 1);
  functions->compute (data, length, digest);
  for (gsize i = 0; i < sizeof digest; i++) {
    text[2 * i] = DIGITS[digest[i] >> 4];
    text[2 * i + 1] = DIGITS[digest[i] & 15];
  }
  text[2 * sizeof digest] = '\0';
  return text;
}
