# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(peers ${CMAKE_CURRENT_SOURCE_DIR}/test_peers.py
  ${CMAKE_CURRENT_SOURCE_DIR}/peers/dipaut)
couplet_add_test(test_dipa_reader SOURCES test_dipa_reader.c LIBRARIES frontend_dipa)
couplet_add_test(test_conversion
  SOURCES test_conversion.c methods.c random_automata.c random_documents.c same_automaton.c
  LIBRARIES frontend_dipa frontend_dot frontend_json optimizer_frontier optimizer_segment
    optimizer_weight optimizer_glpk decider_graph decider_z3)
