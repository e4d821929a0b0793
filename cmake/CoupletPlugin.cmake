# SPDX-License-Identifier: Apache-2.0
# couplet_add_plugin(KIND NAME [IN MODULE] ADAPTER file... [ALGORITHM file...] [LIBRARIES target...])
#
# Builds the shared object KIND-NAME.so from the thin ADAPTER and the object
# library KIND_NAME (from ALGORITHM), which tests may link by itself. A plugin
# sees the public headers and libcouplet only. IN: the plugin is one of those in
# the shared object MODULE.so; its adapter, then a part of KIND_NAME, defines the
# descriptor that MODULE's folder declares, and no entry.
function(couplet_add_plugin kind name)
  cmake_parse_arguments(ARG "" "IN" "ADAPTER;ALGORITHM;LIBRARIES" ${ARGN})
  set(code ${kind}_${name})
  if(ARG_IN)
    list(APPEND ARG_ALGORITHM ${ARG_ADAPTER})
  endif()
  if(ARG_ALGORITHM)
    add_library(${code} OBJECT ${ARG_ALGORITHM})
    target_link_libraries(${code} PUBLIC couplet ${ARG_LIBRARIES})
    target_include_directories(${code} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
    list(PREPEND ARG_LIBRARIES ${code})
  endif()
  if(ARG_IN)
    target_include_directories(${code} PUBLIC $<TARGET_PROPERTY:${ARG_IN},SOURCE_DIR>)
    set_property(GLOBAL APPEND PROPERTY COUPLET_PLUGINS_IN_${ARG_IN} ${code})
    couplet_remove_plugin_module(${kind}-${name})
  else()
    couplet_add_plugin_module(${kind}-${name} ${ARG_ADAPTER} LIBRARIES ${ARG_LIBRARIES})
  endif()
endfunction()

# couplet_add_plugin_module(MODULE file... [LIBRARIES target...]): the shared object MODULE.so among the
# plugins.
function(couplet_add_plugin_module module)
  cmake_parse_arguments(ARG "" "" "LIBRARIES" ${ARGN})
  add_library(${module} MODULE ${ARG_UNPARSED_ARGUMENTS})
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

# couplet_remove_plugin_module(MODULE): MODULE.so of an earlier Couplet, built or installed, goes; its plugin
# would be a second one of its name.
function(couplet_remove_plugin_module module)
  file(REMOVE ${COUPLET_PLUGIN_BUILD_DIR}/${module}.so)
  set(installed ${CMAKE_INSTALL_LIBDIR}/${COUPLET_PLUGIN_SUBDIR}/${module}.so)
  install(CODE "file(REMOVE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${installed}\")" COMPONENT library)
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
