# SPDX-License-Identifier: Apache-2.0
add_test(NAME testing_doc COMMAND Python3::Interpreter
  ${CMAKE_CURRENT_SOURCE_DIR}/docs/test_testing_doc.py ${PROJECT_SOURCE_DIR})
add_test(NAME architecture COMMAND Python3::Interpreter
  ${CMAKE_CURRENT_SOURCE_DIR}/docs/test_architecture.py ${PROJECT_SOURCE_DIR})
add_test(NAME wild_doc COMMAND Python3::Interpreter
  ${CMAKE_CURRENT_SOURCE_DIR}/docs/test_wild_doc.py ${PROJECT_SOURCE_DIR})
couplet_add_script_test(readme ${CMAKE_CURRENT_SOURCE_DIR}/docs/test_readme.py ${PROJECT_SOURCE_DIR}
  NEEDS z3 glpk arb seccomp)
