# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_explain
  SOURCES test_explain.c methods.c random_automata.c random_many.c brute_force.c
  LIBRARIES couplet_explain optimizer_frontier optimizer_segment optimizer_weight optimizer_glpk
    decider_graph decider_z3 m
  NEEDS z3 glpk)
couplet_add_test(test_input_pair
  SOURCES test_input_pair.c random_automata.c random_many.c
  LIBRARIES couplet_explain m)
couplet_add_test(test_verifier SOURCES test_verifier.c text_automaton.c LIBRARIES couplet_explain)
couplet_add_test(test_unfolded SOURCES test_unfolded.c text_automaton.c LIBRARIES couplet_explain)
couplet_add_test(test_document
  SOURCES test_document.c
  LIBRARIES couplet_explain)
couplet_add_script_test(cli_explain ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_explain.py
  ${PROJECT_SOURCE_DIR}/examples/automata ${PROJECT_SOURCE_DIR}/examples/mechanisms NEEDS graphviz)
