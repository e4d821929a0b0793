/* SPDX-License-Identifier: Apache-2.0 */
/* The plugins of this source that a build leaves out, since their library was missing or not
 * wanted (cmake/BackEnds.cmake). */
#ifndef COUPLET_CORE_LEFT_OUT_H
#define COUPLET_CORE_LEFT_OUT_H

#include <couplet/internal/plugin.h>

/* Whether the plugin of that kind and name is one of them. */
gboolean left_out_has (CoupletPluginKind kind, const char *name);

/* The libraries that a build may leave out and the plugins that bring them along: `Z3=decider-z3`,
 * NULL at the end. The caller frees them. */
char **left_out_back_ends (void);

/* Whether the plugin of that file name, `decider-z3`, is left out. */
gboolean left_out_has_file (const char *file);

/* `; left out when Couplet was built: frontend 'dot'`, or empty when none of that kind is. The
 * caller frees it. */
char *left_out_of_kind (CoupletPluginKind kind);

#endif
