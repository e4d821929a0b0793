/* SPDX-License-Identifier: Apache-2.0 */
/* Values between processes of one program: appended to a byte array, each at a
 * multiple of 8 bytes, and read back in the same order without copying. */
#ifndef COUPLET_CORE_WIRE_H
#define COUPLET_CORE_WIRE_H

#include <couplet/rational.h>

void couplet_wire_put_number (GByteArray *out, guint64 value);
void couplet_wire_put_double (GByteArray *out, double value);
/* length bytes, or none at all when data is NULL. */
void couplet_wire_put_bytes (GByteArray *out, gconstpointer data, gsize length);
/* NULL is allowed. */
void couplet_wire_put_text (GByteArray *out, const char *text);
/* NULL is allowed. */
void couplet_wire_put_rational (GByteArray *out, const CoupletRational *value);

/* Writes everything, through interruptions. FALSE: the other end is gone. */
gboolean couplet_write_all (int descriptor, gconstpointer data, gsize length);

/* data stands at a multiple of 8 bytes. broken: more was asked for than there is. */
typedef struct {
  const guint8 *data;
  gsize length;
  gsize at;
  gboolean broken;
} CoupletWire;

/* What was put, in order; 0 or NULL when the wire is broken. Bytes, texts and
 * the digits of rationals stay where they are in the wire's data. */
guint64 couplet_wire_number (CoupletWire *wire);
double couplet_wire_double (CoupletWire *wire);
const guint8 *couplet_wire_bytes (CoupletWire *wire, gsize *length);
const char *couplet_wire_text (CoupletWire *wire);
/* Sets *value to a number to be read only and not cleared; FALSE = NULL was put. */
gboolean couplet_wire_rational (CoupletWire *wire, CoupletRational *value);

#endif
