# SPDX-License-Identifier: Apache-2.0
# What is preloaded while coverage is measured (coverage.py).
if(COUPLET_COVERAGE)
  add_library(coverage_exit MODULE coverage/exit.c)
  set_target_properties(coverage_exit PROPERTIES PREFIX ""
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  target_compile_options(coverage_exit PRIVATE -fno-profile-arcs -fno-test-coverage)
  target_link_libraries(coverage_exit PRIVATE ${CMAKE_DL_LIBS})
endif()
