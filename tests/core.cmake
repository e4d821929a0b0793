# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_rational SOURCES test_rational.c)
couplet_add_test(test_cost SOURCES test_cost.c small_automata.c)
couplet_add_test(test_graph SOURCES test_graph.c small_automata.c random_automata.c brute_force.c)
couplet_add_test(test_antichain SOURCES test_antichain.c LIBRARIES plugins_common)
couplet_add_test(test_output_file SOURCES test_output_file.c)
couplet_add_test(test_dump SOURCES test_dump.c LIBRARIES plugins_common)
couplet_add_test(test_summary SOURCES test_summary.c LIBRARIES reports_common)
