# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_svt_build
  SOURCES test_svt_build.c svt_text.c
  LIBRARIES frontend_svt)
