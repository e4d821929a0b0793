# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(python_package ${CMAKE_CURRENT_SOURCE_DIR}/python/test_package.py
  ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${CMAKE_COMMAND})
couplet_lacks_tools(python_types lacks_tools mypy)
if(NOT lacks_tools)
  add_test(NAME python_types COMMAND ${COUPLET_TOOL_mypy} --config-file pyproject.toml
    --cache-dir ${CMAKE_BINARY_DIR}/mypy WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/python)
endif()
