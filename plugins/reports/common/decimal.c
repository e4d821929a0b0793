/* SPDX-License-Identifier: Apache-2.0 */
#include "decimal.h"

#define PLACES 6

char *
report_decimal (const CoupletRational *value)
{
  g_autofree char *text = couplet_rational_to_decimal (value, PLACES);
  return g_strdup (*text == '~' ? text + 1 : text);
}
