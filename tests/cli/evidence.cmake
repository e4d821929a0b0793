# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(evidence ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_evidence.py
  ${PROJECT_SOURCE_DIR}/examples/automata ${PROJECT_SOURCE_DIR}/examples/mechanisms
  NEEDS z3)
couplet_add_script_test(evidence_form ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_evidence_form.py
  ${PROJECT_SOURCE_DIR}/examples NEEDS z3 glpk)
couplet_add_script_test(kinds ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_kinds.py NEEDS graphviz)
couplet_add_script_test(cli_delta ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_delta.py
  ${PROJECT_SOURCE_DIR}/examples/mechanisms ${PROJECT_SOURCE_DIR}/examples/linear NEEDS arb glpk)
couplet_add_script_test(by_output ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_by_output.py)
couplet_add_script_test(outputs ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_outputs.py)
couplet_add_script_test(cli_check ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_check.py
  ${PROJECT_SOURCE_DIR}/examples/automata ${PROJECT_SOURCE_DIR}/docs)
couplet_add_script_test(certified ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_certified.py
  ${PROJECT_SOURCE_DIR}/examples
  NEEDS z3 glpk)
couplet_add_script_test(evidence_mutants ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_evidence_mutants.py
  NEEDS z3)
couplet_add_script_test(evidence_kinds ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_evidence_kinds.py
  NEEDS z3)
