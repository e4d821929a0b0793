/* SPDX-License-Identifier: Apache-2.0 */
/* A child process that does part of a stage's work, so that a crash of its plugin costs
 * that part only. */
#ifndef COUPLET_CORE_CHILD_H
#define COUPLET_CORE_CHILD_H

#include "stage.h"

/* What the child does: it writes its answer to descriptor. */
typedef void (*CoupletChildWork) (gpointer data, int descriptor);

/* How a child ended. data: all that it wrote, freed by the caller. status: as waitpid()
 * gives it. killed: it overran and had to be ended. */
typedef struct {
  GByteArray *data;
  int status;
  gboolean killed;
} ChildEnd;

/* Does work in a child process with at most stage->memory_limit_mb mebibytes (0 = no limit),
 * which is killed when it overruns the limit of the stage's context by a twenty-fifth (by 2 ms
 * at least), or does not end soon after the user cancelled. FALSE with error set (SOLVER)
 * when there could be no child. */
gboolean couplet_child_run (Stage *stage, CoupletChildWork work, gpointer data, ChildEnd *end,
                            GError **error);

/* FALSE with error set (SOLVER) when the child crashed, or ended by itself though it had not
 * answered. */
gboolean couplet_child_is_whole (const Stage *stage, const ChildEnd *end, gboolean answered,
                                 GError **error);

#endif
