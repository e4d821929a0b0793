# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_z3_segments SOURCES test_z3_segments.c small_automata.c LIBRARIES decider_z3
  NEEDS z3)
# the sanitizers make the brute force several times slower
if(COUPLET_SANITIZE)
  set(z3_environment COUPLET_TEST_AUTOMATA=1000)
endif()
couplet_add_test(test_z3_walks SOURCES test_z3_walks.c random_many.c brute_many.c LIBRARIES decider_z3
  ENVIRONMENT ${z3_environment}
  NEEDS z3)
