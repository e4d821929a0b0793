# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(editors ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_editors.py ${PROJECT_SOURCE_DIR})
couplet_add_script_test(vscode ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_vscode.py ${PROJECT_SOURCE_DIR})
couplet_add_script_test(vscode_client ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_vscode.py
  ${PROJECT_SOURCE_DIR} node TOOLS node)
