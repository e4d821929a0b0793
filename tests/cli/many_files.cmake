# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_file_list SOURCES test_file_list.c
  ${PROJECT_SOURCE_DIR}/core/cli/file_list.c)
target_include_directories(test_file_list PRIVATE ${PROJECT_SOURCE_DIR}/core/cli)
couplet_add_script_test(cli_many_files ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_many_files.py
  ${PROJECT_SOURCE_DIR})
