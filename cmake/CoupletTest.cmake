# SPDX-License-Identifier: Apache-2.0
# couplet_link_core(TARGET): it uses functions of the core that are not exported, and sees every room.
function(couplet_link_core target)
  target_link_libraries(${target} PRIVATE couplet_core)
  get_property(rooms GLOBAL PROPERTY COUPLET_ROOMS)
  foreach(room IN LISTS rooms)
    target_include_directories(${target} PRIVATE $<TARGET_PROPERTY:${room},SOURCE_DIR>)
  endforeach()
endfunction()

# couplet_link_tested(TARGET CORE): it is a test, or a part of one, of the core's rooms or of the library.
function(couplet_link_tested target core)
  if(core)
    couplet_link_core(${target})
  else()
    target_link_libraries(${target} PRIVATE couplet)
  endif()
  target_link_libraries(${target} PRIVATE PkgConfig::CMOCKA)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/support)
endfunction()

# couplet_compile_support(LIST SOURCE CORE LIBRARY...): appends the objects of a file of tests/support, which is
# compiled once for all tests that see the same rooms and libraries.
function(couplet_compile_support list source core)
  string(MAKE_C_IDENTIFIER "support_${source}_${core}_${ARGN}" target)
  if(NOT TARGET ${target})
    add_library(${target} OBJECT ${PROJECT_SOURCE_DIR}/tests/support/${source})
    couplet_link_tested(${target} "${core}")
    target_link_libraries(${target} PRIVATE ${ARGN})
  endif()
  set(${list} ${${list}} $<TARGET_OBJECTS:${target}> PARENT_SCOPE)
endfunction()

# couplet_add_test(NAME SOURCES file... [CORE] [LIBRARIES target...] [ENVIRONMENT var=value...]
#   [NEEDS back-end...])
# A CMocka program, run by ctest under its own name. CORE: of functions of the core
# that are not exported; it then sees every room. Sources stand beside the declaration, in
# tests/support, or are absolute paths: those are compiled for this test alone. Left out without
# a back end that it NEEDS.
function(couplet_add_test name)
  cmake_parse_arguments(ARG "CORE" "" "SOURCES;LIBRARIES;ENVIRONMENT;ARGUMENTS;NEEDS" ${ARGN})
  couplet_leaves_out_test(${name} left_out ${ARG_NEEDS})
  if(left_out)
    return()
  endif()
  set(sources "")
  set(support "")
  foreach(source IN LISTS ARG_SOURCES)
    if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/${source})
      list(APPEND sources ${CMAKE_CURRENT_LIST_DIR}/${source})
    elseif(IS_ABSOLUTE ${source})
      list(APPEND sources ${source})
    else()
      couplet_compile_support(support ${source} "${ARG_CORE}" ${ARG_LIBRARIES})
    endif()
  endforeach()
  add_executable(${name} ${sources} ${support})
  couplet_link_tested(${name} "${ARG_CORE}")
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES})
  add_test(NAME ${name} COMMAND ${name} ${ARG_ARGUMENTS})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600
    ENVIRONMENT "G_DEBUG=fatal-criticals;G_SLICE=always-malloc;MALLOC_PERTURB_=165;${ARG_ENVIRONMENT}")
endfunction()
