/* SPDX-License-Identifier: Apache-2.0 */
/* What the module sha256 exports: SHA-256 by Nettle, which uses what the processor has for it. */
#ifndef COUPLET_CORE_SHA256_FUNCTIONS_H
#define COUPLET_CORE_SHA256_FUNCTIONS_H

#include <glib.h>

#define SHA256_MODULE "sha256"
#define SHA256_SYMBOL "couplet_sha256_functions"
#define SHA256_BYTES 32

typedef struct {
  /* Puts the hash of length bytes at data into digest, SHA256_BYTES long. */
  void (*compute) (gconstpointer data, gsize length, guint8 *digest);
} Sha256Functions;

extern const Sha256Functions couplet_sha256_functions;

#endif
