/* SPDX-License-Identifier: Apache-2.0 */
/* Reading, writing and laying out files with the front ends of a pipeline. */
#ifndef COUPLET_HOST_INPUT_H
#define COUPLET_HOST_INPUT_H

#include <couplet/host/run.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Reads file into an automaton, which the caller frees; NULL when diagnostics
 * has errors. */
CoupletAutomaton *couplet_run_read (CoupletRun *run, const char *file,
                                    CoupletDiagnostics *diagnostics);

/* Whether file is code, or some of it: a program reads it. */
gboolean couplet_run_is_code (CoupletRun *run, const char *file);

/* Like couplet_run_read() of source, a text that no file need have, which is kept; *frontend
 * becomes what has read it. */
CoupletAutomaton *couplet_run_read_source (CoupletRun *run, const CoupletSource *source,
                                           const CoupletPlugin **frontend,
                                           CoupletDiagnostics *diagnostics);

/* Appends source, which has been read by a front end with `rewrite`, with n changes made to text.
 * False when one cannot be made. */
gboolean couplet_run_rewrite (CoupletRun *run, const CoupletSource *source,
                              const CoupletChange *changes, guint n, GString *text,
                              CoupletDiagnostics *diagnostics);

/* Writes automaton in the format of the frontend called format. False with error
 * set (USAGE: no such format or it cannot be written; INPUT: it cannot say this). */
gboolean couplet_run_write (CoupletRun *run, const CoupletAutomaton *automaton, const char *format,
                            GError **error);

/* Appends file, a program, in the format COUPLET_PROGRAM_FORMAT to text. False, with an error added
 * to diagnostics, when it cannot be read or its format has no programs. */
gboolean couplet_run_restate (CoupletRun *run, const char *file, GString *text,
                              CoupletDiagnostics *diagnostics);

/* Lays file (`-` = standard input) out anew in its own format: appends that to
 * text and sets *changed when it differs from what the file has. False, with an
 * error added to diagnostics, when it cannot be parsed or its format has no
 * layout of its own. */
gboolean couplet_run_format (CoupletRun *run, const char *file, GString *text, gboolean *changed,
                             CoupletDiagnostics *diagnostics);

#pragma GCC visibility pop
G_END_DECLS

#endif
