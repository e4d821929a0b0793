# SPDX-License-Identifier: Apache-2.0
foreach(unit IN ITEMS multipliers potential_rows)
  couplet_add_test(test_${unit}
    SOURCES test_${unit}.c explained.c methods.c random_automata.c random_many.c brute_force.c
    LIBRARIES couplet_explain optimizer_frontier optimizer_segment optimizer_weight optimizer_glpk
      decider_graph decider_z3 m
    NEEDS z3 glpk)
endforeach()
