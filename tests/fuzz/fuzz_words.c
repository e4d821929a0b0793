/* SPDX-License-Identifier: Apache-2.0 */
/* Words of the command line that are numbers, ranges or parts of a run: the first byte says which.
 * Any text is either refused or means the same when written and read again. */
#include "range.h"
#include "shard.h"

#include <couplet/model.h>

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
check_number (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_auto (CoupletRational) number, again;
  couplet_rational_init (&number);
  couplet_rational_init (&again);
  gboolean good = couplet_rational_parse (&number, text, strlen (text), &error);
  if (good == (error != NULL))
    g_error ("%s number, %s error", good ? "a" : "no", error != NULL ? "an" : "no");
  if (!good)
    return;
  g_autofree char *written = couplet_rational_to_string (&number);
  if (!couplet_rational_parse (&again, written, strlen (written), &error) ||
      couplet_rational_compare (&number, &again) != 0)
    g_error ("%s is another number", written);
}

static void
check_range (const char *text)
{
  g_auto (Range) range;
  range_init (&range);
  g_autofree char *wrong = range_parse (text, &range);
  if (wrong == NULL && couplet_rational_compare (&range.first, &range.last) > 0)
    g_error ("a range without numbers");
  if (wrong == NULL && range.kind == RANGE_STEPS && mpq_sgn (range.step.value) <= 0)
    g_error ("a range without steps");
}

static void
check_shard (const char *text)
{
  Shard shard;
  if (shard_parse (text, &shard) && (shard.index < 1 || shard.index > shard.n))
    g_error ("part %u of %u", shard.index, shard.n);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static void (*const checks[]) (const char *) = {check_number, check_range, check_shard};
  if (size == 0)
    return 0;
  g_autofree char *text = g_strndup ((const char *)data + 1, size - 1);
  checks[data[0] % G_N_ELEMENTS (checks)](text);
  return 0;
}
