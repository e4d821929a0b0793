# SPDX-License-Identifier: Apache-2.0
# the sanitizers make the solvers several times slower
if(COUPLET_SANITIZE)
  set(agreement_environment COUPLET_TEST_AUTOMATA=3000)
  set(agreement_many_environment COUPLET_TEST_AUTOMATA=500)
  set(stopping_environment COUPLET_TEST_AUTOMATA=15)
endif()
set(all_methods optimizer_frontier optimizer_segment optimizer_weight decider_graph)
if(COUPLET_HAVE_GLPK)
  list(APPEND all_methods optimizer_glpk)
endif()
if(COUPLET_HAVE_Z3)
  list(APPEND all_methods decider_z3)
endif()
couplet_add_test(test_agreement
  SOURCES test_agreement.c methods.c random_automata.c brute_force.c
  LIBRARIES ${all_methods}
  ENVIRONMENT ${agreement_environment})
couplet_add_test(test_agreement_many
  SOURCES test_agreement_many.c methods.c random_many.c brute_many.c
  LIBRARIES optimizer_frontier optimizer_segment optimizer_weight optimizer_glpk decider_graph
    decider_z3
  ENVIRONMENT ${agreement_many_environment}
  NEEDS z3 glpk)
couplet_add_test(test_stopping
  SOURCES test_stopping.c methods.c random_automata.c random_many.c small_automata.c brute_force.c
  LIBRARIES optimizer_frontier optimizer_segment optimizer_weight optimizer_glpk decider_graph
    decider_z3
  ENVIRONMENT ${stopping_environment}
  NEEDS z3 glpk)
