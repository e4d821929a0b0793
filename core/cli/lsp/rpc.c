/* SPDX-License-Identifier: Apache-2.0 */
#include "rpc.h"

#include <couplet/internal/json.h>

#include <stdio.h>

/* A message to which members are added. */
static CoupletJson
begin_message (void)
{
  CoupletJson json = {g_string_new (NULL), FALSE};
  couplet_json_open (&json, NULL, '{');
  couplet_json_string (&json, "jsonrpc", "2.0");
  return json;
}

static gboolean
send_message (CoupletJson json)
{
  couplet_json_close (&json, '}');
  gboolean sent = printf ("Content-Length: %" G_GSIZE_FORMAT "\r\n\r\n", json.text->len) > 0 &&
                  fwrite (json.text->str, 1, json.text->len, stdout) == json.text->len &&
                  fflush (stdout) == 0;
  g_string_free (json.text, TRUE);
  return sent;
}

gboolean
rpc_reply (const char *id, const char *result)
{
  CoupletJson json = begin_message ();
  couplet_json_raw (&json, "id", id);
  couplet_json_raw (&json, "result", result);
  return send_message (json);
}

gboolean
rpc_fail (const char *id, int code, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  CoupletJson json = begin_message ();
  couplet_json_raw (&json, "id", id != NULL ? id : "null");
  couplet_json_open (&json, "error", '{');
  couplet_json_integer (&json, "code", code);
  couplet_json_string (&json, "message", text);
  couplet_json_close (&json, '}');
  return send_message (json);
}

gboolean
rpc_notify (const char *method, const char *parameters)
{
  CoupletJson json = begin_message ();
  couplet_json_string (&json, "method", method);
  couplet_json_raw (&json, "params", parameters);
  return send_message (json);
}
