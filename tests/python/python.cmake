# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(python_package ${CMAKE_CURRENT_SOURCE_DIR}/python/test_package.py
  ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR})
find_program(MYPY mypy)
if(MYPY)
  add_test(NAME python_types COMMAND ${MYPY} --config-file pyproject.toml
    --cache-dir ${CMAKE_BINARY_DIR}/mypy WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/python)
endif()
