/* SPDX-License-Identifier: Apache-2.0 */
/* The runs that the rows of `--by-output` are about. */
#ifndef COUPLET_CORE_OUTPUT_RUNS_H
#define COUPLET_CORE_OUTPUT_RUNS_H

#include <couplet/host/model.h>
#include <couplet/internal/automaton.h>

/* Takes runs, which are called output. count: of that symbol, -1 = they end alike. number: of the
 * row, from 0, with gaps. runs and output are valid in the call only. FALSE: no more are wanted. */
typedef gboolean (*OutputRunsFunction) (const CoupletAutomaton *runs, const char *output,
                                        gint64 count, guint number, gpointer data);

typedef struct {
  const CoupletAutomaton *automaton; /* whose runs they are; may be unfolded */
  gboolean of_code;                  /* it is what code came to */
  guint only;                        /* the number of the one row that is made; NONE = all */
  OutputRunsFunction function;
  gpointer data;
  /* what came of it: */
  guint n_rows;
  guint n_left_out;
  guint n_numbers;
  gboolean is_ended;
} OutputRuns;

/* Calls the function with the runs of each row. What has no rows is a warning. */
void output_runs_each (OutputRuns *rows, CoupletDiagnostics *diagnostics);

#endif
