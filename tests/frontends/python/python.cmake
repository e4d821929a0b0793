# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(python ${CMAKE_CURRENT_SOURCE_DIR}/frontends/python/test_python.py
  ${PROJECT_SOURCE_DIR} NEEDS seccomp)
