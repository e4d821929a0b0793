/* SPDX-License-Identifier: Apache-2.0 */
#include "shift_terms.h"

#include <string.h>

/* `shift12_less`: the variable follows the strategy whose shift is x: S^L is 1,
 * S^N is 0, S^G is -1. */
Z3_ast
shift_terms_strategy (ShiftTerms terms, guint32 variable, int x)
{
  static const char *const suffixes[] = {"_greater", "_none", "_less"};
  /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): x is -1, 0 or 1 */
  g_autofree char *name = g_strdup_printf ("shift%u%s", variable, suffixes[x + 1]);
  return Z3_mk_const (terms.context, Z3_mk_string_symbol (terms.context, name),
                      Z3_mk_bool_sort (terms.context));
}

Z3_ast
shift_terms_shift (ShiftTerms terms, guint32 variable)
{
  g_autofree char *name = g_strdup_printf ("shift%u", variable);
  return Z3_mk_const (terms.context, Z3_mk_string_symbol (terms.context, name),
                      Z3_mk_real_sort (terms.context));
}

static Z3_ast
number (ShiftTerms terms, int value)
{
  return Z3_mk_real (terms.context, value, 1);
}

Z3_ast
shift_terms_both (ShiftTerms terms, Z3_ast a, Z3_ast b)
{
  Z3_ast parts[] = {a, b};
  return Z3_mk_and (terms.context, 2, parts);
}

#define MOST_PARTS 4

/* What holds of variable in any case: its strategy is one of three, and no two; or its shift is in
 * [-1, 1]. Returns the number of parts. */
static guint
range_of (ShiftTerms terms, guint32 variable, Z3_ast parts[MOST_PARTS])
{
  Z3_context c = terms.context;
  Z3_ast some[3];
  guint n = 1;
  if (terms.encoding == ENCODING_SHIFTS) {
    Z3_ast x = shift_terms_shift (terms, variable);
    parts[0] = shift_terms_both (terms, Z3_mk_le (c, number (terms, -1), x),
                                 Z3_mk_le (c, x, number (terms, 1)));
    return 1;
  }
  for (int x = -1; x <= 1; x++)
    some[x + 1] = shift_terms_strategy (terms, variable, x);
  parts[0] = Z3_mk_or (c, 3, some);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < i; j++)
      parts[n++] = Z3_mk_not (c, shift_terms_both (terms, some[i], some[j]));
  return n;
}

void
shift_terms_declare (ShiftTerms terms, guint32 variable)
{
  Z3_ast parts[MOST_PARTS];
  guint n = range_of (terms, variable, parts);
  for (guint i = 0; i < n; i++)
    shift_terms_assert (terms, parts[i]);
}

static void
append_constant (GString *text, ShiftTerms terms, Z3_ast constant, const char *sort)
{
  g_string_append_printf (text, "(declare-const %s %s)\n",
                          Z3_ast_to_string (terms.context, constant), sort);
}

void
shift_terms_append_declaration (GString *text, ShiftTerms terms, guint32 variable)
{
  if (terms.encoding == ENCODING_SHIFTS)
    append_constant (text, terms, shift_terms_shift (terms, variable), "Real");
  for (int x = -1; x <= 1 && terms.encoding == ENCODING_STRATEGIES; x++)
    append_constant (text, terms, shift_terms_strategy (terms, variable, x), "Bool");
  Z3_ast parts[MOST_PARTS];
  guint n = range_of (terms, variable, parts);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "(assert %s)\n", Z3_ast_to_string (terms.context, parts[i]));
}

/* ---- Formulas ------------------------------------------------------------------------- */

/* That the strategy is none of those from first on, by steps, before end. */
static Z3_ast
none_of (ShiftTerms terms, guint32 variable, int first, int end, int step)
{
  Z3_ast formula = Z3_mk_true (terms.context);
  for (int x = first; x != end; x += step)
    formula = shift_terms_both (
        terms, formula, Z3_mk_not (terms.context, shift_terms_strategy (terms, variable, x)));
  return formula;
}

Z3_ast
shift_terms_at_least (ShiftTerms terms, guint32 variable, int least)
{
  return terms.encoding == ENCODING_SHIFTS
             ? Z3_mk_le (terms.context, number (terms, least), shift_terms_shift (terms, variable))
             : none_of (terms, variable, -1, least, 1);
}

Z3_ast
shift_terms_at_most (ShiftTerms terms, guint32 variable, int most)
{
  return terms.encoding == ENCODING_SHIFTS
             ? Z3_mk_le (terms.context, shift_terms_shift (terms, variable), number (terms, most))
             : none_of (terms, variable, 1, most, -1);
}

Z3_ast
shift_terms_equal (ShiftTerms terms, guint32 variable, int x)
{
  return shift_terms_both (terms, shift_terms_at_least (terms, variable, x),
                           shift_terms_at_most (terms, variable, x));
}

Z3_ast
shift_terms_among (ShiftTerms terms, guint32 variable, CoupletShifts shifts)
{
  return shift_terms_both (terms,
                           shift_terms_at_least (terms, variable, couplet_shifts_least (shifts)),
                           shift_terms_at_most (terms, variable, couplet_shifts_greatest (shifts)));
}

Z3_ast
shift_terms_in_order (ShiftTerms terms, guint32 a, guint32 b)
{
  Z3_context c = terms.context;
  if (terms.encoding == ENCODING_SHIFTS)
    return Z3_mk_le (c, shift_terms_shift (terms, a), shift_terms_shift (terms, b));
  Z3_ast formula = Z3_mk_true (c);
  for (int x = -1; x <= 1; x++)
    for (int y = -1; y < x; y++)
      formula = shift_terms_both (
          terms, formula,
          Z3_mk_not (c, shift_terms_both (terms, shift_terms_strategy (terms, a, x),
                                          shift_terms_strategy (terms, b, y))));
  return formula;
}

/* ---- Models --------------------------------------------------------------------------- */

gboolean
shift_terms_value (ShiftTerms terms, Z3_model model, guint32 variable, CoupletRational *shift)
{
  Z3_ast value;
  if (terms.encoding == ENCODING_SHIFTS) {
    if (!Z3_model_eval (terms.context, model, shift_terms_shift (terms, variable), true, &value))
      return FALSE;
    const char *text = Z3_get_numeral_string (terms.context, value);
    return couplet_rational_parse (shift, text, strlen (text), NULL);
  }
  for (int x = -1; x <= 1; x++)
    if (Z3_model_eval (terms.context, model, shift_terms_strategy (terms, variable, x), true,
                       &value) &&
        Z3_get_bool_value (terms.context, value) == Z3_L_TRUE) {
      mpq_set_si (shift->value, x, 1);
      return TRUE;
    }
  return FALSE;
}
