/* SPDX-License-Identifier: Apache-2.0 */
/* Plots of a comparison, as SVG inside a page: the cost that each method proves against the exact
 * one, and the time that each takes. Figures are rounded for the eye only. */
#ifndef COUPLET_HTML_PLOTS_H
#define COUPLET_HTML_PLOTS_H

#include <couplet/result.h>

typedef struct Plots Plots;

Plots *plots_new (void);
void plots_free (Plots *plots);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Plots, plots_free)

/* Takes up the stages of one more file. */
void plots_add (Plots *plots, const CoupletFileResult *result);

/* Appends the plots that have a point. */
void plots_put (const Plots *plots, GString *out);

#endif
