/* SPDX-License-Identifier: Apache-2.0 */
#include "constraint_system.h"

/* What is being written: the variable that each threshold's value is, on the walk
 * of the current class. */
typedef struct {
  ConstraintSystem *system;
  guint32 class;
  guint32 *value; /* per threshold; COUPLET_NONE = not looked at yet */
} Writer;

/* ---- Variables ----------------------------------------------------------------------- */

/* `shift12_less`: the variable follows the strategy whose shift is x: S^L is 1,
 * S^N is 0, S^G is -1. */
Z3_ast
constraint_system_strategy (const ConstraintSystem *system, guint32 variable, int x)
{
  static const char *const suffixes[] = {"_greater", "_none", "_less"};
  g_autofree char *name = g_strdup_printf ("shift%u%s", variable, suffixes[x + 1]);
  return Z3_mk_const (system->context, Z3_mk_string_symbol (system->context, name),
                      Z3_mk_bool_sort (system->context));
}

Z3_ast
constraint_system_shift (const ConstraintSystem *system, guint32 variable)
{
  g_autofree char *name = g_strdup_printf ("shift%u", variable);
  return Z3_mk_const (system->context, Z3_mk_string_symbol (system->context, name),
                      Z3_mk_real_sort (system->context));
}

static Z3_ast
number (ConstraintSystem *system, int value)
{
  return Z3_mk_real (system->context, value, 1);
}

static Z3_ast
both (ConstraintSystem *system, Z3_ast a, Z3_ast b)
{
  Z3_ast parts[] = {a, b};
  return Z3_mk_and (system->context, 2, parts);
}

static void
declare_strategies (ConstraintSystem *system, guint32 variable)
{
  Z3_context c = system->context;
  Z3_ast some[3];
  for (int x = -1; x <= 1; x++) {
    some[x + 1] = constraint_system_strategy (system, variable, x);
    g_array_append_val (system->constants, some[x + 1]);
  }
  Z3_ast one = Z3_mk_or (c, 3, some);
  g_array_append_val (system->always, one);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < i; j++) {
      Z3_ast differ = Z3_mk_not (c, both (system, some[i], some[j]));
      g_array_append_val (system->always, differ);
    }
}

static void
declare_shift (ConstraintSystem *system, guint32 variable)
{
  Z3_ast x = constraint_system_shift (system, variable);
  Z3_ast range = both (system, Z3_mk_le (system->context, number (system, -1), x),
                       Z3_mk_le (system->context, x, number (system, 1)));
  g_array_append_val (system->constants, x);
  g_array_append_val (system->always, range);
}

static guint32
add_variable (Writer *writer, guint32 transition, guint32 threshold)
{
  ConstraintSystem *system = writer->system;
  guint32 i = system->variables->len;
  Variable variable = {writer->class, transition, threshold};
  g_array_append_val (system->variables, variable);
  if (system->encoding == COUPLET_ENCODING_STRATEGIES)
    declare_strategies (system, i);
  else
    declare_shift (system, i);
  return i;
}

/* The variable that threshold's value is. */
static guint32
value_of (Writer *writer, guint32 threshold)
{
  const WalkClasses *classes = writer->system->classes;
  if (writer->value[threshold] == COUPLET_NONE) {
    guint32 origin =
        walk_classes_origin (classes, walk_classes_at (classes, writer->class), threshold);
    writer->value[threshold] = add_variable (writer, origin, threshold);
  }
  return writer->value[threshold];
}

/* ---- Formulas ------------------------------------------------------------------------- */

static Z3_ast
at_least (ConstraintSystem *system, guint32 variable, int least)
{
  Z3_context c = system->context;
  if (system->encoding == COUPLET_ENCODING_SHIFTS)
    return Z3_mk_le (c, number (system, least), constraint_system_shift (system, variable));
  Z3_ast formula = Z3_mk_true (c);
  for (int x = -1; x < least; x++)
    formula =
        both (system, formula, Z3_mk_not (c, constraint_system_strategy (system, variable, x)));
  return formula;
}

static Z3_ast
at_most (ConstraintSystem *system, guint32 variable, int most)
{
  Z3_context c = system->context;
  if (system->encoding == COUPLET_ENCODING_SHIFTS)
    return Z3_mk_le (c, constraint_system_shift (system, variable), number (system, most));
  Z3_ast formula = Z3_mk_true (c);
  for (int x = 1; x > most; x--)
    formula =
        both (system, formula, Z3_mk_not (c, constraint_system_strategy (system, variable, x)));
  return formula;
}

static Z3_ast
equal_to (ConstraintSystem *system, guint32 variable, int x)
{
  return both (system, at_least (system, variable, x), at_most (system, variable, x));
}

/* The shift a is at most the shift b. */
static Z3_ast
in_order (ConstraintSystem *system, guint32 a, guint32 b)
{
  Z3_context c = system->context;
  if (system->encoding == COUPLET_ENCODING_SHIFTS)
    return Z3_mk_le (c, constraint_system_shift (system, a), constraint_system_shift (system, b));
  Z3_ast formula = Z3_mk_true (c);
  for (int x = -1; x <= 1; x++)
    for (int y = -1; y < x; y++)
      formula = both (system, formula,
                      Z3_mk_not (c, both (system, constraint_system_strategy (system, a, x),
                                          constraint_system_strategy (system, b, y))));
  return formula;
}

/* ---- Conditions ------------------------------------------------------------------------ */

/* The rest of a condition on step: formula, and which variables it is about. */
static void
add_condition (Writer *writer, const WalkStep *step, Condition condition)
{
  ConstraintSystem *system = writer->system;
  g_autofree char *name = g_strdup_printf ("rule%u", system->conditions->len);
  condition.class = writer->class;
  condition.transition = step->transition;
  condition.sample = step->sample;
  condition.name = Z3_mk_const (system->context, Z3_mk_string_symbol (system->context, name),
                                Z3_mk_bool_sort (system->context));
  g_array_append_val (system->conditions, condition);
}

/* Conditions 1 and 2 for a sample that shifts by x and is not stored: unless
 * they hold of any shift, they bound the threshold's. */
static void
add_bound (Writer *writer, const WalkStep *step, guint32 threshold, gboolean less, int x)
{
  if (less ? x == -1 : x == 1)
    return;
  guint32 value = value_of (writer, threshold);
  Z3_ast formula = less ? at_least (writer->system, value, x) : at_most (writer->system, value, x);
  add_condition (writer, step,
                 (Condition){.kind = CONDITION_BOUND,
                             .threshold = threshold,
                             .less = less,
                             .number = x,
                             .first = value,
                             .second = COUPLET_NONE,
                             .formula = formula});
}

/* The same for a sample whose shift is the variable own. */
static void
add_relation (Writer *writer, const WalkStep *step, guint32 threshold, gboolean less, guint32 own)
{
  guint32 value = value_of (writer, threshold);
  const CoupletSample *sample = clusters_sample (writer->system->clusters, step->sample);
  Z3_ast formula =
      less ? in_order (writer->system, own, value) : in_order (writer->system, value, own);
  add_condition (writer, step,
                 (Condition){.kind = sample->n_assigned > 0 ? CONDITION_LINK : CONDITION_BETWEEN,
                             .threshold = threshold,
                             .less = less,
                             .first = own,
                             .second = value,
                             .formula = formula});
}

static void
add_literal (Writer *writer, const WalkStep *step, const CoupletLiteral *literal, guint32 own,
             int fixed)
{
  for (int less = 1; less >= 0; less--) {
    if ((literal->comparison & (less ? COUPLET_LESS : COUPLET_GREATER_EQUAL)) == 0)
      continue;
    if (own != COUPLET_NONE)
      add_relation (writer, step, literal->threshold, less, own);
    else
      add_bound (writer, step, literal->threshold, less, fixed);
  }
}

/* Conditions 3 and 5 for a sample that threshold takes. */
static void
add_own (Writer *writer, const WalkStep *step, guint32 threshold, guint32 own, int x)
{
  add_condition (writer, step,
                 (Condition){.kind = CONDITION_OWN,
                             .threshold = threshold,
                             .number = x,
                             .first = own,
                             .second = COUPLET_NONE,
                             .formula = equal_to (writer->system, own, x)});
}

/* What step has to do with the thresholds of cluster. */
static void
add_step (Writer *writer, guint32 cluster, const WalkStep *step)
{
  const Clusters *clusters = writer->system->clusters;
  const CoupletSample *sample = clusters_sample (clusters, step->sample);
  guint32 stored = clusters_assigned (clusters, cluster, sample), own = COUPLET_NONE;
  int fixed = sample->outputs ? 0 : step->difference;
  if (stored != COUPLET_NONE || !sample_is_fixed (sample))
    own = add_variable (writer, step->transition, stored);
  if (stored != COUPLET_NONE && sample_is_fixed (sample))
    add_own (writer, step, stored, own, fixed);
  for (guint32 i = 0; i < sample->n_literals; i++)
    if (clusters_have (clusters, cluster, sample->literals[i].threshold))
      add_literal (writer, step, &sample->literals[i], own, fixed);
  for (guint32 i = 0; i < sample->n_assigned; i++)
    if (clusters_have (clusters, cluster, sample->assigned[i]))
      writer->value[sample->assigned[i]] = own;
}

/* Conditions 4, 5 and 6: a real output shifts by 0, a free one by its difference. */
static void
add_disclosing (Writer *writer, const WalkStep *step)
{
  ConstraintSystem *system = writer->system;
  guint32 own = add_variable (writer, step->transition, COUPLET_NONE);
  Z3_ast formula =
      both (system, equal_to (system, own, 0), equal_to (system, own, step->difference));
  add_condition (writer, step,
                 (Condition){.kind = CONDITION_DISCLOSES,
                             .threshold = COUPLET_NONE,
                             .first = own,
                             .second = COUPLET_NONE,
                             .formula = formula});
}

static void
add_class (Writer *writer, guint32 i)
{
  const Clusters *clusters = writer->system->clusters;
  const WalkClasses *classes = writer->system->classes;
  const WalkClass *class = walk_classes_at (classes, i);
  writer->class = i;
  if (class->cluster == COUPLET_NONE) {
    add_disclosing (writer, walk_step_at (classes, class, 0));
    return;
  }
  for (guint32 k = clusters->first[class->cluster]; k < clusters->first[class->cluster + 1]; k++)
    writer->value[clusters->thresholds[k]] = COUPLET_NONE;
  for (guint32 k = 0; k < class->n; k++)
    add_step (writer, class->cluster, walk_step_at (classes, class, k));
}

ConstraintSystem *
constraint_system_new (Z3_context context, CoupletContext *host, CoupletEncoding encoding,
                       const Clusters *clusters, const WalkClasses *classes)
{
  ConstraintSystem *system = g_new (ConstraintSystem, 1);
  g_autofree guint32 *value = g_new (guint32, MAX (clusters->automaton->n_thresholds, 1));
  Writer writer = {system, 0, value};
  *system = (ConstraintSystem){context,
                               encoding,
                               clusters,
                               classes,
                               g_array_new (FALSE, FALSE, sizeof (Variable)),
                               g_array_new (FALSE, FALSE, sizeof (Z3_ast)),
                               g_array_new (FALSE, FALSE, sizeof (Condition)),
                               g_array_new (FALSE, FALSE, sizeof (Z3_ast))};
  for (guint32 i = 0; i < classes->classes->len && !couplet_context_should_stop (host); i++)
    add_class (&writer, i);
  return system;
}

void
constraint_system_free (ConstraintSystem *system)
{
  if (system == NULL)
    return;
  g_array_unref (system->variables);
  g_array_unref (system->always);
  g_array_unref (system->conditions);
  g_array_unref (system->constants);
  g_free (system);
}
