/* SPDX-License-Identifier: Apache-2.0 */
/* Option tables: looking up, and whether a table and a value are well formed. */
#ifndef COUPLET_CORE_OPTIONS_H
#define COUPLET_CORE_OPTIONS_H

#include <couplet/host.h>

/* The option called key among n; NULL = there is none. */
const CoupletOption *option_find (const CoupletOption *options, guint n, const char *key);

/* What is wrong with value for option; NULL = nothing. The caller frees it. */
char *option_check (const CoupletOption *option, const char *value);

/* Why option cannot stand in a plugin's table (what stands there comes from strangers);
 * NULL = it can. The caller frees it. */
char *option_fault (const CoupletOption *option);

#endif
