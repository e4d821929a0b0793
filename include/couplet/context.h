/* SPDX-License-Identifier: Apache-2.0 */
/* What the host does for a plugin while one of its functions runs: options,
 * messages, limits, memory, output. A plugin never prints, never exits and
 * keeps nothing in static variables.
 */
#ifndef COUPLET_CONTEXT_H
#define COUPLET_CONTEXT_H

#include <couplet/arena.h>
#include <couplet/automaton.h>
#include <couplet/rational.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

typedef struct CoupletContext CoupletContext;

/* Error domain for plugins and the core. */
#define COUPLET_ERROR (couplet_error_quark ())
GQuark couplet_error_quark (void);

typedef enum {
  COUPLET_ERROR_USAGE,         /* exit 2 */
  COUPLET_ERROR_CONFIGURATION, /* exit 3 */
  COUPLET_ERROR_INPUT,         /* exit 4 */
  COUPLET_ERROR_PLUGIN,        /* exit 5 */
  COUPLET_ERROR_SOLVER         /* exit 6: the stage failed */
} CoupletError;

/* The value of an option that the plugin's table declares, after configuration
 * and command line, checked against type, range and choices. Asking for an
 * undeclared name, or for another type than declared, is a bug of the plugin
 * and gives "" (never NULL), 0 or FALSE. Strings belong to the context. */
const char *couplet_context_option_string (CoupletContext *context, const char *name);
gint64 couplet_context_option_integer (CoupletContext *context, const char *name);
gboolean couplet_context_option_boolean (CoupletContext *context, const char *name);
/* Sets *value for an option of rational type. */
void couplet_context_option_rational (CoupletContext *context, const char *name,
                                      CoupletRational *value);

/* The parameters given with -D, in the order given: for frontends. Each call
 * with index 0, 1, ... sets *name and *value until it returns FALSE. */
gboolean couplet_context_parameter (CoupletContext *context, guint index, const char **name,
                                    const char **value);
/* Says that the input has a parameter called name, whether it was given or not. The core rejects
 * one that no file has, and names those that they have. */
void couplet_context_use_parameter (CoupletContext *context, const char *name);

/* For frontends: read() looks no more at what stands in its source before that position, an offset.
 * What it takes of the memory may be given back. It costs little enough for every few elements. */
void couplet_context_pass (CoupletContext *context, gsize position);

/* What the work is about, for the names of files that it writes: the stage, and the file
 * that the automaton was read from, as the user named it; "" = not known. */
const char *couplet_context_stage (CoupletContext *context);
const char *couplet_context_input (CoupletContext *context);

/* TRUE when the work should end soon: the time limit has passed or the user
 * cancelled. Cheap enough for every few hundred steps; sticky. On TRUE a stage
 * returns what it has, with a reason. */
gboolean couplet_context_should_stop (CoupletContext *context);

/* Why couplet_context_should_stop() is TRUE, as a sentence for a reason:
 * `stopped after the time limit of 60 s`, `cancelled`. NULL otherwise. */
const char *couplet_context_stop_reason (CoupletContext *context);

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

/* Seconds left until the time limit, infinity when there is none: for solvers
 * that take a limit of their own. */
double couplet_context_seconds_left (CoupletContext *context);

/* TRUE in a process that ends when the plugin's function returns, so that memory need not be
 * freed. FALSE in one that goes on with other files. */
gboolean couplet_context_is_apart (const CoupletContext *context);

/* How far the work is: done of total, in units of the plugin's own (total 0 = not
 * known). couplet_context_should_stop() repeats it. */
void couplet_context_progress (CoupletContext *context, guint64 done, guint64 total);

/* A message for the log, shown with --verbose. */
void couplet_context_log (CoupletContext *context, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Memory for the work on one file: the host frees it before the next. */
CoupletArena *couplet_context_arena (CoupletContext *context);

/* For reports: writes to where the report goes. Errors are kept and reported
 * by the core at the end. */
void couplet_context_write (CoupletContext *context, const char *text, gsize length);
void couplet_context_print (CoupletContext *context, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* For reports: TRUE when the report goes to a terminal that shows colours (and
 * NO_COLOR is not set), and its width in columns, 0 when it is not a terminal. */
gboolean couplet_context_wants_colour (CoupletContext *context);
guint couplet_context_columns (CoupletContext *context);

/* For reports: whether details are wanted (--verbose), as what each stage took. */
gboolean couplet_context_wants_details (CoupletContext *context);

/* For reports: what the run is made by, or NULL where nobody wants to know
 * (COUPLET_WANTS_PROVENANCE). The origin of a result has the front end's libraries as well. */
const CoupletProvenance *couplet_context_provenance (CoupletContext *context);

/* For reports: whether evidence was asked for. */
gboolean couplet_context_wants_evidence (CoupletContext *context);

/* For deciders and optimizers: how large (couplet_evidence_size()) the evidence may
 * be that an answer comes with, 0 = none is wanted. Above it, leave it out and say
 * so with couplet_outcome_leave_out_evidence(). A single walk is always welcome. */
gsize couplet_context_evidence_limit (CoupletContext *context);

#pragma GCC visibility pop
G_END_DECLS

#endif
