/* SPDX-License-Identifier: Apache-2.0 */
#include "wire.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define ALIGNMENT 8
#define NOTHING G_MAXUINT64 /* the length of NULL */

void
wire_put_number (GByteArray *out, guint64 value)
{
  g_byte_array_append (out, (const guint8 *)&value, sizeof value);
}

void
wire_put_double (GByteArray *out, double value)
{
  g_byte_array_append (out, (const guint8 *)&value, sizeof value);
}

void
wire_put_bytes (GByteArray *out, gconstpointer data, gsize length)
{
  static const guint8 zeros[ALIGNMENT] = {0};
  wire_put_number (out, data == NULL ? NOTHING : length);
  if (data == NULL)
    return;
  g_byte_array_append (out, data, (guint)length);
  g_byte_array_append (out, zeros, (guint)(-length % ALIGNMENT));
}

void
wire_put_text (GByteArray *out, const char *text)
{
  wire_put_bytes (out, text, text != NULL ? strlen (text) + 1 : 0);
}

static void
put_integer (GByteArray *out, const mpz_t value)
{
  wire_put_number (out, mpz_sgn (value) < 0);
  wire_put_bytes (out, mpz_limbs_read (value), mpz_size (value) * sizeof (mp_limb_t));
}

void
wire_put_rational (GByteArray *out, const CoupletRational *value)
{
  wire_put_number (out, value != NULL);
  if (value == NULL)
    return;
  put_integer (out, mpq_numref (value->value));
  put_integer (out, mpq_denref (value->value));
}

gboolean
write_all (int descriptor, gconstpointer data, gsize length)
{
  const guint8 *at = data;
  while (length > 0) {
    gssize written = write (descriptor, at, length);
    if (written < 0 && errno != EINTR)
      return FALSE;
    at += MAX (written, 0);
    length -= (gsize)MAX (written, 0);
  }
  return TRUE;
}

/* ---- Reading ------------------------------------------------------------------------- */

static const guint8 *
take (Wire *wire, gsize length)
{
  if (wire->broken || length > wire->length - wire->at) {
    wire->broken = TRUE;
    return NULL;
  }
  const guint8 *start = wire->data + wire->at;
  wire->at += length;
  return start;
}

guint64
wire_number (Wire *wire)
{
  guint64 value = 0;
  const guint8 *start = take (wire, sizeof value);
  if (start != NULL)
    memcpy (&value, start, sizeof value);
  return value;
}

double
wire_double (Wire *wire)
{
  double value = 0;
  const guint8 *start = take (wire, sizeof value);
  if (start != NULL)
    memcpy (&value, start, sizeof value);
  return value;
}

const guint8 *
wire_bytes (Wire *wire, gsize *length)
{
  guint64 size = wire_number (wire);
  *length = 0;
  if (size == NOTHING || wire->broken)
    return NULL;
  const guint8 *start = size <= wire->length ? take (wire, size + -size % ALIGNMENT) : NULL;
  wire->broken = start == NULL;
  *length = start != NULL ? size : 0;
  return start;
}

const char *
wire_text (Wire *wire)
{
  gsize length;
  const guint8 *start = wire_bytes (wire, &length);
  if (start == NULL)
    return NULL;
  if (length == 0 || start[length - 1] != '\0') {
    wire->broken = TRUE;
    return NULL;
  }
  return (const char *)start;
}

static void
take_integer (Wire *wire, mpz_t value)
{
  gsize length;
  gboolean negative = wire_number (wire) != 0;
  const guint8 *limbs = wire_bytes (wire, &length);
  mp_size_t n = (mp_size_t)(length / sizeof (mp_limb_t));
  mpz_roinit_n (value, (const mp_limb_t *)(gconstpointer)limbs, negative ? -n : n);
}

gboolean
wire_rational (Wire *wire, CoupletRational *value)
{
  if (wire_number (wire) == 0)
    return FALSE;
  take_integer (wire, mpq_numref (value->value));
  take_integer (wire, mpq_denref (value->value));
  wire->broken = wire->broken || mpz_sgn (mpq_denref (value->value)) <= 0;
  return !wire->broken;
}
