/* SPDX-License-Identifier: Apache-2.0 */
/* What to run. */
#ifndef COUPLET_HOST_CONFIGURATION_H
#define COUPLET_HOST_CONFIGURATION_H

#include <couplet/host/origin.h>
#include <couplet/host/registry.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* What to run: a frontend or `auto`, stages, a report. Not yet looked up in a
 * registry. */
typedef struct CoupletConfiguration CoupletConfiguration;

/* What Couplet asks a stage for, where nothing says which. */
typedef enum {
  COUPLET_FOR_VERDICT, /* of automata, a decider */
  COUPLET_FOR_COST,    /* of automata, exactly, an optimizer */
  COUPLET_FOR_LINEAR,  /* the cost of linear mechanisms, an optimizer */
  COUPLET_FOR_INPUTS   /* adjacent inputs and their probabilities, an optimizer */
} CoupletPurpose;

/* The name of the stage that is asked, and of its plugin. */
const char *couplet_stage_for (CoupletPurpose purpose);

/* The configuration without a file: the deciders and optimizers for verdict and cost, the
 * polynomial optimizer, the report for a terminal. The caller frees it. */
CoupletConfiguration *couplet_configuration_new (void);
void couplet_configuration_free (CoupletConfiguration *configuration);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletConfiguration, couplet_configuration_free)

/* Replaces the defaults, and what files loaded before say, by the file's settings, key by key.
 * False with error set (COUPLET_ERROR_CONFIGURATION; the message begins with file:line). */
gboolean couplet_configuration_load (CoupletConfiguration *configuration, const char *file,
                                     GError **error);

/* What files say in [pipeline] as key, that is for the command that runs the pipeline and not for
 * the pipeline (docs/formats.md): values up to NULL, paths from where the program runs; NULL =
 * nothing. Sets *origin to the `file:line`. Both belong to configuration and are not to
 * be changed. */
char **couplet_configuration_said (const CoupletConfiguration *configuration, const char *key,
                                   const char **origin);

/* Sets *program, whose texts belong to configuration, to the i-th program that is a stage; FALSE
 * when there are no more. */
gboolean couplet_configuration_program (const CoupletConfiguration *configuration, guint i,
                                        CoupletProgram *program);

/* Adds a program that is a stage, which is copied and has a command. */
void couplet_configuration_add_program (CoupletConfiguration *configuration,
                                        const CoupletProgram *program);

/* The names in text, between which stand commas, semicolons and blanks. One with such letters
 * stands in double quotes, in which two double quotes are one. NULL with error set (USAGE), to
 * stand after what text is. The caller frees it. */
char **couplet_list_split (const char *text, GError **error);

/* Appends name to list, which is empty, ends in `=`, or has names, as couplet_list_split() reads
 * it. */
void couplet_list_append (GString *list, const char *name);

/* Replaces the stages of kind DECIDER or OPTIMIZER by a list (couplet_list_split()), which may
 * be empty. False with error set (CONFIGURATION) when one stands twice. */
gboolean couplet_configuration_set_stages (CoupletConfiguration *configuration,
                                           CoupletPluginKind kind, const char *list,
                                           GError **error);

/* Replaces the stages by those for verdict and cost of automata, and for inputs where they are
 * asked for. False with error set. */
gboolean couplet_configuration_ask_exact (CoupletConfiguration *configuration, gboolean inputs,
                                          GError **error);

/* Every decider and optimizer of registry, each method of those that have several as a
 * stage of its own. One that is broken becomes a stage that fails and says why. */
void couplet_configuration_set_all_stages (CoupletConfiguration *configuration,
                                           CoupletRegistry *registry);

/* The report, and the frontend for every file (`auto` = by name, else by content); both
 * names are copied and looked up by couplet_run_new(). */
void couplet_configuration_set_report (CoupletConfiguration *configuration, const char *report);
void couplet_configuration_set_frontend (CoupletConfiguration *configuration, const char *frontend);

/* The folder for the problems that solvers are given: the option `dump-dir` of
 * every stage that has it and does not set it. */
void couplet_configuration_set_dump (CoupletConfiguration *configuration, const char *folder);

/* The d that is claimed of every file, before what the file claims itself; copied. 0 = what
 * the files claim. */
void couplet_configuration_set_claim (CoupletConfiguration *configuration,
                                      const CoupletRational *claim);

/* An override `stage.key=value`, as given with -o. Frontends and reports are
 * stages too; `*` stands for every decider and optimizer, whose own settings go before.
 * False with error set (USAGE) when setting has another form. */
gboolean couplet_configuration_override (CoupletConfiguration *configuration, const char *setting,
                                         GError **error);

#pragma GCC visibility pop
G_END_DECLS

#endif
