# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_deaths SOURCES process/test_deaths.c CORE)
couplet_add_test(test_privacy_claim SOURCES judge/test_privacy_claim.c text_automaton.c CORE)
couplet_add_test(test_answer SOURCES stages/test_answer.c full_results.c small_automata.c CORE)
couplet_add_test(test_transfer SOURCES stages/test_transfer.c CORE)
couplet_add_test(test_automaton_block SOURCES stages/test_automaton_block.c random_many.c same_automaton.c
  text_automaton.c CORE)
couplet_add_test(test_isolate SOURCES stages/test_isolate.c small_automata.c CORE)
couplet_add_test(test_kept SOURCES stages/test_kept.c small_automata.c CORE)
couplet_add_test(test_sweep SOURCES parameters/test_sweep.c)
couplet_add_test(test_curve SOURCES parameters/test_curve.c CORE)
couplet_add_test(test_goal SOURCES parameters/test_goal.c CORE)
couplet_add_test(test_search SOURCES parameters/test_search.c CORE)
couplet_add_test(test_item SOURCES reading/test_item.c)
couplet_add_test(test_jobs SOURCES process/test_jobs.c made_stage.c CORE)
couplet_add_test(test_configuration_scan SOURCES settings/test_configuration_scan.c CORE)
couplet_add_test(test_verdict SOURCES judge/test_verdict.c text_automaton.c CORE)
couplet_add_test(test_status SOURCES judge/test_status.c CORE)
couplet_add_test(test_configuration SOURCES settings/test_configuration.c CORE)
couplet_add_test(test_examination SOURCES judge/test_examination.c text_automaton.c)
couplet_add_test(test_examination_stages SOURCES judge/test_examination_stages.c made_stage.c text_automaton.c
  CORE)
couplet_add_test(test_self_check SOURCES judge/test_self_check.c text_automaton.c text_evidence.c CORE)
couplet_add_test(test_question SOURCES judge/test_question.c text_automaton.c CORE)
couplet_add_test(test_attempt SOURCES stages/test_attempt.c made_stage.c small_automata.c CORE)
couplet_add_test(test_solve SOURCES stages/test_solve.c made_stage.c small_automata.c text_automaton.c CORE)
if(COUPLET_SANITIZE)
  set(looped_walk_environment COUPLET_TEST_AUTOMATA=500)
endif()
couplet_add_test(test_looped_walk
  SOURCES judge/test_looped_walk.c ask_frontier.c random_many.c text_automaton.c
  LIBRARIES optimizer_frontier
  ENVIRONMENT ${looped_walk_environment}
  CORE)
couplet_add_test(test_delivery SOURCES process/test_delivery.c made_stage.c CORE)
couplet_leaves_out_test(test_sandbox left_out seccomp)
if(NOT left_out)
  couplet_add_test(test_sandbox SOURCES stages/test_sandbox.c CORE)
endif()

# in a folder of its own, where it finds its installed plugins; its argument is a stranger's folder
couplet_add_test(test_stage SOURCES stages/test_stage.c CORE
  ARGUMENTS ${CMAKE_CURRENT_BINARY_DIR}/plugins/good)
set_target_properties(test_stage PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/stage)
add_library(staged_plugins MODULE support/staged_plugins.c)
target_link_libraries(staged_plugins PRIVATE couplet)
set_target_properties(staged_plugins PROPERTIES PREFIX "" OUTPUT_NAME staged
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/stage/${COUPLET_PLUGIN_SUBDIR})
add_dependencies(test_stage staged_plugins fake_good)
