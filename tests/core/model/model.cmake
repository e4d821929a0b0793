# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_automaton_words SOURCES test_automaton_words.c text_automaton.c)
couplet_add_test(test_builder_wire SOURCES test_builder_wire.c CORE)
