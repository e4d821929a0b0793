# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_graph_decider
  SOURCES test_graph_decider.c random_automata.c brute_force.c
  LIBRARIES decider_graph)
couplet_add_test(test_demand SOURCES test_demand.c small_automata.c LIBRARIES decider_graph)
couplet_add_test(test_flow SOURCES test_flow.c small_automata.c LIBRARIES decider_graph)
