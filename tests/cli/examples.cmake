# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(examples ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_examples.py
  ${PROJECT_SOURCE_DIR}/examples/automata
  NEEDS z3 glpk graphviz)
couplet_add_script_test(mechanisms ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_mechanisms.py
  ${PROJECT_SOURCE_DIR}/examples
  NEEDS z3)
couplet_add_script_test(answers ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_answers.py
  ${CMAKE_CURRENT_SOURCE_DIR}/cli/answers)
