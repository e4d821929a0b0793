/* SPDX-License-Identifier: Apache-2.0 */
#include "rpc.h"

#include <stdio.h>
#include <string.h>

static gboolean
send_message (json_t *message)
{
  char *text = json_dumps (message, JSON_COMPACT);
  json_decref (message);
  gsize length = text != NULL ? strlen (text) : 0;
  gboolean sent = text != NULL &&
                  printf ("Content-Length: %" G_GSIZE_FORMAT "\r\n\r\n", length) > 0 &&
                  fwrite (text, 1, length, stdout) == length && fflush (stdout) == 0;
  g_free (text);
  return sent;
}

gboolean
rpc_reply (json_t *id, json_t *result)
{
  return send_message (json_pack ("{s:s,s:O,s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

gboolean
rpc_fail (json_t *id, int code, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  return send_message (json_pack ("{s:s,s:o,s:{s:i,s:s}}", "jsonrpc", "2.0", "id",
                                  id != NULL ? json_incref (id) : json_null (), "error", "code",
                                  code, "message", valid));
}

gboolean
rpc_notify (const char *method, json_t *parameters)
{
  return send_message (
      json_pack ("{s:s,s:s,s:o}", "jsonrpc", "2.0", "method", method, "params", parameters));
}
