# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(install ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_install.py
  ${CMAKE_BINARY_DIR} ${CMAKE_COMMAND}
  NEEDS z3 glpk graphviz)
