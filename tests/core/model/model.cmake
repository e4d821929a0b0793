# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_automaton_words SOURCES test_automaton_words.c text_automaton.c)
couplet_add_test(test_builder_wire SOURCES test_builder_wire.c CORE)
couplet_add_test(test_guard_parse SOURCES test_guard_parse.c CORE)
couplet_add_test(test_provenance SOURCES test_provenance.c)
couplet_add_test(test_resolve SOURCES test_resolve.c collected_text.c text_automaton.c CORE)
couplet_add_test(test_snap SOURCES test_snap.c CORE)
couplet_add_test(test_wellposed SOURCES test_wellposed.c collected_text.c text_automaton.c CORE)
couplet_add_test(test_builder SOURCES test_builder.c CORE)
