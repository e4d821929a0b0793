# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_repair
  SOURCES test_repair.c explained.c methods.c random_automata.c random_many.c brute_force.c
  LIBRARIES couplet_explain optimizer_frontier optimizer_segment optimizer_weight optimizer_glpk
    decider_graph decider_z3 m
  NEEDS z3 glpk)
couplet_add_test(test_examiner SOURCES test_examiner.c text_automaton.c LIBRARIES couplet_explain)
couplet_add_test(test_rate_program SOURCES test_rate_program.c LIBRARIES couplet_explain)
