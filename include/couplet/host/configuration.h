/* SPDX-License-Identifier: Apache-2.0 */
/* What to run. */
#ifndef COUPLET_HOST_CONFIGURATION_H
#define COUPLET_HOST_CONFIGURATION_H

#include <couplet/host/registry.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* What to run: a frontend or `auto`, stages, a report. Not yet looked up in a
 * registry. */
typedef struct CoupletConfiguration CoupletConfiguration;

/* The configuration without a file: deciders graph, optimizers frontier and
 * segment, report table. The caller frees it. */
CoupletConfiguration *couplet_configuration_new (void);
void couplet_configuration_free (CoupletConfiguration *configuration);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletConfiguration, couplet_configuration_free)

/* Replaces the defaults by the file's settings. False with error set
 * (COUPLET_ERROR_CONFIGURATION; the message begins with file:line). */
gboolean couplet_configuration_load (CoupletConfiguration *configuration, const char *file,
                                     GError **error);

/* Replaces the stages of kind DECIDER or OPTIMIZER by a comma-separated list, which may
 * be empty. False with error set (CONFIGURATION) when one stands twice. */
gboolean couplet_configuration_set_stages (CoupletConfiguration *configuration,
                                           CoupletPluginKind kind, const char *list,
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
