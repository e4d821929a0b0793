# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(bench_peer ${CMAKE_CURRENT_SOURCE_DIR}/bench/test_peer.py ${PROJECT_SOURCE_DIR})
