# SPDX-License-Identifier: Apache-2.0
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
couplet_add_test(test_json_tokenizer
  SOURCES test_json_tokenizer.c
  LIBRARIES frontend_json PkgConfig::JANSSON)
