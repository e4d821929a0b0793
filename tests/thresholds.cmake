# SPDX-License-Identifier: Apache-2.0
# what several thresholds need: their order, vectors in factors, samples
couplet_add_test(test_order SOURCES test_order.c CORE)
couplet_add_test(test_unfold SOURCES test_unfold.c text_automaton.c)
couplet_add_test(test_factored SOURCES test_factored.c text_automaton.c random_many.c LIBRARIES optimizers_vectors)
couplet_add_test(test_vector_search SOURCES test_vector_search.c text_automaton.c LIBRARIES optimizers_vectors)
couplet_add_script_test(cli_many ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_many.py)
couplet_add_test(test_automaton_words SOURCES test_automaton_words.c text_automaton.c)
