# SPDX-License-Identifier: Apache-2.0
add_test(NAME rooms COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/core/test_rooms.py
  ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR})
add_test(NAME rooms_exports COMMAND Python3::Interpreter
  ${CMAKE_CURRENT_SOURCE_DIR}/core/test_exports.py
  ${PROJECT_SOURCE_DIR} $<TARGET_FILE:couplet> ${COUPLET_PLUGIN_BUILD_DIR})
