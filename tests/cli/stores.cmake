# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(cli_shards ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_shards.py ${PROJECT_SOURCE_DIR})
couplet_add_script_test(cli_merge ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_merge.py ${PROJECT_SOURCE_DIR}
  NEEDS graphviz sqlite)
couplet_add_script_test(cli_store ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_store.py ${PROJECT_SOURCE_DIR}
  ${CMAKE_CURRENT_BINARY_DIR}/plugins NEEDS sqlite)
couplet_add_script_test(cli_damaged_stores ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_damaged_stores.py
  ${PROJECT_SOURCE_DIR} NEEDS sqlite)
if(NOT COUPLET_HAVE_SQLITE)
  couplet_add_script_test(cli_no_store ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_no_store.py ${PROJECT_SOURCE_DIR})
endif()
