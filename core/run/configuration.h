/* SPDX-License-Identifier: Apache-2.0 */
/* What a configuration says, for the pipeline that is made of it. */
#ifndef COUPLET_CORE_CONFIGURATION_H
#define COUPLET_CORE_CONFIGURATION_H

#include <couplet/host.h>

/* A value and where it was given: `file:line` or `-o`. */
typedef struct {
  char *value;
  char *origin;
} Setting;

/* The name under which stands what is set for every decider and optimizer. */
#define EVERY_STAGE "*"

/* What is set for a stage: key to Setting. The key `plugin` makes it an alias. */
typedef struct {
  char *name;
  char *origin;
  gboolean unused; /* its own file's pipeline does not name it */
  GHashTable *settings;
} StageSettings;

struct CoupletConfiguration {
  char *frontend;        /* `auto` or a stage */
  GPtrArray *deciders;   /* char *: stage names in order */
  GPtrArray *optimizers; /* likewise */
  char *report;          /* a stage */
  GPtrArray *stages;     /* StageSettings *, those for which anything is set */
  GPtrArray *overrides;  /* StageSettings *: from -o */
  GHashTable *origins;   /* a key of [pipeline] to its `file:line`, where a file says it */
  GHashTable *broken;    /* name of a stage that cannot run to the reason */
  CoupletRational claim; /* of every file; 0 = the file's own */
  char *dump_folder;     /* for stages with an option `dump-dir`; NULL = none */
};

/* The settings of stage in list, NULL when there are none. */
StageSettings *settings_find (const GPtrArray *list, const char *stage);

/* The name of the plugin that stage runs: what is set, or the stage's own. */
const char *configuration_plugin_of (const CoupletConfiguration *configuration, const char *stage);

/* What is set as key of stage, or of every decider and optimizer; NULL = nothing. */
const Setting *configuration_setting_of (const CoupletConfiguration *configuration,
                                         const char *stage, const char *key);

/* Where it is said that stage of kind is run, or what plugin it is: `file:line`, `-o ...`;
 * NULL = by an option of the command line or by nobody. */
const char *configuration_origin_of (const CoupletConfiguration *configuration,
                                     CoupletPluginKind kind, const char *stage);

/* Whether the pipeline names stage. */
gboolean configuration_uses (const CoupletConfiguration *configuration, const char *stage);

/* FALSE with error set when the file or -o sets something for a stage that is
 * not in the pipeline and cannot be a frontend chosen later. */
gboolean configuration_check_unused (const CoupletConfiguration *configuration,
                                     CoupletRegistry *registry, GError **error);

#endif
