# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(c ${CMAKE_CURRENT_SOURCE_DIR}/frontends/c/test_c.py
  ${PROJECT_SOURCE_DIR} NEEDS seccomp)
