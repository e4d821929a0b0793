# SPDX-License-Identifier: Apache-2.0
foreach(language IN ITEMS python c)
  couplet_add_script_test(code_${language} ${CMAKE_CURRENT_SOURCE_DIR}/frontends/code/test_code.py
    ${PROJECT_SOURCE_DIR} ${language} NEEDS seccomp)
endforeach()
