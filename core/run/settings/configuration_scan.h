/* SPDX-License-Identifier: Apache-2.0 */
/* The form of a configuration file, checked before GKeyFile reads its values: GKeyFile forgets
 * line numbers and lets repeated keys, repeated groups and comments after values pass. */
#ifndef COUPLET_CORE_CONFIGURATION_SCAN_H
#define COUPLET_CORE_CONFIGURATION_SCAN_H

#include "configuration.h"

#define CONFIGURATION_DEFAULTS "defaults" /* the group for every decider and optimizer */

typedef struct {
  const char *file;  /* for messages */
  guint line;        /* the current one */
  char *group;       /* of the current line, NULL before the first */
  GHashTable *lines; /* `group` or `group\nkey` to its line */
} ConfigurationScan;

/* scan of a file that is called file; the caller clears it. */
void configuration_scan_init (ConfigurationScan *scan, const char *file);
void configuration_scan_clear (ConfigurationScan *scan);

/* Checks the form of all lines and notes where groups and keys stand. FALSE with error set
 * (CONFIGURATION), which names the line. */
gboolean configuration_scan_text (ConfigurationScan *scan, const char *text, gsize length,
                                  GError **error);

/* `file:line` of group, or of its key where that is not NULL; the caller frees it. */
char *configuration_scan_origin (const ConfigurationScan *scan, const char *group, const char *key);

/* The name of the program that group is about, and its kind; NULL = it is about none. */
const char *configuration_scan_program (const char *group, CoupletPluginKind *kind);

#endif
