/* SPDX-License-Identifier: Apache-2.0 */
/* Programs as texts: decimals, and the exact numbers after them. */
#include "glpk_program.h"
#include "small_automata.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "unit.h"

/* Costs of this one are sevenths. */
static CoupletAutomaton *
sevenths (void)
{
  return small_automaton ("1/7", (const char *const[]){"s q true a assign", "q e < b", NULL});
}

static void
test_fractions_stand_in_comments (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = sevenths ();
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_auto (CostScale) scale = {.unit = unit, .exact = TRUE, .fit = 1};
  g_auto (GlpkProgram) program;
  mpz_init_set_ui (scale.scale, 3);
  glpk_program_init (&program, &scale, GLP_MAX);
  int x = glpk_program_add_column (
      &program,
      (ProgramColumn){
          .name = "x", .number = 5000000000, .low = -1, .high = 1, .times = -2, .price = 1});
  int y = glpk_program_add_column (
      &program, (ProgramColumn){.name = "y", .number = 1, .high = 0.5, .weight = 1});
  glpk_program_add_column (&program,
                           (ProgramColumn){.name = "z", .number = 1, .high = 1, .is_whole = TRUE});
  int row = glpk_program_add_row (&program, (ProgramRow){.kind = GLP_UP, .bound = 1, .cost = 4});
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
  g_autoptr (CoupletAutomaton) automaton = sevenths ();
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_auto (CostScale) scale = {.unit = unit, .exact = TRUE, .fit = 1};
  g_auto (GlpkProgram) program;
  g_autofree char *path = NULL;
  mpz_init_set_ui (scale.scale, 7); /* what GLPK calls 1 is epsilon */
  glpk_program_init (&program, &scale, GLP_MAX);
  for (guint i = 1; i <= 40; i++) { /* more than a line of terms */
    int column = glpk_program_add_column (
        &program, (ProgramColumn){.name = "shift", .number = i, .high = i, .times = 1, .price = i});
    if (i == 1)
      glpk_program_add_row (&program, (ProgramRow){.kind = GLP_UP, .bound = 100});
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

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_fractions_stand_in_comments),
      cmocka_unit_test (test_glpk_reads_the_text),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
