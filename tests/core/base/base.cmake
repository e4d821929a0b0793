# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_arena SOURCES test_arena.c)
couplet_add_test(test_rational SOURCES test_rational.c)
couplet_add_test(test_format SOURCES test_format.c)
couplet_add_test(test_output_file SOURCES test_output_file.c)
couplet_add_test(test_call_apart SOURCES test_call_apart.c)
couplet_add_test(test_child SOURCES test_child.c CORE)
couplet_add_test(test_clock SOURCES test_clock.c CORE)
couplet_add_test(test_wire SOURCES test_wire.c CORE)
couplet_add_test(test_message SOURCES test_message.c CORE)
couplet_add_test(test_text SOURCES test_text.c)
couplet_add_test(test_json_text SOURCES test_json_text.c)
couplet_add_test(test_json_tokenizer
  SOURCES test_json_tokenizer.c
  LIBRARIES PkgConfig::JANSSON)
couplet_add_test(test_content_hash SOURCES test_content_hash.c CORE)
couplet_add_test(test_json_scan SOURCES test_json_scan.c CORE)
couplet_add_test(test_names SOURCES test_names.c CORE)
couplet_add_test(test_source SOURCES test_source.c)
