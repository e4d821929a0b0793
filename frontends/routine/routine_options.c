/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_options.h"

RoutineOptions
routine_options (CoupletContext *context, const char *frontend, const RoutineWords *words)
{
  const char *name = couplet_context_option_string (context, "adjacency");
  RoutineOptions options = {.frontend = frontend,
                            .private = couplet_context_option_string (context, "private"),
                            .has_adjacency = !g_str_equal (name, "as-said"),
                            .words = words};
  while (options.has_adjacency && options.adjacency < COUPLET_ADJACENT_ONE &&
         !g_str_equal (name, couplet_adjacency_to_string (options.adjacency)))
    options.adjacency++;
  return options;
}
