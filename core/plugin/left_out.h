/* SPDX-License-Identifier: Apache-2.0 */
/* The plugins of this source that a build leaves out, since their library was missing or not
 * wanted (cmake/BackEnds.cmake). */
#ifndef COUPLET_CORE_LEFT_OUT_H
#define COUPLET_CORE_LEFT_OUT_H

#include <couplet/plugin.h>

/* Whether the plugin of that kind and name is one of them. */
gboolean left_out_has (CoupletPluginKind kind, const char *name);

/* `; left out when Couplet was built: frontend 'dot'`, or empty when none of that kind is. The
 * caller frees it. */
char *left_out_of_kind (CoupletPluginKind kind);

#endif
