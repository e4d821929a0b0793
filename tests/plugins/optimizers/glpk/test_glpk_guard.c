/* SPDX-License-Identifier: Apache-2.0 */
/* GLPK's aborts end the work, not the program, and leave it usable. */
#include "glpk_guard.h"

#include <glpk.h>

#include "unit.h"

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
  const struct CMUnitTest tests[] = {cmocka_unit_test (test_an_abort_is_contained)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
