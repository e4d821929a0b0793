/* SPDX-License-Identifier: Apache-2.0 */
/* What plots are drawn with, as SVG inside a page. Figures are rounded for the eye only. */
#ifndef COUPLET_HTML_PLOT_PARTS_H
#define COUPLET_HTML_PLOT_PARTS_H

#include "axis.h"

#define PLOT_WIDTH 680
#define PLOT_HEIGHT 400 /* of a plot of costs */
#define PLOT_LEFT 50
#define PLOT_RIGHT 150 /* room for the legend */
#define PLOT_TOP 20
#define PLOT_BOTTOM 50
#define PLOT_COLOURS 6 /* classes m0 to m5 of the page's style */

/* Begins a figure with that title. said: what a screen reader says of it; NULL = the title. */
void plot_begin (GString *out, const char *title, guint height, const char *said);
void plot_end (GString *out);

/* class: of the page's style. */
void plot_put_line (GString *out, const char *class, double x1, double y1, double x2, double y2);

/* anchor: `start`, `middle` or `end` of the words stands at x. */
void plot_put_words (GString *out, const char *anchor, double x, double y, const char *words);

/* The shape and colour of series number series, which tell it in black and white, too. */
void plot_put_point (GString *out, guint series, double x, double y);

/* What series is called, in that row beside the plot. */
void plot_put_legend (GString *out, guint series, guint row, const char *name);

/* Both axes with a grid and figures; name: of x. */
void plot_put_axes (GString *out, const Axis *x, const Axis *y, const char *name);

#endif
