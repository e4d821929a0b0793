/* SPDX-License-Identifier: Apache-2.0 */
#include "routine_budget.h"

#include <couplet/text.h>

#define DEEPEST 200

/* The power of epsilon in a number, if it has one. */
typedef enum { UNKNOWN, ZERO, POWER, MIXED } Kind;

typedef struct {
  Kind kind;
  int power;
} Degree;

static const Degree NUMBER = {POWER, 0};
static const Degree EPSILON = {POWER, 1};
static const Degree NONE = {MIXED, 0};

/* known: Degree of the constants that were looked at, by RoutineName; each is looked at once. */
typedef struct {
  const RoutineNames *names;
  GHashTable *known;
} Look;

static Degree degree_of (const Look *look, const RoutineExpression *expression, guint depth);

/* Of a sum; a name whose degree is not known yet has that of the rest. */
static Degree
degree_of_sum (Degree a, Degree b)
{
  if (a.kind == MIXED || b.kind == MIXED)
    return NONE;
  if (a.kind == ZERO || a.kind == UNKNOWN)
    return b.kind == ZERO ? a : b;
  return b.kind == POWER && a.power != b.power ? NONE : a;
}

static Degree
degree_of_product (Degree a, Degree b, int sign)
{
  if (a.kind == MIXED || b.kind == MIXED || ABS (a.power + b.power) > DEEPEST)
    return NONE;
  if (a.kind == ZERO || (b.kind == ZERO && sign > 0))
    return (Degree){ZERO, 0};
  if (a.kind == UNKNOWN || b.kind == UNKNOWN)
    return (Degree){UNKNOWN, 0};
  return (Degree){POWER, a.power + sign * b.power};
}

static Degree
degree_of_constant (const Look *look, const RoutineName *name, guint depth)
{
  const Degree *known = g_hash_table_lookup (look->known, name);
  if (known != NULL)
    return *known;
  /* what is made of itself has none */
  g_hash_table_insert (look->known, (gpointer)name, g_memdup2 (&NONE, sizeof NONE));
  Degree degree = degree_of (look, name->only->value, depth + 1);
  g_hash_table_insert (look->known, (gpointer)name, g_memdup2 (&degree, sizeof degree));
  return degree;
}

static Degree
degree_of_name (const Look *look, const char *text, guint depth)
{
  const RoutineName *name = routine_names_find (look->names, text);
  switch (name != NULL ? name->role : ROUTINE_ROLE_VALUE) {
  case ROUTINE_ROLE_EPSILON:
    return EPSILON;
  case ROUTINE_ROLE_CONSTANT:
    return degree_of_constant (look, name, depth);
  case ROUTINE_ROLE_WHOLE:
    return (Degree){name->has_power ? POWER : UNKNOWN, name->is_budget};
  default:
    return NUMBER;
  }
}

static Degree
degree_of (const Look *look, const RoutineExpression *expression, guint depth)
{
  /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): what is computed has its operands */
  const RoutineExpression *first = expression->first;
  const RoutineExpression *second = first != NULL ? first->next : NULL;
  if (depth > DEEPEST)
    return NONE;
  switch (expression->kind) {
  case ROUTINE_NUMBER:
    return strspn (expression->text, "0.") == strlen (expression->text) ? (Degree){ZERO, 0}
                                                                        : NUMBER;
  case ROUTINE_NAME:
    return degree_of_name (look, expression->text, depth);
  case ROUTINE_ADD:
  case ROUTINE_SUBTRACT:
    return degree_of_sum (degree_of (look, first, depth + 1), degree_of (look, second, depth + 1));
  case ROUTINE_MULTIPLY:
  case ROUTINE_DIVIDE:
    return degree_of_product (degree_of (look, first, depth + 1),
                              degree_of (look, second, depth + 1),
                              expression->kind == ROUTINE_MULTIPLY ? 1 : -1);
  case ROUTINE_NEGATE:
    return degree_of (look, first, depth + 1);
  case ROUTINE_CALL: /* float(x) */
    return second != NULL ? degree_of (look, second, depth + 1) : NUMBER;
  default:
    return NUMBER;
  }
}

/* Of a whole expression. */
static Degree
find_degree (const RoutineNames *names, const RoutineExpression *expression)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return degree_of (&(Look){names, known}, expression, 0);
}

/* ---- Budgets ----------------------------------------------------------------------------- */

typedef struct {
  RoutineNames *names;
  const SvtReporter *reporter;
  gboolean changed, failed;
} Finder;

static RoutineName *
whole_target (const Finder *finder, const RoutineStatement *s)
{
  RoutineName *name = s->kind == ROUTINE_ASSIGN && s->target->kind == ROUTINE_NAME
                          ? routine_names_find (finder->names, s->target->text)
                          : NULL;
  return name != NULL && name->role == ROUTINE_ROLE_WHOLE ? name : NULL;
}

static void
look_at_value (RoutineStatement *s, gpointer data)
{
  Finder *finder = data;
  RoutineName *name = whole_target (finder, s);
  if (name == NULL || name->has_power)
    return;
  Degree degree = find_degree (finder->names, s->value);
  if (degree.kind != POWER || degree.power < 0 || degree.power > 1)
    return;
  name->has_power = finder->changed = TRUE;
  name->is_budget = degree.power == 1;
}

static void
check_value (RoutineStatement *s, gpointer data)
{
  Finder *finder = data;
  const RoutineName *name = whole_target (finder, s);
  if (name == NULL || !name->decides)
    return;
  Degree degree = find_degree (finder->names, s->value);
  if (degree.kind == ZERO || degree.kind == UNKNOWN ||
      (degree.kind == POWER && degree.power == (int)name->is_budget))
    return;
  g_autofree char *quoted = couplet_quote (name->text, -1);
  svt_error (finder->reporter, s->place,
             "%s gets numbers and multiples of epsilon; write all its values as multiples of "
             "epsilon, or none",
             quoted);
  finder->failed = TRUE;
}

gboolean
routine_find_budgets (RoutineNames *names, const SvtReporter *reporter, const Routine *routine)
{
  Finder finder = {.names = names, .reporter = reporter};
  do {
    finder.changed = FALSE;
    routine_visit (&routine->body, look_at_value, &finder);
  } while (finder.changed);
  routine_visit (&routine->body, check_value, &finder);
  return !finder.failed;
}

RoutineUnit
routine_unit_of (const RoutineNames *names, const RoutineExpression *left,
                 const RoutineExpression *right)
{
  Degree a = find_degree (names, left), b = find_degree (names, right);
  Degree both = degree_of_sum (a, b);
  if (both.kind == MIXED || both.power < 0 || both.power > 1)
    return ROUTINE_IN_BOTH;
  return both.kind == POWER && both.power == 1 ? ROUTINE_IN_MULTIPLES : ROUTINE_IN_NUMBERS;
}
