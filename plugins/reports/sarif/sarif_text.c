/* SPDX-License-Identifier: Apache-2.0 */
#include "sarif_text.h"

void
sarif_put_text (const CoupletJson *json, const char *key, const char *text)
{
  couplet_json_open (json, key, '{');
  couplet_json_string (json, "text", text);
  couplet_json_close (json, '}');
}
