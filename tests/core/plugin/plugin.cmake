# SPDX-License-Identifier: Apache-2.0
couplet_add_test(test_descriptor SOURCES test_descriptor.c CORE)
couplet_add_test(test_capabilities SOURCES test_capabilities.c CORE)
couplet_add_test(test_options SOURCES test_options.c CORE)
couplet_add_test(test_outcome SOURCES test_outcome.c small_automata.c CORE)
couplet_add_test(test_context SOURCES test_context.c CORE)

# its arguments: the folders of fake plugins, and a shared object with several
couplet_add_test(test_registry SOURCES test_registry.c
  ARGUMENTS ${CMAKE_CURRENT_BINARY_DIR}/plugins
    ${CMAKE_CURRENT_BINARY_DIR}/stage/${COUPLET_PLUGIN_SUBDIR}/staged.so)

# with plugins of its own that are left out
couplet_add_test(test_left_out
  SOURCES test_left_out.c ${PROJECT_SOURCE_DIR}/core/plugin/left_out.c)
target_include_directories(test_left_out PRIVATE ${PROJECT_SOURCE_DIR}/core/plugin)
target_compile_definitions(test_left_out
  PRIVATE "COUPLET_LEFT_OUT=\"decider-z3 frontend-dot frontend-yaml\""
    "COUPLET_BACK_ENDS=\"Z3=decider-z3 GLPK=optimizer-glpk\"")
