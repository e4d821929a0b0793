/* SPDX-License-Identifier: Apache-2.0 */
#include "constraint_system.h"

/* ---- Variables ----------------------------------------------------------------------- */

static Z3_ast
constant (ConstraintSystem *system, const char *prefix, guint number, const char *suffix,
          Z3_sort sort)
{
  g_autofree char *name = g_strdup_printf ("%s%u%s", prefix, number, suffix);
  Z3_ast ast = Z3_mk_const (system->context, Z3_mk_string_symbol (system->context, name), sort);
  g_array_append_val (system->constants, ast);
  return ast;
}

/* `class12_less`: the class follows the strategy whose shift is x: S^L is 1,
 * S^N is 0, S^G is -1. */
static Z3_ast
strategy (ConstraintSystem *system, guint32 class, int x)
{
  static const char *const suffixes[] = {"_greater", "_none", "_less"};
  g_autofree char *name = g_strdup_printf ("class%u%s", class, suffixes[x + 1]);
  return Z3_mk_const (system->context, Z3_mk_string_symbol (system->context, name),
                      Z3_mk_bool_sort (system->context));
}

/* `shift12`: the class's shift, a real number. */
static Z3_ast
shift (ConstraintSystem *system, guint32 class)
{
  g_autofree char *name = g_strdup_printf ("shift%u", class);
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
declare_strategies (ConstraintSystem *system, guint32 class)
{
  Z3_context c = system->context;
  Z3_ast some[3];
  for (int x = -1; x <= 1; x++) {
    some[x + 1] = strategy (system, class, x);
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
declare_shift (ConstraintSystem *system, guint32 class)
{
  Z3_ast x = shift (system, class);
  Z3_ast range = both (system, Z3_mk_le (system->context, number (system, -1), x),
                       Z3_mk_le (system->context, x, number (system, 1)));
  g_array_append_val (system->constants, x);
  g_array_append_val (system->always, range);
}

/* ---- Formulas ------------------------------------------------------------------------- */

/* The class's shift is one of allowed: with strategies, the others are off. */
static Z3_ast
member_of (ConstraintSystem *system, guint32 class, ShiftSet allowed)
{
  Z3_context c = system->context;
  Z3_ast formula = Z3_mk_true (c);
  if (allowed == 0)
    return Z3_mk_false (c);
  for (int x = -1; x <= 1 && system->encoding == COUPLET_ENCODING_STRATEGIES; x++)
    if ((allowed & ONLY_SHIFT (x)) == 0)
      formula = both (system, formula, Z3_mk_not (c, strategy (system, class, x)));
  if (system->encoding == COUPLET_ENCODING_STRATEGIES)
    return formula;
  /* the sets that arise are intervals with integer ends */
  int low = (allowed & ONLY_SHIFT (-1)) != 0 ? -1 : (allowed & ONLY_SHIFT (0)) != 0 ? 0 : 1;
  int high = (allowed & ONLY_SHIFT (1)) != 0 ? 1 : (allowed & ONLY_SHIFT (0)) != 0 ? 0 : -1;
  Z3_ast x = shift (system, class);
  return both (system, Z3_mk_le (c, number (system, low), x),
               Z3_mk_le (c, x, number (system, high)));
}

/* Conditions 1 to 5 for a comparison of the segment, with real shifts: its
 * sample shifts by g, which is 0 where it is output and D where it is bound to
 * be, for every D. */
static Z3_ast
compare_shift (ConstraintSystem *system, guint32 class, const Restriction *restriction,
               guint number_of_sample)
{
  Z3_context c = system->context;
  const CoupletAutomaton *a = system->automaton;
  guint32 t = restriction->transition;
  gboolean less = couplet_guard_comparisons (couplet_guard_of (a, t), 0) == COUPLET_LESS;
  if (restriction->allowed == 0)
    return Z3_mk_false (c);
  gboolean strong =
      restriction->allowed == ONLY_SHIFT (1) || restriction->allowed == ONLY_SHIFT (-1);
  Z3_ast x = shift (system, class), formula = Z3_mk_true (c);
  int least = strong ? -1 : 0, greatest = strong ? 1 : 0;
  for (int difference = least; difference <= greatest; difference += 2) {
    Z3_ast g = constant (system, "sample", number_of_sample,
                         difference < 0   ? "_down"
                         : difference > 0 ? "_up"
                                          : "",
                         Z3_mk_real_sort (c));
    formula = both (system, formula, Z3_mk_eq (c, g, number (system, difference)));
    formula = both (system, formula, less ? Z3_mk_le (c, g, x) : Z3_mk_ge (c, g, x));
  }
  return formula;
}

/* The shift of later is not above (`<`) or not below (`>=`) that of earlier. */
static Z3_ast
linked (ConstraintSystem *system, guint32 earlier, guint32 later, gboolean less)
{
  Z3_context c = system->context;
  if (system->encoding == COUPLET_ENCODING_SHIFTS)
    return less ? Z3_mk_le (c, shift (system, later), shift (system, earlier))
                : Z3_mk_ge (c, shift (system, later), shift (system, earlier));
  Z3_ast formula = Z3_mk_true (c);
  for (int x = -1; x <= 1; x++)
    for (int y = -1; y <= 1; y++)
      if (less ? y > x : y < x)
        formula = both (system, formula,
                        Z3_mk_not (c, both (system, strategy (system, earlier, x),
                                            strategy (system, later, y))));
  return formula;
}

/* ---- Conditions ------------------------------------------------------------------------ */

static void
add_condition (ConstraintSystem *system, Condition condition)
{
  condition.name =
      constant (system, "rule", system->conditions->len, "", Z3_mk_bool_sort (system->context));
  g_array_append_val (system->conditions, condition);
}

static const SegmentClass *
class_at (const ConstraintSystem *system, guint32 i)
{
  return &g_array_index (system->classes->classes, SegmentClass, i);
}

static void
add_class (ConstraintSystem *system, guint32 i)
{
  const SegmentClass *class = class_at (system, i);
  if (class->own != ALL_SHIFTS)
    add_condition (system, (Condition){CONDITION_OWN, i, i, class->assignment, class->own,
                                       member_of (system, i, class->own), NULL});
  for (guint32 r = 0; r < class->n; r++) {
    const Restriction *restriction =
        &g_array_index (system->classes->restrictions, Restriction, class->first + r);
    Z3_ast formula = system->encoding == COUPLET_ENCODING_STRATEGIES
                         ? member_of (system, i, restriction->allowed)
                         : compare_shift (system, i, restriction, class->first + r);
    add_condition (system, (Condition){CONDITION_RESTRICTION, i, i, restriction->transition,
                                       restriction->allowed, formula, NULL});
  }
}

/* Links each class to those that begin with the assignment that ends it. first
 * and next list the classes by their assignment. */
static void
add_links (ConstraintSystem *system, CoupletContext *host)
{
  guint32 n = system->classes->classes->len;
  g_autofree guint32 *first = g_new (guint32, MAX (system->automaton->n_transitions, 1));
  g_autofree guint32 *next = g_new (guint32, MAX (n, 1));
  for (guint32 t = 0; t < system->automaton->n_transitions; t++)
    first[t] = COUPLET_NONE;
  for (guint32 i = n; i-- > 0;) {
    next[i] = first[class_at (system, i)->assignment];
    first[class_at (system, i)->assignment] = i;
  }
  for (guint32 i = 0; i < n && !couplet_context_should_stop (host); i++) {
    guint32 t = class_at (system, i)->next;
    guint32 comparisons =
        t == COUPLET_NONE ? 0
                          : couplet_guard_comparisons (couplet_guard_of (system->automaton, t), 0);
    if (comparisons == 0)
      continue;
    for (guint32 j = first[t]; j != COUPLET_NONE; j = next[j])
      add_condition (system, (Condition){CONDITION_LINK, i, j, t, 0,
                                         linked (system, i, j, comparisons == COUPLET_LESS), NULL});
  }
}

ConstraintSystem *
constraint_system_new (Z3_context context, CoupletContext *host, CoupletEncoding encoding,
                       const CoupletAutomaton *automaton, const SegmentClasses *classes)
{
  ConstraintSystem *system = g_new0 (ConstraintSystem, 1);
  *system = (ConstraintSystem){context,
                               encoding,
                               automaton,
                               classes,
                               g_array_new (FALSE, FALSE, sizeof (Z3_ast)),
                               g_array_new (FALSE, FALSE, sizeof (Condition)),
                               g_array_new (FALSE, FALSE, sizeof (Z3_ast))};
  for (guint32 i = 0; i < classes->classes->len && !couplet_context_should_stop (host); i++) {
    if (encoding == COUPLET_ENCODING_STRATEGIES)
      declare_strategies (system, i);
    else
      declare_shift (system, i);
    add_class (system, i);
  }
  add_links (system, host);
  return system;
}

void
constraint_system_free (ConstraintSystem *system)
{
  if (system == NULL)
    return;
  g_array_unref (system->always);
  g_array_unref (system->conditions);
  g_array_unref (system->constants);
  g_free (system);
}
