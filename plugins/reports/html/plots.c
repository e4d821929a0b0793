/* SPDX-License-Identifier: Apache-2.0 */
#include "plots.h"

#include "axis.h"
#include "html_printer.h"

#include <couplet/format.h>

#include <math.h>

#define WIDTH 680
#define HEIGHT 400 /* of the plot of costs */
#define LEFT 50
#define NAMES 130 /* room for the names of methods */
#define RIGHT 150 /* room for the legend */
#define TOP 20
#define BOTTOM 50
#define ROW 36 /* of a method in the plot of times */
#define N_COLOURS 6
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

/* ---- Parts of a plot ------------------------------------------------------------------------ */

/* A number with as many digits as a figure needs, whatever the locale. */
static void
put_number (GString *out, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append (out, g_ascii_formatd (digits, sizeof digits, "%.6g", value));
}

static void
put_attribute (GString *out, const char *name, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd (digits, sizeof digits, "%.1f", value);
  g_string_append_printf (out, " %s=\"%s\"", name, digits);
}

static void
put_line (GString *out, const char *class, double x1, double y1, double x2, double y2)
{
  g_string_append_printf (out, "<line class=\"%s\"", class);
  put_attribute (out, "x1", x1);
  put_attribute (out, "y1", y1);
  put_attribute (out, "x2", x2);
  put_attribute (out, "y2", y2);
  g_string_append (out, "/>");
}

static void
begin_text (GString *out, const char *anchor, double x, double y)
{
  g_string_append_printf (out, "<text text-anchor=\"%s\"", anchor);
  put_attribute (out, "x", x);
  put_attribute (out, "y", y);
  g_string_append_c (out, '>');
}

static void
put_words (GString *out, const char *anchor, double x, double y, const char *words)
{
  begin_text (out, anchor, x, y);
  html_put_text (out, words);
  g_string_append (out, "</text>\n");
}

/* A method's shape and colour, which tell it in black and white, too. */
static void
put_point (GString *out, guint method, double x, double y)
{
  static const char *const shapes[] = {"M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
                                       "M-4-4h8v8h-8z",
                                       "M0-5l5 9h-10z",
                                       "M0-5l5 5-5 5-5-5z",
                                       "M0 5l5-9h-10z",
                                       "M-5-1h4v-4h2v4h4v2h-4v4h-2v-4h-4z"};
  char left[G_ASCII_DTOSTR_BUF_SIZE], top[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf (out,
                          "<path class=\"point m%u\" transform=\"translate(%s %s)\" d=\"%s\"/>",
                          method % N_COLOURS, g_ascii_formatd (left, sizeof left, "%.1f", x),
                          g_ascii_formatd (top, sizeof top, "%.1f", y), shapes[method % N_COLOURS]);
}

static void
begin_plot (GString *out, const char *title, guint height)
{
  g_string_append (out, "<figure class=\"plot\"><figcaption>");
  html_put_text (out, title);
  g_string_append_printf (out, "</figcaption>\n<svg viewBox=\"0 0 %d %u\" role=\"img\">\n", WIDTH,
                          height);
}

static void
end_plot (GString *out)
{
  g_string_append (out, "</svg></figure>\n");
}

static void
put_legend (GString *out, guint method, guint row, const char *stage)
{
  double y = TOP + 10 + 20.0 * row;
  put_point (out, method, WIDTH - RIGHT + 20, y);
  put_words (out, "start", WIDTH - RIGHT + 32, y + 4, stage);
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
put_cost_axes (GString *out, const Axis *x, const Axis *y)
{
  for (guint i = 0; i < x->n_ticks; i++) {
    double place = axis_place (x, x->ticks[i]);
    put_line (out, "grid", place, y->begin, place, y->end);
    begin_text (out, "middle", place, y->begin + 18);
    put_number (out, x->ticks[i]);
    g_string_append (out, "</text>\n");
  }
  for (guint i = 0; i < y->n_ticks; i++) {
    double place = axis_place (y, y->ticks[i]);
    put_line (out, "grid", x->begin, place, x->end, place);
    begin_text (out, "end", x->begin - 8, place + 4);
    put_number (out, y->ticks[i]);
    g_string_append (out, "</text>\n");
  }
  put_line (out, "axis", x->begin, y->begin, x->end, y->begin);
  put_line (out, "axis", x->begin, y->begin, x->begin, y->end);
  put_words (out, "middle", (x->begin + x->end) / 2, y->begin + 38, "exact cost");
}

static void
put_costs (const Plots *plots, GString *out)
{
  double exact = greatest_cost (plots, TRUE), cost = greatest_cost (plots, FALSE);
  if (exact <= 0 && cost <= 0)
    return;
  const Axis x = axis_linear (exact, LEFT, WIDTH - RIGHT);
  const Axis y = axis_linear (cost, HEIGHT - BOTTOM, TOP);
  double common = MIN (x.greatest, y.greatest);
  guint row = 0;
  begin_plot (out, "Cost that each method proves, against the exact cost (multiples of epsilon)",
              HEIGHT);
  put_cost_axes (out, &x, &y);
  put_line (out, "same", axis_place (&x, 0), axis_place (&y, 0), axis_place (&x, common),
            axis_place (&y, common));
  for (guint m = 0; m < plots->methods->len; m++) {
    const Method *method = g_ptr_array_index (plots->methods, m);
    for (guint i = 0; i < method->costs->len; i++) {
      const CostPoint *point = &g_array_index (method->costs, CostPoint, i);
      put_point (out, m, axis_place (&x, point->exact), axis_place (&y, point->cost));
    }
    if (method->costs->len > 0)
      put_legend (out, m, row++, method->stage);
  }
  end_plot (out);
}

/* ---- Times ------------------------------------------------------------------------------------
 */

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
  put_words (out, "end", x->begin - 8, y + 4, method->stage);
  put_line (out, "grid", x->begin, y, x->end, y);
  for (guint i = 0; i < method->seconds->len; i++)
    put_point (out, m, axis_place (x, g_array_index (method->seconds, double, i)), y);
  if (method->seconds->len == 0)
    return;
  double middle = median (method->seconds), place = axis_place (x, middle);
  g_autofree char *duration = couplet_format_duration (middle);
  g_autofree char *words = g_strdup_printf ("median %s", duration);
  put_line (out, "axis", place, y - 10, place, y + 10);
  put_words (out, "start", x->end + 8, y + 4, words);
}

static void
put_times (const Plots *plots, GString *out)
{
  double least, greatest;
  if (!find_times (plots, &least, &greatest))
    return;
  guint height = TOP + ROW * plots->methods->len + BOTTOM;
  double bottom = height - BOTTOM;
  const Axis x = axis_logarithmic (least, greatest, NAMES, WIDTH - RIGHT);
  begin_plot (out, "Time of each method, one point for each file", height);
  for (guint i = 0; i < x.n_ticks; i++) {
    double place = axis_place (&x, x.ticks[i]);
    g_autofree char *duration = couplet_format_duration (x.ticks[i]);
    put_line (out, "grid", place, TOP, place, bottom);
    put_words (out, "middle", place, bottom + 18, duration);
  }
  put_line (out, "axis", x.begin, bottom, x.end, bottom);
  for (guint m = 0; m < plots->methods->len; m++)
    put_times_row (out, g_ptr_array_index (plots->methods, m), m, &x, TOP + ROW * (m + 0.5));
  end_plot (out);
}

void
plots_put (const Plots *plots, GString *out)
{
  put_costs (plots, out);
  put_times (plots, out);
}
