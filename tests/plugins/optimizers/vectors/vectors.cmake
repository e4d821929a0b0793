# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_factored
  SOURCES test_factored.c text_automaton.c random_many.c
  LIBRARIES optimizers_vectors)
couplet_add_test(test_vector_search
  SOURCES test_vector_search.c text_automaton.c
  LIBRARIES optimizers_vectors)
