/* SPDX-License-Identifier: Apache-2.0 */
/* Problems as texts, by GLPK. Its aborts end the work, not the program, and leave it usable. */
#include "glpk_problem.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"

/* max 2/7 x + whole z + 5/3, x + 2 z <= 10/3 */
static void
write_small (glp_prob *lp, gconstpointer data, gboolean names)
{
  const int columns[] = {0, 1, 2};
  const double factors[] = {0, 1, 2};
  (void)data;
  glp_set_obj_dir (lp, GLP_MAX);
  glp_add_cols (lp, 2);
  glp_add_rows (lp, 1);
  for (int j = 1; j <= 2; j++)
    glp_set_col_bnds (lp, j, GLP_DB, 0, 5);
  glp_set_col_kind (lp, 2, GLP_IV);
  glp_set_obj_coef (lp, 0, 5.0 / 3);
  glp_set_obj_coef (lp, 1, 2.0 / 7);
  glp_set_obj_coef (lp, 2, 1);
  glp_set_mat_row (lp, 1, 2, columns, factors);
  glp_set_row_bnds (lp, 1, GLP_UP, 0, 10.0 / 3);
  if (names)
    glp_set_col_name (lp, 1, "x");
}

/* Constants and scales are in the text, as another solver reads it. */
static void
test_glpk_reads_the_text (void **state)
{
  (void)state;
  const GlpkProblem problem = {write_small, NULL, 1, 2};
  g_auto (GlpkSolution) solution;
  assert_true (glpk_problem_solve (&problem, GLPK_WHOLE, NULL, INFINITY, &solution));
  assert_int_equal (solution.status, GLP_OPT);
  assert_true (solution.values[1] == 1);
  g_autofree char *text = glpk_problem_text (&problem, 3, NULL), *path = NULL;
  assert_non_null (strstr (text, "0.857142857142857 x"));
  int file = g_file_open_tmp (NULL, &path, NULL);
  assert_true (file >= 0 && g_file_set_contents (path, text, -1, NULL));
  glp_prob *read = glp_create_prob ();
  glp_iocp parameters;
  glp_init_iocp (&parameters);
  parameters.presolve = GLP_ON;
  assert_int_equal (glp_read_lp (read, NULL, path), 0);
  assert_int_equal (glp_intopt (read, &parameters), 0);
  assert_true (ABS (glp_mip_obj_val (read) - 3 * solution.value) < 1e-9);
  assert_true (ABS (solution.value - 2.0 / 7 * 4 / 3 - 1 - 5.0 / 3) < 1e-9);
  glp_delete_prob (read);
  g_unlink (path);
  close (file);
}

static void
write_badly (glp_prob *lp, gconstpointer data, gboolean names)
{
  (void)data;
  (void)names;
  glp_set_row_bnds (lp, 17, GLP_FX, 0, 0);
}

static void
test_an_abort_is_contained (void **state)
{
  (void)state;
  const GlpkProblem bad = {write_badly, NULL, 0, 0}, good = {write_small, NULL, 1, 2};
  for (int i = 0; i < 3; i++) {
    g_auto (GlpkSolution) none, solution;
    g_autoptr (GError) error = NULL;
    assert_false (glpk_problem_solve (&bad, GLPK_FLOATING, NULL, INFINITY, &none));
    assert_null (glpk_problem_text (&bad, 1, &error));
    assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER));
    assert_true (glpk_problem_solve (&good, GLPK_RATIONAL, NULL, INFINITY, &solution));
    assert_int_equal (solution.status, GLP_OPT);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_glpk_reads_the_text),
      cmocka_unit_test (test_an_abort_is_contained),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
