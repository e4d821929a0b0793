# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_conversion
  SOURCES test_conversion.c methods.c random_automata.c random_documents.c random_many.c same_automaton.c
  LIBRARIES frontend_dipa frontend_dot frontend_json optimizer_frontier optimizer_segment
    optimizer_weight optimizer_glpk decider_graph decider_z3
  NEEDS z3 glpk graphviz)
couplet_add_test(test_mutants
  SOURCES test_mutants.c
  LIBRARIES frontend_json frontend_dot
  ARGUMENTS ${PROJECT_SOURCE_DIR}/examples/automata
  NEEDS graphviz)
