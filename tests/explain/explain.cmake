# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(cli_explain ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_explain.py
  ${PROJECT_SOURCE_DIR}/examples/automata ${PROJECT_SOURCE_DIR}/examples/mechanisms NEEDS graphviz)
