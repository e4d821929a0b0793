# SPDX-License-Identifier: Apache-2.0
couplet_add_script_test(segments ${PROJECT_SOURCE_DIR}/tests/cli/test_segments.py)
couplet_add_test(test_segment
  SOURCES test_segment.c text_automaton.c
  LIBRARIES optimizer_segment)
