# SPDX-License-Identifier: Apache-2.0
if(COUPLET_SANITIZE)
  set(gap_environment COUPLET_TEST_AUTOMATA=1500)
endif()
couplet_add_test(test_frontier
  SOURCES test_frontier.c ask_frontier.c text_automaton.c
  LIBRARIES optimizer_frontier)
couplet_add_test(test_gap
  SOURCES test_gap.c ask_frontier.c random_automata.c random_many.c
  LIBRARIES optimizer_frontier
  ENVIRONMENT ${gap_environment})
couplet_add_test(test_limits
  SOURCES test_limits.c ask_frontier.c text_automaton.c random_many.c brute_many.c
  LIBRARIES optimizer_frontier
  ENVIRONMENT ${gap_environment})
couplet_add_test(test_meeting
  SOURCES test_meeting.c ask_frontier.c random_automata.c text_automaton.c
  LIBRARIES optimizer_frontier
  ENVIRONMENT ${gap_environment})
