/* SPDX-License-Identifier: Apache-2.0 */
/* What is set for a run, as words of a command line. */
#ifndef COUPLET_CORE_RUN_OPTIONS_H
#define COUPLET_CORE_RUN_OPTIONS_H

#include "stage.h"

/* Those that answers of the stages of solvers (Stage *) depend on (char *). The caller frees it. */
GPtrArray *run_options_new (const CoupletConfiguration *configuration, const CoupletHost *host,
                            const GPtrArray *solvers);

/* Adds what is set for stage, by key; what is said of it goes before what is said of every stage,
 * and overrides before files. */
void run_options_add_stage (GPtrArray *options, const CoupletConfiguration *configuration,
                            const Stage *stage);

/* Adds what is set for a front end that is a program. */
void run_options_add_program (GPtrArray *options, const CoupletConfiguration *configuration,
                              const char *program);

#endif
