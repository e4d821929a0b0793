/* SPDX-License-Identifier: Apache-2.0 */
/* The plugin interface with what shipped plugins use beside it. */
#ifndef COUPLET_INTERNAL_PLUGIN_H
#define COUPLET_INTERNAL_PLUGIN_H

#include <couplet/internal/automaton.h>
#include <couplet/internal/context.h>
#include <couplet/internal/outcome.h>
#include <couplet/internal/text.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* `frontend`, `decider`, `optimizer`, `report`; NULL for another number. */
const char *couplet_plugin_kind_to_string (CoupletPluginKind kind);

#pragma GCC visibility pop
G_END_DECLS

#endif
