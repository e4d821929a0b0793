/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/plugin.h>

static const struct {
  CoupletPluginKind kind;
  const char *name;
} KINDS[] = {{COUPLET_KIND_FRONTEND, "frontend"},
             {COUPLET_KIND_DECIDER, "decider"},
             {COUPLET_KIND_OPTIMIZER, "optimizer"},
             {COUPLET_KIND_REPORT, "report"}};

const char *
couplet_plugin_kind_to_string (CoupletPluginKind kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (KINDS); i++)
    if (KINDS[i].kind == kind)
      return KINDS[i].name;
  return NULL;
}
