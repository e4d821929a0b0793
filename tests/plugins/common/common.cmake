# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_allowances
  SOURCES test_allowances.c text_automaton.c
  LIBRARIES plugins_common)
couplet_add_test(test_antichain SOURCES test_antichain.c LIBRARIES plugins_common)
couplet_add_test(test_dump SOURCES test_dump.c small_automata.c LIBRARIES plugins_common)
couplet_add_test(test_violation SOURCES test_violation.c small_automata.c LIBRARIES plugins_common)
