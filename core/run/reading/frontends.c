/* SPDX-License-Identifier: Apache-2.0 */
#include "frontends.h"

#include "context.h"
#include "stage_new.h"

#include <string.h>

Stage *
need_frontend (CoupletRun *run, const char *name, GError **error)
{
  for (guint i = 0; i < run->frontends->len; i++) {
    Stage *stage = g_ptr_array_index (run->frontends, i);
    if (g_str_equal (stage->name, name))
      return stage;
  }
  Stage *stage =
      stage_new (run->configuration, run->registry, COUPLET_KIND_FRONTEND, name, &run->host, error);
  if (stage != NULL) {
    couplet_context_set_parameters (stage->context, run->parameters);
    g_ptr_array_add (run->frontends, stage);
  }
  return stage;
}

char *
frontend_ending (const char *file)
{
  g_autofree char *base = g_path_get_basename (file);
  const char *dot = strrchr (base, '.');
  return dot == NULL || dot == base || dot[1] == '\0' ? NULL : g_ascii_strdown (dot + 1, -1);
}
