/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever another process sends is either refused or taken as an outcome, or a result, that is
 * the same when sent once more. The first byte says which. */
#include "transfer.h"

#include <couplet/host/outcome.h>

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static const CoupletPlugin PLUGIN = {.name = "sent", .kind = COUPLET_KIND_OPTIMIZER};

/* Outcomes hold their evidence as words about an automaton, of which there is none here: it is
 * refused. */
static GByteArray *
take_outcome (const guint8 *data, gsize length)
{
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &PLUGIN);
  g_autoptr (GError) error = NULL;
  Wire wire = {data, length, 0, FALSE};
  gboolean good = wire_take_outcome (&wire, NULL, outcome, &error);
  if (good == (error != NULL))
    g_error ("%s outcome, %s error", good ? "an" : "no", error != NULL ? "an" : "no");
  if (!good)
    return NULL;
  GByteArray *out = g_byte_array_new ();
  wire_put_outcome (out, outcome);
  return out;
}

static GByteArray *
take_result (const guint8 *data, gsize length)
{
  g_auto (ReceivedResult) received;
  received_init (&received);
  Wire wire = {data, length, 0, FALSE};
  if (!wire_take_result (&wire, "file", NULL, NULL, &received))
    return NULL;
  GByteArray *out = g_byte_array_new ();
  wire_put_result (out, &received.result, FALSE);
  return out;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  GByteArray *(*take) (const guint8 *, gsize) =
      size > 0 && data[0] % 2 == 0 ? take_outcome : take_result;
  gsize length = size > 0 ? size - 1 : 0;
  /* at a multiple of 8 bytes, and no longer */
  g_autofree guint8 *copy = g_malloc (MAX (length, 1));
  memcpy (copy, data + (size > 0), length);
  g_autoptr (GByteArray) sent = take (copy, length);
  if (sent == NULL)
    return 0;
  g_autoptr (GByteArray) again = take (sent->data, sent->len);
  if (again == NULL || again->len != sent->len || memcmp (again->data, sent->data, sent->len) != 0)
    g_error ("differs when it is sent once more");
  return 0;
}
