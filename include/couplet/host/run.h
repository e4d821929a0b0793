/* SPDX-License-Identifier: Apache-2.0 */
/* Running a pipeline on files. */
#ifndef COUPLET_HOST_RUN_H
#define COUPLET_HOST_RUN_H

#include <couplet/host/configuration.h>
#include <couplet/host/context.h>
#include <couplet/host/item.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* A pipeline, made from a configuration, that files are put through. */
typedef struct CoupletRun CoupletRun;

/* Looks everything up and checks all options. parameters: from -D, an array of
 * CoupletParameter, may be NULL; the run marks those that files use, and gives them the values
 * that its items have. NULL with error set (CONFIGURATION, PLUGIN).
 * All arguments must outlive the run, which the caller frees. */
CoupletRun *couplet_run_new (const CoupletConfiguration *configuration, CoupletRegistry *registry,
                             const CoupletHost *host, GArray *parameters, GError **error);
void couplet_run_free (CoupletRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletRun, couplet_run_free)

/* Begins and ends the report. compare: methods side by side. */
void couplet_run_begin (CoupletRun *run, gboolean compare);
void couplet_run_end (CoupletRun *run);

/* Why the report is not whole, or not there, as a sentence that names its plugin; NULL = it is.
 * Valid until the run is freed. */
const char *couplet_run_report_failure (const CoupletRun *run);

/* Called with each file's result, valid during the call, before it is reported. */
typedef void (*CoupletResultFunction) (gpointer data, const CoupletResult *result);

/* Reads items, without running a stage, until each parameter of the run was asked for by one, and
 * marks those that were as used. FALSE: some parameter has no use. TRUE as well where an item
 * cannot be read, or is standard input, which can be read once, or the user cancels. */
gboolean couplet_run_asks_for_all (CoupletRun *run, const CoupletItem *items, guint n);

/* Reads the item's file with its parameters, which must be those of the run, runs every stage,
 * reports. Returns the exit status the item alone calls for (0, 4, 6, 7, 10 or 11). */
int couplet_run_item (CoupletRun *run, const CoupletItem *item, CoupletResultFunction function,
                      gpointer data);

/* Items (CoupletItem) with each file that a program reads (a front end that is a command) replaced
 * by its mechanisms, or by the one that is named after `::`; each item keeps its point. What items
 * point to belongs to run; the caller frees the array. */
GArray *couplet_run_expand (CoupletRun *run, const GArray *items);

/* The file number i, from 0, that couplet_run_expand() replaced by nothing, since comments leave
 * out all its mechanisms; NULL = there are no more. It belongs to run. */
const char *couplet_run_ignored (const CoupletRun *run, guint i);

/* `; choose from b, c`, to stand after a message that no file has a parameter called name: those
 * that the files read so far have, or the nearest; empty = none is known. The caller frees it. */
char *couplet_run_choose_parameter (const CoupletRun *run, const char *name);

/* What is set for reading files, parameters and options of front ends, in the order of the
 * alphabet:
 * `-D c=2 -o python.function=f`, empty = nothing. The caller frees it. */
char *couplet_run_asked (const CoupletRun *run);

/* What run is made by; NULL = nobody wants to know. It belongs to run. */
const CoupletProvenance *couplet_run_provenance (const CoupletRun *run);

#pragma GCC visibility pop
G_END_DECLS

#endif
