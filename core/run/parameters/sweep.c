/* SPDX-License-Identifier: Apache-2.0 */
#include "goal.h"
#include "range.h"

#include <couplet/host/model.h>
#include <couplet/host/context.h>
#include <couplet/host/sweep.h>
#include <couplet/model.h>
#include <couplet/internal/text.h>

#include <string.h>

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
  CoupletGoal *goal;              /* NULL = none; else of the last axis */
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
  g_autofree char *wrong = range_parse (text, &range);
  if (wrong != NULL)
    return fail (error, definition, "%s", wrong);
  if (range.kind == RANGE_INTERVAL && !(is_whole (&range.first) && is_whole (&range.last)))
    return fail (error, definition,
                 "the range '%s' is not of whole numbers; expected a step, as in %s..1/4", text,
                 text);
  if (is_too_long (&range))
    return fail (error, definition, "the range '%s' has more than %d values", text,
                 COUPLET_MOST_POINTS);
  for (; couplet_rational_compare (&range.first, &range.last) <= 0;
       mpq_add (range.first.value, range.first.value, range.step.value))
    if (!add_value (definition, axis, keys, couplet_rational_to_string (&range.first), error))
      return FALSE;
  return TRUE;
}

/* Whether text is a JSON value, whose commas separate nothing. */
static gboolean
is_json (const char *text)
{
  static const char *const WORDS[] = {"true", "false", "null", NULL};
  return (*text != '\0' && strchr ("[{\"", *text) != NULL) || g_strv_contains (WORDS, text);
}

static gboolean
add_values (const char *definition, const char *text, Axis *axis, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n = g_strv_length (parts);
  if (n == 0 || is_json (text)) /* splitting an empty text leaves nothing */
    return add_value (definition, axis, keys, g_strdup (text), error);
  axis->swept = n > 1 || strstr (text, RANGE_DOTS) != NULL;
  for (guint i = 0; i < n; i++) {
    if (*parts[i] == '\0')
      return fail (error, definition, "a value is missing beside a comma");
    gboolean added = strstr (parts[i], RANGE_DOTS) != NULL
                         ? add_range (definition, parts[i], axis, keys, error)
                         : add_value (definition, axis, keys, g_strdup (parts[i]), error);
    if (!added)
      return FALSE;
  }
  return TRUE;
}

/* Adds a parameter without values. */
static Axis *
begin_axis (CoupletSweep *sweep, char *name)
{
  Axis axis = {name, g_ptr_array_new_with_free_func (g_free), FALSE};
  g_array_append_val (sweep->axes, axis);
  return &g_array_index (sweep->axes, Axis, sweep->axes->len - 1);
}

static gboolean
add_axis (CoupletSweep *sweep, const char *definition, GError **error)
{
  const char *equals = strchr (definition, '=');
  if (equals == NULL || equals == definition)
    return fail (error, definition, "expected NAME=VALUE");
  g_autofree char *name = g_strndup (definition, (gsize)(equals - definition));
  if (sweep->goal != NULL && g_str_equal (name, sweep->goal->parameter)) {
    g_autofree char *wrong = goal_set_range (sweep->goal, equals + 1);
    return wrong == NULL || fail (error, definition, "%s", wrong);
  }
  for (guint i = 0; i < sweep->axes->len; i++)
    if (g_str_equal (g_array_index (sweep->axes, Axis, i).name, name)) {
      g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "-D %s is given twice", name);
      return FALSE;
    }
  return add_values (definition, equals + 1, begin_axis (sweep, g_steal_pointer (&name)), error);
}

/* The parameter that is looked for comes last. */
static void
add_goal_axis (CoupletSweep *sweep)
{
  if (sweep->goal == NULL)
    return;
  Axis *axis = begin_axis (sweep, g_strdup (sweep->goal->parameter));
  axis->swept = TRUE;
  g_ptr_array_add (axis->values, g_strdup ("1"));
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
    const CoupletPoint point = {n, definitions, n_swept, definitions + n, sweep->goal};
    choose (sweep, i, FALSE, definitions, n);
    choose (sweep, i, TRUE, definitions + n, n_swept);
    g_array_append_val (sweep->points, point);
  }
}

CoupletSweep *
couplet_sweep_new (const char *const *definitions, GError **error)
{
  return couplet_sweep_new_with_goal (definitions, NULL, NULL, error);
}

CoupletSweep *
couplet_sweep_new_with_goal (const char *const *definitions, const char *parameter,
                             const CoupletRational *at_most, GError **error)
{
  g_autoptr (CoupletSweep) sweep = g_new0 (CoupletSweep, 1);
  sweep->axes = g_array_new (FALSE, FALSE, sizeof (Axis));
  g_array_set_clear_func (sweep->axes, axis_clear);
  sweep->points = g_array_new (FALSE, FALSE, sizeof (CoupletPoint));
  sweep->goal = parameter != NULL ? goal_new (parameter, at_most) : NULL;
  for (; definitions != NULL && *definitions != NULL; definitions++)
    if (!add_axis (sweep, *definitions, error))
      return NULL;
  add_goal_axis (sweep);
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
  goal_free (sweep->goal);
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
