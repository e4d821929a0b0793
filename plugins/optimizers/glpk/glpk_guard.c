/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_guard.h"

#include <glpk.h>
#include <setjmp.h>

static void
on_abort (void *data)
{
  longjmp (*(jmp_buf *)data, 1);
}

/* GLPK turns its terminal on again to say why it aborts. */
static int
swallow (void *data, const char *text)
{
  (void)data;
  (void)text;
  return 1;
}

gboolean
glpk_guarded (void (*work) (gpointer data), gpointer data)
{
  jmp_buf here;
  glp_term_hook (swallow, NULL);
  if (setjmp (here) != 0) {
    /* whatever GLPK was doing is lost */
    glp_error_hook (NULL, NULL);
    glp_free_env ();
    return FALSE;
  }
  glp_error_hook (on_abort, &here);
  work (data);
  glp_error_hook (NULL, NULL);
  return TRUE;
}

/* ---- Programs as text ---- */

void
program_file_write (glp_prob *lp, double one, const char *path)
{
  glp_prob *copy = glp_create_prob ();
  glp_copy_prob (copy, lp, GLP_ON);
  for (int column = 1; column <= glp_get_num_cols (copy); column++)
    glp_set_obj_coef (copy, column, one * glp_get_obj_coef (copy, column));
  glp_write_lp (copy, NULL, path);
  glp_delete_prob (copy);
}

void
program_file_name (glp_prob *lp, int column, const char *name, guint64 number)
{
  char text[64];
  g_snprintf (text, sizeof text, "%s_%" G_GUINT64_FORMAT, name, number);
  glp_set_col_name (lp, column, text);
}

void
program_file_add_constant (glp_prob *lp, double constant)
{
  int column = glp_add_cols (lp, 1);
  program_file_name (lp, column, "constant", 1);
  glp_set_col_bnds (lp, column, GLP_FX, 1, 1);
  glp_set_obj_coef (lp, column, constant);
}
