# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_output_letters SOURCES test_output_letters.c text_automaton.c CORE)
couplet_add_test(test_shift_matrix SOURCES test_shift_matrix.c text_automaton.c CORE)
couplet_add_test(test_lossy_walk SOURCES test_lossy_walk.c text_automaton.c CORE)
couplet_add_test(test_moves SOURCES test_moves.c random_many.c)
couplet_add_test(test_walk_shifts SOURCES test_walk_shifts.c random_many.c)
couplet_add_test(test_walk_search SOURCES test_walk_search.c text_automaton.c CORE)
# the sanitizers make the brute force several times slower
if(COUPLET_SANITIZE)
  set(cluster_walks_environment COUPLET_TEST_AUTOMATA=1000)
  set(output_search_environment COUPLET_TEST_AUTOMATA=100)
endif()
couplet_add_test(test_cluster_walks SOURCES test_cluster_walks.c random_many.c brute_many.c CORE
  ENVIRONMENT ${cluster_walks_environment})
couplet_add_test(test_segment_walks SOURCES test_segment_walks.c text_automaton.c)
couplet_add_test(test_output_search SOURCES test_output_search.c brute_force.c random_automata.c text_automaton.c CORE
  ENVIRONMENT ${output_search_environment})
