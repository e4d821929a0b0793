/* SPDX-License-Identifier: Apache-2.0 */
/* What a run is made by: the program's version and commit, the libraries of its plugins, the
 * options that its answers depend on, and when it began; and what repeats it: the command, what is
 * asked beside those options, and the plugins and programs that answer. */
#ifndef COUPLET_CORE_RUN_PROVENANCE_H
#define COUPLET_CORE_RUN_PROVENANCE_H

#include "libraries.h"
#include "run.h"
#include "tools.h"

struct RunProvenance {
  CoupletProvenance provenance; /* points to what follows */
  Libraries libraries;
  GPtrArray *options; /* char * */
  char *date;
  Tools *tools; /* has what provenance says of plugins and programs */
};

/* Of run, whose stages are made; repeatable: with what repeats it, for which files of plugins are
 * hashed. The date is that of the environment variable SOURCE_DATE_EPOCH where it is set; NULL with
 * error set (CONFIGURATION) when that is no time. The caller frees it. */
RunProvenance *run_provenance_new (const CoupletRun *run, gboolean repeatable, GError **error);
void run_provenance_free (RunProvenance *run);

/* Lets to, of an answer of the run that has provenance from, share what repeats the run; its front
 * end remains, and so do its plugins if it names some. */
void run_setup_share (CoupletProvenance *to, const CoupletProvenance *from);

#endif
