# SPDX-License-Identifier: Apache-2.0
if(COUPLET_SANITIZE)
  set(theorem_environment COUPLET_TEST_AUTOMATA=60)
endif()
couplet_add_test(test_theorem
  SOURCES test_theorem.c random_automata.c random_many.c
  LIBRARIES optimizer_probe m
  NEEDS arb
  ENVIRONMENT ${theorem_environment})
couplet_add_test(test_far_inputs
  SOURCES test_far_inputs.c random_automata.c
  LIBRARIES optimizer_probe
  NEEDS arb
  ENVIRONMENT ${theorem_environment})
couplet_add_script_test(cli_refute ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_refute.py
  ${PROJECT_SOURCE_DIR}/examples NEEDS arb)
couplet_add_test(test_line_probability
  SOURCES test_line_probability.c
  LIBRARIES optimizer_probe m
  NEEDS arb)
