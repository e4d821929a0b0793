/* SPDX-License-Identifier: Apache-2.0 */
#include "sha256_functions.h"

#include <nettle/sha2.h>

G_STATIC_ASSERT (SHA256_BYTES == SHA256_DIGEST_SIZE);

static void
compute (gconstpointer data, gsize length, guint8 *digest)
{
  struct sha256_ctx context;
  sha256_init (&context);
  sha256_update (&context, length, data);
  sha256_digest (&context, SHA256_DIGEST_SIZE, digest);
}

__attribute__ ((visibility ("default"))) const Sha256Functions couplet_sha256_functions = {
    .compute = compute,
};
