# SPDX-License-Identifier: Apache-2.0
add_test(NAME imports COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/static/test_imports.py
  ${PROJECT_SOURCE_DIR})
