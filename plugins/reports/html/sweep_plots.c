/* SPDX-License-Identifier: Apache-2.0 */
#include "sweep_plots.h"

#include "html_printer.h"
#include "plot_parts.h"
#include "words.h"

#include <couplet/format.h>

#include <math.h>
#include <string.h>

#define MOST_ROWS 15 /* of a legend */
#define MOST_SAID 40 /* points that a screen reader is told one by one */
#define WIDE 100     /* ratio of values above which decades are shown */

typedef struct {
  double x, y;
  char *said; /* `c=2: exact cost 13/4 (3.25)` */
} Point;

typedef struct {
  char *name;
  GArray *points; /* Point */
} Series;

/* A value without a finite cost, at which the line of a series is broken. */
typedef struct {
  double x;
  char *name; /* of the series; NULL = each */
} Gap;

/* Of one file. */
typedef struct {
  char *file, *parameter;
  GPtrArray *series; /* Series */
  GArray *gaps;      /* Gap */
  guint n_left_out;  /* values without a finite cost */
  double bound;      /* what was searched for; 0 = nothing */
} Plot;

struct SweepPlots {
  GPtrArray *plots; /* Plot */
};

static void
point_clear (gpointer data)
{
  g_free (((Point *)data)->said);
}

static void
gap_clear (gpointer data)
{
  g_free (((Gap *)data)->name);
}

static void
series_free (gpointer data)
{
  Series *series = data;
  g_free (series->name);
  g_array_unref (series->points);
  g_free (series);
}

static void
plot_free (gpointer data)
{
  Plot *plot = data;
  g_free (plot->file);
  g_free (plot->parameter);
  g_ptr_array_unref (plot->series);
  g_array_unref (plot->gaps);
  g_free (plot);
}

SweepPlots *
sweep_plots_new (void)
{
  SweepPlots *plots = g_new0 (SweepPlots, 1);
  plots->plots = g_ptr_array_new_with_free_func (plot_free);
  return plots;
}

void
sweep_plots_free (SweepPlots *plots)
{
  if (plots == NULL)
    return;
  g_ptr_array_unref (plots->plots);
  g_free (plots);
}

/* ---- Taking results up ----------------------------------------------------------------- */

/* FALSE: text is no number that can be drawn. */
static gboolean
parse (const char *text, double *value)
{
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  if (text == NULL || !couplet_rational_parse (&number, text, strlen (text), NULL))
    return FALSE;
  *value = mpq_get_d (number.value);
  return isfinite (*value);
}

/* Which of the swept parameters is drawn along x: what is looked for, else the first that is a
 * number; n_swept = none. */
static guint
find_x (const CoupletFileResult *result)
{
  double value;
  if (result->solution != NULL)
    return result->n_swept - 1;
  for (guint i = 0; i < result->n_swept; i++)
    if (parse (result->swept[i].value, &value))
      return i;
  return result->n_swept;
}

static Plot *
need_plot (SweepPlots *plots, const CoupletFileResult *result, const char *parameter)
{
  guint n = plots->plots->len;
  Plot *last = n > 0 ? g_ptr_array_index (plots->plots, n - 1) : NULL;
  if (last != NULL && g_str_equal (last->file, result->file) &&
      g_str_equal (last->parameter, parameter))
    return last;
  Plot *plot = g_new0 (Plot, 1);
  *plot = (Plot){.file = g_strdup (result->file),
                 .parameter = g_strdup (parameter),
                 .series = g_ptr_array_new_with_free_func (series_free),
                 .gaps = g_array_new (FALSE, FALSE, sizeof (Gap))};
  g_array_set_clear_func (plot->gaps, gap_clear);
  if (result->solution != NULL)
    parse (result->solution->at_most, &plot->bound);
  g_ptr_array_add (plots->plots, plot);
  return plot;
}

static Series *
need_series (Plot *plot, const char *name)
{
  for (guint i = 0; i < plot->series->len; i++) {
    Series *series = g_ptr_array_index (plot->series, i);
    if (g_str_equal (series->name, name))
      return series;
  }
  Series *series = g_new0 (Series, 1);
  *series = (Series){g_strdup (name), g_array_new (FALSE, FALSE, sizeof (Point))};
  g_array_set_clear_func (series->points, point_clear);
  g_ptr_array_add (plot->series, series);
  return series;
}

static void
add_gap (Plot *plot, const char *name, const char *x)
{
  Gap gap = {0, NULL};
  if (!parse (x, &gap.x))
    return;
  gap.name = g_strdup (name);
  g_array_append_val (plot->gaps, gap);
}

static void
add_point (Plot *plot, const char *name, const char *x, const CoupletRational *y, const char *words)
{
  Point point = {.y = mpq_get_d (y->value)};
  if (!parse (x, &point.x) || !isfinite (point.y)) {
    plot->n_left_out++;
    return;
  }
  point.said = g_strdup_printf ("%s=%s: %s", plot->parameter, x, words);
  g_array_append_val (need_series (plot, name)->points, point);
}

/* The swept parameters but number x: `d=1, k=2`; NULL = there are no others. */
static char *
other_values (const CoupletFileResult *result, guint x)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < result->n_swept; i++)
    if (i != x)
      g_string_append_printf (text, "%s%s=%s", text->len > 0 ? ", " : "", result->swept[i].name,
                              result->swept[i].value);
  return g_string_free (text, text->len == 0);
}

/* A point for each method. */
static void
add_stages (Plot *plot, const CoupletFileResult *result, const char *x)
{
  gboolean any = FALSE;
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    if (!stage->has_cost || stage->cost_is_infinite) {
      add_gap (plot, stage->stage, x);
      continue;
    }
    g_autofree char *words = report_stage_words (stage);
    add_point (plot, stage->stage, x, &stage->cost, words);
    any = TRUE;
  }
  if (any)
    return;
  add_gap (plot, NULL, x);
  plot->n_left_out++;
}

/* A point for the file. */
static void
add_least_d (Plot *plot, const CoupletFileResult *result, const char *name, const char *x)
{
  g_autofree char *words = couplet_format_least_d (result);
  if (words != NULL && result->has_cost)
    add_point (plot, name, x, &result->cost, words);
  else {
    add_gap (plot, name, x);
    plot->n_left_out++;
  }
}

/* A point for each value that was tried. */
static void
add_solution (Plot *plot, const CoupletSolution *solution, const char *name)
{
  for (guint i = 0; i < solution->n_points; i++) {
    const CoupletSolutionPoint *point = &solution->points[i];
    g_auto (CoupletRational) cost;
    couplet_rational_init (&cost);
    if (point->cost == NULL ||
        !couplet_rational_parse (&cost, point->cost, strlen (point->cost), NULL)) {
      add_gap (plot, name, point->value);
      plot->n_left_out++;
      continue;
    }
    g_autofree char *words = couplet_format_cost (&cost);
    add_point (plot, name, point->value, &cost, words);
  }
}

void
sweep_plots_add (SweepPlots *plots, const CoupletFileResult *result)
{
  guint x = find_x (result);
  if (x == result->n_swept)
    return;
  Plot *plot = need_plot (plots, result, result->swept[x].name);
  g_autofree char *others = other_values (result, x);
  if (result->solution != NULL)
    add_solution (plot, result->solution, others != NULL ? others : "least d");
  else if (others != NULL)
    add_least_d (plot, result, others, result->swept[x].value);
  else
    add_stages (plot, result, result->swept[x].value);
}

/* ---- Drawing --------------------------------------------------------------------------- */

static int
compare_points (gconstpointer a, gconstpointer b)
{
  double first = ((const Point *)a)->x, second = ((const Point *)b)->x;
  return (first > second) - (first < second);
}

/* The least and greatest values of both axes. */
typedef struct {
  double left, right, top;
  guint n;
} Extent;

static Extent
find_extent (const Plot *plot)
{
  Extent extent = {INFINITY, -INFINITY, plot->bound, 0};
  for (guint i = 0; i < plot->series->len; i++) {
    const Series *series = g_ptr_array_index (plot->series, i);
    g_array_sort (series->points, compare_points);
    for (guint j = 0; j < series->points->len; j++, extent.n++) {
      const Point *point = &g_array_index (series->points, Point, j);
      extent.left = MIN (extent.left, point->x);
      extent.right = MAX (extent.right, point->x);
      extent.top = MAX (extent.top, point->y);
    }
  }
  return extent;
}

/* Whether a line from point to the next of series leads across a value without a finite cost. */
static gboolean
is_broken (const Plot *plot, const Series *series, const Point *point)
{
  for (guint i = 0; i < plot->gaps->len; i++) {
    const Gap *gap = &g_array_index (plot->gaps, Gap, i);
    if (point[0].x < gap->x && gap->x < point[1].x &&
        (gap->name == NULL || g_str_equal (gap->name, series->name)))
      return TRUE;
  }
  return FALSE;
}

static void
put_series (GString *out, const Plot *plot, guint number, const Axis *x, const Axis *y)
{
  const Series *series = g_ptr_array_index (plot->series, number);
  g_autofree char *class = g_strdup_printf ("line m%u", number % PLOT_COLOURS);
  for (guint i = 0; i < series->points->len; i++) {
    const Point *point = &g_array_index (series->points, Point, i);
    double left = axis_place (x, point->x), top = axis_place (y, point->y);
    if (i > 0 && !is_broken (plot, series, point - 1))
      plot_put_line (out, class, axis_place (x, point[-1].x), axis_place (y, point[-1].y), left,
                     top);
    g_string_append (out, "<g><title>");
    html_put_text (out, series->name);
    g_string_append (out, ", ");
    html_put_text (out, point->said);
    g_string_append (out, "</title>");
    plot_put_point (out, number, left, top);
    g_string_append (out, "</g>\n");
  }
}

/* The points in words, for those who do not see them. */
static char *
describe (const Plot *plot)
{
  GString *text = g_string_new (NULL);
  guint n = 0;
  g_string_append_printf (text, "Cost of %s against %s.", plot->file, plot->parameter);
  for (guint i = 0; i < plot->series->len && n < MOST_SAID; i++) {
    const Series *series = g_ptr_array_index (plot->series, i);
    g_string_append_printf (text, " %s:", series->name);
    for (guint j = 0; j < series->points->len && n < MOST_SAID; j++, n++)
      g_string_append_printf (text, "%s %s", j > 0 ? "," : "",
                              g_array_index (series->points, Point, j).said);
    g_string_append_c (text, '.');
  }
  return g_string_free (text, FALSE);
}

static void
put_legends (GString *out, const Plot *plot)
{
  for (guint i = 0; i < MIN (plot->series->len, MOST_ROWS); i++) {
    const Series *series = g_ptr_array_index (plot->series, i);
    plot_put_legend (out, i, i, series->name);
  }
  if (plot->series->len <= MOST_ROWS)
    return;
  g_autofree char *more = g_strdup_printf ("and %u more", plot->series->len - MOST_ROWS);
  plot_put_words (out, "start", PLOT_WIDTH - PLOT_RIGHT + 12, PLOT_TOP + 14 + 20.0 * MOST_ROWS,
                  more);
}

static void
put_bound (GString *out, const Plot *plot, const Axis *x, const Axis *y)
{
  if (plot->bound <= 0)
    return;
  double top = axis_place (y, plot->bound);
  plot_put_line (out, "same", x->begin, top, x->end, top);
  plot_put_words (out, "end", x->end - 4, top - 5, "at most");
}

/* Why there is no plot. */
static void
put_nothing (GString *out, const Plot *plot)
{
  g_string_append (out, "<p class=\"quiet\">The cost of ");
  html_put_text (out, plot->file);
  g_string_append (out, " against ");
  html_put_text (out, plot->parameter);
  g_string_append (out, " is not drawn: no value has a finite cost.</p>\n");
}

static void
put_plot (GString *out, const Plot *plot)
{
  const Extent extent = find_extent (plot);
  if (extent.n == 0) {
    put_nothing (out, plot);
    return;
  }
  double end = PLOT_WIDTH - PLOT_RIGHT;
  const Axis x = extent.left > 0 && extent.right / extent.left > WIDE
                     ? axis_logarithmic (extent.left, extent.right, PLOT_LEFT, end)
                     : axis_between (extent.left, extent.right, PLOT_LEFT, end);
  const Axis y = axis_linear (extent.top, PLOT_HEIGHT - PLOT_BOTTOM, PLOT_TOP);
  g_autofree char *said = describe (plot);
  g_autofree char *file = couplet_make_visible (plot->file);
  g_autofree char *title =
      g_strdup_printf ("%s: cost against %s (multiples of epsilon)", file, plot->parameter);
  plot_begin (out, title, PLOT_HEIGHT, said);
  plot_put_axes (out, &x, &y, plot->parameter);
  put_bound (out, plot, &x, &y);
  for (guint i = 0; i < plot->series->len; i++)
    put_series (out, plot, i, &x, &y);
  put_legends (out, plot);
  plot_end (out);
  if (plot->n_left_out > 0)
    g_string_append_printf (out, "<p class=\"quiet\">Not drawn, without a finite cost: %u.</p>\n",
                            plot->n_left_out);
}

void
sweep_plots_put (const SweepPlots *plots, GString *out)
{
  for (guint i = 0; i < plots->plots->len; i++)
    put_plot (out, g_ptr_array_index (plots->plots, i));
}
