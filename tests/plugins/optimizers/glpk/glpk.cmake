# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_glpk_problem SOURCES test_glpk_problem.c LIBRARIES optimizer_glpk NEEDS glpk)
couplet_add_test(test_exact_program SOURCES test_exact_program.c LIBRARIES optimizer_glpk NEEDS glpk)
couplet_add_test(test_walks
  SOURCES test_walks.c small_automata.c random_many.c
  LIBRARIES optimizer_glpk m
  NEEDS glpk)
couplet_add_test(test_glpk_methods
  SOURCES test_glpk_methods.c small_automata.c random_automata.c random_many.c
  LIBRARIES optimizer_glpk
  NEEDS glpk)
couplet_add_test(test_linear_method SOURCES test_linear_method.c LIBRARIES optimizer_glpk NEEDS glpk)
