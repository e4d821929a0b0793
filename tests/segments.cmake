# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(segments ${CMAKE_CURRENT_SOURCE_DIR}/test_segments.py)
