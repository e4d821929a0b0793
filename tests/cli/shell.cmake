# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(shell ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_shell.py ${PROJECT_SOURCE_DIR}
  NEEDS z3 glpk graphviz TOOLS zsh fish)
couplet_add_script_test(manual ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_manual.py ${PROJECT_SOURCE_DIR}
  ${CMAKE_BINARY_DIR}/man/man1 TOOLS mandoc)
