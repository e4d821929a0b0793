# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(language_doc ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_language_doc.py
  ${PROJECT_SOURCE_DIR})
