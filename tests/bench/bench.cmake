# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(bench_peer ${CMAKE_CURRENT_SOURCE_DIR}/bench/test_peer.py ${PROJECT_SOURCE_DIR})
add_test(NAME figures COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/bench/test_figures.py
  ${PROJECT_SOURCE_DIR})
set_tests_properties(figures PROPERTIES TIMEOUT 60 ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1")
