/* SPDX-License-Identifier: Apache-2.0 */
/* Running a pipeline on files. */
#ifndef COUPLET_HOST_RUN_H
#define COUPLET_HOST_RUN_H

#include <couplet/host/configuration.h>
#include <couplet/host/context.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* A pipeline, made from a configuration, that files are put through. */
typedef struct CoupletRun CoupletRun;

/* Looks everything up and checks all options. parameters: from -D, an array of
 * CoupletParameter, may be NULL. NULL with error set (CONFIGURATION, PLUGIN).
 * All arguments must outlive the run, which the caller frees. */
CoupletRun *couplet_run_new (const CoupletConfiguration *configuration, CoupletRegistry *registry,
                             const CoupletHost *host, GArray *parameters, GError **error);
void couplet_run_free (CoupletRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletRun, couplet_run_free)

/* Begins and ends the report. compare: methods side by side. */
void couplet_run_begin (CoupletRun *run, gboolean compare);
void couplet_run_end (CoupletRun *run);

/* Called with each file's result, valid during the call, before it is reported. */
typedef void (*CoupletResultFunction) (gpointer data, const CoupletFileResult *result);

/* Reads file (`-` = standard input), runs every stage, reports. Returns the
 * exit status the file alone calls for (0, 4, 6, 7, 10 or 11). */
int couplet_run_file (CoupletRun *run, const char *file, CoupletResultFunction function,
                      gpointer data);

/* The pipeline run on an automaton that no file holds, nothing reported; it must outlive
 * what is returned, which the caller frees. */
typedef struct CoupletExamination CoupletExamination;
CoupletExamination *couplet_run_automaton (CoupletRun *run, const CoupletAutomaton *automaton);
void couplet_examination_free (CoupletExamination *examination);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletExamination, couplet_examination_free)

/* What came of it; owned by examination. The automaton's name stands for the file's. */
const CoupletFileResult *couplet_examination_result (const CoupletExamination *examination);

/* Reads file into an automaton, which the caller frees; NULL when diagnostics
 * has errors. */
CoupletAutomaton *couplet_run_read (CoupletRun *run, const char *file,
                                    CoupletDiagnostics *diagnostics);

/* Writes automaton in the format of the frontend called format. False with error
 * set (USAGE: no such format or it cannot be written; INPUT: it cannot say this). */
gboolean couplet_run_write (CoupletRun *run, const CoupletAutomaton *automaton, const char *format,
                            GError **error);

/* Lays file (`-` = standard input) out anew in its own format: appends that to
 * text and sets *changed when it differs from what the file has. False, with an
 * error added to diagnostics, when it cannot be parsed or its format has no
 * layout of its own. */
gboolean couplet_run_format (CoupletRun *run, const char *file, GString *text, gboolean *changed,
                             CoupletDiagnostics *diagnostics);

/* The worse of two exit statuses, by the order 7 6 5 4 3 2 10 11 0. */
int couplet_worse_status (int a, int b);

/* The exit status that stands for an error of domain COUPLET_ERROR. */
int couplet_error_status (const GError *error);

#pragma GCC visibility pop
G_END_DECLS

#endif
