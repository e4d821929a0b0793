/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of the library that stand in shared objects of their own, since what they are linked with
 * takes longer to load than a verdict takes. */
#ifndef COUPLET_CORE_MODULE_H
#define COUPLET_CORE_MODULE_H

#include <glib.h>

/* The table of functions that symbol is in couplet/NAME.so beside the library; loaded when it is
 * first asked for, and never unloaded. NULL with error set (PLUGIN) where it cannot be loaded.
 * In programs that are linked with the parts themselves (tests) it is the linked one. */
gconstpointer module_functions (const char *name, const char *symbol, GError **error);

#endif
