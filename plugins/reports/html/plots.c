/* SPDX-License-Identifier: Apache-2.0 */
#include "plots.h"

#include "plot_parts.h"

#include <couplet/format.h>

#include <math.h>

#define NAMES 130 /* room for the names of methods */
#define ROW 36    /* of a method in the plot of times */
#define LEAST_SECONDS 1e-7

typedef struct {
  double exact, cost; /* of the same file */
} CostPoint;

typedef struct {
  char *stage;
  GArray *costs;   /* CostPoint */
  GArray *seconds; /* double */
} Method;

struct Plots {
  GPtrArray *methods; /* Method */
};

static void
method_free (gpointer data)
{
  Method *method = data;
  g_free (method->stage);
  g_array_unref (method->costs);
  g_array_unref (method->seconds);
  g_free (method);
}

Plots *
plots_new (void)
{
  Plots *plots = g_new0 (Plots, 1);
  plots->methods = g_ptr_array_new_with_free_func (method_free);
  return plots;
}

void
plots_free (Plots *plots)
{
  if (plots == NULL)
    return;
  g_ptr_array_unref (plots->methods);
  g_free (plots);
}

/* Stages come in the same order for each file. */
static Method *
need_method (Plots *plots, guint index, const char *stage)
{
  if (index == plots->methods->len) {
    Method *method = g_new0 (Method, 1);
    *method = (Method){g_strdup (stage), g_array_new (FALSE, FALSE, sizeof (CostPoint)),
                       g_array_new (FALSE, FALSE, sizeof (double))};
    g_ptr_array_add (plots->methods, method);
  }
  return g_ptr_array_index (plots->methods, index);
}

void
plots_add (Plots *plots, const CoupletFileResult *result)
{
  const CoupletRational *exact = couplet_exact_cost (result);
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    Method *method = need_method (plots, i, stage->stage);
    double seconds = MAX (stage->seconds, LEAST_SECONDS);
    if (stage->ran)
      g_array_append_val (method->seconds, seconds);
    if (exact == NULL || !stage->has_cost || stage->cost_is_infinite)
      continue;
    CostPoint point = {mpq_get_d (exact->value), mpq_get_d (stage->cost.value)};
    if (isfinite (point.exact) && isfinite (point.cost))
      g_array_append_val (method->costs, point);
  }
}

/* ---- Costs ----------------------------------------------------------------------------------- */

static double
greatest_cost (const Plots *plots, gboolean exact)
{
  double greatest = 0;
  for (guint m = 0; m < plots->methods->len; m++) {
    const Method *method = g_ptr_array_index (plots->methods, m);
    for (guint i = 0; i < method->costs->len; i++) {
      const CostPoint *point = &g_array_index (method->costs, CostPoint, i);
      greatest = MAX (greatest, exact ? point->exact : point->cost);
    }
  }
  return greatest;
}

static void
put_costs (const Plots *plots, GString *out)
{
  double exact = greatest_cost (plots, TRUE), cost = greatest_cost (plots, FALSE);
  if (exact <= 0 && cost <= 0)
    return;
  const Axis x = axis_linear (exact, PLOT_LEFT, PLOT_WIDTH - PLOT_RIGHT);
  const Axis y = axis_linear (cost, PLOT_HEIGHT - PLOT_BOTTOM, PLOT_TOP);
  double common = MIN (x.greatest, y.greatest);
  guint row = 0;
  plot_begin (out, "Cost that each method proves, against the exact cost (multiples of epsilon)",
              PLOT_HEIGHT, NULL);
  plot_put_axes (out, &x, &y, "exact cost");
  plot_put_line (out, "same", axis_place (&x, 0), axis_place (&y, 0), axis_place (&x, common),
                 axis_place (&y, common));
  for (guint m = 0; m < plots->methods->len; m++) {
    const Method *method = g_ptr_array_index (plots->methods, m);
    for (guint i = 0; i < method->costs->len; i++) {
      const CostPoint *point = &g_array_index (method->costs, CostPoint, i);
      plot_put_point (out, m, axis_place (&x, point->exact), axis_place (&y, point->cost));
    }
    if (method->costs->len > 0)
      plot_put_legend (out, m, row++, method->stage);
  }
  plot_end (out);
}

/* ---- Times ---------------------------------------------------------------------------------- */

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

static double
median (const GArray *values)
{
  g_autoptr (GArray) sorted = g_array_copy ((GArray *)values);
  g_array_sort (sorted, compare_doubles);
  return g_array_index (sorted, double, (sorted->len - 1) / 2);
}

static gboolean
find_times (const Plots *plots, double *least, double *greatest)
{
  *least = INFINITY;
  *greatest = 0;
  for (guint m = 0; m < plots->methods->len; m++) {
    const Method *method = g_ptr_array_index (plots->methods, m);
    for (guint i = 0; i < method->seconds->len; i++) {
      double seconds = g_array_index (method->seconds, double, i);
      *least = MIN (*least, seconds);
      *greatest = MAX (*greatest, seconds);
    }
  }
  return *greatest > 0;
}

/* A method's files on a line, and their median. */
static void
put_times_row (GString *out, const Method *method, guint m, const Axis *x, double y)
{
  plot_put_words (out, "end", x->begin - 8, y + 4, method->stage);
  plot_put_line (out, "grid", x->begin, y, x->end, y);
  for (guint i = 0; i < method->seconds->len; i++)
    plot_put_point (out, m, axis_place (x, g_array_index (method->seconds, double, i)), y);
  if (method->seconds->len == 0)
    return;
  double middle = median (method->seconds), place = axis_place (x, middle);
  g_autofree char *duration = couplet_format_duration (middle);
  g_autofree char *words = g_strdup_printf ("median %s", duration);
  plot_put_line (out, "axis", place, y - 10, place, y + 10);
  plot_put_words (out, "start", x->end + 8, y + 4, words);
}

static void
put_times (const Plots *plots, GString *out)
{
  double least, greatest;
  if (!find_times (plots, &least, &greatest))
    return;
  guint height = PLOT_TOP + ROW * plots->methods->len + PLOT_BOTTOM;
  double bottom = height - PLOT_BOTTOM;
  const Axis x = axis_logarithmic (least, greatest, NAMES, PLOT_WIDTH - PLOT_RIGHT);
  plot_begin (out, "Time of each method, one point for each file", height, NULL);
  for (guint i = 0; i < x.n_ticks; i++) {
    double place = axis_place (&x, x.ticks[i]);
    g_autofree char *duration = couplet_format_duration (x.ticks[i]);
    plot_put_line (out, "grid", place, PLOT_TOP, place, bottom);
    plot_put_words (out, "middle", place, bottom + 18, duration);
  }
  plot_put_line (out, "axis", x.begin, bottom, x.end, bottom);
  for (guint m = 0; m < plots->methods->len; m++)
    put_times_row (out, g_ptr_array_index (plots->methods, m), m, &x, PLOT_TOP + ROW * (m + 0.5));
  plot_end (out);
}

void
plots_put (const Plots *plots, GString *out)
{
  put_costs (plots, out);
  put_times (plots, out);
}
