# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_page_format SOURCES test_page_format.c LIBRARIES couplet_explain)
couplet_add_test(test_picture_label
  SOURCES test_picture_label.c LIBRARIES couplet_explain)
couplet_add_test(test_rounds SOURCES test_rounds.c LIBRARIES couplet_explain)
