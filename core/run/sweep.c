/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/diagnostic.h>
#include <couplet/host/context.h>
#include <couplet/host/sweep.h>
#include <couplet/rational.h>
#include <couplet/text.h>

#include <string.h>

#define DOTS ".."

/* A parameter and its values. */
typedef struct {
  char *name;
  GPtrArray *values; /* char * */
  gboolean swept;    /* given as a list or a range */
} Axis;

struct CoupletSweep {
  GArray *axes;                   /* Axis */
  GArray *points;                 /* CoupletPoint */
  CoupletDefinition *definitions; /* of all points */
};

static void
axis_clear (gpointer data)
{
  Axis *axis = data;
  g_free (axis->name);
  g_clear_pointer (&axis->values, g_ptr_array_unref);
}

/* `-D c=1..x: ` and what is wrong. FALSE. */
static gboolean G_GNUC_PRINTF (3, 4)
    fail (GError **error, const char *definition, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "-D %s: %s", definition, text);
  return FALSE;
}

/* ---- Values ---------------------------------------------------------------------------- */

static gboolean
parse_number (const char *text, CoupletRational *number)
{
  return couplet_rational_parse (number, text, strlen (text), NULL);
}

/* What value is compared by: numbers by what they are, others by how they are written. The caller
 * frees it. */
static char *
key_of (const char *value)
{
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  return parse_number (value, &number) ? couplet_rational_to_string (&number)
                                       : g_strconcat (" ", value, NULL);
}

/* The ends of a range, and its step. */
typedef struct {
  CoupletRational first, last, step;
} Range;

static void
range_init (Range *range)
{
  couplet_rational_init (&range->first);
  couplet_rational_init (&range->last);
  couplet_rational_init (&range->step);
  mpq_set_ui (range->step.value, 1, 1);
}

static void
range_clear (Range *range)
{
  couplet_rational_clear (&range->first);
  couplet_rational_clear (&range->last);
  couplet_rational_clear (&range->step);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Range, range_clear)

static gboolean
is_whole (const CoupletRational *number)
{
  return mpz_cmp_ui (mpq_denref (number->value), 1) == 0;
}

static gboolean
is_too_long (const Range *range)
{
  g_auto (CoupletRational) steps;
  couplet_rational_init (&steps);
  mpq_sub (steps.value, range->last.value, range->first.value);
  mpq_div (steps.value, steps.value, range->step.value);
  return mpq_cmp_ui (steps.value, COUPLET_MOST_POINTS, 1) >= 0;
}

/* Reads `first..last` or `first..last..step`. */
static gboolean
parse_range (const char *definition, const char *text, Range *range, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, DOTS, -1);
  guint n = g_strv_length (parts);
  if (n > 3 || !parse_number (parts[0], &range->first) || !parse_number (parts[1], &range->last) ||
      (n == 3 && !parse_number (parts[2], &range->step)))
    return fail (error, definition,
                 "'%s' is no range; expected two numbers, as in 1..5, or a step, too, as in "
                 "1/2..2..1/4",
                 text);
  if (n == 2 && !(is_whole (&range->first) && is_whole (&range->last)))
    return fail (error, definition,
                 "the range '%s' is not of whole numbers; expected a step, as in %s..1/4", text,
                 text);
  if (mpq_sgn (range->step.value) <= 0)
    return fail (error, definition, "the step of the range '%s' is not positive", text);
  if (couplet_rational_compare (&range->first, &range->last) > 0)
    return fail (error, definition, "the range '%s' ends before it begins", text);
  return !is_too_long (range) || fail (error, definition, "the range '%s' has more than %d values",
                                       text, COUPLET_MOST_POINTS);
}

static gboolean
add_value (const char *definition, Axis *axis, GHashTable *keys, char *value, GError **error)
{
  g_ptr_array_add (axis->values, value);
  if (!g_hash_table_add (keys, key_of (value)))
    return fail (error, definition, "the value %s is given twice", value);
  if (axis->values->len > COUPLET_MOST_POINTS)
    return fail (error, definition, "more than %d values", COUPLET_MOST_POINTS);
  return TRUE;
}

static gboolean
add_range (const char *definition, const char *text, Axis *axis, GHashTable *keys, GError **error)
{
  g_auto (Range) range;
  range_init (&range);
  if (!parse_range (definition, text, &range, error))
    return FALSE;
  for (; couplet_rational_compare (&range.first, &range.last) <= 0;
       mpq_add (range.first.value, range.first.value, range.step.value))
    if (!add_value (definition, axis, keys, couplet_rational_to_string (&range.first), error))
      return FALSE;
  return TRUE;
}

static gboolean
add_values (const char *definition, const char *text, Axis *axis, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n = g_strv_length (parts);
  axis->swept = n > 1 || strstr (text, DOTS) != NULL;
  if (n == 0) /* splitting an empty text leaves nothing */
    return add_value (definition, axis, keys, g_strdup (""), error);
  for (guint i = 0; i < n; i++) {
    if (*parts[i] == '\0')
      return fail (error, definition, "a value is missing beside a comma");
    gboolean added = strstr (parts[i], DOTS) != NULL
                         ? add_range (definition, parts[i], axis, keys, error)
                         : add_value (definition, axis, keys, g_strdup (parts[i]), error);
    if (!added)
      return FALSE;
  }
  return TRUE;
}

static gboolean
add_axis (CoupletSweep *sweep, const char *definition, GError **error)
{
  const char *equals = strchr (definition, '=');
  if (equals == NULL || equals == definition)
    return fail (error, definition, "expected NAME=VALUE");
  Axis axis = {g_strndup (definition, (gsize)(equals - definition)),
               g_ptr_array_new_with_free_func (g_free), FALSE};
  g_array_append_val (sweep->axes, axis);
  for (guint i = 0; i + 1 < sweep->axes->len; i++)
    if (g_str_equal (g_array_index (sweep->axes, Axis, i).name, axis.name)) {
      g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "-D %s is given twice", axis.name);
      return FALSE;
    }
  return add_values (definition, equals + 1,
                     &g_array_index (sweep->axes, Axis, sweep->axes->len - 1), error);
}

/* ---- Points ---------------------------------------------------------------------------- */

/* The number of points; 0 = too many. */
static guint
count_points (const CoupletSweep *sweep)
{
  guint64 n = 1;
  for (guint i = 0; i < sweep->axes->len; i++) {
    n *= g_array_index (sweep->axes, Axis, i).values->len;
    if (n > COUPLET_MOST_POINTS)
      return 0;
  }
  return (guint)n;
}

/* Sets definitions to what point number index has of all parameters, or of the swept only. */
static void
choose (const CoupletSweep *sweep, guint index, gboolean only_swept, CoupletDefinition *definitions,
        guint n)
{
  for (guint i = sweep->axes->len; i-- > 0;) {
    const Axis *axis = &g_array_index (sweep->axes, Axis, i);
    const char *value = g_ptr_array_index (axis->values, index % axis->values->len);
    index /= axis->values->len;
    if (axis->swept || !only_swept)
      definitions[--n] = (CoupletDefinition){axis->name, value};
  }
}

static void
make_points (CoupletSweep *sweep, guint n_points)
{
  guint n = sweep->axes->len, n_swept = 0;
  for (guint i = 0; i < n; i++)
    n_swept += g_array_index (sweep->axes, Axis, i).swept ? 1 : 0;
  sweep->definitions = g_new0 (CoupletDefinition, (gsize)n_points * (n + n_swept) + 1);
  CoupletDefinition *definitions = sweep->definitions;
  for (guint i = 0; i < n_points; i++, definitions += n + n_swept) {
    const CoupletPoint point = {n, definitions, n_swept, definitions + n};
    choose (sweep, i, FALSE, definitions, n);
    choose (sweep, i, TRUE, definitions + n, n_swept);
    g_array_append_val (sweep->points, point);
  }
}

CoupletSweep *
couplet_sweep_new (const char *const *definitions, GError **error)
{
  g_autoptr (CoupletSweep) sweep = g_new0 (CoupletSweep, 1);
  sweep->axes = g_array_new (FALSE, FALSE, sizeof (Axis));
  g_array_set_clear_func (sweep->axes, axis_clear);
  sweep->points = g_array_new (FALSE, FALSE, sizeof (CoupletPoint));
  for (; definitions != NULL && *definitions != NULL; definitions++)
    if (!add_axis (sweep, *definitions, error))
      return NULL;
  guint n = count_points (sweep);
  if (n == 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
                 "-D: the product of all values has more than %d members", COUPLET_MOST_POINTS);
    return NULL;
  }
  make_points (sweep, n);
  return g_steal_pointer (&sweep);
}

void
couplet_sweep_free (CoupletSweep *sweep)
{
  if (sweep == NULL)
    return;
  g_array_unref (sweep->axes);
  g_array_unref (sweep->points);
  g_free (sweep->definitions);
  g_free (sweep);
}

const CoupletPoint *
couplet_sweep_points (const CoupletSweep *sweep, guint *n)
{
  *n = sweep->points->len;
  return (const CoupletPoint *)(gpointer)sweep->points->data;
}

GArray *
couplet_sweep_parameters (const CoupletSweep *sweep)
{
  GArray *parameters = g_array_new (FALSE, FALSE, sizeof (CoupletParameter));
  const CoupletPoint *first = &g_array_index (sweep->points, CoupletPoint, 0);
  for (guint i = 0; i < first->n_parameters; i++) {
    CoupletParameter parameter = {first->parameters[i].name, first->parameters[i].value, FALSE};
    g_array_append_val (parameters, parameter);
  }
  return parameters;
}
