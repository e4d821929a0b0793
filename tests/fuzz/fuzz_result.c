/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes are either refused with an error or read as a result that is the same when written
 * and read again. */
#include "read_result.h"

#include <couplet/host/result_json.h>

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* What is read from text, written; NULL = it is refused. The caller frees it. */
static char *
rewrite (const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_auto (ReadResult) read;
  gboolean good = read_result (&read, "input", 1, text, length, NULL, &error);
  if (good == (error != NULL))
    g_error ("%s result, %s error", good ? "a" : "no", error != NULL ? "an" : "no");
  return good ? couplet_result_to_json (&read.result, TRUE) : NULL;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *)data, size); /* with a 0 after it */
  memcpy (text, data, size);
  is_summary_line (text);
  g_autofree char *written = rewrite (text, size);
  if (written == NULL)
    return 0;
  written[strlen (written) - 1] = '\0'; /* the end of the line */
  g_autofree char *again = rewrite (written, strlen (written));
  if (again == NULL)
    g_error ("cannot be read back:\n%s", written);
  again[strlen (again) - 1] = '\0';
  if (!g_str_equal (written, again))
    g_error ("differs when it is read back:\n%s\n%s", written, again);
  return 0;
}
