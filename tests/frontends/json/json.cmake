# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_json_number SOURCES test_json_number.c LIBRARIES frontend_json)
couplet_add_test(test_json_reader
  SOURCES test_json_reader.c json_text.c same_automaton.c
  LIBRARIES frontend_json)
couplet_add_test(test_json_writer
  SOURCES test_json_writer.c json_text.c random_documents.c same_automaton.c
  LIBRARIES frontend_json)
