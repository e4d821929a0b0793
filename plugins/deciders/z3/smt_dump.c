/* SPDX-License-Identifier: Apache-2.0 */
#include "smt_dump.h"

#include "core_words.h"

#include "dump.h"

static void
append_constants (GString *text, ConstraintSystem *system)
{
  for (guint i = 0; i < system->constants->len; i++) {
    Z3_ast constant = g_array_index (system->constants, Z3_ast, i);
    Z3_sort sort = Z3_get_sort (system->terms.context, constant);
    g_string_append_printf (text, "(declare-const %s ",
                            Z3_ast_to_string (system->terms.context, constant));
    g_string_append_printf (text, "%s)\n", Z3_sort_to_string (system->terms.context, sort));
  }
}

static void
append_conditions (GString *text, ConstraintSystem *system)
{
  for (guint i = 0; i < system->conditions->len; i++) {
    const Condition *condition = &g_array_index (system->conditions, Condition, i);
    g_autofree char *class = class_words (system, condition->class);
    g_autofree char *words = condition_words (system, condition);
    g_string_append_printf (text, "; %s: %s\n", class, words);
    g_string_append_printf (text, "(assert (! %s :named condition%u))\n",
                            Z3_ast_to_string (system->terms.context, condition->formula), i);
  }
}

static char *
smt_text (ConstraintSystem *system)
{
  gboolean shifts = system->terms.encoding == ENCODING_SHIFTS;
  GString *text = g_string_new ("; Whether a coupling proof exists: satisfiable = private.\n");
  g_autofree char *name = dump_name (system->clusters->automaton->name);
  g_string_append_printf (text, "; automaton %s\n(set-option :produce-unsat-cores true)\n", name);
  g_string_append_printf (text, "(set-logic %s)\n", shifts ? "QF_LRA" : "QF_UF");
  append_constants (text, system);
  for (guint i = 0; i < system->always->len; i++)
    g_string_append_printf (
        text, "(assert %s)\n",
        Z3_ast_to_string (system->terms.context, g_array_index (system->always, Z3_ast, i)));
  append_conditions (text, system);
  g_string_append (text, "(check-sat)\n");
  return g_string_free (text, FALSE);
}

gboolean
smt_dump (ConstraintSystem *system, CoupletContext *context, const char *folder, GError **error)
{
  const char *encoding = system->terms.encoding == ENCODING_SHIFTS ? "shifts" : "strategies";
  g_autofree char *text = smt_text (system);
  return dump_write (context, system->clusters->automaton, folder, encoding, "smt2", text,
                     strlen (text), error);
}
