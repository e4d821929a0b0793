# SPDX-License-Identifier: Apache-2.0
set(built)
foreach(name IN ITEMS z3 glpk arb graphviz)
  string(TOUPPER ${name} upper)
  if(COUPLET_HAVE_${upper})
    list(APPEND built ${name})
  endif()
endforeach()
couplet_add_script_test(cli_provenance ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_provenance.py
  ${PROJECT_SOURCE_DIR} ${CMAKE_COMMAND} ${built} TOOLS git)
couplet_add_script_test(cli_rerun ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_rerun.py
  ${CMAKE_CURRENT_BINARY_DIR}/plugins NEEDS sqlite)
couplet_add_script_test(citation ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_citation.py
  ${PROJECT_SOURCE_DIR} TOOLS module:yaml)
