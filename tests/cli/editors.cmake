# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(editors ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_editors.py ${PROJECT_SOURCE_DIR})
# the client runs where there is Node
find_program(NODE node)
if(NODE)
  set(vscode_arguments ${NODE})
endif()
couplet_add_script_test(vscode ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_vscode.py ${PROJECT_SOURCE_DIR}
  ${vscode_arguments})
