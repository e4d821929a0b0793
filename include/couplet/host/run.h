/* SPDX-License-Identifier: Apache-2.0 */
/* Running a pipeline on files, or on an automaton that no file holds, on several processes if need
 * be; keeping what it answers in a store (docs/stores.md); exit statuses. */
#ifndef COUPLET_HOST_RUN_H
#define COUPLET_HOST_RUN_H

#include <couplet/host/configuration.h>
#include <couplet/host/context.h>
#include <couplet/host/item.h>
#include <couplet/host/result.h>

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

/* The pipeline run on an automaton that no file holds, nothing reported; it must outlive
 * what is returned, which the caller frees. */
typedef struct CoupletExamination CoupletExamination;
CoupletExamination *couplet_run_automaton (CoupletRun *run, const CoupletAutomaton *automaton);
void couplet_examination_free (CoupletExamination *examination);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletExamination, couplet_examination_free)

/* What came of it; owned by examination. The automaton's name stands for the file's. */
const CoupletResult *couplet_examination_result (const CoupletExamination *examination);

/* Like couplet_run_item() for each of n items in order, on jobs processes (0 or 1 =
 * this one), until the user cancels. An item on which a process ends is run once more; a
 * stage on which it ends again, or which does not heed its time limit, counts as failed.
 * Call it while this process has one thread. Returns the worst exit status. */
int couplet_run_items (CoupletRun *run, const CoupletItem *items, guint n, guint jobs,
                       CoupletResultFunction function, gpointer data);

/* Opens the store called name, or makes it, for the n items that run is about to answer, whose
 * parts say where they stand in the whole run; host->wants_provenance is set. part: which shard
 * this is, of how many, how many items the whole run has, what it is asked, and the
 * couplet_items_digest() of the whole run. FALSE with error set (INPUT; CONFIGURATION in a program
 * without SQLite). */
gboolean couplet_run_open_store (CoupletRun *run, const char *name, const CoupletPart *part,
                                 const CoupletItem *items, guint n, GError **error);

/* Notes that the run has ended with that exit status, and closes its store, if it has one. FALSE
 * with error set (INPUT) when some answer could not be kept. */
gboolean couplet_run_close_store (CoupletRun *run, int status, GError **error);

/* The worse of two exit statuses, by the order 7 6 5 4 3 2 10 11 0. */
int couplet_worse_status (int a, int b);

/* status without what verdicts say: 0 for 10 and 11; errors stay. */
int couplet_status_of_errors (int status);

/* The exit status that stands for an error of domain COUPLET_ERROR. */
int couplet_error_status (const GError *error);

#pragma GCC visibility pop
G_END_DECLS

#endif
