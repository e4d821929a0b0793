/* SPDX-License-Identifier: Apache-2.0 */
/* What the host does for the plugins that come with it, beside <couplet/plugin.h>. */
#ifndef COUPLET_INTERNAL_CONTEXT_H
#define COUPLET_INTERNAL_CONTEXT_H

#include <couplet/host/origin.h>
#include <couplet/internal/arena.h>
#include <couplet/plugin.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* TRUE when a stage that should stop has gone on for another fortieth of its time limit, or
 * for 50 ms after the user cancelled. Work that says how far the stage came, such as bounds,
 * may go on until then. */
gboolean couplet_context_is_overdue (CoupletContext *context);

/* For loops of short steps: looks at the clock once in COUPLET_PACE steps. Set context
 * (NULL = no limits) and the rest to 0. */
typedef struct {
  CoupletContext *context;
  guint32 left;  /* steps until the next look */
  gboolean late; /* look whether the stage is overdue, rather than whether to stop */
} CoupletPace;

/* Steps between two looks: a step is 10 ns or so. */
#define COUPLET_PACE 16384

/* Counts so many steps. TRUE, from then on, when the work should end. */
static inline gboolean
couplet_pace_over (CoupletPace *pace, guint64 steps)
{
  if (steps < pace->left) {
    pace->left -= (guint32)steps;
    return FALSE;
  }
  gboolean over =
      pace->context != NULL && (pace->late ? couplet_context_is_overdue (pace->context)
                                           : couplet_context_should_stop (pace->context));
  pace->left = over ? 0 : COUPLET_PACE;
  return over;
}

/* TRUE in a process that ends when the plugin's function returns, so that memory need not be
 * freed. FALSE in one that goes on with other files. */
gboolean couplet_context_is_apart (const CoupletContext *context);

/* For reports: what the run is made by, or NULL where nobody wants to know
 * (COUPLET_WANTS_PROVENANCE). The origin of a result has the front end's libraries as well. */
const CoupletProvenance *couplet_context_provenance (CoupletContext *context);

/* For reports: whether evidence was asked for. */
gboolean couplet_context_wants_evidence (CoupletContext *context);

/* For frontends: read() looks no more at what stands in its source before that position, an offset.
 * What it takes of the memory may be given back. It costs little enough for every few elements. */
void couplet_context_pass (CoupletContext *context, gsize position);

/* What the work is about, for the names of files that it writes: the stage, and the file
 * that the automaton was read from, as the user named it; "" = not known. */
const char *couplet_context_stage (CoupletContext *context);
const char *couplet_context_input (CoupletContext *context);

/* For reports: whether details are wanted (--verbose), as what each stage took. */
gboolean couplet_context_wants_details (CoupletContext *context);

#pragma GCC visibility pop
G_END_DECLS

#endif
