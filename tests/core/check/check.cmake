# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_check_accept SOURCES test_check_accept.c text_automaton.c)
couplet_add_test(test_check_costs SOURCES test_check_costs.c text_automaton.c CORE)
couplet_add_test(test_check_rules SOURCES test_check_rules.c text_automaton.c CORE)
couplet_add_test(test_check_orders SOURCES test_check_orders.c text_automaton.c CORE)
couplet_add_test(test_check_vectors SOURCES test_check_vectors.c text_automaton.c CORE)
couplet_add_test(test_check_pays SOURCES test_check_pays.c text_automaton.c CORE)
couplet_add_test(test_check_word SOURCES test_check_word.c text_automaton.c CORE)
