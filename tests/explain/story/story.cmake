# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_order_story
  SOURCES test_order_story.c explained.c random_automata.c random_many.c
  LIBRARIES couplet_explain m)
couplet_add_test(test_document SOURCES test_document.c LIBRARIES couplet_explain)
