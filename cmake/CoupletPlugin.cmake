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
    LIBRARY_OUTPUT_DIRECTORY ${COUPLET_PLUGIN_BUILD_DIR})
  couplet_find_library(${module} ../..)
  couplet_component_of_plugin(component ${module})
  install(TARGETS ${module} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/${COUPLET_PLUGIN_SUBDIR}
    COMPONENT ${component})
  set_property(GLOBAL APPEND PROPERTY COUPLET_PLUGINS ${module})
endfunction()

# couplet_component_of_plugin(RESULT MODULE): what MODULE (`decider-z3`) is installed with. Those that
# bring a library along have a component, and a package, of their own.
function(couplet_component_of_plugin result module)
  get_property(back_ends GLOBAL PROPERTY COUPLET_BACK_ENDS)
  set(component library)
  foreach(back_end IN LISTS back_ends)
    if(back_end MATCHES "^(.+)=${module}$")
      string(TOLOWER plugin-${CMAKE_MATCH_1} component)
    endif()
  endforeach()
  set(${result} ${component} PARENT_SCOPE)
endfunction()

# couplet_add_shared_code(NAME SOURCES file... [LIBRARIES target...])
# What several plugins share and no one else: each plugin has its own copy.
function(couplet_add_shared_code name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC couplet ${ARG_LIBRARIES})
  target_include_directories(${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
endfunction()
