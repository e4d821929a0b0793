# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_job SOURCES lsp/test_job.c ${PROJECT_SOURCE_DIR}/core/cli/lsp/job.c)
target_include_directories(test_job PRIVATE ${PROJECT_SOURCE_DIR}/core/cli/lsp)
couplet_add_script_test(cli_lsp ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_lsp.py ${PROJECT_SOURCE_DIR})
couplet_add_script_test(cli_lsp_code ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_lsp.py
  ${PROJECT_SOURCE_DIR} Code NEEDS seccomp)
