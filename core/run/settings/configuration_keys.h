/* SPDX-License-Identifier: Apache-2.0 */
/* The keys of [pipeline]: how their values are written, and what takes them. */
#ifndef COUPLET_CORE_CONFIGURATION_KEYS_H
#define COUPLET_CORE_CONFIGURATION_KEYS_H

#include "configuration.h"

typedef struct PipelineKey PipelineKey;

/* The key called name; NULL. */
const PipelineKey *pipeline_key_find (const char *name);

/* `; did you mean 'claim'?` and the like for name, which is no key; the caller frees it. */
char *pipeline_key_hint (const char *name);

/* What text, the value of key in a file of folder, stands for; paths lead from where the program
 * runs. NULL with error set (CONFIGURATION, at origin). The caller frees it. */
char **pipeline_key_read (const PipelineKey *key, const char *text, const char *folder,
                          const char *origin, GError **error);

/* Sets key to values, which it takes over, where the configuration is what they are for; else
 * keeps them for couplet_configuration_said(). FALSE with error set (CONFIGURATION). */
gboolean pipeline_key_take (const PipelineKey *key, CoupletConfiguration *configuration,
                            char **values, const char *origin, GError **error);

/* path, which stands in a file of folder, from where the program runs. The caller frees it. */
char *configuration_path (const char *folder, const char *path);

#endif
