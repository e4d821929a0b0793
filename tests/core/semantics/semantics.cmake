# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_cost SOURCES test_cost.c small_automata.c text_automaton.c)
couplet_add_test(test_shift SOURCES test_shift.c small_automata.c CORE)
couplet_add_test(test_sample SOURCES test_sample.c text_automaton.c CORE)
couplet_add_test(test_step SOURCES test_step.c small_automata.c)
couplet_add_test(test_graph SOURCES test_graph.c small_automata.c random_automata.c brute_force.c
  CORE)
couplet_add_test(test_order SOURCES test_order.c CORE)
couplet_add_test(test_order_rules SOURCES test_order_rules.c random_many.c CORE)
couplet_add_test(test_order_relevance SOURCES test_order_relevance.c random_many.c
  text_automaton.c CORE)
couplet_add_test(test_contradiction SOURCES test_contradiction.c text_automaton.c)
couplet_add_test(test_unfold SOURCES test_unfold.c text_automaton.c CORE)
