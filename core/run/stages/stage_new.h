/* SPDX-License-Identifier: Apache-2.0 */
/* Making a stage of what a configuration says. */
#ifndef COUPLET_CORE_STAGE_NEW_H
#define COUPLET_CORE_STAGE_NEW_H

#include "stage.h"

/* Whether what is set as key for every stage counts for one of plugin, which has such an option:
 * those of the host are of deciders and optimizers. */
gboolean stage_shares (const CoupletPlugin *plugin, const char *key);

/* The stage called name, of that kind: looks the plugin up (name, or what the
 * key `plugin` says), checks all settings against its option table, creates the
 * instance, that of a stranger in a process of its own to see whether it can be. NULL with error
 * set (CONFIGURATION, PLUGIN); a decider or optimizer that is `optional` and cannot be used, and a
 * stranger's that makes no instance, is a stage with a problem. The caller frees it. */
Stage *stage_new (const CoupletConfiguration *configuration, CoupletRegistry *registry,
                  CoupletPluginKind kind, const char *name, const CoupletHost *host,
                  GError **error);

#endif
