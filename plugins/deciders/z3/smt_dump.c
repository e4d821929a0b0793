/* SPDX-License-Identifier: Apache-2.0 */
#include "smt_dump.h"

#include "core_words.h"

#include <couplet/context.h>

#define MOST_FILES 100000

/* Letters, digits, '-' and '_' of name; `automaton` when nothing is left. */
static char *
safe_name (const char *name)
{
  GString *safe = g_string_new (NULL);
  for (; *name != '\0' && safe->len < 100; name++)
    g_string_append_c (safe, g_ascii_isalnum (*name) || *name == '-' ? *name : '_');
  if (safe->len == 0)
    g_string_append (safe, "automaton");
  return g_string_free (safe, FALSE);
}

static void
append_constants (GString *text, ConstraintSystem *system)
{
  for (guint i = 0; i < system->constants->len; i++) {
    Z3_ast constant = g_array_index (system->constants, Z3_ast, i);
    Z3_sort sort = Z3_get_sort (system->context, constant);
    g_string_append_printf (text, "(declare-const %s ",
                            Z3_ast_to_string (system->context, constant));
    g_string_append_printf (text, "%s)\n", Z3_sort_to_string (system->context, sort));
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
                            Z3_ast_to_string (system->context, condition->formula), i);
  }
}

static char *
smt_text (ConstraintSystem *system)
{
  gboolean shifts = system->encoding == COUPLET_ENCODING_SHIFTS;
  GString *text = g_string_new ("; Whether a coupling proof exists: satisfiable = private.\n");
  g_autofree char *name = safe_name (system->clusters->automaton->name);
  g_string_append_printf (text, "; automaton %s\n(set-option :produce-unsat-cores true)\n", name);
  g_string_append_printf (text, "(set-logic %s)\n", shifts ? "QF_LRA" : "QF_UF");
  append_constants (text, system);
  for (guint i = 0; i < system->always->len; i++)
    g_string_append_printf (
        text, "(assert %s)\n",
        Z3_ast_to_string (system->context, g_array_index (system->always, Z3_ast, i)));
  append_conditions (text, system);
  g_string_append (text, "(check-sat)\n");
  return g_string_free (text, FALSE);
}

gboolean
smt_dump (ConstraintSystem *system, const char *folder, GError **error)
{
  const char *encoding = system->encoding == COUPLET_ENCODING_SHIFTS ? "shifts" : "strategies";
  g_autofree char *name = safe_name (system->clusters->automaton->name);
  g_autofree char *text = smt_text (system);
  g_autoptr (GError) reason = NULL;
  for (guint i = 1; i < MOST_FILES; i++) {
    g_autofree char *file = i == 1 ? g_strdup_printf ("%s-%s.smt2", name, encoding)
                                   : g_strdup_printf ("%s-%s-%u.smt2", name, encoding, i);
    g_autofree char *path = g_build_filename (folder, file, NULL);
    g_autofree char *there = NULL;
    if (g_file_get_contents (path, &there, NULL, NULL)) {
      if (g_str_equal (there, text))
        return TRUE;
    } else if (g_file_set_contents (path, text, -1, &reason))
      return TRUE;
    else
      break;
  }
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "the dump cannot be written: %s",
               reason != NULL ? reason->message : "too many files of that name");
  return FALSE;
}
