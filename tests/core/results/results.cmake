# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_read_result
  SOURCES test_read_result.c full_results.c small_automata.c CORE)
