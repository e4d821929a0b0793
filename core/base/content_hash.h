/* SPDX-License-Identifier: Apache-2.0 */
/* The hash by which reports and evidence name the content of an input. */
#ifndef COUPLET_CORE_CONTENT_HASH_H
#define COUPLET_CORE_CONTENT_HASH_H

#include <glib.h>

/* SHA-256 of length bytes at data (FIPS 180-4), in lower-case hexadecimal digits. The caller
 * frees it. */
char *content_sha256 (gconstpointer data, gsize length);

#endif
