/* SPDX-License-Identifier: Apache-2.0 */
#include "collected.h"

gboolean
collected_has_all (const CoupletBuilder *builder)
{
  return couplet_diagnostics_count (builder->diagnostics, COUPLET_SEVERITY_ERROR) ==
         builder->n_errors;
}

char *
collected_describe (const CoupletBuilder *builder, guint32 from, guint32 to)
{
  g_autofree char *source = couplet_quote (names_text (builder->state_names, from), -1);
  g_autofree char *target = couplet_quote (names_text (builder->state_names, to), -1);
  return g_strdup_printf ("transition %s -> %s", source, target);
}
