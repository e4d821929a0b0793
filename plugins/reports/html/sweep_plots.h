/* SPDX-License-Identifier: Apache-2.0 */
/* Plots of a sweep, as SVG inside a page: for each file its cost against the parameter that is
 * swept. */
#ifndef COUPLET_HTML_SWEEP_PLOTS_H
#define COUPLET_HTML_SWEEP_PLOTS_H

#include <couplet/result.h>

typedef struct SweepPlots SweepPlots;

SweepPlots *sweep_plots_new (void);
void sweep_plots_free (SweepPlots *plots);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SweepPlots, sweep_plots_free)

/* Takes up one more result; those of a file come one behind the other. With one parameter there is
 * a line for each method, with several one for each value of those behind the first number, with a
 * search all values that were tried. */
void sweep_plots_add (SweepPlots *plots, const CoupletFileResult *result);

/* Appends the plots that have a point. */
void sweep_plots_put (const SweepPlots *plots, GString *out);

#endif
