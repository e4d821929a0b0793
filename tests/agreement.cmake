# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_agreement
  SOURCES test_agreement.c methods.c random_automata.c brute_force.c
  LIBRARIES optimizer_frontier optimizer_segment optimizer_weight optimizer_glpk decider_graph
    decider_z3)
