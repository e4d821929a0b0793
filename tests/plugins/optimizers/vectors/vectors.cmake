# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_potentials
  SOURCES test_potentials.c text_automaton.c
  LIBRARIES optimizers_vectors)
couplet_add_test(test_vector_tables
  SOURCES test_vector_tables.c text_automaton.c random_many.c
  LIBRARIES optimizers_vectors)
couplet_add_test(test_nested_word
  SOURCES test_nested_word.c text_automaton.c random_many.c CORE
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
