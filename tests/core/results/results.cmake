# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_read_result
  SOURCES test_read_result.c full_results.c small_automata.c CORE)
couplet_add_test(test_compare_answers
  SOURCES test_compare_answers.c full_results.c small_automata.c CORE)
couplet_add_test(test_part SOURCES test_part.c CORE)
couplet_add_test(test_report_reader SOURCES test_report_reader.c CORE)
couplet_add_test(test_store SOURCES test_store.c full_results.c small_automata.c CORE NEEDS sqlite)
couplet_add_test(test_record SOURCES test_record.c full_results.c small_automata.c)
add_test(NAME fields_everywhere COMMAND Python3::Interpreter
  ${CMAKE_CURRENT_SOURCE_DIR}/core/results/test_fields_everywhere.py ${PROJECT_SOURCE_DIR})
