# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_order_story
  SOURCES test_order_story.c explained.c random_automata.c random_many.c
  LIBRARIES couplet_explain m)
couplet_add_test(test_document SOURCES test_document.c LIBRARIES couplet_explain)
couplet_add_test(test_verdict_story
  SOURCES test_verdict_story.c explained.c random_automata.c text_automaton.c text_evidence.c
  LIBRARIES couplet_explain m)
