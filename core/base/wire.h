/* SPDX-License-Identifier: Apache-2.0 */
/* Values between processes of one program: appended to a byte array, each at a
 * multiple of 8 bytes, and read back in the same order without copying. */
#ifndef COUPLET_CORE_WIRE_H
#define COUPLET_CORE_WIRE_H

#include <couplet/model.h>

void wire_put_number (GByteArray *out, guint64 value);
void wire_put_double (GByteArray *out, double value);
/* length bytes, or none at all when data is NULL. */
void wire_put_bytes (GByteArray *out, gconstpointer data, gsize length);
/* NULL is allowed. */
void wire_put_text (GByteArray *out, const char *text);
/* NULL is allowed. */
void wire_put_rational (GByteArray *out, const CoupletRational *value);

/* Writes everything, through interruptions. FALSE: the other end is gone. */
gboolean write_all (int descriptor, gconstpointer data, gsize length);

/* data stands at a multiple of 8 bytes. broken: more was asked for than there is. */
typedef struct {
  const guint8 *data;
  gsize length;
  gsize at;
  gboolean broken;
} Wire;

/* All of bytes. */
static inline Wire
wire_of_bytes (const GByteArray *bytes)
{
  return (Wire){bytes->data, bytes->len, 0, FALSE};
}

/* What was put, in order; 0 or NULL when the wire is broken. Bytes, texts and
 * the digits of rationals stay where they are in the wire's data. */
guint64 wire_number (Wire *wire);
double wire_double (Wire *wire);
const guint8 *wire_bytes (Wire *wire, gsize *length);
const char *wire_text (Wire *wire);
/* Sets *value to a number to be read only and not cleared; FALSE = NULL was put. */
gboolean wire_rational (Wire *wire, CoupletRational *value);

#endif
