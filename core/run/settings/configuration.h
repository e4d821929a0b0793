/* SPDX-License-Identifier: Apache-2.0 */
/* What a configuration says, for the pipeline that is made of it. */
#ifndef COUPLET_CORE_CONFIGURATION_H
#define COUPLET_CORE_CONFIGURATION_H

#include "stage_settings.h"

#include <couplet/host.h>
#include <couplet/internal/plugin.h>

/* The format of models that are told to programs, and that they tell. */
#define MODEL_FORMAT "json"

/* A program that is a stage. */
typedef struct {
  CoupletPluginKind kind;
  char *name;
  char **words;    /* the command */
  char **endings;  /* of a front end's files, without dot, in lower case */
  gboolean serves; /* a front end reads one file after the other */
} StageProgram;

struct CoupletConfiguration {
  GPtrArray *programs;   /* StageProgram *, in the order of the file */
  char *frontend;        /* `auto` or a stage */
  GPtrArray *deciders;   /* char *: stage names in order */
  GPtrArray *optimizers; /* likewise */
  char *report;          /* a stage */
  GPtrArray *stages;     /* StageSettings *, those for which anything is set */
  GPtrArray *overrides;  /* StageSettings *: from -o */
  GHashTable *origins;   /* a key of [pipeline] to its `file:line`, where a file says it */
  GHashTable *said;      /* a key of [pipeline] that is an option of commands to its GStrv */
  GHashTable *broken;    /* name of a stage that cannot run to the reason */
  CoupletRational claim; /* of every file; 0 = the file's own */
  char *dump_folder;     /* for stages with an option `dump-dir`; NULL = none */
};

/* The plugin that stage runs: of the name or the file that is set, or of the stage's own name. NULL
 * with error set (PLUGIN). */
const CoupletPlugin *configuration_find_plugin (const CoupletConfiguration *configuration,
                                                CoupletRegistry *registry, CoupletPluginKind kind,
                                                const char *stage, GError **error);

/* What is set as key of stage, or of every decider and optimizer; NULL = nothing. */
const Setting *configuration_setting_of (const CoupletConfiguration *configuration,
                                         const char *stage, const char *key);

/* Where it is said that stage of kind is run, or what plugin it is: `file:line`, `-o ...`;
 * NULL = by an option of the command line or by nobody. */
const char *configuration_origin_of (const CoupletConfiguration *configuration,
                                     CoupletPluginKind kind, const char *stage);

/* Where the group of stage stands, else as configuration_origin_of(). */
const char *configuration_group_of (const CoupletConfiguration *configuration,
                                    CoupletPluginKind kind, const char *stage);

/* The program that is the stage of that kind called name; NULL = none is. */
StageProgram *configuration_find_program (const CoupletConfiguration *configuration,
                                          CoupletPluginKind kind, const char *name);

/* Whether the pipeline names stage. */
gboolean configuration_uses (const CoupletConfiguration *configuration, const char *stage);

/* Sets error (CONFIGURATION) to `origin: text`; origin: NULL = text alone. FALSE. */
gboolean configuration_fail (GError **error, const char *origin, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* Replaces *list by names. FALSE with error set when one stands there twice. */
gboolean configuration_set_list (GPtrArray **list, char **names, const char *origin,
                                 GError **error);

#endif
