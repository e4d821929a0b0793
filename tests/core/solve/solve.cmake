# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_vector_method SOURCES test_vector_method.c random_many.c text_automaton.c)
