# SPDX-License-Identifier: Apache-2.0
# The layouts that it compares are those of pointers of 8 bytes.
if(CMAKE_SIZEOF_VOID_P EQUAL 8)
  couplet_add_script_test(interface ${CMAKE_CURRENT_LIST_DIR}/test_interface.py ${CMAKE_BINARY_DIR})
endif()
