# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_z3_segments SOURCES test_z3_segments.c small_automata.c LIBRARIES decider_z3
  NEEDS z3)
