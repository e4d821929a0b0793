# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_file_list SOURCES test_file_list.c
  ${PROJECT_SOURCE_DIR}/core/cli/file_list.c)
target_include_directories(test_file_list PRIVATE ${PROJECT_SOURCE_DIR}/core/cli)
couplet_add_script_test(cli_many_files ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_many_files.py
  ${PROJECT_SOURCE_DIR})
couplet_add_test(test_evidence_index SOURCES test_evidence_index.c)
couplet_add_script_test(cli_evidence_folder ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_evidence_folder.py
  ${PROJECT_SOURCE_DIR})
couplet_add_script_test(cli_reader_programs ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_reader_programs.py
  ${PROJECT_SOURCE_DIR}/examples/automata/lyu-algorithm-1-c1.json NEEDS sqlite)
couplet_add_script_test(cli_stage_programs ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_stage_programs.py
  ${PROJECT_SOURCE_DIR}/examples ${PROJECT_SOURCE_DIR}/docs/plugins.md NEEDS sqlite)
couplet_add_script_test(cli_reader_of_code ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_reader_of_code.py
  ${PROJECT_SOURCE_DIR}/examples/automata/lyu-algorithm-1-c1.json NEEDS seccomp)
couplet_add_script_test(cli_integration ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_integration.py ${PROJECT_SOURCE_DIR}
  NEEDS seccomp TOOLS git pre-commit module:jsonschema module:yaml)
