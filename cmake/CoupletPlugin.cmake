# SPDX-License-Identifier: Apache-2.0
# couplet_add_plugin(KIND NAME ADAPTER file... [ALGORITHM file...] [LIBRARIES target...])
#
# Builds the shared object KIND-NAME.so from the thin ADAPTER and the object
# library KIND_NAME (from ALGORITHM), which tests may link by itself. A plugin
# sees the public headers and libcouplet only.
function(couplet_add_plugin kind name)
  cmake_parse_arguments(ARG "" "" "ADAPTER;ALGORITHM;LIBRARIES" ${ARGN})
  set(module ${kind}-${name})
  add_library(${module} MODULE ${ARG_ADAPTER})
  if(ARG_ALGORITHM)
    add_library(${kind}_${name} OBJECT ${ARG_ALGORITHM})
    target_link_libraries(${kind}_${name} PUBLIC couplet ${ARG_LIBRARIES})
    target_include_directories(${kind}_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
    target_link_libraries(${module} PRIVATE ${kind}_${name})
  endif()
  target_link_libraries(${module} PRIVATE couplet ${ARG_LIBRARIES})
  target_link_options(${module} PRIVATE -Wl,-z,defs)
  set_target_properties(${module} PROPERTIES PREFIX ""
    LIBRARY_OUTPUT_DIRECTORY ${COUPLET_PLUGIN_BUILD_DIR}
    BUILD_RPATH_USE_ORIGIN ON
    INSTALL_RPATH "$ORIGIN/../..")
  install(TARGETS ${module} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/${COUPLET_PLUGIN_SUBDIR})
  set_property(GLOBAL APPEND PROPERTY COUPLET_PLUGINS ${module})
endfunction()

# couplet_add_shared_code(NAME SOURCES file... [LIBRARIES target...])
# What several plugins share and no one else: each plugin has its own copy.
function(couplet_add_shared_code name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC couplet ${ARG_LIBRARIES})
  target_include_directories(${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
endfunction()

# couplet_add_test(NAME SOURCES file... [CORE] [LIBRARIES target...] [ENVIRONMENT var=value...])
# A CMocka program, run by ctest under its own name. CORE: of functions of the core
# that are not exported; it then sees every room.
function(couplet_add_test name)
  cmake_parse_arguments(ARG "CORE" "" "SOURCES;LIBRARIES;ENVIRONMENT;ARGUMENTS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  if(ARG_CORE)
    target_link_libraries(${name} PRIVATE couplet_core)
    get_property(rooms GLOBAL PROPERTY COUPLET_ROOMS)
    foreach(room IN LISTS rooms)
      target_include_directories(${name} PRIVATE $<TARGET_PROPERTY:${room},SOURCE_DIR>)
    endforeach()
  else()
    target_link_libraries(${name} PRIVATE couplet)
  endif()
  target_link_libraries(${name} PRIVATE PkgConfig::CMOCKA ${ARG_LIBRARIES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  add_test(NAME ${name} COMMAND ${name} ${ARG_ARGUMENTS})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600
    ENVIRONMENT "G_SLICE=always-malloc;${ARG_ENVIRONMENT}")
endfunction()
