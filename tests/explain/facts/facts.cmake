# SPDX-License-Identifier: Apache-2.0
set(explained_sources explained.c methods.c random_automata.c random_many.c brute_force.c)
set(explained_libraries couplet_explain optimizer_frontier optimizer_segment optimizer_weight
  optimizer_glpk decider_graph decider_z3 m)
foreach(unit IN ITEMS walk_samples segment_table conflict)
  couplet_add_test(test_${unit}
    SOURCES test_${unit}.c ${explained_sources}
    LIBRARIES ${explained_libraries}
    NEEDS z3 glpk)
endforeach()
couplet_add_test(test_unfolded SOURCES test_unfolded.c text_automaton.c LIBRARIES couplet_explain)
