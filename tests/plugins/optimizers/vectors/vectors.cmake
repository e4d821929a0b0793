# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_potentials
  SOURCES test_potentials.c text_automaton.c
  LIBRARIES optimizers_vectors)
couplet_add_test(test_factored
  SOURCES test_factored.c text_automaton.c random_many.c
  LIBRARIES optimizers_vectors)
couplet_add_test(test_nested_word
  SOURCES test_nested_word.c text_automaton.c random_many.c
  LIBRARIES optimizers_vectors)
couplet_add_test(test_output_letters
  SOURCES test_output_letters.c text_automaton.c
  LIBRARIES optimizers_vectors)
couplet_add_test(test_output_word
  SOURCES test_output_word.c text_automaton.c
  LIBRARIES optimizers_vectors)
couplet_add_test(test_shift_matrix
  SOURCES test_shift_matrix.c text_automaton.c
  LIBRARIES optimizers_vectors)
couplet_add_test(test_step_cache
  SOURCES test_step_cache.c random_automata.c
  LIBRARIES optimizers_vectors)
couplet_add_test(test_walk_rests
  SOURCES test_walk_rests.c text_automaton.c
  LIBRARIES optimizers_vectors)
couplet_add_test(test_vector_sets
  SOURCES test_vector_sets.c text_automaton.c
  LIBRARIES optimizers_vectors)
couplet_add_test(test_vector_walk
  SOURCES test_vector_walk.c text_automaton.c
  LIBRARIES optimizers_vectors)
couplet_add_test(test_vector_search
  SOURCES test_vector_search.c text_automaton.c
  LIBRARIES optimizers_vectors)
if(COUPLET_SANITIZE)
  set(output_search_environment COUPLET_TEST_AUTOMATA=100)
endif()
couplet_add_test(test_output_search
  SOURCES test_output_search.c brute_force.c random_automata.c text_automaton.c
  LIBRARIES optimizers_vectors
  ENVIRONMENT ${output_search_environment})
