# SPDX-License-Identifier: Apache-2.0
# Calls of the system that fail. The sanitizers' own allocator stands in the way of ours.
if(NOT COUPLET_SANITIZE)
  add_library(faults MODULE faults/faults.c)
  set_target_properties(faults PROPERTIES C_VISIBILITY_PRESET default PREFIX ""
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  target_link_libraries(faults PRIVATE ${CMAKE_DL_LIBS})
  set(fault_calls)
  if(COUPLET_COVERAGE) # whose counters are written by all other calls
    set(fault_calls --call fork --call pipe --call pipe2 --call socketpair --call waitpid
      --call mmap)
  endif()
  couplet_add_script_test(faults ${CMAKE_CURRENT_SOURCE_DIR}/faults/test_faults.py
    $<TARGET_FILE:faults> ${PROJECT_SOURCE_DIR}/examples --coarse 5 ${fault_calls}
    NEEDS graphviz z3)
  # what others' libraries do without memory shows at few allocations
  couplet_add_script_test(faults_in_check ${CMAKE_CURRENT_SOURCE_DIR}/faults/test_faults.py
    $<TARGET_FILE:faults> ${PROJECT_SOURCE_DIR}/examples --scenario check --call malloc
    NEEDS graphviz z3)
endif()
