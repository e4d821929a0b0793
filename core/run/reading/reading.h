/* SPDX-License-Identifier: Apache-2.0 */
/* Reading and writing with a front end, in this process or in one of its own. */
#ifndef COUPLET_CORE_READING_H
#define COUPLET_CORE_READING_H

#include "stage.h"

/* What frontend reads in source, which the caller frees; NULL with an error added to
 * diagnostics. parameters: those of the run, of which it marks the used; may be NULL. With
 * frontend->isolate (or a memory limit) a crash of the front end is such an error, too. */
CoupletAutomaton *stage_read (Stage *frontend, const CoupletSource *source, GArray *parameters,
                              CoupletDiagnostics *diagnostics);

/* Appends source, which stage_read() has read, in the format COUPLET_PROGRAM_FORMAT to text. FALSE
 * with an error added to diagnostics when it cannot; frontend->plugin->restate is set. */
gboolean stage_restate (Stage *frontend, const CoupletSource *source, GArray *parameters,
                        GString *text, CoupletDiagnostics *diagnostics);

/* Appends source, which stage_read() has read, with n changes made to text. FALSE when one cannot
 * be made; frontend->plugin->rewrite is set. */
gboolean stage_rewrite (Stage *frontend, const CoupletSource *source, GArray *parameters,
                        const CoupletChange *changes, guint n, GString *text,
                        CoupletDiagnostics *diagnostics);

/* Appends source, laid out anew, to text. FALSE with an error added to diagnostics;
 * frontend->plugin->frontend->format is set. */
gboolean stage_lay_out (Stage *frontend, const CoupletSource *source, GString *text,
                        CoupletDiagnostics *diagnostics);

/* Writes automaton through context, in this process. FALSE with error set, also where the front end
 * returns FALSE without an error or TRUE with one. */
gboolean stage_write_here (Stage *frontend, CoupletContext *context,
                           const CoupletAutomaton *automaton, GError **error);

/* Appends automaton in the format of frontend to text. FALSE with an error added to diagnostics,
 * and *is_refused where the format cannot say it; frontend->plugin->frontend->write is set. */
gboolean stage_write (Stage *frontend, const CoupletAutomaton *automaton, GString *text,
                      gboolean *is_refused, CoupletDiagnostics *diagnostics);

#endif
