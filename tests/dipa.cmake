# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(peers ${CMAKE_CURRENT_SOURCE_DIR}/test_peers.py
  ${CMAKE_CURRENT_SOURCE_DIR}/peers/dipaut)
