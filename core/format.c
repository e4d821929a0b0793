/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/format.h>

#include <string.h>

#define SHOWN_PLACES 4

char *
couplet_format_duration (double seconds)
{
  if (seconds < 1e-3)
    return g_strdup_printf ("%.0f us", seconds * 1e6);
  if (seconds < 1)
    return g_strdup_printf ("%.3g ms", seconds * 1e3);
  if (seconds < 60)
    return g_strdup_printf ("%.3g s", seconds);
  return g_strdup_printf ("%.0f min %.0f s", (double)(gint64)(seconds / 60),
                          seconds - 60 * (double)(gint64)(seconds / 60));
}

char *
couplet_format_cost (const CoupletRational *cost)
{
  g_autofree char *exact = couplet_rational_to_string (cost);
  g_autofree char *decimal = couplet_rational_to_decimal (cost, SHOWN_PLACES);
  return g_str_equal (exact, decimal) ? g_strdup (exact)
                                      : g_strdup_printf ("%s (%s)", exact, decimal);
}

const CoupletRational *
couplet_exact_cost (const CoupletFileResult *result)
{
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    if (stage->has_cost && !stage->cost_is_infinite && stage->certified &&
        stage->guarantee == COUPLET_GUARANTEE_EXACT)
      return &stage->cost;
  }
  return NULL;
}

gboolean
couplet_cost_ratio (const CoupletRational *cost, const CoupletRational *exact,
                    CoupletRational *ratio)
{
  if (mpq_sgn (exact->value) != 0) {
    mpq_div (ratio->value, cost->value, exact->value);
    return TRUE;
  }
  mpq_set_ui (ratio->value, 1, 1);
  return mpq_sgn (cost->value) == 0;
}

void
couplet_append_json_string (GString *out, const char *text)
{
  if (text == NULL) {
    g_string_append (out, "null");
    return;
  }
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_string_append_c (out, '"');
  for (const char *at = valid; *at != '\0'; at++) {
    guchar c = (guchar)*at;
    if (c == '"' || c == '\\')
      g_string_append_printf (out, "\\%c", c);
    else if (c == '\n')
      g_string_append (out, "\\n");
    else if (c < 0x20 || c == 0x7f)
      g_string_append_printf (out, "\\u%04x", c);
    else
      g_string_append_c (out, (char)c);
  }
  g_string_append_c (out, '"');
}
