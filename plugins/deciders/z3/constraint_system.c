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

static guint32
add_variable (Writer *writer, guint32 transition, guint32 threshold)
{
  ConstraintSystem *system = writer->system;
  guint32 i = system->variables->len;
  Variable variable = {writer->class, transition, threshold};
  g_array_append_val (system->variables, variable);
  shift_terms_declare (system->terms, i, system->always, system->constants);
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

/* ---- Conditions ------------------------------------------------------------------------ */

/* The rest of a condition on step: formula, and which variables it is about. */
static void
add_condition (Writer *writer, const WalkStep *step, Condition condition)
{
  ConstraintSystem *system = writer->system;
  Z3_context context = system->terms.context;
  g_autofree char *name = g_strdup_printf ("rule%u", system->conditions->len);
  condition.class = writer->class;
  condition.transition = step->transition;
  condition.part = step->part;
  condition.name =
      Z3_mk_const (context, Z3_mk_string_symbol (context, name), Z3_mk_bool_sort (context));
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
  Z3_ast formula = less ? shift_terms_at_least (writer->system->terms, value, x)
                        : shift_terms_at_most (writer->system->terms, value, x);
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
  Z3_ast formula = less ? shift_terms_in_order (writer->system->terms, own, value)
                        : shift_terms_in_order (writer->system->terms, value, own);
  add_condition (
      writer, step,
      (Condition){.kind = step->part->sample.n_assigned > 0 ? CONDITION_LINK : CONDITION_BETWEEN,
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
    if (!(less ? couplet_asks_at_most : couplet_asks_at_least) (literal->comparison))
      continue;
    if (own != COUPLET_NONE)
      add_relation (writer, step, literal->threshold, less, own);
    else
      add_bound (writer, step, literal->threshold, less, fixed);
  }
}

/* Conditions 3 and 5 for a sample that threshold takes, or none (COUPLET_NONE). */
static void
add_own (Writer *writer, const WalkStep *step, guint32 threshold, guint32 own, CoupletShifts shifts)
{
  add_condition (writer, step,
                 (Condition){.kind = CONDITION_OWN,
                             .threshold = threshold,
                             .number = couplet_shifts_least (shifts),
                             .first = own,
                             .second = COUPLET_NONE,
                             .formula = shift_terms_among (writer->system->terms, own, shifts)});
}

/* What step has to do with the thresholds of cluster. */
static void
add_step (Writer *writer, guint32 cluster, const WalkStep *step)
{
  const CoupletClusters *clusters = writer->system->classes->clusters;
  const CoupletSample *sample = &step->part->sample;
  guint32 stored = couplet_part_assigned (step->part, clusters, cluster), own = COUPLET_NONE;
  CoupletShifts shifts = step->part->shifts;
  int fixed = couplet_shifts_least (shifts);
  if (stored != COUPLET_NONE || !couplet_shifts_are_single (shifts))
    own = add_variable (writer, step->transition, stored);
  if (own != COUPLET_NONE && shifts != COUPLET_ALL_SHIFTS)
    add_own (writer, step, stored, own, shifts);
  for (guint32 i = 0; i < sample->n_literals; i++)
    if (clusters->cluster[sample->literals[i].threshold] == cluster)
      add_literal (writer, step, &sample->literals[i], own, fixed);
  for (guint32 i = 0; i < sample->n_assigned; i++)
    if (clusters->cluster[sample->assigned[i]] == cluster)
      writer->value[sample->assigned[i]] = own;
}

/* Conditions 4, 5 and 6: a real output shifts by 0, a free one by its difference. */
static void
add_disclosing (Writer *writer, const WalkStep *step)
{
  ConstraintSystem *system = writer->system;
  guint32 own = add_variable (writer, step->transition, COUPLET_NONE);
  Z3_ast formula = shift_terms_both (system->terms, shift_terms_equal (system->terms, own, 0),
                                     shift_terms_equal (system->terms, own, step->difference));
  add_condition (writer, step,
                 (Condition){.kind = CONDITION_DISCLOSES,
                             .threshold = COUPLET_NONE,
                             .first = own,
                             .second = COUPLET_NONE,
                             .formula = formula});
}

static void
add_class (Writer *writer, guint32 i, CoupletContext *host)
{
  const WalkClasses *classes = writer->system->classes;
  const CoupletClusters *clusters = classes->clusters;
  const WalkClass *class = walk_classes_at (classes, i);
  writer->class = i;
  if (class->cluster == COUPLET_NONE) {
    add_disclosing (writer, walk_step_at (classes, class, 0));
    return;
  }
  for (guint32 k = clusters->first[class->cluster]; k < clusters->first[class->cluster + 1]; k++)
    writer->value[clusters->thresholds[k]] = COUPLET_NONE;
  for (guint32 k = 0; k < class->n && !couplet_context_should_stop (host); k++)
    add_step (writer, class->cluster, walk_step_at (classes, class, k));
}

ConstraintSystem *
constraint_system_new (ShiftTerms terms, CoupletContext *host, const WalkClasses *classes)
{
  ConstraintSystem *system = g_new (ConstraintSystem, 1);
  g_autofree guint32 *value = g_new (guint32, MAX (classes->automaton->n_thresholds, 1));
  Writer writer = {system, 0, value};
  *system = (ConstraintSystem){terms,
                               classes,
                               g_array_new (FALSE, FALSE, sizeof (Variable)),
                               g_array_new (FALSE, FALSE, sizeof (Z3_ast)),
                               g_array_new (FALSE, FALSE, sizeof (Condition)),
                               g_array_new (FALSE, FALSE, sizeof (Z3_ast))};
  for (guint32 i = 0; i < classes->classes->len && !couplet_context_should_stop (host); i++)
    add_class (&writer, i, host);
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
