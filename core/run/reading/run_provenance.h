/* SPDX-License-Identifier: Apache-2.0 */
/* What a run is made by: the program's version and commit, the libraries of its plugins, the
 * options that its answers depend on, and when it began. */
#ifndef COUPLET_CORE_RUN_PROVENANCE_H
#define COUPLET_CORE_RUN_PROVENANCE_H

#include "libraries.h"
#include "run.h"

struct RunProvenance {
  CoupletProvenance provenance; /* points to what follows */
  Libraries libraries;
  GPtrArray *options; /* char * */
  char *date;
};

/* Of a run of configuration with host and the stages of solvers (Stage *). The date is that of the
 * environment variable SOURCE_DATE_EPOCH where it is set; NULL with error set (CONFIGURATION) when
 * that is no time. The caller frees it. */
RunProvenance *run_provenance_new (const CoupletConfiguration *configuration,
                                   const CoupletHost *host, const GPtrArray *solvers,
                                   GError **error);
void run_provenance_free (RunProvenance *run);

#endif
