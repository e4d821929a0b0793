# SPDX-License-Identifier: Apache-2.0
# couplet_link_core(TARGET): it uses functions of the core that are not exported, and sees every room.
function(couplet_link_core target)
  target_link_libraries(${target} PRIVATE couplet_core)
  get_property(rooms GLOBAL PROPERTY COUPLET_ROOMS)
  foreach(room IN LISTS rooms)
    target_include_directories(${target} PRIVATE $<TARGET_PROPERTY:${room},SOURCE_DIR>)
  endforeach()
endfunction()

# couplet_add_test(NAME SOURCES file... [CORE] [LIBRARIES target...] [ENVIRONMENT var=value...]
#   [NEEDS back-end...])
# A CMocka program, run by ctest under its own name. CORE: of functions of the core
# that are not exported; it then sees every room. Sources stand beside the declaration
# or in tests/support. Left out without a back end that it NEEDS.
function(couplet_add_test name)
  cmake_parse_arguments(ARG "CORE" "" "SOURCES;LIBRARIES;ENVIRONMENT;ARGUMENTS;NEEDS" ${ARGN})
  couplet_leaves_out_test(${name} left_out ${ARG_NEEDS})
  if(left_out)
    return()
  endif()
  set(sources "")
  foreach(source IN LISTS ARG_SOURCES)
    if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/${source})
      list(APPEND sources ${CMAKE_CURRENT_LIST_DIR}/${source})
    elseif(IS_ABSOLUTE ${source})
      list(APPEND sources ${source})
    else()
      list(APPEND sources ${PROJECT_SOURCE_DIR}/tests/support/${source})
    endif()
  endforeach()
  add_executable(${name} ${sources})
  if(ARG_CORE)
    couplet_link_core(${name})
  else()
    target_link_libraries(${name} PRIVATE couplet)
  endif()
  target_link_libraries(${name} PRIVATE PkgConfig::CMOCKA ${ARG_LIBRARIES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/support)
  add_test(NAME ${name} COMMAND ${name} ${ARG_ARGUMENTS})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600
    ENVIRONMENT "G_DEBUG=fatal-criticals;G_SLICE=always-malloc;MALLOC_PERTURB_=165;${ARG_ENVIRONMENT}")
endfunction()
