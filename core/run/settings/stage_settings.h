/* SPDX-License-Identifier: Apache-2.0 */
/* What is set for a stage, and where that was said. */
#ifndef COUPLET_CORE_STAGE_SETTINGS_H
#define COUPLET_CORE_STAGE_SETTINGS_H

#include <glib.h>

/* The name under which stands what is set for every stage that has such an option. */
#define EVERY_STAGE "*"

/* A value and where it was given: `file:line` or `-o`. */
typedef struct {
  char *value;
  char *origin;
} Setting;

/* What is set for a stage: key to Setting. The key `plugin` makes it an alias. */
typedef struct {
  char *name;
  char *origin;
  gboolean used; /* the pipeline named it when it was read, or a layer above did */
  GHashTable *settings;
} StageSettings;

/* A list of StageSettings that frees them; a stage has at most one entry. */
GPtrArray *settings_list_new (void);

/* The settings of stage in list, NULL when there are none. */
StageSettings *settings_find (const GPtrArray *list, const char *stage);

/* The same, which are added, first said at origin, when there are none. */
StageSettings *settings_need (GPtrArray *list, const char *stage, const char *origin);

/* Sets key to value, instead of an earlier one. */
void settings_put (StageSettings *settings, const char *key, const char *value, const char *origin);

#endif
