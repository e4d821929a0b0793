# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_graph_decider
  SOURCES test_graph_decider.c random_automata.c brute_force.c
  LIBRARIES decider_graph)
