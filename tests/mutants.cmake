# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_mutants
  SOURCES test_mutants.c
  LIBRARIES frontend_json frontend_dot
  ARGUMENTS ${PROJECT_SOURCE_DIR}/examples/automata)
