/* SPDX-License-Identifier: Apache-2.0 */
/* Programs as texts: decimals, and the exact numbers after them. GLPK's aborts end the work, not
 * the program, and leave it usable. */
#include "glpk_program.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "unit.h"

static void
test_fractions_stand_in_comments (void **state)
{
  (void)state;
  g_auto (GlpkProgram) program;
  glpk_program_init (&program, GLP_MAX);
  int x = glpk_program_add_column (
      &program, (ProgramColumn){.name = "x", .number = 5000000000, .low = -1, .high = 1});
  mpq_set_si (glpk_program_cost (&program, x)->value, -2, 7);
  int y =
      glpk_program_add_column (&program, (ProgramColumn){.name = "y", .number = 1, .high = 0.5});
  mpq_set_si (glpk_program_cost (&program, y)->value, 3, 7);
  glpk_program_add_column (&program,
                           (ProgramColumn){.name = "z", .number = 1, .high = 1, .is_whole = TRUE});
  int row = glpk_program_add_row (&program, GLP_UP);
  mpq_set_si (glpk_program_bound (&program, row)->value, 7, 3);
  glpk_program_add_term (&program, row, x, 1);
  glpk_program_add_term (&program, row, y, -0.75);
  g_autofree char *text = glpk_program_text (&program);
  assert_string_equal (text,
                       "Maximize\n"
                       " obj: - 0.285714285714286 x_5000000000 + 0.428571428571429 y_1 + 0 z_1\n"
                       "\\ exactly: obj: -2/7 x_5000000000\n"
                       "\\ exactly: obj: 3/7 y_1\n"
                       "\\ exactly: r_1: -3/4 y_1\n"
                       "\\ exactly: r_1: <= 7/3\n"
                       "\n"
                       "Subject To\n"
                       " r_1: + x_5000000000 - 0.75 y_1 <= 2.33333333333333\n"
                       "\n"
                       "Bounds\n"
                       " -1 <= x_5000000000 <= 1\n"
                       " 0 <= y_1 <= 0.5\n"
                       " 0 <= z_1 <= 1\n"
                       "\n"
                       "Generals\n"
                       " z_1\n"
                       "\n"
                       "End\n");
}

/* What GLPK is given is what its own reader makes of the text. */
static void
test_glpk_reads_the_text (void **state)
{
  (void)state;
  g_auto (GlpkProgram) program;
  g_autofree char *path = NULL;
  glpk_program_init (&program, GLP_MAX);
  mpq_set_ui (glpk_program_bound (&program, glpk_program_add_row (&program, GLP_UP))->value, 100,
              1);
  for (guint i = 1; i <= 40; i++) { /* more than a line of terms */
    int column = glpk_program_add_column (&program,
                                          (ProgramColumn){.name = "shift", .number = i, .high = i});
    mpq_set_ui (glpk_program_cost (&program, column)->value, i, 7);
    glpk_program_add_term (&program, 1, column, 2);
  }
  glp_term_out (GLP_OFF);
  g_autofree char *text = glpk_program_text (&program);
  int file = g_file_open_tmp (NULL, &path, NULL);
  assert_true (file >= 0 && g_file_set_contents (path, text, -1, NULL));
  glp_prob *made = glpk_program_load (&program), *read = glp_create_prob ();
  assert_int_equal (glp_read_lp (read, NULL, path), 0);
  for (int i = 0; i < 2; i++)
    assert_int_equal (glp_simplex (i == 0 ? made : read, NULL), 0);
  assert_true (ABS (glp_get_obj_val (made) - glp_get_obj_val (read)) < 1e-9);
  assert_true (glp_get_obj_val (made) > 1);
  glp_delete_prob (made);
  glp_delete_prob (read);
  g_unlink (path);
  close (file);
}

static void
use_bad_index (gpointer data)
{
  (void)data;
  glp_prob *lp = glp_create_prob ();
  glp_set_row_bnds (lp, 17, GLP_FX, 0, 0);
}

static void
solve_small_program (gpointer data)
{
  glp_prob *lp = glp_create_prob ();
  glp_smcp parameters;
  glp_add_cols (lp, 1);
  glp_set_col_bnds (lp, 1, GLP_DB, 2, 5);
  glp_set_obj_coef (lp, 1, 1);
  glp_init_smcp (&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  glp_simplex (lp, &parameters);
  *(double *)data = glp_get_obj_val (lp);
  glp_delete_prob (lp);
}

static void
test_an_abort_is_contained (void **state)
{
  (void)state;
  for (int i = 0; i < 3; i++) {
    double value = 0;
    assert_false (glpk_guarded (use_bad_index, NULL));
    assert_true (glpk_guarded (solve_small_program, &value));
    assert_true (value == 2);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_fractions_stand_in_comments),
      cmocka_unit_test (test_glpk_reads_the_text),
      cmocka_unit_test (test_an_abort_is_contained),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
