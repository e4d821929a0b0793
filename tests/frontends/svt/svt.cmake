# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_svt_messages
  SOURCES test_svt_messages.c svt_golden.c svt_text.c
  LIBRARIES frontend_svt
  ARGUMENTS ${CMAKE_CURRENT_SOURCE_DIR}/frontends/svt/errors)
couplet_add_test(test_svt_random
  SOURCES test_svt_random.c random_programs.c svt_run.c svt_text.c
  LIBRARIES frontend_svt)
couplet_add_test(test_svt_language
  SOURCES test_svt_language.c svt_golden.c svt_text.c
  LIBRARIES frontend_svt
  ARGUMENTS ${CMAKE_CURRENT_SOURCE_DIR}/frontends/svt/language)
