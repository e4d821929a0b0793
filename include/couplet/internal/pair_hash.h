/* SPDX-License-Identifier: Apache-2.0 */
/* Hashing two numbers in one: g_int64_hash() looks at the lower one only, so that keys with few of
 * these would all fall together. */
#ifndef COUPLET_INTERNAL_PAIR_HASH_H
#define COUPLET_INTERNAL_PAIR_HASH_H

#include <glib.h>

/* For GHashTable, of a guint64. */
static inline guint
couplet_hash_pair (gconstpointer key)
{
  guint64 mixed = *(const guint64 *)key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint)(mixed >> 32);
}

#endif
